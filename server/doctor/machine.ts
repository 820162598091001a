import { lstat, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { totalmem } from 'node:os'
import type { Config } from '#server/config.ts'
import { serverStatus } from '#server/workers/control.ts'
import { error, ok, reasonOf, warning, type Finding } from './finding.ts'

const MIB = 1_048_576
const DISK = { warning: 2_048 * MIB, error: 256 * MIB }
const MEMORY = { total: 900 * MIB, warning: 256 * MIB, error: 96 * MIB }
const SECRET_FILES = ['secrets.json', 'postgres-password', 'setup-code']

const mib = (bytes: number) => `${Math.floor(bytes / MIB).toLocaleString('en')} MiB`

export async function checkFolders({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const found = await lstat(dataDir).catch(() => null)
  if (!found) return [warning('folders', `${dataDir} is not there yet.`, 'It is made at the first start.')]
  if (!found.isDirectory() && !found.isSymbolicLink())
    return [error('folders', `DATA_DIR ${dataDir} is no folder.`, 'Set DATA_DIR to a folder.')]
  const probe = join(dataDir, `.doctor-${process.pid}`)
  const refused = await writeFile(probe, '', { mode: 0o600 }).then(
    () => null,
    (reason: unknown) => reasonOf(reason),
  )
  await rm(probe, { force: true }).catch(() => {})
  if (refused !== null)
    return [
      error('folders', `Nothing can be written into ${dataDir} (${refused}).`, "Give the folder to the server's user."),
    ]
  const findings: Finding[] = []
  if ((found.mode & 0o066) !== 0)
    findings.push(warning('folders', `Other users can read ${dataDir}.`, `chmod 700 ${dataDir}, or start the server.`))
  for (const name of SECRET_FILES) {
    const file = await lstat(join(dataDir, name)).catch(() => null)
    if (file && (file.mode & 0o077) !== 0)
      findings.push(
        error('folders', `Other users can read ${join(dataDir, name)}.`, `chmod 600 ${join(dataDir, name)}`),
      )
  }
  return findings.length > 0 ? findings : [ok('folders', `${dataDir} belongs to the server alone.`)]
}

export async function checkDisk({ dataDir }: Pick<Config, 'dataDir'>): Promise<Finding[]> {
  const found = await statfs(dataDir).catch(() => null)
  if (!found) return []
  const { bavail, bsize, files, ffree } = found
  const free = bavail * bsize
  const advice = 'Free space, or move DATA_DIR to a larger disk; a full disk stops writes.'
  if (free < DISK.error) return [error('disk', `${mib(free)} are free.`, advice)]
  if (files > 0 && ffree < files / 50) return [warning('disk', 'The disk has few inodes left.', advice)]
  if (free < DISK.warning) return [warning('disk', `${mib(free)} are free.`, advice)]
  return [ok('disk', `${mib(free)} are free.`)]
}

export async function checkMemory(): Promise<Finding[]> {
  const text = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const available = Number(/MemAvailable:\s+(\d+)/.exec(text)?.[1] ?? Number.NaN) * 1_024
  const total = totalmem()
  if (available < MEMORY.error)
    return [error('memory', `${mib(available)} are free.`, 'Stop other programs, or add memory.')]
  if (available < MEMORY.warning) return [warning('memory', `${mib(available)} are free.`, 'Add memory.')]
  if (total < MEMORY.total)
    return [
      warning('memory', `The machine has ${mib(total)}.`, 'Give it 1 GiB, or use WORKERS=1 and few other programs.'),
    ]
  return [ok('memory', Number.isNaN(available) ? mib(total) : `${mib(available)} of ${mib(total)} are free.`)]
}

/** The port may also be taken by this forum's own server. */
export async function checkPort({ dataDir, port, host }: Config): Promise<Finding[]> {
  const status = await serverStatus(dataDir).catch(() => null)
  if (status && status.port === port) return [ok('port', `The server listens on port ${port}.`)]
  const refused = await new Promise<string | null>((resolve) => {
    const probe = createServer()
    probe.once('error', (reason) => resolve(reasonOf(reason)))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(null)))
  })
  if (refused === null) return [ok('port', `Port ${port} is free.`)]
  return [
    error(
      'port',
      `Port ${port} cannot be used (${refused}).`,
      'Stop the program that uses it, or set another PORT; below 1024 it needs a proxy.',
    ),
  ]
}
