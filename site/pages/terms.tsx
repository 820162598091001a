import { paths } from '#shared/paths.ts'
import { textPage } from '#site/features/texts/text-page.tsx'

export const page = textPage('terms', paths.terms)
