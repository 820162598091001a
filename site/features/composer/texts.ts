import { composer as en } from '#shared/i18n/en/composer.ts'
import { composer as pl, type ComposerTexts } from '#shared/i18n/pl/composer.ts'
import { useSite } from '#site/core/site-context.tsx'

const texts = { pl, en }

/** Not in the catalog that every page loads. */
export function useComposerTexts(): ComposerTexts {
  return texts[useSite().lang]
}
