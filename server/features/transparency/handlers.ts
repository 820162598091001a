import type { HandlersOf } from '#shared/api/contract.ts'
import type { TransparencyFigures, transparency } from '#shared/api/transparency.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { CtxByAccess } from '#server/context.ts'
import { declareCache } from '#server/lib/caches.ts'
import { readTransparency } from './queries.ts'

const figures = declareCache<TransparencyFigures>('transparency', { ttlMs: LIFETIME.statsCache, maxEntries: 100 })

export const transparencyHandlers: HandlersOf<typeof transparency, CtxByAccess> = {
  get: ({ db, caches, now }, { year }) => {
    const thisYear = now().getUTCFullYear()
    const asked = year ?? thisYear
    return caches.of(figures).load(String(asked), () => readTransparency(db, asked, thisYear))
  },
}
