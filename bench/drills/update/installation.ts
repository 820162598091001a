import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { generateKeyPairSync } from 'node:crypto'
import { join } from 'node:path'
import { runProgram } from '#server/lib/programs.ts'
import { ROOT } from '#server/commands/console.ts'
import { buildRelease, readSource } from '#server/release/build.ts'
import { releaseOf } from '#server/release/layout.ts'
import { serverStatus } from '#server/workers/control.ts'
import { removeVersion } from '#server/update/machine.ts'
import { readState } from '#server/update/state.ts'
import { freePort } from '#server/lib/free-port.ts'
import { ADMIN_PASSWORD, SESSION_SECRET } from '../../fixture.ts'
import { trustKey, VARIANTS, writeVariant } from './variants.ts'

const FAST_LEVEL = 1
/** Room in MB for four versions and little more, so that a drill can fill the disk. */
const DISK_MB = 1_900

export type Installation = {
  home: string
  dataDir: string
  disk: string
  base: string
  port: number
  files: Map<string, string>
  watek: (...args: string[]) => { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> }
  start: () => Promise<void>
  stop: () => Promise<void>
  unmount: () => Promise<void>
}

async function mount(disk: string): Promise<void> {
  await runProgram('umount', [disk])
  await mkdir(disk, { recursive: true })
  const { code, output } = await runProgram('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', disk])
  if (code !== 0) throw new Error(`This drill mounts a small disk, which needs root: ${output}`)
}

/** Installs a release of the working tree on a small disk, and writes release files of its variants. */
export async function install(folder: string, print: (line: string) => void): Promise<Installation> {
  const disk = join(folder, 'disk')
  const releases = join(folder, 'releases')
  await mount(disk)
  await rm(releases, { recursive: true, force: true })
  await mkdir(releases, { recursive: true })
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  print('Making a release of the working tree')
  const source = await readSource(ROOT, true)
  const file = await buildRelease({
    root: ROOT,
    source,
    arch: 'x64',
    folder: releases,
    key: privateKey,
    print,
    level: FAST_LEVEL,
  })
  await runProgram('tar', ['xf', file, '-C', disk])
  await rm(file)
  const home = join(disk, 'watek')
  const base = (await readFile(join(home, 'version'), 'utf8')).trim()
  await trustKey(home, base, publicKey)
  const files = new Map<string, string>()
  for (const variant of VARIANTS) {
    print(`Making ${variant.version}: ${variant.name}`)
    files.set(variant.name, await writeVariant(home, base, variant, releases, privateKey))
  }
  const dataDir = join(folder, 'data')
  await mkdir(join(disk, 'backups'), { recursive: true })
  const port = await freePort()
  await writeFile(
    join(home, '.env'),
    Object.entries({
      DATA_DIR: dataDir,
      PORT: port,
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://localhost:${port}`,
      SESSION_SECRET,
      ADMIN_PASSWORD,
      WORKERS: 2,
      RATE_LIMIT_SCALE: 1_000_000,
      LOG_LEVEL: 'error',
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const watek: Installation['watek'] = (...args) => {
    const child = spawn(join(home, 'watek'), args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    })
    let output = ''
    const startedAt = performance.now()
    const collect = (piece: Buffer) => {
      output += piece.toString().replaceAll(/^/gm, `${((performance.now() - startedAt) / 1_000).toFixed(1)} s `)
    }
    child.stdout!.on('data', collect)
    child.stderr!.on('data', collect)
    return { child, ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, output }))) }
  }
  const start = async () => {
    const { code, output } = await watek('start', '--background').ended
    if (code !== 0 && !output.includes('runs already')) throw new Error(`watek start: ${output}`)
  }
  return {
    home,
    dataDir,
    disk,
    base,
    port,
    files,
    watek,
    start,
    stop: async () => void (await watek('stop').ended),
    unmount: async () => void (await runProgram('umount', [disk])),
  }
}

/** Returns the ids of the server's processes, the supervisor's first. */
export async function serverProcesses({ dataDir }: Installation): Promise<number[]> {
  const status = await serverStatus(dataDir).catch(() => null)
  return status ? [status.pid, ...status.workers.map(({ pid }) => pid)] : []
}

export async function allProcesses({ home }: Installation): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found: number[] = []
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (command.startsWith(`${home}/`)) found.push(pid)
  }
  return found
}

type Standing = {
  /** Null unless all workers run the same version and accept reads and writes. */
  version: string | null
  isInFlight: boolean
}

export async function standing({ dataDir }: Installation): Promise<Standing> {
  const status = await serverStatus(dataDir).catch(() => null)
  const state = await readState(dataDir)
  const isInFlight = state !== null && state.step !== 'done'
  const roots = new Set(status?.workers.map(({ root }) => root))
  const isWhole = status?.workers.length === 2 && roots.size === 1 && status.workers.every((one) => !one.isReadOnly)
  return { version: isWhole ? (releaseOf([...roots][0]!)?.version ?? null) : null, isInFlight }
}

/** Versions and backups of earlier updates would fill the small disk. */
export async function removeOthers({ home, base, disk }: Installation): Promise<void> {
  for (const version of await readdir(join(home, 'versions'))) if (version !== base) await removeVersion(home, version)
  for (const name of await readdir(join(disk, 'backups'))) await rm(join(disk, 'backups', name), { force: true })
}
