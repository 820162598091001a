import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ADMIN_PASSWORD } from '#server/test/app.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { startProcess } from './serve.ts'

const WORKERS = 4
const { url, drop } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'watek-settings-'))
const settings = {
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  WORKERS: String(WORKERS),
  ADMIN_PASSWORD,
  METRICS_TOKEN: 'settings-of-all-workers',
  LOG_LEVEL: 'error',
}
const server = await startProcess(settings, resolve(import.meta.dir, 'workers-main.ts'))

afterAll(async () => {
  await server.stop()
  await drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Returns the site's name from any of the workers, because each request opens a new connection. */
async function nameOfSome(): Promise<string> {
  const answer = await fetch(`${server.origin}/api/openapi.json`, { headers: { connection: 'close' } })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { info: { title: string } }).info.title
}

async function untilAllWorkersAnswer(): Promise<void> {
  const metrics = () =>
    fetch(`${server.origin}/metrics`, { headers: { authorization: `Bearer ${settings.METRICS_TOKEN}` } }).then(
      (answer) => answer.text(),
      () => '',
    )
  while (new Set((await metrics()).match(/process_start_time_seconds\{pid="\d+"\}/g)).size < WORKERS)
    await Bun.sleep(20)
}

test('RUN-3 a changed setting is in force in four workers, and no request fails meanwhile', async () => {
  await untilAllWorkersAnswer()
  expect(await nameOfSome()).toBe('Wątek')
  const admin = server.api(null, { 'x-admin-password': ADMIN_PASSWORD })
  let isOver = false
  const readers = Array.from({ length: 4 }, async () => {
    while (!isOver) await nameOfSome()
  })
  await admin.adminSettings.change({ values: { site_name: 'Cztery procesy' } })
  // The kernel chooses a worker for each connection, so 60 responses in a row mean that all four have the new name.
  for (let inARow = 0; inARow < 60;) inARow = (await nameOfSome()) === 'Cztery procesy' ? inARow + 1 : 0
  isOver = true
  await Promise.all(readers)
  const names = await Promise.all(Array.from({ length: 60 }, nameOfSome))
  expect(new Set(names)).toEqual(new Set(['Cztery procesy']))
})
