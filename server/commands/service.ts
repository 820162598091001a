import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureSecrets, loadConfig, type Config } from '#server/config.ts'
import { rootOf, runStep, versionInForce, type Machine } from '#server/update/machine.ts'
import { recoverUpdate } from '#server/update/recover.ts'
import { isOwned, isInFlight, readState } from '#server/update/state.ts'
import { serverStatus, stopServer, type ServerStatus } from '#server/workers/control.ts'
import { startWorkers } from '#server/workers/start.ts'
import { CommandError, print, ROOT, WATEK_HOME } from './console.ts'

const STOP_TIMEOUT_MS = 60_000
const START_TIMEOUT_MS = 120_000
const UPDATE_TIMEOUT_MS = 600_000
/** Milliseconds between checks for an interrupted update while the server runs. */
const WATCH_MS = 2_000
const POLL_MS = 100
/** The exit code that Linux init scripts use for a program that is not running. */
const NOT_RUNNING = 3

export function machineOf(config: Config): Machine {
  if (WATEK_HOME === null) throw new CommandError('This is for an installed release: use the commands of package.json.')
  return { home: WATEK_HOME, dataDir: config.dataDir, env: process.env, print }
}

async function untilStopped(dataDir: string): Promise<void> {
  for (const deadline = Date.now() + STOP_TIMEOUT_MS; Date.now() < deadline; await Bun.sleep(POLL_MS))
    if (!(await serverStatus(dataDir))) return
  throw new CommandError(`The server did not end within ${STOP_TIMEOUT_MS / 1_000} s.`)
}

async function startInBackground(config: Config): Promise<number> {
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const logFile = join(config.dataDir, 'watek.log')
  const output = openSync(logFile, 'a', 0o600)
  const child = spawn(process.execPath, ['--no-env-file', 'server/commands/watek.ts', 'start'], {
    cwd: ROOT,
    env: process.env,
    detached: true,
    stdio: ['ignore', output, output],
  })
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  child.unref()
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline; await Bun.sleep(POLL_MS)) {
    const status = await serverStatus(config.dataDir)
    if (status?.is_started) {
      print(`Wątek ${status.version} answers on ${status.public_url}; what it says is in ${logFile}`)
      return 0
    }
    if (ended) {
      const said = (await readFile(logFile, 'utf8')).trim().split('\n').at(-1)
      throw new CommandError(`The server ended: ${said} (more in ${logFile})`)
    }
  }
  throw new CommandError(`The server does not answer yet: look into ${logFile}.`)
}

/** While the server runs, finishes or rolls back an update whose process was killed. */
function watchUpdates(machine: Machine): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    void (async () => {
      const state = await readState(machine.dataDir)
      if (isInFlight(state) && !isOwned(state)) await runStep(machine, await versionInForce(machine), 'recover')
    })()
      .catch((error: Error) => print(`An update could not be taken back: ${error.message}`))
      .finally(() => {
        isBusy = false
      })
  }, WATCH_MS)
  return () => clearInterval(timer)
}

export async function start(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { background: { type: 'boolean', short: 'b', default: false } } })
  const config = await ensureSecrets(loadConfig(process.env))
  const machine = machineOf(config)
  if (await serverStatus(config.dataDir)) {
    await recoverUpdate(machine, UPDATE_TIMEOUT_MS)
    throw new CommandError('The server runs already: watek status.')
  }
  await recoverUpdate(machine, UPDATE_TIMEOUT_MS)
  const version = await versionInForce(machine)
  if (values.background) return startInBackground(config)
  const unwatch = watchUpdates(machine)
  return startWorkers(config, process.env, { root: rootOf(machine.home, version) }).finally(unwatch)
}

export async function stop(): Promise<number> {
  const { dataDir } = loadConfig(process.env)
  if (!(await stopServer(dataDir))) {
    print('The server does not run.')
    return 0
  }
  await untilStopped(dataDir)
  print('Stopped.')
  return 0
}

const describe = ({ started_at, public_url, pid, workers }: ServerStatus) =>
  `Runs since ${started_at} on ${public_url} (process ${pid}, workers ${workers.map((one) => one.pid).join(', ')})`

export async function status(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
  const config = loadConfig(process.env)
  const machine = machineOf(config)
  const [running, version, update] = [
    await serverStatus(config.dataDir),
    await versionInForce(machine),
    await readState(config.dataDir),
  ]
  const inFlight = isInFlight(update) ? { from: update.from, to: update.to, step: update.step } : null
  if (values.json) print(JSON.stringify({ version, running, update: inFlight, data_dir: config.dataDir }, null, 2))
  else {
    print(`Version ${version} in ${machine.home}, data in ${config.dataDir}`)
    print(running ? describe(running) : 'Does not run: watek start.')
    if (inFlight) print(`An update from ${inFlight.from} to ${inFlight.to} is in flight (${inFlight.step}).`)
  }
  return running ? 0 : NOT_RUNNING
}

export async function setup(): Promise<number> {
  const config = loadConfig(process.env)
  const running = await serverStatus(config.dataDir)
  const code = await readFile(join(config.dataDir, 'setup-code'), 'utf8').catch(() => null)
  if (code === null) {
    print(running ? 'The set-up is done.' : 'The server does not run: watek start, then watek setup.')
    return running ? 0 : 1
  }
  print(`Open ${running?.public_url ?? config.publicUrl}/setup and enter the code ${code.trim()}`)
  return 0
}
