import type { SiteInfo, SiteViewer } from '#site/core/page.ts'

/** The required trust level is checked by the server only. */
export const mayCreateCategory = ({ communities_by }: SiteInfo, viewer: SiteViewer | null): boolean =>
  communities_by !== 'admins' || viewer?.is_admin === true
