import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { adminAds, ads } from '#shared/api/ads.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { AdminCtx, CtxByAccess } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { writeAudit } from '../audit/queries.ts'
import { claimUpload, softDeleteUploads } from '../uploads/queries.ts'
import { loadEnabledAds } from './placed.ts'
import { areCategories, deleteAd, getAd, insertAd, listAds, lockAd, updateAd, type AdRow } from './queries.ts'
import { adAt, dayIn, isSeen } from './rules.ts'

export const adsHandlers: HandlersOf<typeof ads, CtxByAccess> = {
  list: async (ctx, { place, category_id = null, post_id, from, count }) => {
    const now = ctx.now()
    const page = `${place}:${(place === 'post' ? post_id : category_id) ?? ''}`
    const where = { page, variant: ctx.variant, category_id, now, day: dayIn(ctx.config.timeZone, now) }
    const rows = await loadEnabledAds(ctx)
    const placed = Array.from({ length: count }, (_, at) => adAt(rows, { ...where, turn: from + at }))
    // Counts views of ads requested through the API; the page server counts the ads in its own pages.
    if (ctx.request && isSeen(ctx.request)) ctx.adCounts.view(placed.flatMap((row) => row?.id ?? []))
    return { ads: placed }
  },
}

type Checked = Partial<Pick<AdRow, 'image_url' | 'category_ids' | 'starts_at' | 'ends_at'>>

/** Throws `invalid`. */
async function checkAd(tx: Tx, changes: Checked, before: AdRow | null): Promise<void> {
  if (changes.category_ids && !(await areCategories(tx, changes.category_ids)))
    throw invalidField('category_ids', 'category_missing')
  const { starts_at, ends_at } = { ...before, ...changes }
  if (starts_at && ends_at && ends_at <= starts_at) throw invalidField('ends_at', 'ad_ends')
  if (changes.image_url && changes.image_url !== before?.image_url)
    // Does not check who uploaded the picture, because staff may have no account that owns uploads.
    await claimUpload(tx, { userId: null, url: changes.image_url, kind: 'image', field: 'image_url' })
}

async function record(tx: Tx, ctx: AdminCtx, action: string, id: number, detail: string): Promise<void> {
  await writeAudit(tx, ctx, { action: `ad.${action}`, target_type: 'ad', target_id: id, detail })
  ctx.invalidated.add('ads')
}

const given = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>

export const adminAdsHandlers: HandlersOf<typeof adminAds, CtxByAccess> = {
  list: async (ctx) => ({ ads: await listAds(ctx.db), setting: ctx.settings.value('ads') }),

  create: (ctx, { name, starts_at, ends_at, ...values }) =>
    ctx.db.transaction(async (tx) => {
      const created = {
        ...values,
        name: name ?? values.title,
        starts_at: starts_at ?? ctx.now(),
        ends_at: ends_at ?? null,
        created_at: ctx.now(),
      }
      await checkAd(tx, created, null)
      const id = await insertAd(tx, created)
      await record(tx, ctx, 'create', id, created.name)
      return { ad: await getAd(tx, id) }
    }),

  edit: (ctx, { ad_id, ...changes }) =>
    ctx.db.transaction(async (tx) => {
      const changed = given(changes)
      const before = await lockAd(tx, ad_id)
      if (!before) throw new ApiError('not_found')
      if (Object.keys(changed).length === 0) throw new ApiError('invalid')
      await checkAd(tx, changed, before)
      await updateAd(tx, ad_id, changed)
      if (changed.image_url !== undefined && before.image_url !== null && changed.image_url !== before.image_url)
        await softDeleteUploads(tx, [before.image_url], ctx.now())
      await record(tx, ctx, 'edit', ad_id, Object.keys(changed).join(', '))
      return { ad: await getAd(tx, ad_id) }
    }),

  remove: (ctx, { ad_id }) =>
    ctx.db.transaction(async (tx) => {
      const before = await lockAd(tx, ad_id)
      if (!before) throw new ApiError('not_found')
      await deleteAd(tx, ad_id)
      if (before.image_url !== null) await softDeleteUploads(tx, [before.image_url], ctx.now())
      await record(tx, ctx, 'delete', ad_id, before.name)
      return { success: true }
    }),
}
