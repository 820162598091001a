import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { routeClass } from './metrics.ts'

const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://watek.example' }
const TOKEN = { METRICS_TOKEN: 'metrics-token' }
const open = await createTestApp()
const closed = await createTestApp(PRODUCTION)
const guarded = await createTestApp({ ...PRODUCTION, ...TOKEN })
const guardedAtHome = await createTestApp(TOKEN)

const status = async (t: TestApp, headers: Record<string, string> = {}, address?: string) =>
  (await t.request('/metrics', { headers }, address)).status

describe('access to the metrics', () => {
  test('only this machine can read the metrics in development, and nobody can through a proxy', async () => {
    expect(await status(open)).toBe(200)
    expect(await status(open, {}, '203.0.113.7')).toBe(404)
    expect(await status(open, { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  })

  test('nobody can read the metrics in production without a token', async () => {
    expect(await status(closed)).toBe(404)
    expect(await status(closed, { authorization: 'Bearer null' })).toBe(404)
  })

  test('anyone with the bearer token can read the metrics, in development too', async () => {
    expect(await status(guarded, { authorization: 'Bearer metrics-token' }, '203.0.113.7')).toBe(200)
    expect(await status(guarded)).toBe(401)
    expect(await status(guarded, { authorization: 'Bearer metrics-toke' })).toBe(401)
    expect(await status(guardedAtHome)).toBe(401)
  })
})

describe('the metrics', () => {
  test('the metrics count requests with their durations by kind of URL, method and status', async () => {
    const t = await createTestApp()
    await t.request('/api/posts')
    await t.request('/api/posts/999999')
    await t.request('/api/posts/999998')
    await t.request('/api/users/me', { method: 'PROPFIND' })
    await t.request('/healthz')
    const text = await (await t.request('/metrics')).text()
    expect(text).toContain('http_request_duration_seconds_count{route="api",method="GET",status="200"} 1\n')
    expect(text).toContain('http_request_duration_seconds_count{route="api",method="GET",status="404"} 2\n')
    expect(text).toContain('http_request_duration_seconds_bucket{route="api",method="GET",status="404",le="+Inf"} 2\n')
    expect(text).toContain('http_request_duration_seconds_count{route="probe",method="GET",status="200"} 1\n')
    expect(text).toContain('method="other"')
    expect(text).not.toContain('PROPFIND')
    expect(text).not.toContain('posts')
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
  })

  test('the metrics count the jobs that failed for good', async () => {
    await open.db.execute(sql`select graphile_worker.add_job('broken')`)
    expect(await (await open.request('/metrics')).text()).toMatch(/^watek_failed_jobs 0$/m)
    await open.db.execute(sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'no'`)
    expect(await (await open.request('/metrics')).text()).toMatch(/^watek_failed_jobs 1$/m)
  })

  test('the metrics are in the format of Prometheus: name, labels and number per line', async () => {
    const response = await open.request('/metrics')
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const lines = (await response.text()).trimEnd().split('\n')
    expect(
      lines.filter((line) => !/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [\d.e+-]+)$/.test(line)),
    ).toEqual([])
  })

  test.each([
    ['/', 'page'],
    ['/post/1', 'page'],
    ['/api', 'api'],
    ['/api/posts', 'api'],
    ['/api/admin/users', 'staff'],
    ['/api/bot/stats', 'staff'],
    ['/media/x.webp', 'media'],
    ['/assets/a.js', 'asset'],
    ['/readyz/', 'probe'],
    ['/robots.txt', 'file'],
    ['/apiary', 'page'],
  ])('the metrics count %s as %s', (path, kind) => {
    expect(routeClass(path)).toBe(kind)
  })
})
