import { and, asc, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import { isUsername } from '#shared/rules/username.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { withWordSimilarity } from '../search/queries.ts'
import { claimUpload, softDeleteUploads } from '../uploads/queries.ts'
import { userCard, type UserCardRow } from './card.ts'
import { user } from './table.ts'

export async function getUser(tx: DbOrTx, id: number): Promise<UserCardRow> {
  const [row] = await tx
    .select(userCard)
    .from(user)
    .where(and(eq(user.id, id), isNull(user.deleted_at)))
  if (!row) throw new ApiError('user_not_found')
  return row
}

export function findUsers(tx: DbOrTx, ids: number[], viewerId: number | null) {
  return tx
    .select({
      ...userCard,
      bio: user.bio,
      created_at: user.created_at,
      is_ai: user.is_bot,
      is_blocked: sql<boolean>`exists (select 1 from blockeduser where blocker_id = ${viewerId}::integer
        and blocked_id = "user".id)`,
    })
    .from(user)
    .where(and(isOneOf(user.id, ids), isNull(user.deleted_at)))
}

const lowerName = sql`lower(${user.username})`

const isNamed = (username: string) => and(eq(lowerName, username.toLowerCase()), isNull(user.deleted_at))

export async function getUserByName(tx: DbOrTx, username: string): Promise<UserCardRow> {
  if (!isUsername(username)) throw new ApiError('user_not_found')
  const [row] = await tx.select(userCard).from(user).where(isNamed(username))
  if (!row) throw new ApiError('user_not_found')
  return row
}

export async function getProfile(tx: DbOrTx, username: string) {
  if (!isUsername(username)) throw new ApiError('user_not_found')
  const [row] = await tx
    .select({
      ...userCard,
      bio: user.bio,
      created_at: user.created_at,
      follower_count: user.follower_count,
      following_count: user.following_count,
      trust_level: user.trust_level,
      suspension_id: user.suspension_id,
      suspended_until: user.suspended_until,
    })
    .from(user)
    .where(isNamed(username))
  if (!row) throw new ApiError('user_not_found')
  return row
}

export async function getOwn(tx: DbOrTx, id: number) {
  const [row] = await tx.select({ bio: user.bio, wpoints: user.wpoints }).from(user).where(eq(user.id, id))
  return row!
}

type OwnChanges = { bio?: string | undefined; avatar_url?: string | null | undefined }

/** Soft-deletes the former avatar; throws `invalid` if the file of the new avatar is not the member's. */
export async function updateOwn(tx: DbOrTx, id: number, changes: OwnChanges, now: Date) {
  const [before] = await tx
    .select({ avatar_url: user.avatar_url })
    .from(user)
    .where(and(eq(user.id, id), isNull(user.deleted_at)))
    .for('no key update')
  if (!before) throw new ApiError('not_signed_in')
  const { bio, avatar_url = before.avatar_url } = changes
  const isNew = avatar_url !== before.avatar_url
  if (isNew && avatar_url !== null)
    await claimUpload(tx, { userId: id, url: avatar_url, kind: 'image', field: 'avatar_url' })
  const [row] = await tx
    .update(user)
    .set({ bio, avatar_url })
    .where(eq(user.id, id))
    .returning({ bio: user.bio, avatar_url: user.avatar_url, wpoints: user.wpoints })
  if (isNew && before.avatar_url !== null) await softDeleteUploads(tx, [before.avatar_url], now)
  return row!
}

/**
 * Locks two accounts in the order of their ids, to prevent deadlocks. Throws `not_signed_in` if the account `id` is
 * missing, and `user_not_found` if the account `otherId` is.
 */
export async function lockPair(tx: DbOrTx, id: number, otherId: number): Promise<void> {
  const rows = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(inArray(user.id, [id, otherId]), isNull(user.deleted_at)))
    .orderBy(asc(user.id))
    .for('no key update')
  const found = new Set(rows.map((row) => row.id))
  if (!found.has(id)) throw new ApiError('not_signed_in')
  if (!found.has(otherId)) throw new ApiError('user_not_found')
}

/** Locks two accounts only against deletion. */
export async function lockPairForShare(tx: DbOrTx, id: number, otherId: number): Promise<void> {
  const rows = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(inArray(user.id, [id, otherId]), isNull(user.deleted_at)))
    .for('key share')
  const found = new Set(rows.map((row) => row.id))
  if (!found.has(id)) throw new ApiError('not_signed_in')
  if (!found.has(otherId)) throw new ApiError('user_not_found')
}

export async function findOwnPasswordHash(tx: DbOrTx, id: number): Promise<{ password_hash: string | null } | null> {
  const [row] = await tx
    .select({ password_hash: user.password_hash })
    .from(user)
    .where(and(eq(user.id, id), isNull(user.deleted_at)))
  return row ?? null
}

type Page = { limit: number; offset: number }

/** Users whose name begins with the query come first, then (for 3 or more characters) those with similar names. */
export async function searchUsers(tx: DbOrTx, query: string, { limit, offset }: Page): Promise<UserCardRow[]> {
  if (query === '') return []
  const name = sql`lower(f_unaccent(${query}))`
  // A range of the text_pattern_ops index needs no escaping of special characters, unlike LIKE.
  const begins = and(
    sql`${lowerName} ~>=~ ${name} and ${lowerName} ~<~ (${name} || chr(1114111))`,
    isNull(user.deleted_at),
  )!
  const first = await tx
    .select(userCard)
    .from(user)
    .where(begins)
    .orderBy(sql`${lowerName} using ~<~`)
    .limit(limit)
    .offset(offset)
  if (first.length === limit || query.length < LIMITS.searchSimilarityMin) return first
  const passed = first.length > 0 ? offset : await tx.$count(user, begins)
  const rest = { limit: limit - first.length, offset: Math.max(0, offset - passed) }
  return [...first, ...(await listSimilar(tx, name, rest))]
}

/** Ranks at most `LIMITS.searchTotal` names, because sorting all of them is slow for a common word. */
function listSimilar(db: DbOrTx, name: SQL, { limit, offset }: Page): Promise<UserCardRow[]> {
  return withWordSimilarity(db, (tx) => {
    const some = tx
      .select(userCard)
      .from(user)
      .where(and(sql`${name} <% ${lowerName} and not starts_with(${lowerName}, ${name})`, isNull(user.deleted_at)))
      .limit(LIMITS.searchTotal)
      .as('similar')
    const spelt = sql`lower(${some.username})`
    return tx
      .select()
      .from(some)
      .orderBy(sql`word_similarity(${name}, ${spelt}) desc, similarity(${name}, ${spelt}) desc`, asc(some.id))
      .limit(limit)
      .offset(offset)
  })
}
