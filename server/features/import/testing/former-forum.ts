import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import postgres from 'postgres'
import { createTestDatabase } from '#server/test/database.ts'
import type { TestApp } from '#server/test/app.ts'
import { EMPTY_MAP, parseMap } from '../map.ts'
import type { OldAddress, Source } from '../records.ts'
import { runImport } from '../run.ts'
import type { FileStore } from '../writer/files.ts'

type FormerForum = { url: string; drop: () => Promise<void> }
export type RealForum = FormerForum & { sql: postgres.Sql }

const SOURCES = join(import.meta.dir, '../sources')

export async function createFormerForum(source: string, given?: string): Promise<RealForum> {
  const statements = given ?? (await Bun.file(join(SOURCES, source, 'fixture.pgsql')).text())
  return createDatabase((sql) => sql.unsafe(statements))
}

const linesOf = async <Line>(file: string): Promise<Line[]> =>
  zstdDecompressSync(await Bun.file(file).bytes())
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

type Kind = 'bigint' | 'float' | 'text' | 'boolean' | 'timestamptz' | 'timestamp' | 'jsonb'
type Table = { table: string; columns: Record<string, Kind> }
type Row = (string | number | boolean | object | null)[]

/** The rows were recorded from a real installation of the forum software. */
export async function createRealForum(source: string): Promise<RealForum> {
  const lines = await linesOf<Table | Row>(join(SOURCES, source, 'rows.ndjson.zst'))
  return createDatabase(async (sql) => {
    let table: Table | null = null
    let rows: Record<string, Row[number]>[] = []
    const flush = async () => {
      const one = table
      if (one === null) return
      const columns = Object.entries(one.columns).map(([name, kind]) => `"${name}" ${kind}`)
      await sql.unsafe(`create table ${one.table} (${columns.join(', ')})`)
      await addRows(sql, one.table, rows)
      rows = []
    }
    for (const line of lines) {
      if (!Array.isArray(line)) {
        await flush()
        table = line
        continue
      }
      const names = Object.keys(table!.columns)
      rows.push(Object.fromEntries(names.map((name, at) => [name, line[at] ?? null])))
    }
    await flush()
  })
}

const ROWS_AT_ONCE = 500

async function addRows(sql: postgres.Sql, table: string, rows: Record<string, unknown>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE)).replaceAll('\\u0000', '')
    await sql.unsafe(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::text::json)`, [
      some,
    ])
  }
}

/** Recorded by a crawler of the real forum. */
export type FormerPage = { address: string; kind: OldAddress['kind']; id: string }
/** The id of a post, or of a thread if the source stores the opening text with the thread instead of as a post. */
export type FormerText = { post?: string; thread?: string; text: string }

export async function realPages(source: string): Promise<{ pages: FormerPage[]; texts: FormerText[] }> {
  const lines = await linesOf<FormerPage | FormerText>(join(SOURCES, source, 'pages.ndjson.zst'))
  return {
    pages: lines.filter((line): line is FormerPage => 'address' in line),
    texts: lines.filter((line): line is FormerText => 'text' in line),
  }
}

async function createDatabase(fill: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<RealForum> {
  const host = await createTestDatabase({ max: 1 })
  const name = `former_${crypto.randomUUID().slice(0, 8)}`
  const admin = postgres(host.url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(host.url)
  url.pathname = `/${name}`
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  await fill(sql)
  const drop = async () => {
    await sql.end()
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
    await host.drop()
  }
  return { url: url.href, drop, sql }
}

type Given = {
  database?: string
  file?: string
  map?: string
  batchSize?: number
  isDryRun?: boolean
  baseUrl?: string
  files?: FileStore | null
}

export async function importInto(t: TestApp, source: Source, given: Given & { signal?: AbortSignal }) {
  const { database = null, file = null, map, baseUrl = 'https://forum.example.org/forum', ...options } = given
  const reader = await source.open({ database, file, prefix: null, communities: [] })
  try {
    return await runImport({
      db: t.db,
      source,
      reader,
      map: map === undefined ? EMPTY_MAP : parseMap(map),
      baseUrl,
      legalBasis: 'Zgoda z regulaminu dawnego forum.',
      botUsername: 'bot',
      print: () => {},
      files: null,
      isDryRun: false,
      ...options,
    })
  } finally {
    await reader.close()
  }
}
