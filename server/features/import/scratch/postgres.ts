import { rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import type { Writable } from 'node:stream'
import postgres from 'postgres'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { partsOf } from './statements.ts'

/** Durability is off for speed: the scratch database is loaded again after a crash. */
const SETTINGS = { shared_buffers: '64MB', fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
const CONNECTION = { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} } as const
const PREFIX = 'former_'
const BATCH_BYTES = 131_072
const MAX_REASONS = 3

export type Scratch = { url: string; close: () => Promise<void> }

/**
 * Starts a separate server of the bundled PostgreSQL. The returned URL belongs to a role that can access nothing but
 * the new database.
 */
export async function createScratchPostgres(dataDir: string, print: (line: string) => void): Promise<Scratch> {
  const folder = join(dataDir, 'import-postgres')
  const server = await startEmbeddedPostgres({ dataDir: folder, log: print, settings: SETTINGS })
  const close = async () => {
    await server.stop()
    if (!existsSync(join(folder, 'postgres', 'postmaster.pid'))) await rm(folder, { recursive: true, force: true })
  }
  const admin = postgres(server.url, CONNECTION)
  try {
    // A scratch database without a connection was left by a killed import.
    const left = await admin<{ name: string }[]>`
      select datname as name from pg_database where starts_with(datname, ${PREFIX})
        and not exists (select 1 from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`
    for (const { name } of left) {
      await admin`drop database if exists ${admin(name)}`.catch(() => {})
      await admin`drop role if exists ${admin(name)}`.catch(() => {})
    }
    const name = `${PREFIX}${crypto.randomUUID().slice(0, 8)}`
    const password = crypto.randomUUID()
    await admin.unsafe(`create role ${name} login password '${password}'`)
    await admin.unsafe(`create database ${name} owner ${name}`)
    const url = new URL(server.url)
    Object.assign(url, { pathname: `/${name}`, username: name, password })
    const drop = async () => {
      await admin.unsafe(`drop database if exists ${name} with (force)`).catch(() => {})
      await admin.end({ timeout: 1 })
      await close()
    }
    return { url: url.href, close: drop }
  } catch (error) {
    await admin.end({ timeout: 1 })
    await close()
    throw error
  }
}

const ENCODING = /^SET client_encoding = '([\w-]+)';$/im
/** Encodings whose name in PostgreSQL differs from that in `TextDecoder`. */
const DECODERS: Record<string, string> = {
  LATIN1: 'iso-8859-1',
  LATIN2: 'iso-8859-2',
  LATIN9: 'iso-8859-15',
  WIN1250: 'windows-1250',
  WIN1251: 'windows-1251',
  WIN1252: 'windows-1252',
  SQL_ASCII: 'utf-8',
}

/** Statements whose failure loses no data: they set owners, rights or settings of the former database server. */
const EXPECTED = /^(ALTER .* OWNER TO|GRANT|REVOKE|SET |COMMENT ON|CREATE SCHEMA|ALTER DEFAULT|SELECT pg_catalog)/i

const withoutComments = (text: string) => text.replace(/^(\s*--[^\n]*\n)+/, '').trimStart()

class Loader {
  refused = 0
  reasons: string[] = []
  #encoding = 'UTF8'
  #waiting: string[] = []
  #size = 0
  #copy: Writable | null = null
  #isRefused = false
  readonly #sql: postgres.Sql

  constructor(sql: postgres.Sql) {
    this.#sql = sql
  }

  #decoded(text: string): string {
    return new TextDecoder((DECODERS[this.#encoding] ?? 'utf-8') as Bun.Encoding).decode(Buffer.from(text, 'latin1'))
  }

  #refuse(text: string, error: unknown): void {
    if (EXPECTED.test(withoutComments(text))) return
    this.refused += 1
    if (this.reasons.length < MAX_REASONS) this.reasons.push((error as Error).message)
  }

  async #run(text: string): Promise<void> {
    await this.#sql.unsafe(text).catch((error: unknown) => this.#refuse(text, error))
  }

  /**
   * Sends the waiting rows in one round trip and, if that fails, one by one, so that a refused row does not affect
   * others.
   */
  async flush(): Promise<void> {
    const texts = this.#waiting
    this.#waiting = []
    this.#size = 0
    if (texts.length === 0) return
    const isDone = await this.#sql.unsafe(texts.join('\n')).then(
      () => true,
      () => false,
    )
    if (!isDone) for (const text of texts) await this.#run(text)
  }

  async statement(text: string): Promise<void> {
    this.#encoding = ENCODING.exec(text)?.[1]?.toUpperCase() ?? this.#encoding
    if (ENCODING.test(text)) return
    const decoded = withoutComments(this.#decoded(text))
    if (/^INSERT /i.test(decoded)) {
      this.#waiting.push(decoded)
      this.#size += decoded.length
      if (this.#size > BATCH_BYTES) await this.flush()
      return
    }
    await this.flush()
    if (/^COPY .* FROM stdin/is.test(decoded)) await this.#begin(decoded)
    else await this.#run(decoded)
  }

  async #begin(text: string): Promise<void> {
    this.#isRefused = false
    const encoding = this.#encoding.replace(/[^\w-]/g, '')
    const copy = text.replace(/FROM stdin[^;]*;$/i, `FROM stdin WITH (ENCODING '${encoding}')`)
    try {
      this.#copy = await this.#sql.unsafe(copy).writable()
      this.#copy.on('error', () => {})
    } catch (error) {
      this.#isRefused = true
      this.#refuse(text, error)
    }
  }

  async line(line: string): Promise<void> {
    if (this.#isRefused || !this.#copy) return
    this.#waiting.push(line)
    this.#size += line.length
    if (this.#size > BATCH_BYTES) await this.#send()
  }

  async #send(): Promise<void> {
    const bytes = Buffer.from(`${this.#waiting.join('\n')}\n`, 'latin1')
    this.#waiting = []
    this.#size = 0
    await new Promise<void>((resolve, reject) => {
      this.#copy!.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  }

  async endCopy(): Promise<void> {
    const copy = this.#copy
    if (!copy) return
    try {
      if (this.#waiting.length > 0) await this.#send()
      copy.end()
      await finished(copy)
    } catch (error) {
      this.#waiting = []
      this.#size = 0
      this.#refuse('COPY', error)
    } finally {
      this.#copy = null
    }
  }
}

export async function loadPlainDump(
  url: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ refused: number; reasons: string[] }> {
  const sql = postgres(url, CONNECTION)
  try {
    const loader = new Loader(sql)
    for await (const part of partsOf(chunks))
      if (part.kind === 'statement') await loader.statement(part.text)
      else if (part.kind === 'copy') await loader.line(part.line)
      else await loader.endCopy()
    await loader.flush()
    return { refused: loader.refused, reasons: loader.reasons }
  } finally {
    await sql.end({ timeout: 5 })
  }
}
