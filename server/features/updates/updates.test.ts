import { expect, test } from 'bun:test'
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { logUpdate, UPDATES_LOG, type UpdateLine } from '#server/update/journal.ts'
import { startOf, writeState } from '#server/update/state.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import packageJson from '../../../package.json' with { type: 'json' }

const t = await createTestApp()
const { dataDir } = t.config
const visitor = await t.as(null)
const staff = await t.as(null, { admin: ADMIN_PASSWORD })

const line: UpdateLine = {
  at: '2026-01-02T03:04:05.000Z',
  kind: 'update',
  from: '1.0.0',
  to: '1.1.0',
  outcome: 'undone',
  reason: 'The new version answers 500 to /api/posts.',
  seconds: 12.3,
  migrations: ['0009_added'],
  read_only_seconds: 4,
  backup: '/data/backups/update.tar.zst',
}

test('RUN-10 the admin panel shows the version, past updates and an update in progress', async () => {
  expect(await staff.adminUpdates.list()).toEqual({ version: packageJson.version, in_flight: null, updates: [] })
  await mkdir(dataDir, { recursive: true })
  await logUpdate(dataDir, line)
  await appendFile(join(dataDir, UPDATES_LOG), '{"at":"cut off by a full disk\n')
  await logUpdate(dataDir, { ...line, outcome: 'done', reason: null })
  await writeState(dataDir, {
    id: 'a',
    kind: 'update',
    from: '1.0.0',
    to: '1.2.0',
    step: 'checking',
    migrations: [],
    restores: false,
    backup: null,
    started_at: line.at,
    reason: null,
    pid: process.pid,
    pid_started: startOf(process.pid),
  })
  const { in_flight, updates } = await staff.adminUpdates.list()
  expect(in_flight).toEqual({ from: '1.0.0', to: '1.2.0', step: 'checking' })
  expect(updates.map(({ outcome, reason }) => [outcome, reason])).toEqual([
    ['done', null],
    ['undone', line.reason],
  ])
  expect(JSON.stringify(updates)).not.toContain('backups')
})

test("RUN-10 visitors cannot see the forum's software updates", async () => {
  expect(await failure(visitor.adminUpdates.list())).toMatchObject({ status: 401 })
})
