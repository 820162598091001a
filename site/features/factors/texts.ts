import { factors as en } from '#shared/i18n/en/factors.ts'
import { factors as pl, type FactorsTexts } from '#shared/i18n/pl/factors.ts'
import { useSite } from '#site/core/site-context.tsx'

const texts = { pl, en }

/** Not in the catalog that every page loads. */
export function useFactorsTexts(): FactorsTexts {
  return texts[useSite().lang]
}
