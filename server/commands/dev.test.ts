import { afterAll, beforeAll, expect, test } from 'bun:test'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPidFile, runsCluster, shutDown } from '#server/db/local/postmaster.ts'
import { run } from '#server/db/local/system-user.ts'
import { ROOT } from './console.ts'

let root: string
const folder = () => join(root, 'postgres')

const databaseRuns = async () => {
  const found = await readPidFile(folder())
  return found !== null && runsCluster(found.pid, folder())
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'watek-dev-'))
  await run('chmod', ['755', root], { user: null })
})

afterAll(async () => {
  await shutDown(folder(), () => {})
  await rm(root, { recursive: true, force: true })
})

/** Starts `bun run dev` in its own process group; resolves once the server responds. */
async function develop(): Promise<ChildProcess> {
  const { NODE_ENV: _, TEST_DATABASE_URL: __, ...env } = process.env
  const child = spawn(process.execPath, ['server/commands/dev.ts'], {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, DATA_DIR: root, DEMO: 'off', LOG_LEVEL: 'info' },
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (text: Buffer) => text.includes(' answers on ') && resolve())
    child.once('exit', () => reject(new Error('It did not start')))
  })
  return child
}

async function endBy(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.removeAllListeners('exit')
  child.kill(signal)
  await once(child, 'exit')
}

test('FRAME-5,6 the built-in database has stopped when `bun run dev` ends by SIGTERM', async () => {
  const child = await develop()
  expect(await databaseRuns()).toBe(true)
  await endBy(child, 'SIGTERM')
  expect(await databaseRuns()).toBe(false)
})

test('FRAME-5,6 the next `bun run dev` takes over the database of a killed one and stops it by SIGINT', async () => {
  const killed = await develop()
  await endBy(killed, 'SIGKILL')
  const next = await develop()
  expect(await databaseRuns()).toBe(true)
  await endBy(next, 'SIGINT')
  expect(await databaseRuns()).toBe(false)
})
