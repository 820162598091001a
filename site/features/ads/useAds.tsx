import type { ReactNode } from 'react'
import { AD_SPACING } from '#shared/limits.ts'
import { isAdAfterComment, isAdAfterPost } from '#shared/rules/ads.ts'
import { useSite } from '#site/core/site-context.tsx'
import { HouseAd } from './HouseAd.tsx'

type After = ((index: number) => ReactNode) | undefined

export function useAdsAmongPosts(isNsfw: boolean): After {
  const { site } = useSite()
  if (site.ads === 'off') return undefined
  const every = isNsfw ? AD_SPACING.postNsfw : AD_SPACING.post
  return (index) => isAdAfterPost(index, isNsfw) && <HouseAd turn={index / every} />
}

export function useAdsAmongComments(isNsfw: boolean): After {
  const { site } = useSite()
  if (site.ads === 'off') return undefined
  const every = isNsfw ? AD_SPACING.commentNsfw : AD_SPACING.comment
  return (index) => isAdAfterComment(index, isNsfw) && <HouseAd turn={index / every} as="li" />
}
