import { useState } from 'react'
import type { Filter } from '#shared/api/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { CLOSED, type FilterDraft } from './filter-form.ts'
import type { Tools } from './tools.ts'

/** `send` returns null if the user cancelled. */
export function useFilterEditor(
  useKept: Tools['useKept'],
  categoryId: number | null,
  send: (draft: FilterDraft) => Promise<Filter | null>,
) {
  const text = useTexts('filters')
  const [draft, change, reset] = useKept<FilterDraft>(`${categoryId ?? 'site'}:filter`, CLOSED)
  const [isFocused, setFocused] = useState(false)
  const [saved, setSaved] = useState<string | null>(null)

  return {
    draft,
    isFocused,
    saved,
    change,
    close: () => reset(CLOSED),
    forgetSaved: () => setSaved(null),
    open(wanted: FilterDraft): void {
      change(wanted)
      setFocused(true)
      setSaved(null)
    },
    async save(): Promise<string> {
      const kept = await send(draft)
      if (kept === null) return text.unchanged
      setSaved(kept.name)
      reset(CLOSED)
      return text.saved(kept.name)
    },
  }
}
