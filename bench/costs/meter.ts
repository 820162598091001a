import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Forum } from '../fixture.ts'

/** Milliseconds of CPU of PostgreSQL's connection processes, of its other processes, and of the server. */
export type Cpu = { backends: number; background: number; server: number }

export type Meter = {
  cpu: () => Cpu
  checkpoint: () => Promise<void>
  lsn: () => Promise<string>
  /** Bytes between two positions: of records, and of full page images. */
  wal: (from: string, to: string) => Promise<{ records: number; images: number }>
  tableRows: () => Promise<Map<string, number>>
  /** Bytes of a row with its share of all indexes. */
  bytesPerRow: () => Promise<Map<string, number>>
}

const TICK_MS = 10

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It exited meanwhile.
    return ''
  }
}

/** Of the whole process; with `waited` also of the children that it has waited for. */
function ticksOf(pid: number, waited = false): number {
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number)
  const of = (at: number) => fields[at] ?? 0
  return (of(11) + of(12) + (waited ? of(13) + of(14) : 0)) * TICK_MS
}

/** Of one thread, counted in nanoseconds; processes of PostgreSQL have one. */
const scheduledMs = (pid: number, thread = pid) =>
  Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6

/** Of all threads, and of the children that it has waited for. */
function processMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + scheduledMs(pid, Number(thread)), 0)
  return threads + ticksOf(pid, true) - ticksOf(pid)
}

export function createMeter({ sql, dataDir }: Forum, serverPid: number): Meter {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const tables = async () =>
    (
      await sql<
        { name: string }[]
      >`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`
    ).map(({ name }) => name)
  const tableRows = async () => {
    const counts = new Map<string, number>()
    for (const name of await tables())
      counts.set(name, (await sql<{ n: number }[]>`select count(*)::integer as n from ${sql(name)}`)[0]!.n)
    return counts
  }
  return {
    cpu() {
      const cpu = { backends: 0, background: ticksOf(postmaster, true), server: processMs(serverPid) }
      for (const pid of readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)) {
        const [, parent] = read(`/proc/${pid}/stat`)
          .replace(/^.*\) /, '')
          .split(' ')
        if (Number(parent) !== postmaster) continue
        cpu[read(`/proc/${pid}/cmdline`).startsWith('postgres: watek watek') ? 'backends' : 'background'] +=
          scheduledMs(pid)
      }
      return cpu
    },
    checkpoint: async () => void (await sql`checkpoint`),
    lsn: async () => (await sql<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`)[0]!.lsn,
    async wal(from, to) {
      await sql`select pg_switch_wal()`
      const [row] = await sql<{ records: number; images: number }[]>`
        select coalesce(sum(record_size), 0)::float as records, coalesce(sum(fpi_size), 0)::float as images from pg_get_wal_stats(${from}, ${to})`
      return row!
    },
    tableRows,
    async bytesPerRow() {
      const counts = await tableRows()
      const sizes = await sql<
        { name: string; bytes: number }[]
      >`select relname as name, pg_total_relation_size(oid)::float as bytes from pg_class where relname in ${sql([...counts.keys()])} and relkind = 'r'`
      return new Map(sizes.map(({ name, bytes }) => [name, bytes / Math.max(1, counts.get(name)!)]))
    },
  }
}
