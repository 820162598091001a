import type { SiteApi } from '#shared/api/public.ts'
import { PAGE } from '#shared/limits.ts'
import type { SidebarStream, SiteInfo, Variant } from '#site/core/page.ts'

export async function listSidebarStreams(
  { api, site }: { api: SiteApi; site: SiteInfo },
  variant: Variant,
): Promise<SidebarStream[]> {
  if (!site.features.streams) return []
  const { streams } = await api.streams.list({ state: 'live', limit: PAGE.sidebarStreams, nsfw: variant === 'adult' })
  return streams.map(({ id, title, streamer, viewer_count }) => ({
    id,
    title,
    username: streamer.username,
    viewer_count,
  }))
}
