import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { paths } from '#shared/paths.ts'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'
import { hostname } from '#server/http/variant.ts'
import { category } from '../categories/table.ts'
import { user } from '../users/table.ts'
import { pathBelow, targetPath } from './addresses.ts'
import { findEntries, type Target } from './rows.ts'
import type { OldAddress, RecordKind, Source } from './records.ts'
import { loadSource } from './sources/index.ts'
import { importOrigin, redirect } from './table.ts'

type Origin = { id: number; host: string; base_path: string; source: Source }

const ORIGINS_TTL_MS = 2_000

const kept = new WeakMap<Db, { at: number; origins: Promise<Origin[]> }>()

async function readOrigins(db: Db): Promise<Origin[]> {
  const rows = await db
    .select({
      id: importOrigin.id,
      base_url: importOrigin.base_url,
      base_path: importOrigin.base_path,
      name: importOrigin.source,
    })
    .from(importOrigin)
    .orderBy(importOrigin.id)
  const origins = await Promise.all(
    rows.map(async ({ name, base_url, ...row }) => {
      const host = hostname(URL.parse(base_url)?.host)
      return { ...row, host, source: await loadSource(name) }
    }),
  )
  return origins.flatMap(({ source, ...row }) => (source ? [{ ...row, source }] : []))
}

function originsOf(db: Db, now: number): Promise<Origin[]> {
  const known = kept.get(db)
  if (known && now - known.at < ORIGINS_TTL_MS) return known.origins
  const origins = readOrigins(db)
  kept.set(db, { at: now, origins })
  origins.catch(() => kept.delete(db))
  return origins
}

async function pathTo(db: DbOrTx, entry: Target): Promise<string | null> {
  const path = targetPath(entry)
  // A post of the former forum that was not imported redirects to its thread.
  if (entry.target_id === null && entry.post_id !== null) return paths.post(entry.post_id)
  if (path !== null || entry.target_id === null) return path
  if (entry.target === 'user') {
    const [row] = await db
      .select({ username: user.username })
      .from(user)
      .where(and(eq(user.id, entry.target_id), isNull(user.deleted_at)))
    return row ? paths.user(row.username) : null
  }
  if (entry.target !== 'category') return null
  const name = await nameOf(db, entry.target_id)
  return name === null ? null : paths.category(name)
}

async function nameOf(db: DbOrTx, id: number): Promise<string | null> {
  const [row] = await db
    .select({ name: category.name })
    .from(category)
    .where(and(eq(category.id, id), isNull(category.deleted_at)))
  return row?.name ?? null
}

async function entryFor(db: DbOrTx, origin: number, kind: RecordKind, id: string) {
  return (await findEntries(db, origin, kind, [id])).get(id) ?? null
}

/**
 * Finds the post with a number, or the nearest one before it. If posts have no numbers, it counts them in the order of
 * the former forum: the first post, then the comments.
 */
async function pathToPlace(
  db: DbOrTx,
  origin: number,
  entry: Target,
  { number, by }: { number: number; by?: 'time' },
): Promise<string | null> {
  if (entry.target !== 'post' || entry.target_id === null) return null
  const last = Math.min(number, 2_147_483_647)
  const [numbered] = await db.execute<{ id: number }>(sql`
    select target_id as id from import_row where origin_id = ${origin} and post_id = ${entry.target_id}
      and number <= ${last} order by number desc limit 1`)
  if (numbered) return paths.post(entry.target_id, numbered.id)
  const offset = Math.min(number, 1_000_000) - 2
  if (offset < 0) return paths.post(entry.target_id)
  const rows = await db.execute<{ id: number | null }>(
    by === 'time'
      ? sql`select id from comment where post_id = ${entry.target_id} and deleted_at is null
          order by created_at, id offset ${offset} limit 1`
      : sql`select target_id as id from import_row
          where post_id = ${entry.target_id} and kind = 'post' and origin_id = ${origin}
          order by length(source_id), source_id offset ${offset} limit 1`,
  )
  return paths.post(entry.target_id, rows[0]?.id)
}

/** The reason in `import_row` for a section that only groups others; its URL redirects to the front page. */
const HEADING = 'heading'

async function pathToNamed(
  db: DbOrTx,
  origin: number,
  address: string,
  of: 'feed' | 'avatar' | undefined,
): Promise<string | null> {
  const [row] = await db
    .select({ target: redirect.kind, target_id: redirect.target_id })
    .from(redirect)
    .where(and(eq(redirect.address, address), eq(redirect.origin_id, origin)))
  if (!row) return null
  if (of === 'avatar' && row.target === 'user') {
    const [found] = await db.select({ url: user.avatar_url }).from(user).where(eq(user.id, row.target_id))
    if (found?.url) return found.url
  }
  const name = of === 'feed' && row.target === 'category' ? await nameOf(db, row.target_id) : null
  return name === null ? pathTo(db, { ...row, outcome: 'imported', post_id: null }) : paths.categoryFeedXml(name)
}

