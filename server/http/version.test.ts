import { expect, test } from 'bun:test'
import { VERSIONS } from '#shared/api/versions/versions.ts'
import { createTestApp } from '#server/test/app.ts'

const t = await createTestApp()
const NEWEST = VERSIONS.at(-1)!.date

const ask = (version?: string) =>
  t.request('/api/posts?limit=1', { headers: version === undefined ? {} : { 'watek-version': version } })

test('PORTAL-3 a request may ask for a version of the contract, and the response states the one used', async () => {
  for (const [asked, got] of [
    [NEWEST, NEWEST],
    ['2001-01-01', VERSIONS[0]!.date],
    ['2999-12-31', NEWEST],
  ] as const) {
    const answer = await ask(asked)
    expect([asked, answer.status, answer.headers.get('watek-version')]).toEqual([asked, 200, got])
  }
  expect((await ask()).headers.get('watek-version')).toBeNull()
})

test('PORTAL-3 a contract version that is no date is refused', async () => {
  for (const asked of ['latest', '2026-13-01', '1', '2026-11-25T00:00:00Z']) {
    const answer = await ask(asked)
    expect([asked, answer.status]).toEqual([asked, 400])
    expect(await answer.json()).toMatchObject({ code: 'bad_version' })
  }
})
