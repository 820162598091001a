import { afterAll, describe, expect, test } from 'bun:test'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { addJob } from '#server/jobs/add.ts'
import { createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { estimateLines } from '#server/commands/print-estimate.ts'
import { usageOfTree } from '#server/lib/process-usage.ts'
import { createUsage } from '#server/lib/usage.ts'
import { estimateCosts } from './estimate.ts'
import { addCosts, findHours, upsertSample } from './queries.ts'
import { createCostRecorder, hourOf } from './recorder.ts'
import { costModel, dailyMembers, fitLine, fullAt, growthOf, type CostHour, type CostSample } from './rules.ts'
import { costSample } from './table.ts'

const t = await createTestApp()
const at = (time: string) => new Date(`${time}Z`)
const GB = 1e9

const sample = (time: string, members: number, size = 0): CostSample => ({
  hour: at(time),
  members,
  database_bytes: size,
  media_bytes: 0,
  disk_free: 0,
  disk_total: 0,
})

/** Measurements of a forum that uses 0.05 cores when idle and 10 ms of CPU per request, at `rate` requests a second. */
const hour = (time: string, rate: number): CostHour => ({
  hour: at(time),
  seconds: 3_600,
  processes: 1,
  requests: rate * 3_600,
  bytes: rate * 3_600 * 20_000,
  mails: rate * 36,
  cpu_ms: (0.03 + rate * 0.006) * 3_600_000,
  memory: 300e6,
  database_cpu_ms: (0.02 + rate * 0.004) * 3_600_000,
  database_memory: 200e6,
})

const DAY = [2, 1, 1, 4, 8, 10, 6, 5].map((rate, n) => hour(`2026-11-24T${String(n * 3).padStart(2, '0')}:00:00`, rate))

describe('the model of costs', () => {
  test('RUN-13 the cost model separates idle CPU from CPU per request by comparing the hours of a day', () => {
    const model = costModel(DAY, [sample('2026-11-24T23:00:00', 1_000)], [])!
    expect(model.at(1_000).cores).toBeCloseTo(0.05 + 10 * 0.01, 5)
    expect(model.at(4_000).cores).toBeCloseTo(0.05 + 40 * 0.01, 5)
    expect(model.at(2_000).traffic_bytes_per_day).toBeCloseTo(2 * model.at(1_000).traffic_bytes_per_day, 3)
    expect(model.at(2_000).mails_per_day).toBeCloseTo(2 * model.at(1_000).mails_per_day, 3)
    // 20,000 members need 2.05 cores, which takes three processes at `PROCESS_LOAD` (0.7) each.
    expect([1_000, 20_000].map((members) => model.at(members).memory_bytes)).toEqual([500e6, 3 * 300e6 + 200e6])
  })

  test('RUN-13 the cost model attributes all CPU to requests if all hours have equal load', () => {
    expect(
      fitLine([
        { x: 5, y: 1, weight: 1 },
        { x: 5, y: 1, weight: 1 },
      ]),
    ).toEqual({ base: 0, slope: 0.2 })
    expect(fitLine([])).toEqual({ base: 0, slope: 0 })
    expect(fitLine([1, 2, 3].map((x) => ({ x, y: 4 - x, weight: 1 })))).toEqual({ base: 2, slope: 0 })
  })

  test('RUN-13 the number of daily members is averaged over whole days', () => {
    const samples = [
      sample('2026-11-23T22:59:00', 90),
      sample('2026-11-23T23:59:00', 100),
      sample('2026-11-24T23:59:00', 200),
      sample('2026-11-25T08:59:00', 30),
    ]
    expect([dailyMembers(samples), dailyMembers(samples.slice(3)), dailyMembers([])]).toEqual([150, 30, 0])
  })

  test('RUN-13 monthly growth and the day when the disk is full are computed from measured sizes', () => {
    const samples = [sample('2026-11-15T00:00:00', 1, 5 * GB), sample('2026-11-25T00:00:00', 1, 6 * GB)]
    expect(growthOf(samples)).toBeCloseTo(3 * GB, 0)
    expect(growthOf(samples.slice(1))).toBe(null)
    expect(growthOf(samples.toReversed().map((each, n) => ({ ...each, hour: samples[n]!.hour })))).toBe(0)
    const now = at('2026-11-25T00:00:00')
    expect(fullAt(6 * GB, 3 * GB, now)).toEqual(at('2027-01-24T00:00:00'))
    expect([fullAt(6 * GB, 0, now), fullAt(6 * GB, null, now), fullAt(1e18, 1, now)]).toEqual([null, null, null])
  })

  test('RUN-13 no costs are estimated without measurements', () => {
    expect(costModel([], [sample('2026-11-25T00:00:00', 5)], [])).toBe(null)
    expect(costModel(DAY, [], [])).toBe(null)
  })
})

describe('the recorder of costs', () => {
  test('RUN-13 requests, bytes and mails of a process are added to the row of the current hour', async () => {
    const usage = createUsage()
    const now = at('2026-11-20T10:20:00')
    const options = { db: t.db, log: t.services.log, usage, now: () => now, slot: 3, databasePid: async () => null }
    const recorder = createCostRecorder(options)
    await recorder.flush()
    for (let n = 0; n < 2; n += 1) {
      usage.answer('GET', new Response('x', { headers: { 'content-length': '5000' } }))
      usage.answer('HEAD', new Response(null, { headers: { 'content-length': '5000' } }))
      usage.bytes(1_000)
      usage.mail()
      await recorder.flush()
    }
    const [row] = await findHours(t.db, at('2026-11-20T10:00:00'))
    expect(row).toMatchObject({ requests: 4, bytes: 2 * 5_000 + 2 * 1_000 + 4 * 1_200, mails: 2, processes: 1 })
    expect([row!.hour, row!.database_cpu_ms]).toEqual([hourOf(now), null])
    expect(row!.memory).toBeGreaterThan(10e6)
    expect(row!.cpu_ms).toBeGreaterThanOrEqual(0)
  })

  test('RUN-13 an hour has the sum of all processes, but the running time of the longest-running process', async () => {
    const row = { hour: at('2026-11-19T10:00:00'), seconds: 100, requests: 1, bytes: 2, mails: 3, cpu_ms: 4, memory: 5 }
    await addCosts(t.db, { ...row, process: 'a 1', database_cpu_ms: 6, database_memory: 7 })
    await addCosts(t.db, { ...row, process: 'a 1', seconds: 200, database_cpu_ms: 6, database_memory: 3 })
    await addCosts(t.db, { ...row, process: 'a 2', seconds: 150 })
    const [sum] = await findHours(t.db, at('2026-11-19T10:00:00'))
    expect(sum).toEqual({
      hour: row.hour,
      seconds: 300,
      processes: 1.5,
      requests: 3,
      bytes: 6,
      mails: 9,
      cpu_ms: 12,
      memory: 10,
      database_cpu_ms: 12,
      database_memory: 7,
    })
  })

  test('RUN-13 the CPU time of a child process stays in the total after the child has ended', async () => {
    const shell = Bun.spawn(
      ['bash', '-c', 'read; bash -c "for ((i=0;i<300000;i++)); do :; done"; echo done; read; echo'],
      { stdin: 'pipe', stdout: 'pipe' },
    )
    afterAll(() => shell.kill())
    const before = (await usageOfTree(shell.pid))?.cpuMs ?? 0
    shell.stdin.write('\n')
    await shell.stdin.flush()
    await shell.stdout.getReader().read()
    expect((await usageOfTree(shell.pid))!.cpuMs - before).toBeGreaterThan(50)
  })

  test('RUN-13 each hour records the numbers of members, data sizes and free disk space', async () => {
    await createUser(t.db, { active_on: '2026-11-18' })
    await createUser(t.db, { active_on: '2026-11-17' })
    t.clock.now = () => at('2026-11-18T12:59:00')
    await addJob(t.db, 'measure_costs', {})
    await runJobs(t.services)
    await addJob(t.db, 'measure_costs', {})
    await runJobs(t.services)
    t.clock.now = () => new Date()
    const [row, ...more] = await t.db.select().from(costSample)
    expect([row!.hour, row!.members, more]).toEqual([at('2026-11-18T12:00:00'), 1, []])
    expect([row!.database_bytes, row!.disk_free, row!.disk_total].every((bytes) => bytes > 1e6)).toBe(true)
  })
})

test('RUN-13 the panel and the command line estimate the costs of a given number of daily members', async () => {
  const app = await createTestApp()
  const staff = await app.as(null, { admin: ADMIN_PASSWORD })
  expect(await staff.adminCosts.show()).toEqual({ estimate: null })
  app.clock.now = () => at('2026-11-25T12:00:00')
  for (const { processes: _, ...row } of DAY) await addCosts(app.db, { ...row, process: 'a 0' })
  await upsertSample(app.db, sample('2026-11-24T03:00:00', 500, 5 * GB))
  await upsertSample(app.db, sample('2026-11-24T23:00:00', 1_000, 6 * GB))
  const { estimate } = await staff.adminCosts.show({ members: 4_000 })
  expect(estimate).toMatchObject({ measured: { members: 1_000, hours: 8, has_database: true } })
  expect([estimate!.now.cores, estimate!.wanted.cores].map((cores) => cores.toFixed(3))).toEqual(['0.150', '0.450'])
  expect(estimate!.growth_bytes_per_month! / GB).toBeCloseTo(36, 3)
  expect(estimate!.disk.full_at).toBe(null)
  const options = { config: app.config, hasOwnDatabase: true, now: app.clock.now() }
  const own = (await estimateCosts(app.db, options, 4_000))!
  expect(own.disk.full_at!.getTime()).toBeGreaterThan(options.now.getTime())
  const lines = estimateLines(own)
  expect(lines[0]).toMatch(/1000 members a day +4000 members a day$/)
  expect(lines.find((line) => line.startsWith('cores'))).toMatch(/0\.15 +0\.45$/)
  expect((await failure(staff.adminCosts.show({ members: 0 }))).status).toBe(422)
})
