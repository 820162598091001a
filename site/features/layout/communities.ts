import type { SiteApi } from '#shared/api/public.ts'
import type { Category } from '#shared/api/shapes.ts'
import { PAGE } from '#shared/limits.ts'
import type { Variant } from '#site/app/page.ts'

/** What the frame shows of a community. */
export type SideCommunity = Pick<Category, 'name' | 'display_name' | 'icon_url' | 'member_count'>

/** The largest communities of a variant. */
export async function listSideCommunities(api: SiteApi, variant: Variant): Promise<SideCommunity[]> {
  const list = await api.categories.list({ limit: PAGE.sidebar, nsfw: variant === 'adult' })
  return list.map(({ name, display_name, icon_url, member_count }) => ({ name, display_name, icon_url, member_count }))
}
