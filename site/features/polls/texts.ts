import { polls as en } from '#shared/i18n/en/polls.ts'
import { polls as pl, type PollTexts } from '#shared/i18n/pl/polls.ts'
import { useSite } from '#site/core/site-context.tsx'

const texts = { pl, en }

/** Not in the catalog that every page loads. */
export function usePollTexts(): PollTexts {
  return texts[useSite().lang]
}
