import postgres from 'postgres'

type Scored = { value: string; score: number }

export type Stored =
  | { key: string; hash: Record<string, unknown> }
  | { key: string; members: string[] }
  | { key: string; sorted: Scored[] }

/** Other sorted sets are skipped: most are indexes for the lists on NodeBB's pages and larger than all texts. */
export const isWantedSorted = (key: string) =>
  /^(?:plugins:active|userslug:uid|chat:room:\d+:uids|following:\d+)$/.test(key)

const BATCH_BYTES = 262_144

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')

const withoutNull = (text: string) => text.replaceAll('\0', '')

/** PostgreSQL cannot store null characters in JSON. */
const json = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? withoutNull(part) : part))

function createCopy(sql: postgres.Sql, table: string) {
  let lines = ''
  const flush = async () => {
    if (lines === '') return
    const stream = await sql.unsafe(`copy ${table} from stdin`).writable()
    const done = new Promise<void>((resolve, reject) => {
      stream.once('finish', () => resolve())
      stream.once('error', reject)
    })
    stream.end(lines)
    lines = ''
    await done
  }
  const add = async (...columns: string[]) => {
    lines += `${columns.map((column) => escaped(withoutNull(column))).join('\t')}\n`
    if (lines.length > BATCH_BYTES) await flush()
  }
  return { add, flush }
}

type Copy = ReturnType<typeof createCopy>

/**
 * The tables are those that NodeBB uses in PostgreSQL, so that one reader imports from Redis, MongoDB and PostgreSQL.
 */
export async function storeObjects(url: string, objects: AsyncIterable<Stored>): Promise<void> {
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  try {
    await sql.unsafe(
      'create table legacy_hash (_key text, data jsonb); create table legacy_set (_key text, member text); ' +
        'create table legacy_zset (_key text, value text, score numeric)',
    )
    const copies = ['legacy_hash', 'legacy_set', 'legacy_zset'].map((table) => createCopy(sql, table))
    const [hashes, sets, sorted] = copies as [Copy, Copy, Copy]
    for await (const one of objects)
      if ('hash' in one) await hashes.add(one.key, json(one.hash))
      else if ('members' in one) for (const member of one.members) await sets.add(one.key, member)
      else for (const { value, score } of one.sorted) await sorted.add(one.key, value, String(score))
    for (const copy of copies) await copy.flush()
    await sql.unsafe(
      'create index on legacy_hash (_key); create index on legacy_set (_key); ' +
        'create index on legacy_zset (_key, value); analyze',
    )
  } finally {
    await sql.end({ timeout: 5 })
  }
}
