import { and, asc, eq, gt, isNull, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import type { Match } from '#shared/rules/filters.ts'
import { GRANTED_LEVEL } from '#shared/rules/trust.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { cursorId, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { category } from '../../categories/table.ts'
import type { ContentRef } from '../content/queries.ts'
import { user } from '../../users/table.ts'
import type { AuthorFacts } from './rules.ts'
import { contentFilter, filterHit } from './table.ts'

const HIT_COUNT_MS = 30 * 86_400_000
const DAY_MS = 86_400_000

const ofScope = (categoryId: number | null) =>
  categoryId === null ? isNull(contentFilter.category_id) : eq(contentFilter.category_id, categoryId)

function filterColumns(now: Date) {
  const since = new Date(now.getTime() - HIT_COUNT_MS).toISOString()
  return {
    id: contentFilter.id,
    category_id: contentFilter.category_id,
    name: contentFilter.name,
    is_enabled: contentFilter.is_enabled,
    action: contentFilter.action,
    match: contentFilter.match,
    hits_30d: sql<number>`(
      select count(*)::integer from filter_hit hit where hit.filter_id = content_filter.id and hit.created_at
        > ${since}::timestamptz
    )`,
  }
}

export async function listFilters(
  tx: DbOrTx,
  categoryId: number | null,
  { cursor, limit, now }: { cursor?: string | undefined; limit: number; now: Date },
) {
  const after =
    cursor === undefined ? undefined : gt(contentFilter.id, decodeCursor(cursor, v.strictTuple([cursorId]))[0])
  const rows = await tx
    .select(filterColumns(now))
    .from(contentFilter)
    .where(and(ofScope(categoryId), after))
    .orderBy(asc(contentFilter.id))
    .limit(limit + 1)
  const filters = rows.slice(0, limit)
  return { filters, next_cursor: rows.length > limit ? encodeCursor([filters.at(-1)!.id]) : null }
}

/** Throws `not_found`, also for a filter of a deleted community. */
export async function getFilter(tx: DbOrTx, id: number, now: Date) {
  const [row] = await tx
    .select(filterColumns(now))
    .from(contentFilter)
    .leftJoin(category, eq(category.id, contentFilter.category_id))
    .where(and(eq(contentFilter.id, id), isNull(category.deleted_at)))
  if (!row) throw new ApiError('not_found')
  return row
}

export function listEnabled(tx: DbOrTx, categoryId: number | null) {
  return tx
    .select({
      id: contentFilter.id,
      name: contentFilter.name,
      category_id: contentFilter.category_id,
      action: contentFilter.action,
      match: contentFilter.match,
    })
    .from(contentFilter)
    .where(and(contentFilter.is_enabled, ofScope(categoryId)))
    .orderBy(asc(contentFilter.id))
}

/** Locks the filters that still exist and are enabled, and returns their ids. */
export async function lockEnabled(tx: DbOrTx, ids: number[]): Promise<Set<number>> {
  const rows = await tx
    .select({ id: contentFilter.id })
    .from(contentFilter)
    .where(and(isOneOf(contentFilter.id, ids), contentFilter.is_enabled))
    .orderBy(asc(contentFilter.id))
    .for('key share')
  return new Set(rows.map(({ id }) => id))
}

export function filtersOf(tx: DbOrTx, categoryId: number | null) {
  return tx
    .select({ id: contentFilter.id, is_enabled: contentFilter.is_enabled, match: contentFilter.match })
    .from(contentFilter)
    .where(ofScope(categoryId))
}

/** Locks the filters of a community or of the site, so that changes to them happen one after the other. */
export async function lockFilters(tx: DbOrTx, categoryId: number | null) {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.filters}, ${categoryId ?? 0})`)
  return filtersOf(tx, categoryId)
}

export async function insertFilter(tx: DbOrTx, columns: typeof contentFilter.$inferInsert): Promise<number> {
  const [row] = await tx.insert(contentFilter).values(columns).returning({ id: contentFilter.id })
  return row!.id
}

type Changes = { name?: string; action?: 'hold' | 'remove' | 'report'; match?: Match; is_enabled?: boolean }

export async function updateFilter(tx: DbOrTx, id: number, changes: Changes): Promise<void> {
  const changed = await tx
    .update(contentFilter)
    .set(changes)
    .where(eq(contentFilter.id, id))
    .returning({ id: contentFilter.id })
  if (changed.length === 0) throw new ApiError('not_found')
}

export async function deleteFilter(tx: DbOrTx, id: number): Promise<void> {
  const deleted = await tx.delete(contentFilter).where(eq(contentFilter.id, id)).returning({ id: contentFilter.id })
  if (deleted.length === 0) throw new ApiError('not_found')
}

/** `kind` and `id` are those of the text to check; `id` is null for a new text. Throws `user_not_found`. */
export async function getAuthor(
  tx: DbOrTx,
  authorId: number,
  { kind, id }: { kind: ContentRef['kind']; id: number | null },
  now: Date,
): Promise<AuthorFacts> {
  const [row] = await tx
    .select({
      created_at: user.created_at,
      author_karma: user.karma,
      author_trust: sql<number>`case when ${user.is_admin} then ${GRANTED_LEVEL}::integer else ${user.trust_level} end`,
      is_first_post:
        kind === 'post' ? isFirstPost(sql`${authorId}`, id === null ? null : sql`${id}`) : sql<boolean>`false`,
    })
    .from(user)
    .where(eq(user.id, authorId))
  if (!row) throw new ApiError('user_not_found')
  const { created_at, ...about } = row
  return { ...about, author_age_days: Math.floor((now.getTime() - created_at.getTime()) / DAY_MS) }
}

export const isFirstPost = (authorId: SQL, postId: SQL | null) =>
  sql<boolean>`not exists (select 1 from post earlier where earlier.author_id = ${authorId}
    and ${postId === null ? sql`true` : sql`earlier.id < ${postId}`})`

const columnOf = (kind: ContentRef['kind']) => (kind === 'post' ? filterHit.post_id : filterHit.comment_id)

export async function findFiltersThatActed(
  tx: DbOrTx,
  filterIds: number[],
  { kind, id }: ContentRef,
): Promise<Set<number>> {
  const rows = await tx
    .selectDistinct({ id: filterHit.filter_id })
    .from(filterHit)
    .where(and(eq(columnOf(kind), id), isOneOf(filterHit.filter_id, filterIds)))
  return new Set(rows.map((row) => row.id))
}

export async function insertHits(
  tx: DbOrTx,
  filterIds: number[],
  { kind, id }: ContentRef,
  created_at: Date,
): Promise<void> {
  await tx.insert(filterHit).values(filterIds.map((filter_id) => ({ filter_id, [`${kind}_id`]: id, created_at })))
}
