import type { ReactNode } from 'react'
import { ADS_EVERY } from '#shared/limits.ts'
import { isAdAfterComment, isAdAfterPost } from '#shared/rules/ads.ts'
import { useSite } from '#site/app/site-context.tsx'
import { HouseAd } from './HouseAd.tsx'

/** What stands behind the n-th item of a list, counted from 1; undefined where the site shows no promotions. */
type After = ((index: number) => ReactNode) | undefined

/** The promotions between the posts of a community. */
export function useAdsAmongPosts(isNsfw: boolean): After {
  const { site } = useSite()
  if (!site.ads) return undefined
  const every = isNsfw ? ADS_EVERY.postNsfw : ADS_EVERY.post
  return (index) => isAdAfterPost(index, isNsfw) && <HouseAd turn={index / every} />
}

/** The promotions between the top-level comments of a post. */
export function useAdsAmongComments(isNsfw: boolean): After {
  const { site } = useSite()
  if (!site.ads) return undefined
  const every = isNsfw ? ADS_EVERY.commentNsfw : ADS_EVERY.comment
  return (index) => isAdAfterComment(index, isNsfw) && <HouseAd turn={index / every} as="li" />
}
