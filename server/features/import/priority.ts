import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const PRIORITY = 10

function lower(id: number): void {
  try {
    setPriority(id, PRIORITY)
  } catch {
    // Setting the priority fails if the process has ended, or if it belongs to another user of the operating system.
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

/**
 * Lowers the CPU priority of all threads of this process below the server's; on Linux each thread has its own priority.
 */
export function lowerOwnPriority(): void {
  for (const id of threadsOfThisProcess()) lower(id)
}

/**
 * Lowers the CPU priority of the import's PostgreSQL session, if PostgreSQL runs on this machine. The client's `port`
 * in the process title distinguishes it from a process with the same id that serves another client.
 */
export function lowerSessionPriority(pid: number, port: number | null): void {
  const title = read(`/proc/${pid}/cmdline`)
  if (port !== null && title.startsWith('postgres:') && title.includes(`(${port})`)) lower(pid)
}
