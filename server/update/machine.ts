import { spawn } from 'node:child_process'
import { chown, lstat, open, readdir, readFile, readlink, realpath, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BUN_FILE, IN_FORCE_FILE, ReleaseError, VERSION, VERSION_FILE, VERSIONS } from '#server/release/layout.ts'

/** Folders of the program and its data, and how to run the update steps of an installed version. */
export type Machine = { home: string; dataDir: string; env: NodeJS.ProcessEnv; print: (line: string) => void }

export const rootOf = (home: string, version: string) => join(home, VERSIONS, version)

/**
 * Returns the versions from whose folders programs run. PostgreSQL keeps running from the version whose update step
 * started it, and loads its extensions from the path on its command line, even if the files were replaced since.
 */
async function versionsInUse(home: string): Promise<Set<string>> {
  const folder = `${join(await realpath(home), VERSIONS)}/`
  const pids = (await readdir('/proc').catch((): string[] => [])).filter((name) => /^\d+$/.test(name))
  const programs = await Promise.all(
    pids.flatMap((pid) => [
      readlink(`/proc/${pid}/exe`).catch(() => ''),
      readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    ]),
  )
  return new Set(
    programs.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length).split('/')[0]!),
  )
}

/** Removes a version unless a running program needs it; the next update then tries again. */
export async function removeVersion(home: string, version: string): Promise<void> {
  if ((await versionsInUse(home)).has(version)) return
  await rm(rootOf(home, version), { recursive: true, force: true }).catch(() => {})
}

async function versionIn(file: string): Promise<string | null> {
  const version = (await readFile(file, 'utf8').catch(() => '')).trim()
  return VERSION.test(version) ? version : null
}

/** Reads the current version in the same way as the program `watek`. */
export async function versionInForce({ home, dataDir }: Pick<Machine, 'home' | 'dataDir'>): Promise<string> {
  const chosen = await versionIn(join(dataDir, IN_FORCE_FILE))
  if (chosen !== null && existsSync(join(rootOf(home, chosen), BUN_FILE))) return chosen
  const unpacked = await versionIn(join(home, VERSION_FILE))
  if (unpacked === null) throw new ReleaseError(`There is no installed version in ${home}.`)
  return unpacked
}

/** Writes the current version to a file, which gets the owner of the data even if root runs the update. */
export async function setVersionInForce({ dataDir }: Machine, version: string): Promise<void> {
  const file = join(dataDir, IN_FORCE_FILE)
  const draft = `${file}.new`
  await rm(draft, { force: true })
  const handle = await open(draft, 'w', 0o644)
  await handle.writeFile(`${version}\n`)
  await handle.sync().finally(() => handle.close())
  await rename(draft, file)
  await giveToOwner(dataDir, file)
}

async function ownerOf(dataDir: string): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null
  const { uid, gid } = await lstat(dataDir)
  return uid === 0 ? null : { uid, gid }
}

export async function giveToOwner(dataDir: string, ...paths: string[]): Promise<void> {
  const owner = await ownerOf(dataDir)
  if (owner) for (const path of paths) await chown(path, owner.uid, owner.gid).catch(() => {})
}

type StepResult = { output: string }

/** The message is the output of the failed step. */
class StepError extends Error {
  override name = 'StepError'
}

/** The line that a step prints before it waits for input. */
export const PAUSED = 'paused'

/** Runs a step with a version's code, as the owner of the data. @throws StepError with the last line of its stderr */
export const runStep = (machine: Machine, version: string, name: string, ...args: string[]): Promise<StepResult> =>
  runPausingStep(machine, version, [name, ...args], null)

/** `meanwhile` runs while the step pauses in its middle; if it fails, the step is killed. */
export async function runPausingStep(
  { home, dataDir, env, print }: Machine,
  version: string,
  [name, ...args]: [string, ...string[]],
  meanwhile: (() => Promise<void>) | null,
): Promise<StepResult> {
  const root = rootOf(home, version)
  const owner = await ownerOf(dataDir)
  const child = spawn(join(root, BUN_FILE), ['--no-env-file', 'server/commands/watek.ts', 'step', name, ...args], {
    cwd: root,
    env: { ...env, WATEK_HOME: home, DATA_DIR: dataDir },
    stdio: [meanwhile ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    ...owner,
  })
  const paused = Promise.withResolvers<boolean>()
  let [output, complaint] = ['', '']
  child.stdout!.on('data', (piece: Buffer) => {
    output += piece.toString()
    if (output === `${PAUSED}\n`) paused.resolve(true)
  })
  child.stderr!.on('data', (piece: Buffer) => {
    complaint = (complaint + piece.toString()).slice(-20_000)
  })
  const ended = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      complaint += error.message
      resolve(-1)
    })
    child.once('close', (exit, signal) => resolve(exit ?? (signal ? -1 : 0)))
  })
  void ended.then(() => paused.resolve(false))
  if (meanwhile && (await paused.promise)) {
    await meanwhile().catch(async (error: Error) => {
      child.stdin!.end()
      await ended
      throw error
    })
    child.stdin!.end('\n')
  }
  const code = await ended
  if (code === 0) return { output }
  const lines = complaint.trim().split('\n').filter(Boolean)
  for (const line of lines.slice(-5)) print(`  ${line}`)
  throw new StepError(lines.at(-1)?.trim() || `the step ${name} of version ${version} ended with code ${code}`)
}
