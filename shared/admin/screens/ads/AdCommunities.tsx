import { useEffect, useId, useRef, useState } from 'react'
import X from 'lucide/dist/esm/icons/x.mjs'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../kit/context.ts'
import { failureText, isSignedOut } from '../../kit/failure.ts'

type Community = { id: number; name: string }
type AdCommunitiesProps = { chosen: Community[]; error?: string; onChosen: (chosen: Community[]) => void }

const SUGGESTIONS = 8
const TYPING_MS = 250

/** All communities show the ad if none is chosen. */
export function AdCommunities({ chosen, error, onChosen }: AdCommunitiesProps) {
  const { t } = useAdmin()
  const text = t.ads
  const [typed, setTyped] = useState('')
  const { find, suggestions } = useCommunities(typed)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const list = useId()
  const latest = useRef(chosen)
  latest.current = chosen
  const input = useRef<HTMLInputElement>(null)

  async function add(): Promise<void> {
    const name = nameOf(typed)
    if (name === '' || isBusy) return
    setBusy(true)
    const found = await find(name)
    setBusy(false)
    if ('problem' in found) return setProblem(found.problem)
    if (!latest.current.some(({ id }) => id === found.id))
      onChosen([...latest.current, { id: found.id, name: found.name }])
    // The user may have typed the next name during the lookup.
    setTyped((now) => (now === typed ? '' : now))
  }

  return (
    <div className="form">
      <Field label={text.communities} hint={text.communitiesHint} error={problem ?? error}>
        <TextInput
          ref={input}
          name="category_ids"
          value={typed}
          list={list}
          placeholder="r/"
          autoComplete="off"
          autoCapitalize="none"
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(null)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            void add()
          }}
        />
      </Field>
      <datalist id={list}>
        {suggestions.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
      <div>
        <Button size="small" busy={isBusy} onClick={() => void add()}>
          {text.addCommunity}
        </Button>
      </div>
      <ul className="ad-communities" aria-label={text.chosen}>
        {chosen.length === 0 && <li>{text.everywhere}</li>}
        {chosen.map(({ id, name }) => (
          <li key={id} className="ad-communities__item">
            r/{name}
            <IconButton
              label={text.withoutCommunity(name)}
              icon={<Icon of={X} size={16} />}
              onClick={() => {
                onChosen(chosen.filter((other) => other.id !== id))
                input.current?.focus()
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

const nameOf = (typed: string): string =>
  typed
    .trim()
    .toLowerCase()
    .replace(/^\/?r\//, '')

function useCommunities(typed: string) {
  const { api, shell, t } = useAdmin()
  const [suggestions, setSuggestions] = useState<Community[]>([])
  const name = nameOf(typed)

  useEffect(() => {
    if (name === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api.admin.categories({ search: name, skip: 0, limit: SUGGESTIONS }, { signal: abort.signal }).then(
        ({ categories }) => setSuggestions(categories),
        // Without suggestions, a community can still be added by its exact name.
        () => {},
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, name])

  async function find(wanted: string): Promise<Community | { problem: string }> {
    try {
      const known = suggestions.find((community) => community.name === wanted)
      if (known) return known
      const { categories } = await api.admin.categories({ search: wanted, skip: 0, limit: SUGGESTIONS })
      return categories.find((community) => community.name === wanted) ?? { problem: t.ads.noCommunity }
    } catch (error) {
      if (isSignedOut(error)) shell.onSignedOut()
      return { problem: failureText(error, t) }
    }
  }

  return { suggestions: name === '' ? [] : suggestions, find }
}
