import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const PRIORITY = 10

function lower(id: number): void {
  try {
    setPriority(id, PRIORITY)
  } catch {
    // The process has ended, or belongs to another user of the machine.
  }
}

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function threadsOfThisProcess(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number)
  } catch {
    return [0]
  }
}

/** Lets the server go before this process, each thread of which has a priority of its own on Linux. */
export function lowerOwnPriority(): void {
  for (const id of threadsOfThisProcess()) lower(id)
}

/**
 * Lets the server's sessions go before this one, where PostgreSQL runs on this machine; `port` is the client's, by
 * which a process of another machine's database cannot be mistaken for it.
 */
export function lowerSessionPriority(pid: number, port: number | null): void {
  const title = read(`/proc/${pid}/cmdline`)
  if (port !== null && title.startsWith('postgres:') && title.includes(`(${port})`)) lower(pid)
}
