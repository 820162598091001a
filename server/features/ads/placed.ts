import type { BaseCtx } from '#server/context.ts'
import { declareCache } from '#server/lib/caches.ts'
import { listEnabled, type AdRow } from './queries.ts'

const enabledAds = declareCache<AdRow[]>('ads', {
  ttlMs: 5_000,
  maxEntries: 1,
  isOutdatedBy: (tags) => tags.has('ads') || tags.has('*'),
})

type Ctx = Pick<BaseCtx, 'db' | 'caches' | 'settings'>

export async function loadEnabledAds({ db, caches, settings }: Ctx): Promise<AdRow[]> {
  return settings.value('ads') === 'own' ? caches.of(enabledAds).load('', () => listEnabled(db)) : []
}
