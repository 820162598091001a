import { join } from 'node:path'

/** Columns and types used by the last release; `bun run release --record` writes it. */
type Released = {
  version: string
  /** Later migrations belong to the next release. */
  last_migration: string
  tables: Record<string, string[]>
  types: string[]
}

const RELEASED_FILE = 'drizzle/released.json'

const NAME = String.raw`(?:"?public"?\.)?"?(\w+)"?`
const pattern = (text: string) => new RegExp(text.replaceAll('NAME', NAME).replaceAll(' ', String.raw`\s+`), 'i')

const DROP_TABLE = pattern('^drop table (?:if exists )?(.+)$')
const DROP_TYPE = pattern('^drop (?:type|domain) (?:if exists )?(.+)$')
const RENAME_TYPE = pattern('^alter type NAME rename')
const ALTER_TABLE = pattern('^alter table (?:if exists )?(?:only )?NAME (.+)$')
const DROP_COLUMN = pattern('^drop (?:column )?(?:if exists )?(?!constraint\\b|default\\b)"?(\\w+)"?')
const RENAME_COLUMN = pattern('^rename (?:column )?(?!constraint\\b)"?(\\w+)"? to ')
const RENAME_TABLE = pattern('^rename to ')
const CHANGE_TYPE = pattern('^alter (?:column )?"?(\\w+)"? (?:set data )?type ')
const SET_NOT_NULL = pattern('^alter (?:column )?"?(\\w+)"? set not null')
const ADD_COLUMN = pattern(
  '^add (?:column )?(?:if not exists )?(?!constraint\\b|check\\b|unique\\b|primary\\b|foreign\\b)"?(\\w+)"? (.+)$',
)

/** Leaves out comments and the contents of functions and strings. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, `''`)
    .replaceAll(/'(?:[^']|'')*'/g, `''`)
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}

/** Splits at commas outside of brackets. */
function partsOf(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of list) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}

const nameOf = (text: string) => pattern('^NAME').exec(text)?.[1] ?? text

const mustBeFilled = (definition: string) =>
  /\bnot null\b/i.test(definition) && !/\b(default|generated|serial|bigserial|smallserial)\b/i.test(definition)

function refusedAction(table: string, columns: string[], action: string): string | null {
  const used = (match: RegExpExecArray | null) => (match && columns.includes(match[1]!) ? `${table}.${match[1]}` : null)
  const dropped = used(DROP_COLUMN.exec(action))
  if (dropped) return `drops ${dropped}`
  if (RENAME_TABLE.test(action)) return `renames ${table}`
  const renamed = used(RENAME_COLUMN.exec(action))
  if (renamed) return `renames ${renamed}`
  const changed = used(CHANGE_TYPE.exec(action))
  if (changed) return `changes the type of ${changed}`
  const required = used(SET_NOT_NULL.exec(action))
  if (required) return `makes ${required} required`
  const [, added, definition] = ADD_COLUMN.exec(action) ?? []
  if (added && mustBeFilled(definition!)) return `adds ${table}.${added}, which the last release does not fill`
  return null
}

/** Returns the changes of a migration with which the last release could not run. */
export function refusedChanges(sql: string, { tables, types }: Pick<Released, 'tables' | 'types'>): string[] {
  return statementsOf(sql).flatMap((statement) => {
    const dropped = DROP_TABLE.exec(statement)?.[1]
    if (dropped !== undefined)
      return partsOf(dropped)
        .map(nameOf)
        .filter((name) => name in tables)
        .map((name) => `drops ${name}`)
    const lost = DROP_TYPE.exec(statement)?.[1] ?? RENAME_TYPE.exec(statement)?.[1]
    if (lost !== undefined)
      return partsOf(lost)
        .map(nameOf)
        .filter((name) => types.includes(name))
        .map((name) => `drops or renames the type ${name}`)
    const [, table, actions] = ALTER_TABLE.exec(statement) ?? []
    const columns = table === undefined ? undefined : tables[table]
    if (!columns) return []
    return partsOf(actions!).flatMap((action) => refusedAction(table!, columns, action) ?? [])
  })
}

/** Reports changes that would break servers of the last release, which run on the new schema during an update. */
export async function checkMigrations(root: string): Promise<string[]> {
  const released = (await Bun.file(join(root, RELEASED_FILE)).json()) as Released
  const { entries } = (await Bun.file(join(root, 'drizzle/meta/_journal.json')).json()) as {
    entries: { tag: string }[]
  }
  const last = entries.findIndex(({ tag }) => tag === released.last_migration)
  if (last < 0) return [`${RELEASED_FILE}: the migration ${released.last_migration} of the last release is gone`]
  const found: string[] = []
  for (const { tag } of entries.slice(last + 1)) {
    const sql = await Bun.file(join(root, 'drizzle', `${tag}.sql`)).text()
    found.push(
      ...refusedChanges(sql, released).map(
        (change) =>
          `drizzle/${tag}.sql: ${change}, which version ${released.version} uses; drop it in the release after`,
      ),
    )
  }
  return found
}

type Snapshot = {
  tables: Record<string, { name: string; columns: Record<string, unknown> }>
  enums: Record<string, { name: string }>
}

/** Records the columns and types of this version once it is published. */
export async function recordRelease(root: string, version: string): Promise<void> {
  const meta = join(root, 'drizzle/meta')
  const { entries } = (await Bun.file(join(meta, '_journal.json')).json()) as { entries: { tag: string }[] }
  const [newest] = [...new Bun.Glob('*_snapshot.json').scanSync(meta)].toSorted().toReversed()
  const { tables, enums } = (await Bun.file(join(meta, newest!)).json()) as Snapshot
  const released: Released = {
    version,
    last_migration: entries.at(-1)!.tag,
    tables: Object.fromEntries(
      Object.values(tables)
        .map(({ name, columns }): [string, string[]] => [name, Object.keys(columns).toSorted()])
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    types: Object.values(enums)
      .map(({ name }) => name)
      .toSorted(),
  }
  await Bun.write(join(root, RELEASED_FILE), `${JSON.stringify(released, null, 2)}\n`)
}
