import { useEffect, useId, useRef, useState, type FocusEvent, type FormEvent, type KeyboardEvent } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import Search from 'lucide/dist/esm/icons/search.mjs'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { searchQuery } from '#site/core/query.ts'
import { useText } from '#site/core/site-context.tsx'
import { useFocusKey } from './useFocusKey.ts'
import { useSuggestions } from './useSuggestions.ts'

export function SearchBox() {
  const t = useText()
  const navigate = useNavigate()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useTextOfPage(input)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const found = useSuggestions(text, isOpen)
  const options = found?.options ?? []
  const isShown = isOpen && found !== null && text.trim() !== ''
  const isListed = isShown && options.length > 0
  useFocusKey(input)

  function close() {
    setOpen(false)
    setChosen(-1)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const q = text.trim()
    const path = options[chosen]?.path ?? (q === '' ? null : paths.search(q))
    if (path === null) return
    close()
    input.current?.blur()
    void navigate(path)
  }

  function steer(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      close()
    }
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && text.trim() !== '') {
      event.preventDefault()
      setOpen(true)
      // The field itself is one more place.
      const places = options.length + 1
      const step = event.key === 'ArrowDown' ? 1 : -1
      setChosen((at) => (at + 1 + step + places) % places - 1)
    }
  }

  function leave(event: FocusEvent) {
    if (!event.currentTarget.contains(event.relatedTarget)) close()
  }

  return (
    <form className="topbar__search search-box" role="search" action="/search" onSubmit={submit} onBlur={leave}>
      <Icon of={Search} className="search-box__icon" size={18} />
      <input
        ref={input} className="input search-box__input" type="text" name="q" value={text}
        placeholder={t.layout.search} aria-label={t.layout.search} maxLength={LIMITS.searchQuery}
        inputMode="search" enterKeyHint="search" autoComplete="off" autoCapitalize="none" spellCheck={false}
        role="combobox" aria-autocomplete="list" aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={isListed && chosen >= 0 ? `${listId}-${chosen}` : undefined}
        onKeyDown={steer}
        onFocus={() => setOpen(true)}
        onChange={(event) => {
          setText(event.target.value)
          setChosen(-1)
          setOpen(true)
        }}
      />
      {isShown && (
        <found.List id={listId} options={options} chosen={chosen} onPick={() => { close(); input.current?.blur() }} />
      )}
      <span className="visually-hidden" role="status">
        {isShown && (options.length === 0 ? t.layout.noResults : t.layout.resultCount(options.length))}
      </span>
    </form>
  )
}

/** Starts as the query of the search page. Text typed while a page loads stays. */
function useTextOfPage(input: { current: HTMLInputElement | null }) {
  const { pathname, search, key } = useLocation()
  const isOnTheWay = useNavigation().state !== 'idle'
  const ofPage = pathname === paths.search() ? searchQuery(new URLSearchParams(search)) : ''
  const [text, setText] = useState(ofPage)
  const shown = useRef(key)
  const isTypedOnTheWay = useRef(false)

  useEffect(() => {
    // Typed before hydration.
    if (input.current && input.current.value !== text) setText(input.current.value)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useEffect(() => {
    if (shown.current === key) return
    shown.current = key
    if (!isTypedOnTheWay.current) setText(ofPage)
    isTypedOnTheWay.current = false
  }, [key, ofPage])

  const type = (typed: string) => {
    isTypedOnTheWay.current = isOnTheWay
    setText(typed)
  }
  return [text, type] as const
}
