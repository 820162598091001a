import type { Variant } from '#server/context.ts'
import type { SideCommunity } from '#site/features/layout/communities.ts'
import { PAGE_LIFE } from './page-cache.ts'

/** What stands beside every page and is the same for all readers of a variant, remembered for as long as a visitor's page. */
export type FrameMemory = {
  /** The communities of the sidebar: what is remembered, or what `read` finds. */
  communities: (variant: Variant, read: () => Promise<SideCommunity[]>) => Promise<SideCommunity[]>
  forget: () => void
}

export function createFrameMemory(now: () => number): FrameMemory {
  const known = new Map<Variant, { found: Promise<SideCommunity[]>, until: number }>()
  return {
    communities(variant, read) {
      const remembered = known.get(variant)
      if (remembered && remembered.until > now()) return remembered.found
      const entry = { found: read(), until: now() + PAGE_LIFE }
      known.set(variant, entry)
      entry.found.catch(() => { if (known.get(variant) === entry) known.delete(variant) })
      return entry.found
    },
    forget: () => known.clear(),
  }
}
