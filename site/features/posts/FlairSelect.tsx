import { useEffect, useState } from 'react'
import type { Flair } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { useSite } from '#site/core/site-context.tsx'

/** Renders nothing if the community has no flairs. */
export function FlairSelect({
  categoryId,
  known,
  value,
  onValue,
  error,
}: {
  categoryId: number
  /** Flairs that are loaded already. */
  known?: Flair[]
  value: number | null
  onValue: (id: number | null) => void
  error?: string
}) {
  const texts = useTexts('submit')
  const { api } = useSite()
  const [flairs, setFlairs] = useState<Flair[]>(known ?? [])
  useEffect(() => {
    if (known) return undefined
    const abort = new AbortController()
    api.categories
      .flairs({ category_id: categoryId }, { signal: abort.signal })
      .then((loaded) => setFlairs(loaded.flairs))
      .catch((failure: unknown) => {
        if (!abort.signal.aborted) console.warn('Loading the flairs failed', failure)
      })
    return () => abort.abort()
  }, [api, categoryId, known])
  if (flairs.length === 0) return null
  return (
    <Field label={texts.flair} optional={texts.optional} error={error}>
      <Select name="flair_id" value={value ?? ''} onChange={(event) => onValue(Number(event.target.value) || null)}>
        <option value="">{texts.noFlair}</option>
        {flairs.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
