import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { filters } from '#shared/api/filters.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Match } from '#shared/rules/filters.ts'
import type { CtxByAccess, ModeratorCtx } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { writeAudit } from '../../audit/queries.ts'
import { getCategory } from '../../categories/queries.ts'
import { requireStaffOf } from '../rights.ts'
import { requireNarrow, testMatch } from './history.ts'
import { deleteFilter, filtersOf, getFilter, insertFilter, listFilters, lockFilters, updateFilter } from './queries.ts'
import { requireGoodRegexes, requireSmallTotal, sizesOf, type RegexSizes } from './rules.ts'

/** Throws `not_staff`, `category_not_found`. */
async function requireScope(ctx: ModeratorCtx, categoryId: number | null): Promise<void> {
  requireStaffOf(ctx, categoryId)
  if (categoryId !== null) await getCategory(ctx.db, categoryId)
}

/** Throws `not_found`, `not_staff`. */
async function getFilterOfStaff(tx: DbOrTx, ctx: ModeratorCtx, id: number) {
  const filter = await getFilter(tx, id, ctx.now())
  requireStaffOf(ctx, filter.category_id)
  return filter
}

type FilterChange = { id?: number | null; match: Match; is_enabled: boolean }

const enabledMatchesWith = (
  filters: Awaited<ReturnType<typeof filtersOf>>,
  { id = null, match, is_enabled }: FilterChange,
): Match[] =>
  is_enabled ? [match, ...filters.flatMap((other) => (other.is_enabled && other.id !== id ? [other.match] : []))] : []

/** Runs before the filters are locked, because compiling the expressions is slow. */
const measureRegexes = async (
  ctx: ModeratorCtx,
  categoryId: number | null,
  change: FilterChange,
): Promise<RegexSizes> => await sizesOf(enabledMatchesWith(await filtersOf(ctx.db, categoryId), change))

/** Locks the filters of the community or site. Throws `too_many_filters`. */
async function requireRoomForFilter(
  tx: Tx,
  categoryId: number | null,
  added: FilterChange,
  sizes: RegexSizes,
): Promise<void> {
  const filters = await lockFilters(tx, categoryId)
  if (filters.length >= LIMITS.filters) throw new ApiError('too_many_filters')
  requireSmallTotal(enabledMatchesWith(filters, added), sizes)
}

/** Locks the filters of the community or site. Throws `too_many_filters`, `not_found`. */
async function requireRoomToChange(
  tx: Tx,
  categoryId: number | null,
  { id, ...changes }: Partial<FilterChange> & { id: number },
  sizes: RegexSizes,
): Promise<void> {
  const filters = await lockFilters(tx, categoryId)
  const present = filters.find((filter) => filter.id === id)
  if (!present) throw new ApiError('not_found')
  requireSmallTotal(enabledMatchesWith(filters, { ...present, ...changes }), sizes)
}

const audit = (tx: Tx, ctx: ModeratorCtx, action: string, { id, name }: { id: number; name: string }) =>
  writeAudit(tx, ctx, { action: `filter.${action}`, target_type: 'filter', target_id: id, detail: name })

export const filtersHandlers: HandlersOf<typeof filters, CtxByAccess> = {
  list: async (ctx, { category_id = null, ...page }) => {
    await requireScope(ctx, category_id)
    return listFilters(ctx.db, category_id, { ...page, now: ctx.now() })
  },

  create: async (ctx, { category_id = null, confirm, ...columns }) => {
    await requireScope(ctx, category_id)
    requireGoodRegexes(columns.match)
    if (columns.is_enabled && !confirm) await requireNarrow(ctx, columns.match, category_id)
    const sizes = await measureRegexes(ctx, category_id, columns)
    ctx.invalidated.add('filters')
    return ctx.db.transaction(async (tx) => {
      await requireRoomForFilter(tx, category_id, columns, sizes)
      const id = await insertFilter(tx, { ...columns, category_id, created_at: ctx.now() })
      await audit(tx, ctx, 'create', { id, name: columns.name })
      const created = await getFilter(tx, id, ctx.now())
      await ctx.storeAnswer?.(tx, created)
      return created
    })
  },

  test: async (ctx, { match, category_id = null, days }) => {
    await requireScope(ctx, category_id)
    requireGoodRegexes(match)
    return testMatch(ctx, match, { categoryId: category_id, days })
  },

  edit: async (ctx, { filter_id, confirm, ...changes }) => {
    const before = await getFilterOfStaff(ctx.db, ctx, filter_id)
    const after = { ...before, ...changes }
    if (changes.match) requireGoodRegexes(changes.match)
    const matchesMore = after.is_enabled && (!before.is_enabled || changes.match !== undefined)
    if (matchesMore && !confirm) await requireNarrow(ctx, after.match, before.category_id)
    const sizes = await measureRegexes(ctx, before.category_id, after)
    ctx.invalidated.add('filters')
    return ctx.db.transaction(async (tx) => {
      await requireRoomToChange(tx, before.category_id, { id: filter_id, ...changes }, sizes)
      if (Object.keys(changes).length > 0) await updateFilter(tx, filter_id, changes)
      await audit(tx, ctx, 'edit', after)
      return getFilterOfStaff(tx, ctx, filter_id)
    })
  },

  remove: async (ctx, { filter_id }) => {
    const filter = await getFilterOfStaff(ctx.db, ctx, filter_id)
    ctx.invalidated.add('filters')
    await ctx.db.transaction(async (tx) => {
      await deleteFilter(tx, filter_id)
      await audit(tx, ctx, 'delete', filter)
    })
    return { success: true }
  },
}
