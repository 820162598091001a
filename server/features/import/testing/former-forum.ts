import { join } from 'node:path'
import postgres from 'postgres'
import { createTestDatabase } from '#server/test/database.ts'
import type { TestApp } from '#server/test/app.ts'
import { EMPTY_MAP, parseMap } from '../map.ts'
import type { Source } from '../records.ts'
import { runImport } from '../run.ts'

/** A database with the tables of a former forum, of the fixture of a source. */
export async function createFormerForum(source: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const statements = await Bun.file(join(import.meta.dir, '../sources', source, 'fixture.pgsql')).text()
  const host = await createTestDatabase({ max: 1 })
  const name = `former_${crypto.randomUUID().slice(0, 8)}`
  const admin = postgres(host.url, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  const url = new URL(host.url)
  url.pathname = `/${name}`
  const sql = postgres(url.href, { max: 1, onnotice: () => {} })
  await sql.unsafe(statements)
  await sql.end()
  const drop = async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`)
    await admin.end()
    await host.drop()
  }
  return { url: url.href, drop }
}

type Given = {
  database?: string
  file?: string
  map?: string
  batchSize?: number
  isDryRun?: boolean
  baseUrl?: string
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