async function pathFor(
  db: DbOrTx,
  { id: origin, base_path: base }: Pick<Origin, 'id' | 'base_path'>,
  old: OldAddress,
): Promise<string | null> {
  if (old.kind === 'home') return '/'
  if (old.kind === 'feed') {
    if (old.community === null) return paths.feedXml()
    const entry = await entryFor(db, origin, 'community', old.community)
    if (entry?.reason === HEADING) return paths.feedXml()
    const name = entry?.target_id ? await nameOf(db, entry.target_id) : null
    return name === null ? null : paths.categoryFeedXml(name)
  }
  if (old.kind === 'named') return pathToNamed(db, origin, base + old.address, old.of)
  if (old.kind === 'place') {
    const entry = await entryFor(db, origin, 'thread', old.thread)
    return entry && pathToPlace(db, origin, entry, old)
  }
  if (old.kind === 'avatar') {
    const entry = await entryFor(db, origin, 'person', old.id)
    if (!entry?.target_id) return null
    const [row] = await db.select({ url: user.avatar_url }).from(user).where(eq(user.id, entry.target_id))
    return row?.url ?? pathTo(db, entry)
  }
  const entry = await entryFor(db, origin, old.kind, old.id)
  if (entry?.reason === HEADING) return '/'
  return entry && pathTo(db, entry)
}

/** Sorts the query parameters by name, as in the table `redirect`. */
function normalizedAddress(path: string, query: URLSearchParams): string {
  const sorted = new URLSearchParams([...query].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return sorted.size === 0 ? path : `${path}?${sorted.toString()}`
}

async function storedPath(db: DbOrTx, origins: number[], address: string): Promise<string | null> {
  const [row] = await db
    .select({ target: redirect.kind, target_id: redirect.target_id })
    .from(redirect)
    .where(and(eq(redirect.address, address), inArray(redirect.origin_id, origins)))
    .limit(1)
  if (!row) return null
  const found = await db.execute<{ post_id: number }>(
    sql`select post_id from comment where id = ${row.target === 'comment' ? row.target_id : 0}`,
  )
  return pathTo(db, { ...row, outcome: 'imported', post_id: found[0]?.post_id ?? null })
}

const MAX_ADDRESS = 2_000

async function pathIn(db: DbOrTx, origins: Origin[], url: URL): Promise<string | null> {
  if (url.pathname.length + url.search.length > MAX_ADDRESS || origins.length === 0) return null
  for (const origin of origins) {
    const below = pathBelow(url.pathname, origin.base_path)
    const old = below === null ? null : origin.source.addressOf(below, url.searchParams, '')
    const path = old && (await pathFor(db, origin, old))
    if (path) return path
  }
  const ids = origins.map(({ id }) => id)
  return storedPath(db, ids, normalizedAddress(url.pathname, url.searchParams))
}

export async function findRedirect(db: DbOrTx, url: URL, now: Date): Promise<string | null> {
  return pathIn(db, await originsOf(db as Db, now.getTime()), url)
}

type Hosts = { publicUrl: string; adultHost: string }

/**
 * On the host of a former forum its URLs take precedence over pages of this forum, because a former forum that ran
 * Wątek has the same paths.
 */
export async function isOnFormerHost(
  db: Db,
  host: string | null | undefined,
  { publicUrl, adultHost }: Hosts,
  now: Date,
): Promise<boolean> {
  const name = hostname(host)
  if (name === '' || name === hostname(URL.parse(publicUrl)?.host) || name === hostname(adultHost)) return false
  return (await originsOf(db, now.getTime())).some((origin) => origin.host === name)
}

/** Returns null if the URL showed content of the former forum that was not imported, undefined for all other URLs. */
export async function findMoved(db: Db, url: URL, host: string, { publicUrl }: Hosts, now: Date) {
  const origins = (await originsOf(db, now.getTime())).filter((origin) => origin.host === hostname(host))
  const path = await pathIn(db, origins, url)
  // The URL is absolute, because a path would lead back to the host of the former forum.
  if (path !== null) return new URL(path, publicUrl).href
  const isFormer = origins.some(({ source, base_path }) => {
    const below = pathBelow(url.pathname, base_path)
    return below !== null && source.addressOf(below, url.searchParams, '') !== null
  })
  return isFormer ? null : undefined
}
