import { LIFETIME } from '#shared/limits.ts'
import { HELD_UNCHECKED } from '#shared/rules/queue.ts'
import type { FilterAction } from '#shared/rules/filters.ts'
import type { UserCtx } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { declareCache } from '#server/lib/caches.ts'
import type { Reader } from '../rights.ts'
import type { ContentRef } from '../content/queries.ts'
import { isModeratorOf } from '../moderators/queries.ts'
import { matchInOtherProcess, matchInProcess, matchText, type FilterSet, type TextToMatch } from './matching.ts'
import { findFiltersThatActed, getAuthor, listEnabled, lockEnabled } from './queries.ts'
import { needsAuthor, mostSevere, type FilteredText } from './rules.ts'

type EnabledFilter = Awaited<ReturnType<typeof listEnabled>>[number]

/** The enabled filters of a community or of the whole site; `size` is in characters. */
type EnabledSet = FilterSet & { filters: EnabledFilter[]; size: number }

/** A new text has a null `id` and no `formerText`. */
export type CheckedText = {
  kind: ContentRef['kind']
  id: number | null
  /** Null for texts outside of communities, to which only site-wide filters apply. */
  categoryId: number | null
  text: FilteredText
  formerText?: FilteredText
}

/** `formerText` is the text before an edit, to detect concurrent edits. */
export type FilterCheck = {
  matchingFilters: { id: number; category_id: number | null; name: string; action: FilterAction }[]
  isCut: boolean
  formerText: FilteredText | null
}

/** The result for an exempt author, or where there are no filters. */
export const NOT_FILTERED: FilterCheck = { matchingFilters: [], isCut: false, formerText: null }

/** The result if the filters could not run: the text is held for a moderator. */
export const COULD_NOT_CHECK: FilterCheck = { matchingFilters: [], isCut: true, formerText: null }

/** Keys are community ids, and 'null' for the site-wide filters. */
const enabledFiltersCache = declareCache<EnabledSet>('filters', {
  ttlMs: LIFETIME.filterCache,
  maxEntries: 10_000,
  maxBytes: 32 * 1_048_576,
  sizeOf: ({ size }) => size,
  isOutdatedBy: (tags) => tags.has('filters') || tags.has('*'),
})

function loadEnabledFilters({ caches, db }: UserCtx, categoryId: number | null): Promise<EnabledSet> {
  return caches.of(enabledFiltersCache).load(String(categoryId), async () => {
    const filters = await listEnabled(db, categoryId)
    const text = JSON.stringify(filters)
    return { key: `${categoryId} ${Bun.hash(text)}`, filters, size: text.length }
  })
}

const hasFilters = ({ filters }: EnabledSet) => filters.length > 0

/**
 * Moderators are exempt from filters of their community but not from site-wide ones, because anybody can create a
 * community.
 */
async function withoutExempt(
  { db, viewer }: UserCtx,
  sets: EnabledSet[],
  categoryId: number | null,
): Promise<EnabledSet[]> {
  const isOwn = ({ filters: [first] }: EnabledSet) => first!.category_id !== null
  return categoryId !== null && sets.some(isOwn) && (await isModeratorOf(db, viewer.id, categoryId))
    ? sets.filter((set) => !isOwn(set))
    : sets
}

/** Looks up whether the viewer is exempt only if a filter may match. */
async function findMatchingFilters(ctx: UserCtx, all: EnabledSet[], categoryId: number | null, text: TextToMatch) {
  const localMatch = matchInProcess(all, text)
  if (localMatch?.ids.length === 0) return { ...localMatch, sets: all }
  const sets = await withoutExempt(ctx, all, categoryId)
  if (sets.length === 0) return { ids: [], isCut: false, sets }
  return { ...(localMatch ?? (await matchInOtherProcess(sets, text, ctx.viewer.id))), sets }
}

/**
 * A filter that already matched the text before an edit is not applied again, so that it cannot override a moderator's
 * approval. Throws `too_many_requests`.
 */
export async function checkFilters(
  ctx: UserCtx,
  reader: Reader,
  { kind, id, categoryId, text, formerText }: CheckedText,
): Promise<FilterCheck> {
  if (ctx.viewer.is_admin || reader.hasCredential) return NOT_FILTERED
  const ownFilters = categoryId === null ? [] : [await loadEnabledFilters(ctx, categoryId)]
  const enabledFilters = [await loadEnabledFilters(ctx, null), ...ownFilters].filter(hasFilters)
  if (enabledFilters.length === 0) return NOT_FILTERED
  const { db, viewer } = ctx
  const readsAuthor = enabledFilters.some(({ filters }) => filters.some(({ match }) => needsAuthor(match)))
  const author = readsAuthor ? await getAuthor(db, viewer.id, { kind, id }, ctx.now()) : null
  const { sets, ids, isCut } = await findMatchingFilters(ctx, enabledFilters, categoryId, { text, author })
  const actedFilterIds =
    ids.length > 0 && formerText && id !== null ? await findFiltersThatActed(db, ids, { kind, id }) : new Set<number>()
  const before = actedFilterIds.size > 0 ? await matchText(sets, { text: formerText!, author }, viewer.id) : null
  const alreadyApplied = new Set(before?.ids.filter((one) => actedFilterIds.has(one)))
  const all = sets.flatMap(({ filters }) => filters)
  return {
    matchingFilters: all.filter((filter) => ids.includes(filter.id) && !alreadyApplied.has(filter.id)),
    isCut,
    formerText: formerText ?? null,
  }
}

/**
 * `held_by` and `reported_by` are names of filters; `isBySite` is true if a site-wide filter removes or holds the text.
 */
export type Verdict = {
  matchingIds: number[]
  isRemoved: boolean
  held_by: string | null
  isBySite: boolean
  reported_by: string | null
}

export const isPublished = ({ isRemoved, held_by }: Verdict): boolean => !isRemoved && held_by === null

/**
 * Leaves out filters that were deleted or disabled since the check. `held_by` is the filter that already holds the
 * text.
 */
export async function verdictOf(
  tx: Tx,
  { matchingFilters, isCut }: FilterCheck,
  held_by: string | null,
): Promise<Verdict> {
  const ids = matchingFilters.map(({ id }) => id)
  const enabledFilters = ids.length > 0 ? await lockEnabled(tx, ids) : new Set<number>()
  const appliedFilter = mostSevere(matchingFilters.filter(({ id }) => enabledFilters.has(id)))
  const isRemoved = appliedFilter?.action === 'remove'
  return {
    matchingIds: [...enabledFilters],
    isRemoved,
    isBySite: appliedFilter?.category_id === null && appliedFilter.action !== 'report',
    reported_by: appliedFilter?.action === 'report' ? appliedFilter.name : null,
    held_by: isRemoved
      ? null
      : (held_by ?? (appliedFilter?.action === 'hold' ? appliedFilter.name : isCut ? HELD_UNCHECKED : null)),
  }
}
