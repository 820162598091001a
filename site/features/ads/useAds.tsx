import type { ReactNode } from 'react'
import { AD_SPACING } from '#shared/limits.ts'
import { isAdAfterComment, isAdAfterPost } from '#shared/rules/ads.ts'
import { useSite } from '#site/core/site-context.tsx'
import { AdPlace } from './AdPlace.tsx'
import type { PlacedAds } from './load-ads.ts'

type After = ((index: number) => ReactNode) | undefined

export const postsPerAd = (isNsfw: boolean): number => (isNsfw ? AD_SPACING.postNsfw : AD_SPACING.post)
export const commentsPerAd = (isNsfw: boolean): number => (isNsfw ? AD_SPACING.commentNsfw : AD_SPACING.comment)

export function useAdsAmongPosts(isNsfw: boolean, placed?: PlacedAds): After {
  const { site } = useSite()
  if (site.ads === 'off') return undefined
  return (index) => isAdAfterPost(index, isNsfw) && <AdPlace placed={placed} turn={index / postsPerAd(isNsfw)} />
}

/** Returns a function that renders ads among comments; undefined if ads are off. */
export function useAdsAmongComments(isNsfw: boolean): ((placed: PlacedAds | undefined) => After) | undefined {
  const { site } = useSite()
  if (site.ads === 'off') return undefined
  return (placed) => (index) =>
    isAdAfterComment(index, isNsfw) && <AdPlace placed={placed} turn={index / commentsPerAd(isNsfw)} as="li" />
}
