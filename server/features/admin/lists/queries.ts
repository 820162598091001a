import { and, desc, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { categoryColumns } from '../../categories/queries.ts'
import { category } from '../../categories/table.ts'
import { user } from '../../users/table.ts'
import { auditLog } from '../table.ts'

/** Whose communities a staff member works in: all, or these. */
export type Scope = 'all' | number[]

export type Page = { skip: number, limit: number }
export type SearchPage = Page & { search: string }

/** A pattern that finds a text anywhere, in the case and spelling of what it is compared with. */
export function containing(text: SQL): SQL {
  return sql`('%' || regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g') || '%')`
}

/** How many rows there are; exact as far as `max`, beyond that `max`. */
async function countUpTo(tx: DbOrTx, rows: SQL, max: number): Promise<number> {
  const [row] = await tx.execute<{ total: number }>(sql`select count(*)::integer as total from (${rows} limit ${max}) as found`)
  return row!.total
}

/** Where the planner's estimate is so far beyond what is counted exactly, no counting could tell more. */
const CLEARLY_MORE = 1.5

/** How many rows of a table there are; exact as far as `LIMITS.exactCount`, beyond that the planner's estimate of the table. */
async function countOrEstimate(tx: DbOrTx, rows: SQL, table: string): Promise<number> {
  const [row] = await tx.execute<{ rows: number }>(sql`select reltuples::float8 as rows from pg_class where oid = ${`public.${table}`}::regclass`)
  const estimate = Math.round(row!.rows)
  if (estimate > LIMITS.exactCount * CLEARLY_MORE) return estimate
  const exact = await countUpTo(tx, rows, LIMITS.exactCount)
  return exact < LIMITS.exactCount ? exact : Math.max(exact, estimate)
}

const userColumns = {
  id: user.id, username: user.username, email: sql<string>`coalesce(${user.email}, '')`, karma: user.karma, is_admin: user.is_admin,
  email_verified: user.email_verified, created_at: user.created_at,
}
const newestUsers = [desc(user.created_at), desc(user.id)]
const isLiving = isNull(user.deleted_at)

/** Accounts that are not deleted, newest first; of a search the newest `LIMITS.searchTotal`. */
export async function listUsers(tx: DbOrTx, { search, skip, limit }: SearchPage) {
  if (search !== '') {
    const found = await searchUsers(tx, search)
    const users = await tx.select(userColumns).from(user)
      .where(inArray(user.id, found.slice(skip, skip + limit))).orderBy(...newestUsers)
    return { users, total: found.length }
  }
  const users = await tx.select(userColumns).from(user).where(isLiving).orderBy(...newestUsers).limit(limit).offset(skip)
  return { users, total: await countOrEstimate(tx, sql`select from ${user} where ${isLiving}`, 'user') }
}

/** Page and total come of one search, since one or two letters that few have take a look at every account. */
async function searchUsers(tx: DbOrTx, search: string): Promise<number[]> {
  const pattern = containing(sql`lower(${search}::text)`)
  const found = sql`(lower(${user.username}) like ${pattern} or lower(${user.email}) like ${pattern})`
  const rows = await tx.select({ id: user.id }).from(user).where(and(isLiving, found)).orderBy(...newestUsers).limit(LIMITS.searchTotal)
  return rows.map(({ id }) => id)
}

/** Communities that are not deleted, newest first; `search` is looked for anywhere in name and display name. */
export async function listCategories(tx: DbOrTx, scope: Scope, { search, skip, limit }: SearchPage) {
  const pattern = containing(sql`lower(f_unaccent(${search.replace(/^\/?r\//i, '')}::text))`)
  const which = and(
    isNull(category.deleted_at),
    scope === 'all' ? undefined : inArray(category.id, scope),
    search === '' ? undefined : sql`lower(f_unaccent(${category.name} || ' ' || ${category.display_name})) like ${pattern}`,
  )
  const categories = await tx.select({ ...categoryColumns, created_at: category.created_at }).from(category)
    .where(which).orderBy(desc(category.created_at), desc(category.id)).limit(limit).offset(skip)
  return { categories, total: await tx.$count(category, which) }
}

/** What staff did, latest first. */
export async function listAudit(tx: DbOrTx, { skip, limit }: Page) {
  const entries = await tx.select({
    id: auditLog.id, actor: auditLog.actor, account: user.username, action: auditLog.action, target_type: auditLog.target_type,
    target_id: auditLog.target_id, admin_token_id: auditLog.admin_token_id, address: auditLog.address, detail: auditLog.detail, created_at: auditLog.created_at,
  }).from(auditLog).leftJoin(user, sql`${user.id} = ${auditLog.actor_user_id}`).orderBy(desc(auditLog.id)).limit(limit).offset(skip)
  return { entries, total: await countOrEstimate(tx, sql`select from ${auditLog}`, 'audit_log') }
}
