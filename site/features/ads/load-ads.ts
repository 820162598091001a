import type { ShownAd } from '#shared/api/ads.ts'
import { LIMITS } from '#shared/limits.ts'
import type { AdPlace } from '#shared/rules/own-ads.ts'
import type { LoadArgs } from '#site/core/page.ts'

type Where = { place: AdPlace; category_id?: number; post_id?: number }

/** Ads for the first ad positions of a page; null where no ad fits. */
export type PlacedAds = { where: Where; ads: (ShownAd | null)[] }

/** On failure the page is shown without ads. */
export async function loadAds({ api, site }: LoadArgs, where: Where, places: number): Promise<PlacedAds> {
  const count = Math.min(Math.floor(places), LIMITS.adsPerPage)
  if (site.ads !== 'own' || count === 0) return { where, ads: [] }
  try {
    return { where, ads: (await api.ads.list({ ...where, count })).ads }
  } catch {
    return { where, ads: [] }
  }
}
