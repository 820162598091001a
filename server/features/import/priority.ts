import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

const PRIORITY = 10

function lower(id: number): void {
  try {
    setPriority(id, PRIORITY)
  } catch {
    // The process has ended or belongs to another user of the operating system.
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

/** On Linux each thread has its own CPU priority. */
export function lowerOwnPriority(): void {
  for (const id of threadsOfThisProcess()) lower(id)
}

/**
 * Does nothing if PostgreSQL runs on another machine. The client's `port` in the process title proves that the process
 * id is of this session.
 */
export function lowerSessionPriority(pid: number, port: number | null): void {
  const title = read(`/proc/${pid}/cmdline`)
  if (port !== null && title.startsWith('postgres:') && title.includes(`(${port})`)) lower(pid)
}
