import { readdirSync, readFileSync } from 'node:fs'
import { loadConfig } from '#server/config.ts'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

/** The large forum that `bun run seed` made; call `stop` when done. */
export async function openForum(): Promise<{ url: string; stop: () => Promise<void> }> {
  const { databaseUrl, dataDir } = loadConfig(process.env)
  const embedded =
    databaseUrl === null
      ? await startEmbeddedPostgres({ dataDir, log: (line) => process.stderr.write(`${line}\n`) })
      : null
  const url = databaseUrl ?? embedded!.url
  await migrate(url)
  return { url, stop: async () => embedded?.stop() }
}

/** Milliseconds of CPU used so far by PostgreSQL's connection processes (Linux; ticks of 10 ms). */
export function cpuOfBackends(): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: watek watek')) continue
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // Already exited.
    }
  }
  return ticks * 10
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!
}
