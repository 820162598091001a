import type { SiteApi } from '#shared/api/public.ts'
import { PAGE } from '#shared/limits.ts'
import type { SidebarCategory, Variant } from '#site/core/page.ts'

export async function listSidebarCategories(api: SiteApi, variant: Variant): Promise<SidebarCategory[]> {
  const list = await api.categories.list({ limit: PAGE.sidebar, nsfw: variant === 'adult' })
  return list.map(({ name, display_name, icon_url, member_count }) => ({ name, display_name, icon_url, member_count }))
}
