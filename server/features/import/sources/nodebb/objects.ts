import postgres from 'postgres'

/** One row of NodeBB's store: a hash as an object, a set by its members. */
export type Stored = { key: string; hash: Record<string, unknown> } | { key: string; members: string[] }

const BATCH_BYTES = 262_144

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')

const withoutNull = (text: string) => text.replaceAll('\0', '')

/** Null characters are removed, because PostgreSQL does not store them. */
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

/** Stores the objects in tables like those of NodeBB in PostgreSQL, so that one reader reads all three stores. */
export async function storeObjects(url: string, objects: AsyncIterable<Stored>): Promise<void> {
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  try {
    await sql.unsafe(
      'create table legacy_hash (_key text, data jsonb); create table legacy_set (_key text, member text)',
    )
    const [hashes, sets] = [createCopy(sql, 'legacy_hash'), createCopy(sql, 'legacy_set')]
    for await (const one of objects)
      if ('hash' in one) await hashes.add(one.key, json(one.hash))
      else for (const member of one.members) await sets.add(one.key, member)
    await hashes.flush()
    await sets.flush()
    await sql.unsafe('create index on legacy_hash (_key); create index on legacy_set (_key); analyze')
  } finally {
    await sql.end({ timeout: 5 })
  }
}
