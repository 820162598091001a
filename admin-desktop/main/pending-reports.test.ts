import { expect, test } from 'bun:test'
import { createPendingReports } from './pending-reports.ts'
import { createSessions } from './sessions.ts'
import { admin, HERE, network, openStores, refusal, THERE } from './testing/fixture.ts'

const REPORTS = 'GET /api/admin/reports'
const reportOf = (id: number) => ({
  id,
  post_id: 1,
  comment_id: null,
  category_id: null,
  reason: `Powód ${id}`,
  status: 'pending',
  message_id: null,
  user_id: null,
  content_type: 'post',
  content_id: 1,
  reporter: { username: 'ola' },
  created_at: '2026-01-01T00:00:00Z',
  resolved_at: null,
  target: { title: 'Post', excerpt: '', url: '/post/1' },
})
const pending =
  (...ids: number[]) =>
  () =>
    Response.json({ reports: ids.map(reportOf), total: ids.length })

async function openReports(answers: Parameters<typeof network>[0]) {
  const { settings, credentials } = await openStores()
  await credentials.set(HERE, admin)
  const net = network(answers)
  const seen = {
    notices: [] as { title: string; body: string; onClick?: () => void }[],
    places: [] as string[],
    failures: [] as unknown[],
    answers: [] as string[],
    changes: 0,
  }
  const reports = createPendingReports({
    settings,
    sessions: createSessions({ settings, credentials, send: net.send, onChange: () => {} }),
    navigation: {
      open: (place) => {
        seen.places.push(place)
      },
      showReport: (id) => {
        seen.places.push(`report ${id}`)
      },
    },
    host: {
      notice: (notice) => {
        seen.notices.push(notice)
      },
      reportsIntervalMs: 3_600_000,
    },
    onAnswer: (address) => {
      seen.answers.push(address)
    },
    onFailure: async (address, _credential, status) => {
      seen.failures.push([address, status])
    },
    onChange: () => {
      seen.changes += 1
    },
  })
  return { reports, settings, credentials, net, seen }
}

test('the first check shows no notification, a later one shows each new report, opened by a click', async () => {
  const { reports, settings, net, seen } = await openReports({ [REPORTS]: pending(5) })
  await reports.check()
  expect([reports.count(), seen.notices, seen.changes, settings.read().seen_reports]).toEqual([1, [], 1, { [HERE]: 5 }])
  net.answers[REPORTS] = pending(6, 5)
  await reports.check()
  reports.stop()
  expect(seen.notices.map(({ title, body }) => [title, body])).toEqual([['Nowe zgłoszenie', 'Post: Powód 6']])
  seen.notices[0]!.onClick!()
  expect([reports.count(), seen.places, settings.read().seen_reports]).toEqual([2, ['report 6'], { [HERE]: 6 }])
})

test('a click on the last notification, which counts all reports after the third, opens the list', async () => {
  const { reports, settings, seen } = await openReports({ [REPORTS]: pending(9, 8, 7, 6, 5) })
  await settings.change({ seen_reports: { [HERE]: 4 } })
  await reports.check()
  reports.stop()
  seen.notices.at(-1)!.onClick!()
  expect([seen.notices.length, seen.notices.at(-1)!.body, seen.places]).toEqual([
    4,
    'I jeszcze 2 nowe zgłoszenia',
    ['tab=reports'],
  ])
})

test('MOD-12 the pending count covers all cases of the moderation queue, also those without a report', async () => {
  const { reports, seen } = await openReports({
    [REPORTS]: pending(),
    'GET /api/moderation/queue': () => Response.json({ items: [], total: 7, next_cursor: null }),
  })
  await reports.check()
  reports.stop()
  expect([reports.count(), seen.notices, seen.changes]).toEqual([7, [], 1])
})

test('reports are not requested while nobody is signed in', async () => {
  const { reports, credentials, net } = await openReports({ [REPORTS]: pending(5) })
  await credentials.set(HERE, null)
  await reports.check()
  reports.stop()
  expect([reports.count(), net.requests]).toEqual([0, []])
})

test.each<[string, (parts: Awaited<ReturnType<typeof openReports>>) => Promise<void>]>([
  ['another server is chosen', ({ settings }) => settings.change({ current: THERE })],
  ['the member signs out', ({ credentials }) => credentials.set(HERE, null)],
])('a reports response that arrives after %s is dropped', async (_, change) => {
  const parts = await openReports({
    [REPORTS]: async () => {
      await change(parts)
      return pending(5)()
    },
  })
  await parts.reports.check()
  parts.reports.stop()
  expect([parts.reports.count(), parts.seen.notices, parts.settings.read().seen_reports]).toEqual([0, [], {}])
})

test.each([
  [{}, 0],
  [{ [REPORTS]: refusal(401, 'admin_credential') }, 401],
])('a failed request for the open reports is logged with its status: %p', async (answers, status) => {
  const { reports, seen } = await openReports(answers)
  await reports.check()
  reports.stop()
  expect([seen.failures, seen.answers]).toEqual([[[HERE, status]], []])
})
