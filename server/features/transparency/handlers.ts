import type { HandlersOf } from '#shared/api/contract.ts'
import type { transparency } from '#shared/api/transparency.ts'
import type { CtxByAccess } from '#server/context.ts'
import { readTransparency } from './queries.ts'

export const transparencyHandlers: HandlersOf<typeof transparency, CtxByAccess> = {
  get: ({ db, caches, now }, { year }) => {
    const thisYear = now().getUTCFullYear()
    const asked = year ?? thisYear
    return caches.transparency.load(String(asked), () => readTransparency(db, asked, thisYear))
  },
}
