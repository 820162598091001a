import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { identity } from '#server/lib/programs.ts'
import { postgresEnvironment, type SystemUser } from './system-user.ts'

type PidFile = { pid: number; port: number; ready: boolean }

type Launch = {
  folder: string
  binaries: string
  user: SystemUser | null
  logFile: string
  settings: Record<string, string>
  port: number
}

type Outcome = { kind: 'ready' } | { kind: 'refused' | 'failed'; reason: string }

const MAX_LOG_BYTES = 10_000_000
const POLL_INTERVAL_MS = 20
const FAST_STOP_TIMEOUT_MS = 30_000

const TEMPORARY = /lock file .* (already exists|is empty)|pre-existing shared memory block/

/** Null if the pid file is missing or is being written; PostgreSQL's pidfile.h explains the lines of the file. */
export async function readPidFile(folder: string): Promise<PidFile | null> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return null
  return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' }
}

/** The process id alone is no proof, since after a reboot it may belong to another program. */
export function runsCluster(pid: number, folder: string): boolean {
  const command = commandLine(pid)
  return command.includes('postgres') && command.includes(` -D ${folder} `)
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Starts PostgreSQL in its own process group, which Ctrl-C does not reach. */
export async function launch({ folder, binaries, user, logFile, settings, port }: Launch): Promise<Outcome> {
  await rotate(logFile)
  const output = await open(logFile, 'a', 0o600)
  const { size } = await output.stat()
  const child = spawn(
    join(binaries, 'bin', 'postgres'),
    [
      '-D',
      folder,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    {
      ...identity(user),
      env: postgresEnvironment(),
      cwd: '/',
      detached: true,
      stdio: ['ignore', output.fd, output.fd],
    },
  )
  let ended: string | null = null
  child.once('error', (error) => (ended = error.message))
  child.once('exit', () => (ended ??= ''))
  child.unref()
  try {
    for (;;) {
      const found = await readPidFile(folder)
      if (found?.ready && found.pid === child.pid) return { kind: 'ready' }
      if (ended !== null) return failure(ended || (await readFrom(logFile, size)))
      await Bun.sleep(POLL_INTERVAL_MS)
    }
  } finally {
    await output.close()
  }
}

export async function shutDown(folder: string, log: (line: string) => void): Promise<void> {
  const found = await readPidFile(folder)
  if (!found || !runsCluster(found.pid, folder)) return
  process.kill(found.pid, 'SIGINT')
  if (await hasExited(found.pid, folder, FAST_STOP_TIMEOUT_MS)) return
  log('The database takes too long to stop: ending it at once, it recovers at the next start')
  process.kill(found.pid, 'SIGQUIT')
  await hasExited(found.pid, folder, FAST_STOP_TIMEOUT_MS)
}

/** Kills PostgreSQL without a checkpoint, for a database whose data is not needed any more. */
export async function endAtOnce(pid: number, folder: string): Promise<void> {
  process.kill(pid, 'SIGQUIT')
  if (!(await hasExited(pid, folder, FAST_STOP_TIMEOUT_MS))) process.kill(pid, 'SIGKILL')
}

async function hasExited(pid: number, folder: string, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit
  while (runsCluster(pid, folder)) {
    if (Date.now() > deadline) return false
    await Bun.sleep(POLL_INTERVAL_MS)
  }
  return true
}

function failure(output: string): Outcome {
  const reason =
    /(?:FATAL|PANIC|ERROR): +(.*)/.exec(output)?.[1] ?? (output.trim().split('\n').at(-1) || 'no reason given')
  return { kind: TEMPORARY.test(output) ? 'refused' : 'failed', reason }
}

async function readFrom(file: string, offset: number): Promise<string> {
  return (await readFile(file)).subarray(offset).toString()
}

async function rotate(logFile: string): Promise<void> {
  if (Bun.file(logFile).size > MAX_LOG_BYTES) await rename(logFile, `${logFile}.old`)
}

function commandLine(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return ''
  }
}
