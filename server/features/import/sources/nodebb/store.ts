import { string, type SourceDatabase, type SourceRow } from '../database.ts'

/** A NodeBB object, stored under a key like `post:12`. */
export type Thing = Record<string, unknown>

const RANGE = 1_000

export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
export const isOneOf = (keys: string[]) => `_key in (${keys.map(quoted).join(', ')})`

export const dataOf = (row: SourceRow | undefined): Thing =>
  (typeof row?.data === 'string' ? JSON.parse(row.data) : (row?.data ?? {})) as Thing

/** The number of ids per query. It is large, because each query scans all keys, which are not ordered by number. */
const NUMBERS_AT_ONCE = 100_000

/** Yields the ids of all objects of one kind in ascending order, in pages. */
export async function* numbersOf(db: SourceDatabase, table: string, kind: string, rest = ''): AsyncGenerator<number[]> {
  for (let last = -1; ;) {
    const found = await db.rows(
      `select distinct substring(_key from '^${kind}:([0-9]+)')::bigint as number from ${table} ` +
        `where _key ~ '^${kind}:[0-9]{1,15}${rest}$' and substring(_key from '^${kind}:([0-9]+)')::bigint > ${last} ` +
        `order by number limit ${NUMBERS_AT_ONCE}`,
    )
    const numbers = found.map((row) => Number(row.number))
    for (let from = 0; from < numbers.length; from += RANGE) yield numbers.slice(from, from + RANGE)
    if (numbers.length < NUMBERS_AT_ONCE) return
    last = numbers.at(-1)!
  }
}

export async function* thingsByRange(db: SourceDatabase, kind: string): AsyncGenerator<Thing[]> {
  for await (const numbers of numbersOf(db, 'legacy_hash', kind)) {
    const keys = numbers.map((number) => `${kind}:${number}`)
    const found = await db.rows(`select _key, data from legacy_hash where ${isOneOf(keys)}`)
    const byKey = new Map(found.map((row) => [string(row._key), row]))
    yield keys.flatMap((key) => (byKey.has(key) ? [dataOf(byKey.get(key))] : []))
  }
}

export async function* things(db: SourceDatabase, kind: string): AsyncGenerator<Thing> {
  for await (const some of thingsByRange(db, kind)) yield* some
}

export const countOf = (db: SourceDatabase, kind: string) => db.count('legacy_hash', `_key ~ '^${kind}:[0-9]{1,15}$'`)

const IDS = { category: 'cid', user: 'uid', topic: 'tid', post: 'pid' } as const
type Kind = keyof typeof IDS

/** SQL condition for objects from other fediverse servers, whose ids are URLs. */
const isRemote = (kind: Kind) =>
  `_key like '${kind}:%' and _key !~ '^${kind}:[0-9]+$' ` +
  `and data->>'${IDS[kind]}' = substring(_key from ${kind.length + 2})`

export const countRemote = (db: SourceDatabase, kind: Kind) => db.count('legacy_hash', isRemote(kind))

export async function* remoteIds(db: SourceDatabase, kind: Kind): AsyncGenerator<string> {
  for (let last = ''; ;) {
    const found = await db.rows(
      `select _key, data->>'${IDS[kind]}' as id from legacy_hash where ${isRemote(kind)} ` +
        `and _key collate "C" > ${quoted(last)} order by _key collate "C" limit ${RANGE}`,
    )
    for (const row of found) yield string(row.id)
    if (found.length < RANGE) return
    last = string(found.at(-1)!._key)
  }
}
