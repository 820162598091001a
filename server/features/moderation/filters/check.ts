import { LIFETIME } from '#shared/limits.ts'
import { HELD_UNCHECKED } from '#shared/rules/queue.ts'
import type { FilterAction } from '#shared/rules/filters.ts'
import type { UserCtx } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { declareCache } from '#server/lib/caches.ts'
import type { Reader } from '../rights.ts'
import type { ThingRef } from '../content/queries.ts'
import { isModeratorOf } from '../moderators/queries.ts'
import { matchElsewhere, matchHere, matchText, type FilterSet, type Text } from './matching.ts'
import { findActed, getAuthor, listEnabled, lockEnabled } from './queries.ts'
import { needsAuthor, strictest, type Written } from './rules.ts'

export type EnabledFilter = Awaited<ReturnType<typeof listEnabled>>[number]

/** Those of one community, or of the site, that are in force; `size` in characters. */
export type EnabledSet = FilterSet & { filters: EnabledFilter[]; size: number }

/** A text before it is stored; `id` is null and there is no `former` text where it is new. */
export type Publication = {
  kind: ThingRef['kind']
  id: number | null
  categoryId: number
  written: Written
  former?: Written
}

/** What the filters say about a text; `former` is the text that an edit was compared with, null where nothing depends on it. */
export type FilterCheck = {
  caught: { id: number; category_id: number | null; name: string; action: FilterAction }[]
  isCut: boolean
  former: Written | null
}

/** The result for a text that no filter checks. */
export const UNTOUCHED: FilterCheck = { caught: [], isCut: false, former: null }

/** The result for a text whose filters could not be run: it waits for a moderator. */
export const UNCHECKED: FilterCheck = { caught: [], isCut: true, former: null }

/** By the id of a community, or 'null' for those of the site. */
const enabledFilters = declareCache<EnabledSet>('filters', {
  ttlMs: LIFETIME.filterCache,
  maxEntries: 10_000,
  maxBytes: 32 * 1_048_576,
  sizeOf: ({ size }) => size,
  isOutdatedBy: (tags) => tags.has('filters') || tags.has('*'),
})

function load({ caches, db }: UserCtx, categoryId: number | null): Promise<EnabledSet> {
  return caches.of(enabledFilters).load(String(categoryId), async () => {
    const filters = await listEnabled(db, categoryId)
    const text = JSON.stringify(filters)
    return { key: `${categoryId} ${Bun.hash(text)}`, filters, size: text.length }
  })
}

const isInForce = ({ filters }: EnabledSet) => filters.length > 0

/** Without those of their own community for its moderators; from those of the site nobody is exempt but admins, because everybody can create a community. */
async function withoutExempt({ db, viewer }: UserCtx, sets: EnabledSet[], categoryId: number): Promise<EnabledSet[]> {
  const isOwn = ({ filters: [first] }: EnabledSet) => first!.category_id !== null
  return sets.some(isOwn) && (await isModeratorOf(db, viewer.id, categoryId)) ? sets.filter((set) => !isOwn(set)) : sets
}

/** Of those in force, what a text matches. Whether the viewer is exempt is asked where that may save something. */
async function findCaught(ctx: UserCtx, all: EnabledSet[], categoryId: number, text: Text) {
  const quick = matchHere(all, text)
  if (quick?.ids.length === 0) return { ...quick, sets: all }
  const sets = await withoutExempt(ctx, all, categoryId)
  if (sets.length === 0) return { ids: [], isCut: false, sets }
  return { ...(quick ?? (await matchElsewhere(sets, text, ctx.viewer.id))), sets }
}

/**
 * Runs the filters in force over a text of the viewer's, before the transaction that stores it. What one did about the former text of an edit
 * stands, also where staff decided otherwise since. Throws `too_many_requests`.
 */
export async function checkFilters(
  ctx: UserCtx,
  reader: Reader,
  { kind, id, categoryId, written, former }: Publication,
): Promise<FilterCheck> {
  if (ctx.viewer.is_admin || reader.hasCredential) return UNTOUCHED
  const enabled = [await load(ctx, null), await load(ctx, categoryId)].filter(isInForce)
  if (enabled.length === 0) return UNTOUCHED
  const { db, viewer } = ctx
  const asksForAuthor = enabled.some(({ filters }) => filters.some(({ match }) => needsAuthor(match)))
  const author = asksForAuthor ? await getAuthor(db, viewer.id, { kind, id }, ctx.now()) : null
  const { sets, ids, isCut } = await findCaught(ctx, enabled, categoryId, { written, author })
  const acted = ids.length > 0 && former && id !== null ? await findActed(db, ids, { kind, id }) : new Set<number>()
  const before = acted.size > 0 ? await matchText(sets, { written: former!, author }, viewer.id) : null
  const stands = new Set(before?.ids.filter((one) => acted.has(one)))
  const all = sets.flatMap(({ filters }) => filters)
  return {
    caught: all.filter((filter) => ids.includes(filter.id) && !stands.has(filter.id)),
    isCut,
    former: former ?? null,
  }
}

/** What happens to a text as it is stored. `held_by` says who held it; `isBySite`: a filter of the whole site removes or holds it; `reported_by` is the name of the filter that reports it. */
export type Verdict = {
  hits: number[]
  isRemoved: boolean
  held_by: string | null
  isBySite: boolean
  reported_by: string | null
}

export const isPublished = ({ isRemoved, held_by }: Verdict): boolean => !isRemoved && held_by === null

/** What was in force when the text came decides, but for filters that were deleted or switched off since. `held_by` is who holds it anyway. */
export async function verdictOf(tx: Tx, { caught, isCut }: FilterCheck, held_by: string | null): Promise<Verdict> {
  const ids = caught.map(({ id }) => id)
  const enabled = ids.length > 0 ? await lockEnabled(tx, ids) : new Set<number>()
  const acting = strictest(caught.filter(({ id }) => enabled.has(id)))
  const isRemoved = acting?.action === 'remove'
  return {
    hits: [...enabled],
    isRemoved,
    isBySite: acting?.category_id === null && acting.action !== 'report',
    reported_by: acting?.action === 'report' ? acting.name : null,
    held_by: isRemoved ? null : (held_by ?? (acting?.action === 'hold' ? acting.name : isCut ? HELD_UNCHECKED : null)),
  }
}
