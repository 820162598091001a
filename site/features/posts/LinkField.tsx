import { useEffect, useState } from 'react'
import type { Post } from '#shared/api/shapes.ts'
import { DELAY } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { canonicalLink } from '#shared/rules/link-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useSite } from '#site/core/site-context.tsx'

/** Warns if the link was posted before. */
export function LinkField({
  value,
  onValue,
  error,
}: {
  value: string
  onValue: (value: string) => void
  error: string | undefined
}) {
  const t = useTexts('writing')
  const before = usePostsWith(canonicalLink(value))
  return (
    <>
      <Field label={t.link} hint={t.linkHint} error={error}>
        <TextInput
          name="link_url"
          type="url"
          inputMode="url"
          value={value}
          required
          autoComplete="off"
          placeholder="https://"
          onChange={(event) => onValue(event.target.value)}
        />
      </Field>
      {before.length > 0 && (
        <Notice kind="warning" role="status">
          {t.linkUsed}
          <ul>
            {before.map(({ id, title, category }) => (
              <li key={id}>
                <a href={paths.post(id)}>{title}</a> (r/{category.name})
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function usePostsWith(link: string | null): Post[] {
  const { api, variant } = useSite()
  const [found, setFound] = useState<{ link: string; posts: Post[] } | null>(null)
  useEffect(() => {
    if (link === null) return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      api.posts
        .byLink({ url: link, nsfw: variant === 'adult' }, { signal: abort.signal })
        .then(({ posts }) => setFound({ link, posts }))
        .catch((error: unknown) => {
          if (!abort.signal.aborted) console.warn('Looking for the link failed', error)
        })
    }, DELAY.searchDebounce)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, link, variant])
  return found !== null && found.link === link ? found.posts : []
}
