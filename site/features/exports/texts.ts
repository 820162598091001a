import { dataExports as en } from '#shared/i18n/en/exports.ts'
import { dataExports as pl, type ExportsTexts } from '#shared/i18n/pl/exports.ts'
import { useSite } from '#site/core/site-context.tsx'

const texts = { pl, en }

/** Not in the catalog that every page loads. */
export function useExportsTexts(): ExportsTexts {
  return texts[useSite().lang]
}
