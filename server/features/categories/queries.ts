import { and, desc, eq, gt, isNull, or, sql, type Placeholder, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { About } from '#shared/api/categories.ts'
import { ApiError } from '#shared/api/errors.ts'
import type { AuthorRef, Flair, Rule } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { isCategoryName } from '#shared/rules/category-name.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { cursorId, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { sharedRead } from '#server/db/driver/shared-read.ts'
import { deleteModerator, insertModerator, isModerator } from '../moderation/foundation.ts'
import { categoryBan } from '../moderation/tables.ts'
import { withWordSimilarity } from '../search/queries.ts'
import { user } from '../users/table.ts'
import { category, categoryMembership } from './table.ts'

/** The columns of a community that everybody may see; the columns for its staff are left out. */
const categoryColumns = {
  id: category.id,
  name: category.name,
  display_name: category.display_name,
  description: category.description,
  icon_url: category.icon_url,
  banner_url: category.banner_url,
  rules_count: category.rules_count,
  posting: category.posting,
  downvotes: category.downvotes,
  allow_bot: category.allow_bot,
  hold_newcomers: sql<boolean | null>`null::boolean`.as('hold_newcomers'),
  is_nsfw: category.is_nsfw,
  member_count: category.member_count,
  post_count: category.post_count,
}

export const staffColumns = { ...categoryColumns, hold_newcomers: category.hold_newcomers }

const isLive = isNull(category.deleted_at)

const findById = builtQuery((db, values: Placeholders<{ id: number }>) =>
  db
    .select({ ...categoryColumns, creator_id: category.creator_id })
    .from(category)
    .where(and(eq(category.id, values.id), isLive)),
)

export async function findCategory(tx: DbOrTx, id: number) {
  const [row] = await findById(tx, { id })
  return row ?? null
}

export async function getCategory(tx: DbOrTx, id: number) {
  const row = await findCategory(tx, id)
  if (!row) throw new ApiError('category_not_found')
  return row
}

const findByName = builtQuery(
  (db, values: Placeholders<{ name: string; viewerId: number | null }>, { isMember }: { isMember: boolean }) =>
    db
      .select({
        ...staffColumns,
        is_moderator: isMember
          ? isModerator(values.viewerId, sql`category.id`).as('is_moderator')
          : sql<boolean>`false`.as('is_moderator'),
      })
      .from(category)
      .where(and(eq(category.name, values.name), isLive)),
)

const findSharedByName = sharedRead((tx, name: string) => findByName(tx, { name, viewerId: null }, { isMember: false }))

/** Callers must hide `hold_newcomers` from everybody except staff. */
export async function findCategoryByName(tx: DbOrTx, name: string, viewerId: number | null = null) {
  const stored = name.trim().toLowerCase()
  if (!isCategoryName(stored)) return null
  const [row] = await (viewerId === null
    ? findSharedByName(tx, stored)
    : findByName(tx, { name: stored, viewerId }, { isMember: true }))
  return row ?? null
}

/** Must equal the expression of the index `category_trgm`, so that PostgreSQL uses it. */
const searchText = sql`lower(f_unaccent(${category.name} || ' ' || ${category.display_name}))`

/** Must equal the expression of the index `category_description_trgm`, so that PostgreSQL uses it. */
const descriptionText = sql`lower(f_unaccent(${category.description}))`

function searchTerms(search: string) {
  const term = sql`lower(f_unaccent(${search.replace(/^\/?r\//i, '')}))`
  const literal = sql`regexp_replace(${term}, '([\\\\%_])', '\\\\\\1', 'g')`
  // A display name may itself begin with the prefix r/, which was removed from the searched text.
  const begins = sql`${searchText} like any (array[${literal} || '%', '% ' || ${literal} || '%', '% r/' || ${literal}
    || '%'])`
  if (search.length < LIMITS.searchSimilarityMin) return { begins, isNamed: begins, matches: begins }
  const isNamed = sql`(${begins} or ${term} <% ${searchText})`
  const escaped = sql`regexp_replace(${term}, '([^[:alnum:][:space:]])', '\\\\\\1', 'g')`
  const isDescribed = sql`${descriptionText} ~ ('\\m' || ${escaped})`
  return { begins, isNamed, matches: sql`(${isNamed} or ${isDescribed})` }
}

const ofVariant = (nsfw: boolean | Placeholder) => and(eq(category.is_nsfw, nsfw), isLive)

const bySize = [desc(category.member_count), desc(category.id)]

const findLargest = builtQuery((db, values: Placeholders<{ nsfw: boolean; limit: number; offset: number }>) =>
  db
    .select({
      ...categoryColumns,
      total: sql<number>`(select count(*)::integer from ${category} where ${ofVariant(values.nsfw)})`,
    })
    .from(category)
    .where(ofVariant(values.nsfw))
    .orderBy(...bySize)
    .limit(values.limit)
    .offset(values.offset),
)

/** Communities with a word that begins with the searched text come first, those with a matching description last. */
export async function listCategories(
  db: DbOrTx,
  { search, nsfw, ...page }: { search: string; nsfw: boolean; limit: number; offset: number },
) {
  if (search === '') {
    const categories = await findLargest(db, { nsfw, ...page })
    return { categories, total: categories[0]?.total ?? (await db.$count(category, ofVariant(nsfw))) }
  }
  const { begins, isNamed, matches } = searchTerms(search)
  const where = and(ofVariant(nsfw), matches)
  return withWordSimilarity(db, async (tx) => ({
    total: await tx.$count(category, where),
    categories: await tx
      .select(categoryColumns)
      .from(category)
      .where(where)
      .orderBy(sql`${begins} desc`, sql`${isNamed} desc`, ...bySize)
      .limit(page.limit)
      .offset(page.offset),
  }))
}

/** Finds communities in any order; missing ids are skipped. */
export function findCategories(tx: DbOrTx, ids: number[], viewerId: number | null) {
  return tx
    .select({
      ...categoryColumns,
      created_at: category.created_at,
      is_member: sql<boolean>`exists (select 1 from categorymembership joined
        where joined.category_id = category.id and joined.user_id = ${viewerId}::integer)`,
      moderator_ids: sql<number[]>`array(select user_id from category_moderator m where m.category_id = category.id
        order by m.id)`,
    })
    .from(category)
    .where(and(isOneOf(category.id, ids), isLive))
}

const joinedCursor = v.strictTuple([cursorId])

/** Throws `bad_cursor`. */
export async function listJoined(
  tx: DbOrTx,
  userId: number,
  { nsfw, limit, cursor }: { nsfw: boolean; limit: number; cursor?: string },
) {
  const [after] = cursor === undefined ? [0] : decodeCursor(cursor, joinedCursor)
  const rows = await tx
    .select({
      ...categoryColumns,
      created_at: category.created_at,
      is_moderator: isModerator(userId, sql`category.id`),
    })
    .from(categoryMembership)
    .innerJoin(category, eq(category.id, categoryMembership.category_id))
    .where(and(eq(categoryMembership.user_id, userId), gt(categoryMembership.category_id, after), ofVariant(nsfw)))
    .orderBy(categoryMembership.category_id)
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return { categories: page, next_cursor: rows.length > limit ? encodeCursor([page.at(-1)!.id]) : null }
}

export async function insertCategory(
  tx: DbOrTx,
  columns: typeof category.$inferInsert & { creator_id: number; created_at: Date },
) {
  const [row] = await tx
    .insert(category)
    .values({ ...columns, member_count: 1 })
    .onConflictDoNothing()
    .returning(categoryColumns)
  if (!row) return null
  await tx
    .insert(categoryMembership)
    .values({ category_id: row.id, user_id: columns.creator_id, created_at: columns.created_at })
  await insertModerator(tx, row.id, columns.creator_id, columns.created_at)
  return row
}

const findCreator = builtQuery((db, values: Placeholders<{ id: number }>) =>
  db
    .select({ username: user.username })
    .from(category)
    .leftJoin(user, and(eq(user.id, category.creator_id), isNull(user.deleted_at)))
    .where(and(eq(category.id, values.id), isLive)),
)

/** Returns null if the creator's account is deleted. Throws `category_not_found`. */
export async function getCreatorName(tx: DbOrTx, categoryId: number): Promise<string | null> {
  const [row] = await findCreator(tx, { id: categoryId })
  if (!row) throw new ApiError('category_not_found')
  return row.username
}

const jsonRows = (fields: SQL, from: SQL, order: SQL) =>
  sql`(select coalesce(json_agg(json_build_object(${fields}) order by ${order}), '[]') from ${from})`

const findAbout = builtQuery(
  (db, values: Placeholders<{ id: number; viewerId: number | null }>, { isMember }: { isMember: boolean }) =>
    db
      .select({
        creator: sql<
          string | null
        >`(select username from "user" where "user".id = ${category.creator_id} and deleted_at is null)`.as('creator'),
        moderators: sql<AuthorRef[]>`${jsonRows(
          sql`'id', u.id, 'username', u.username, 'avatar_url', u.avatar_url`,
          sql`category_moderator m join "user" u on u.id = m.user_id where m.category_id = ${category.id}
            and u.deleted_at is null`,
          sql`m.user_id is not distinct from ${category.creator_id} desc, m.id`,
        )}`.as('moderators'),
        rules: sql<Rule[]>`case when ${category.rules_count} = 0 then '[]' else ${jsonRows(
          sql`'id', r.id, 'title', r.title, 'text', r.text`,
          sql`category_rule r where r.category_id = ${category.id} and r.deleted_at is null`,
          sql`r.position, r.id`,
        )} end`.as('rules'),
        flairs: sql<Flair[]>`${jsonRows(
          sql`'id', f.id, 'label', f.label, 'color', f.color`,
          sql`category_flair f where f.category_id = ${category.id} and f.deleted_at is null`,
          sql`f.position, f.id`,
        )}`.as('flairs'),
        is_member: isMember
          ? sql<boolean>`exists (select 1 from ${categoryMembership}
            where ${membershipOf(values.viewerId!, category.id)})`.as('is_member')
          : sql<boolean>`false`.as('is_member'),
        is_moderator: isMember
          ? isModerator(values.viewerId!, sql`category.id`).as('is_moderator')
          : sql<boolean>`false`.as('is_moderator'),
      })
      .from(category)
      .where(and(eq(category.id, values.id), isLive)),
)

const findSharedAbout = sharedRead((tx, id: number) => findAbout(tx, { id, viewerId: null }, { isMember: false }))

export async function getAbout(tx: DbOrTx, id: number, viewerId: number | null): Promise<About> {
  const [row] = await (viewerId === null
    ? findSharedAbout(tx, id)
    : findAbout(tx, { id, viewerId }, { isMember: true }))
  if (!row) throw new ApiError('category_not_found')
  return row
}

const membershipOf = (userId: number | Placeholder, categoryId: number | Placeholder | typeof category.id) =>
  and(eq(categoryMembership.category_id, categoryId), eq(categoryMembership.user_id, userId))

const findStanding = builtQuery((db, values: Placeholders<{ userId: number; categoryId: number; now: Date }>) =>
  db
    .select({
      is_member: sql<boolean>`${categoryMembership.user_id} is not null`.as('is_member'),
      is_moderator: isModerator(values.userId, sql`category.id`).as('is_moderator'),
      ban: { decision_id: categoryBan.decision_id, until: categoryBan.ends_at },
    })
    .from(category)
    .leftJoin(categoryMembership, membershipOf(values.userId, category.id))
    .leftJoin(
      categoryBan,
      and(
        eq(categoryBan.user_id, values.userId),
        eq(categoryBan.category_id, category.id),
        or(isNull(categoryBan.ends_at), gt(categoryBan.ends_at, sql.param(values.now, categoryBan.ends_at))),
      ),
    )
    .where(and(eq(category.id, values.categoryId), isLive)),
)

export async function getStanding(tx: DbOrTx, userId: number, categoryId: number, now: Date) {
  const [row] = await findStanding(tx, { userId, categoryId, now })
  if (!row) throw new ApiError('category_not_found')
  const { ban, ...standing } = row
  return ban === null ? standing : { ...standing, ban: { until: ban.until } }
}

export async function isMember(tx: DbOrTx, userId: number, categoryId: number): Promise<boolean> {
  return (await tx.$count(categoryMembership, membershipOf(userId, categoryId))) > 0
}

async function addToMemberCount(tx: DbOrTx, categoryId: number, change: number): Promise<void> {
  const rows = await tx
    .update(category)
    .set({ member_count: sql`${category.member_count} + ${change}` })
    .where(and(eq(category.id, categoryId), isLive))
    .returning({ id: category.id })
  if (rows.length === 0) throw new ApiError('category_not_found')
}

export async function addMember(tx: DbOrTx, userId: number, categoryId: number, now: Date): Promise<void> {
  const added = await tx
    .insert(categoryMembership)
    .values({ category_id: categoryId, user_id: userId, created_at: now })
    .onConflictDoNothing()
    .returning({ user_id: categoryMembership.user_id })
  if (added.length > 0) await addToMemberCount(tx, categoryId, 1)
}

export async function removeMember(tx: DbOrTx, userId: number, categoryId: number): Promise<void> {
  const removed = await tx
    .delete(categoryMembership)
    .where(membershipOf(userId, categoryId))
    .returning({ user_id: categoryMembership.user_id })
  if (removed.length === 0) return
  await addToMemberCount(tx, categoryId, -1)
  await deleteModerator(tx, categoryId, userId)
}

export async function addToPostCount(tx: DbOrTx, categoryId: number, change: 1 | 0 | -1): Promise<boolean> {
  const rows = await tx
    .update(category)
    .set({ post_count: sql`${category.post_count} + ${change}` })
    .where(and(eq(category.id, categoryId), isLive))
    .returning({ id: category.id })
  return rows.length > 0
}
