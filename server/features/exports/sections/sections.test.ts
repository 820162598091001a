import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { personalData, SECTIONS } from '../../personal-data.ts'
import { ownersOf } from '../testing/owners.ts'
import { EXPORT_FILES, rowsOf } from './queries.ts'

const t = await createTestApp()

/** Tables without a member's id, each with an explanation of how the export covers its rows. */
const OF_CONTENT: Record<string, string> = {
  comment_search: 'the words of comments, which are in comments.json',
  filter_hit: 'how often the filters of staff act; what they did is in decisions.json',
  unannounced: 'whom a text that waits for a moderator mentions; the text is in posts.json or comments.json',
  poll_option: 'in poll_options.json, by its post',
  text_version: 'in post_versions.json and comment_versions.json, by its post or comment',
}

const readColumns = () =>
  t.db.execute<{ table: string; column: string; type: string }>(sql`
  select table_name as table, column_name as column, data_type as type from information_schema.columns
    where table_schema = 'public'`)

test('ACCT-9 every table that holds data of a member is in the export or listed as exempt', async () => {
  const found = await t.db.execute<{ name: string }>(sql`
    select c.conrelid::regclass::text || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'public."user"'::regclass
    union select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('integer', 'bigint')
      and column_name ~ '(^|_)(user|member|author|actor|owner|creator|reporter|moderator|voter|sender|recipient)_id$'`)
  const columns = found.map(({ name }) => name).sort()
  const exported = new Set(EXPORT_FILES.flatMap(ownersOf))
  expect(columns.length).toBeGreaterThan(30)
  expect(EXPORT_FILES.length).toBe(personalData.flatMap(({ exported = {} }) => Object.keys(exported)).length)
  const excused = personalData.flatMap(({ notExported = {} }) => Object.keys(notExported))
  const missing = columns.filter((column) => !exported.has(column) && !excused.includes(column))
  expect(
    missing.map(
      (column) =>
        `${column} is in no file of the export: add it to personal-data.ts of its feature, exported or notExported`,
    ),
  ).toEqual([])
  expect(excused.filter((column) => !columns.includes(column) || exported.has(column))).toEqual([])
  const ofMembers = new Set(columns.map((column) => column.split('.')[0]!))
  const ofContent = await t.db.execute<{ table: string }>(sql`
    select distinct conrelid::regclass::text as table from pg_constraint where contype = 'f' and confrelid
      in ('post'::regclass, 'comment'::regclass)`)
  const others = ofContent.map(({ table }) => table).filter((table) => !ofMembers.has(table))
  expect(
    others
      .filter((table) => !(table in OF_CONTENT))
      .map(
        (table) => `${table} has no column for a member: export its rows by another table, or excuse it in this test`,
      ),
  ).toEqual([])
})

test('ACCT-9 every text column in the rows of a member is in the export or listed as left out', async () => {
  const given = new Map<string, Set<string>>()
  for (const file of EXPORT_FILES) {
    const rows = await t.db.execute(rowsOf(file, { userId: 0, lifetime: { now: new Date(), ttl: 1 } }))
    const table = ownersOf(file)[0]!.split('.')[0]!
    given.set(
      table,
      new Set([
        ...(given.get(table) ?? []),
        ...(SECTIONS[file].leftOut ?? []),
        ...rows.columns.map(({ name }) => name),
      ]),
    )
  }
  const texts = (await readColumns()).filter(({ type }) => ['text', 'ARRAY', 'jsonb', 'json'].includes(type))
  const missing = texts.filter(({ table, column }) => given.has(table) && !given.get(table)!.has(column))
  expect(
    missing.map(
      ({ table, column }) =>
        `${table}.${column} is not exported: add it to its section in personal-data.ts, or to leftOut there`,
    ),
  ).toEqual([])
})

/** The export selects rows by these columns although they have no index, because their tables are small. */
const WITHOUT_INDEX = ['audit_log.actor_user_id', 'category.creator_id']

test('ACCT-9 an export finds the rows of a member through an index', async () => {
  const indexed = await t.db.execute<{ name: string }>(sql`
    select c.relname || '.' || a.attname as name from pg_index i join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0] where c.relnamespace = 'public'::regnamespace
      and i.indpred is null`)
  const names = new Set(indexed.map(({ name }) => name))
  const owners = [...new Set(EXPORT_FILES.flatMap(ownersOf))]
  expect(owners.filter((owner) => !names.has(owner)).sort()).toEqual(WITHOUT_INDEX)
})
