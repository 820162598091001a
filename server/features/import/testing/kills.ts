import { join } from 'node:path'
import postgres from 'postgres'

type Options = {
  former: string
  /** The connection URL of an empty, migrated database. */
  target: string
  /** A folder for the import map, the report and DATA_DIR. */
  folder: string
  kills: number
  print: (line: string) => void
}

const ROOT = join(import.meta.dir, '../../../..')
const MAX_TRIES = 10
const RETRY_MS = 500

/** `import_run` is left out, because its times differ between runs. */
const TABLES = [
  'user',
  'category',
  'categorymembership',
  'post',
  'post_rank',
  'comment',
  'import_row',
  'import_note',
  'imported_account',
  'imported_message',
  'import_reserved',
]

const textOf = (stream: ReadableStream) => new Response(stream).text()

async function printed(stream: ReadableStream<Uint8Array>, print: Options['print']): Promise<string> {
  let [all, rest] = ['', '']
  const decoder = new TextDecoder()
  for await (const bytes of stream) {
    const part = decoder.decode(bytes, { stream: true })
    all += part
    const lines = (rest + part).split('\n')
    rest = lines.pop()!
    for (const line of lines) print(line)
  }
  return all + rest
}

const MEMORY_INTERVAL_MS = 500

/** The memory is polled, because `resourceUsage` also includes the memory of the parent process before exec. */
async function peakMemory(child: Bun.Subprocess): Promise<number> {
  let peak = 0
  for (; child.exitCode === null && child.signalCode === null; await Bun.sleep(MEMORY_INTERVAL_MS)) {
    const status = await Bun.file(`/proc/${child.pid}/status`)
      .text()
      .catch(() => '')
    peak = Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? peak / 1_024) * 1_024
  }
  return peak || (child.resourceUsage()?.maxRSS ?? 0)
}

async function start({ former, target, folder }: Options) {
  const map = join(folder, 'map.yaml')
  await Bun.write(map, 'communities: {}\n')
  const base = 'https://forum.example.org/forum'
  const report = join(folder, 'report')
  const given = [
    '--database',
    former,
    '--map',
    map,
    '--base-url',
    base,
    '--legal-basis',
    'Regulamin',
    '--report',
    report,
  ]
  return Bun.spawn([process.execPath, 'server/commands/import.ts', 'phpbb', ...given], {
    cwd: ROOT,
    env: { PATH: process.env.PATH!, DATABASE_URL: target, DATA_DIR: folder, NODE_ENV: 'development' },
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

/** Retries, because the connection of a killed import may hold the lock for a short time. */
export async function importWhole(options: Options): Promise<{ ms: number; memory: number }> {
  for (let tries = 1; ; tries += 1) {
    const startedAt = performance.now()
    const child = await start(options)
    const [memory, out, error] = await Promise.all([
      peakMemory(child),
      printed(child.stdout, options.print),
      textOf(child.stderr),
    ])
    if ((await child.exited) === 0) return { ms: performance.now() - startedAt, memory }
    if (tries === MAX_TRIES || !`${out}${error}`.includes('Another import')) throw new Error(`${out}\n${error}`)
    await Bun.sleep(RETRY_MS)
  }
}

const rowsOf = async (sql: postgres.Sql) =>
  (await sql<{ rows: number }[]>`select count(*)::integer as rows from import_row`)[0]!.rows

const POLL_MS = 10
/** The maximum share of rows that are imported before a kill, so that every kill hits a running import. */
const LAST_KILL = 0.6
/** The maximum delay before a kill; a batch takes some 100 ms, so a kill may hit any point of a batch. */
const MAX_DELAY_MS = 150

/**
 * Kills an import at random points and then lets it finish; `rows` is the row count of a complete import. Returns the
 * number of kills.
 */
export async function importWithKills(options: Options, rows: number): Promise<number> {
  const sql = postgres(options.target, { max: 1, idle_timeout: 0, onnotice: () => {} })
  const moments = Array.from({ length: options.kills }, () => Math.random() * rows * LAST_KILL).toSorted(
    (a, b) => a - b,
  )
  let killed = 0
  try {
    while (killed < options.kills) {
      const child = await start(options)
      while (child.exitCode === null && (await rowsOf(sql)) < moments[killed]!) await Bun.sleep(POLL_MS)
      await Bun.sleep(Math.random() * MAX_DELAY_MS)
      if (child.exitCode === null) {
        child.kill('SIGKILL')
        await child.exited
        killed += 1
        options.print(`killed ${killed} of ${options.kills}, at ${await rowsOf(sql)} of ${rows} rows`)
        continue
      }
      if (child.exitCode === 0) break
      const out = (await textOf(child.stdout)) + (await textOf(child.stderr))
      if (!out.includes('Another import')) throw new Error(out)
      await Bun.sleep(RETRY_MS)
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
  await importWhole(options)
  return killed
}

/** The digests do not depend on the order of rows. */
export async function digestsOf(url: string): Promise<Record<string, string>> {
  const sql = postgres(url, { max: 1, idle_timeout: 0, onnotice: () => {} })
  try {
    const found: Record<string, string> = {}
    for (const table of TABLES) {
      const [row] = await sql.unsafe<{ rows: string; sum: string }[]>(
        `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as sum from "${table}" t`,
      )
      found[table] = `${row!.rows} ${row!.sum}`
    }
    return found
  } finally {
    await sql.end({ timeout: 5 })
  }
}
