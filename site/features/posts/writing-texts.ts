import { writing as en } from '#shared/i18n/en/writing.ts'
import { writing as pl, type WritingTexts } from '#shared/i18n/pl/writing.ts'
import { useSite } from '#site/core/site-context.tsx'

const texts = { pl, en }

/** Not in the catalog that every page loads. */
export function useWritingTexts(): WritingTexts {
  return texts[useSite().lang]
}
