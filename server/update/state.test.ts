import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  isInFlight,
  isOwned,
  readState,
  reserveState,
  startOf,
  updatesFolder,
  writeState,
  type UpdateState,
} from './state.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-state-test-'))
afterAll(() => rm(folder, { recursive: true }))

const state: UpdateState = {
  id: 'abcdef012345',
  kind: 'update',
  from: '1.0.0',
  to: '1.1.0',
  step: 'unpacking',
  migrations: ['0009_zażółć'],
  restores: true,
  backup: null,
  started_at: '2026-01-01T00:00:00.000Z',
  reason: null,
  pid: process.pid,
  pid_started: startOf(process.pid),
}

const dataDir = () => join(folder, crypto.randomUUID())

test('RUN-10 reading the state of an update returns its last written step, or null before the first', async () => {
  const data = dataDir()
  expect(await readState(data)).toBeNull()
  for (const step of ['unpacking', 'backing_up', 'migrating'] as const) {
    await writeState(data, { ...state, step })
    expect(await readState(data)).toEqual({ ...state, step })
  }
  expect((await readdir(updatesFolder(data))).toSorted()).toEqual(['state.0', 'state.1'])
})

test('RUN-10 the state of an update is read correctly whatever the order of its fields', async () => {
  const data = dataDir()
  const { id, kind, ...rest } = state
  await writeState(data, { ...rest, kind, id })
  expect(await readState(data)).toEqual(state)
})

test('RUN-10 a partly written state of an update is ignored, and the state before it is read', async () => {
  const data = dataDir()
  await writeState(data, { ...state, step: 'backing_up' })
  await writeState(data, { ...state, step: 'migrating' })
  const file = join(updatesFolder(data), 'state.0')
  const whole = await readFile(file, 'utf8')
  for (const cut of [0, 1, 100, whole.indexOf('migrating') + 2, whole.trimEnd().length - 1]) {
    await writeFile(file, whole.slice(0, cut).padEnd(4096))
    expect((await readState(data))?.step).toBe('backing_up')
  }
  await writeFile(file, whole.replace('"step":"migrating"', '"step":"committed"'))
  expect((await readState(data))?.step).toBe('backing_up')
})

test('RUN-10 writing the state of an update needs no disk space, so a full disk prevents no rollback', async () => {
  const data = dataDir()
  await reserveState(data)
  const sizes = () => Promise.all(['state.0', 'state.1'].map((name) => stat(join(updatesFolder(data), name))))
  const before = (await sizes()).map(({ size, blocks, ino }) => ({ size, blocks, ino }))
  for (const step of ['unpacking', 'restoring', 'done'] as const)
    await writeState(data, { ...state, step, reason: 'x'.repeat(1_000) })
  expect((await sizes()).map(({ size, blocks, ino }) => ({ size, blocks, ino }))).toEqual(before)
})

test('RUN-10 an update belongs to its process until that exits, even if another process gets its pid', async () => {
  expect(isOwned(state)).toBe(true)
  expect(isOwned({ ...state, pid_started: '1' })).toBe(false)
  const child = Bun.spawn(['sleep', '60'])
  const ofChild = { ...state, pid: child.pid, pid_started: startOf(child.pid) }
  expect(isOwned(ofChild)).toBe(true)
  child.kill('SIGKILL')
  await child.exited
  expect(isOwned(ofChild)).toBe(false)
})

test('RUN-10 an update counts as unfinished until its step is `done`', () => {
  expect([isInFlight(null), isInFlight(state), isInFlight({ ...state, step: 'done' })]).toEqual([false, true, false])
})
