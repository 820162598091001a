import type { SessionUser } from '#shared/api/shapes.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { PageErrorData } from './errors.ts'
import type { SiteInfo, Variant } from './page.ts'

export const BOOTSTRAP_ID = 'bootstrap'

/** What the server rendered with; the browser starts from the very same. */
export type Bootstrap = {
  lang: Lang
  variant: Variant
  viewer: SessionUser | null
  site: SiteInfo
  /** Milliseconds since 1970 at rendering, so that relative times hydrate as they were written. */
  now: number
  loader_data: Record<string, unknown>
  errors: Record<string, PageErrorData> | null
}
