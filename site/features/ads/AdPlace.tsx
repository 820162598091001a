import { useEffect, useState } from 'react'
import type { ShownAd } from '#shared/api/ads.ts'
import { useSite } from '#site/core/site-context.tsx'
import { HouseAd } from './HouseAd.tsx'
import type { PlacedAds } from './load-ads.ts'
import { OwnAd } from './OwnAd.tsx'

type AdPlaceProps = { placed?: PlacedAds; turn: number; as?: 'div' | 'li' }

/** `turn` is the number of the ad position on the page, from 1. */
export function AdPlace({ placed, turn, as = 'div' }: AdPlaceProps) {
  const { site } = useSite()
  const ad = placed?.ads[turn - 1]
  if (ad) return <OwnAd ad={ad} as={as} />
  if (site.ads === 'own' && ad === undefined && placed) return <LaterAd where={placed.where} turn={turn} as={as} />
  return <HouseAd turn={turn} as={as} />
}

/** Loads the ad of a position that was added with further posts or comments. */
function LaterAd({ where, turn, as }: { where: PlacedAds['where']; turn: number; as: 'div' | 'li' }) {
  const { api } = useSite()
  const [ad, setAd] = useState<ShownAd | null>(null)
  const { place, category_id, post_id } = where
  useEffect(() => {
    let isGone = false
    void api.ads.list({ place, category_id, post_id, from: turn }).then(
      ({ ads }) => {
        if (!isGone) setAd(ads[0] ?? null)
      },
      // On failure the site's own promotion stays in the position.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [api, place, category_id, post_id, turn])
  return ad ? <OwnAd ad={ad} as={as} /> : <HouseAd turn={turn} as={as} />
}
