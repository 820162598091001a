import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Forum } from './fixture.ts'

/** CPU time in milliseconds of PostgreSQL's processes for connections, of its other processes, and of the server. */
export type Cpu = { backends: number; background: number; server: number }

const TICK_MS = 10

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process has exited meanwhile.
    return ''
  }
}

const statOf = (pid: number) =>
  read(`/proc/${pid}/stat`)
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number)

/** CPU time of the children that the process has waited for. */
const waitedMs = (pid: number) => ((statOf(pid)[13] ?? 0) + (statOf(pid)[14] ?? 0)) * TICK_MS

/** CPU time of one thread, which is the whole CPU time of a PostgreSQL process. */
const scheduledMs = (pid: number, thread = pid) =>
  Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1e6

export function createCpuMeter({ dataDir }: Forum, serverPid: number): () => Cpu {
  const postmaster = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  return () => {
    const threads = readdirSync(`/proc/${serverPid}/task`).map(Number)
    const cpu = {
      backends: 0,
      background: scheduledMs(postmaster) + waitedMs(postmaster),
      server: threads.reduce((sum, thread) => sum + scheduledMs(serverPid, thread), 0) + waitedMs(serverPid),
    }
    for (const pid of readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)) {
      if (statOf(pid)[1] !== postmaster) continue
      cpu[read(`/proc/${pid}/cmdline`).startsWith('postgres: watek watek') ? 'backends' : 'background'] +=
        scheduledMs(pid)
    }
    return cpu
  }
}
