import type { SiteInfo, SiteViewer } from '#site/core/page.ts'

/** Whether a page offers to create a community; for trust levels the server decides. */
export const mayCreateCategory = ({ communities_by }: SiteInfo, viewer: SiteViewer | null): boolean =>
  communities_by !== 'admins' || viewer?.is_admin === true
