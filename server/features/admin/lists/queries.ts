import { and, desc, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { countOrEstimate } from '#server/db/counts.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { staffColumns } from '../../categories/queries.ts'
import { category } from '../../categories/table.ts'
import { user } from '../../users/table.ts'

export type Scope = 'all' | number[]

type Page = { skip: number; limit: number }
type SearchPage = Page & { search: string }

function containing(text: SQL): SQL {
  return sql`('%' || regexp_replace(${text}, '([\\\\%_])', '\\\\\\1', 'g') || '%')`
}

const userColumns = {
  id: user.id,
  username: user.username,
  avatar_url: user.avatar_url,
  email: sql<string>`coalesce(${user.email}, '')`,
  karma: user.karma,
  is_admin: user.is_admin,
  email_verified: user.email_verified,
  created_at: user.created_at,
}
const newestUsers = [desc(user.created_at), desc(user.id)]
const isNotDeleted = isNull(user.deleted_at)

export async function listUsers(tx: DbOrTx, { search, skip, limit }: SearchPage) {
  if (search !== '') {
    const found = await searchUsers(tx, search)
    const users = await tx
      .select(userColumns)
      .from(user)
      .where(inArray(user.id, found.slice(skip, skip + limit)))
      .orderBy(...newestUsers)
    return { users, total: found.length }
  }
  const users = await tx
    .select(userColumns)
    .from(user)
    .where(isNotDeleted)
    .orderBy(...newestUsers)
    .limit(limit)
    .offset(skip)
  return { users, total: await countOrEstimate(tx, sql`select from ${user} where ${isNotDeleted}`, 'user') }
}

/** The page and the total share this search, because a search for one or two rare letters scans all accounts. */
async function searchUsers(tx: DbOrTx, search: string): Promise<number[]> {
  const pattern = containing(sql`lower(${search}::text)`)
  const found = sql`(lower(${user.username}) like ${pattern} or lower(${user.email}) like ${pattern})`
  const rows = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(isNotDeleted, found))
    .orderBy(...newestUsers)
    .limit(LIMITS.searchTotal)
  return rows.map(({ id }) => id)
}

export async function listCategories(tx: DbOrTx, scope: Scope, { search, skip, limit }: SearchPage) {
  const pattern = containing(sql`lower(f_unaccent(${search.replace(/^\/?r\//i, '')}::text))`)
  const which = and(
    isNull(category.deleted_at),
    scope === 'all' ? undefined : inArray(category.id, scope),
    search === ''
      ? undefined
      : sql`lower(f_unaccent(${category.name} || ' ' || ${category.display_name})) like ${pattern}`,
  )
  const categories = await tx
    .select({ ...staffColumns, created_at: category.created_at })
    .from(category)
    .where(which)
    .orderBy(desc(category.created_at), desc(category.id))
    .limit(limit)
    .offset(skip)
  return { categories, total: await tx.$count(category, which) }
}
