import type { FormState } from '#shared/rules/forms.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { PageErrorData } from './errors.ts'
import type { LiteMode } from '#shared/rules/lite.ts'
import type { SiteInfo, SiteViewer, Variant } from './page.ts'

export const BOOTSTRAP_ID = 'bootstrap'

export type Bootstrap = FormState & {
  lang: Lang
  variant: Variant
  viewer: SiteViewer | null
  site: SiteInfo
  lite: LiteMode
  /** Time of server rendering in milliseconds, so that relative times are the same at hydration. */
  now: number
  loader_data: Record<string, unknown>
  errors: Record<string, PageErrorData> | null
}
