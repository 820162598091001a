import { expect, test } from 'bun:test'
import { createReportsWatcher, newsOf, REPORTS_INTERVAL_MS, type News } from './reports-watcher.ts'

type Report = Parameters<typeof newsOf>[0]['reports'][number]
const pending = (...ids: number[]) => ({ reports: ids.map((id) => ({ id }) as Report), total: ids.length })
const idsOf = ({ fresh }: News) => fresh.map(({ id }) => id)

test('the first check after a sign-in counts the pending reports without notifications', () => {
  const news = newsOf(pending(9, 8, 7), null)
  expect([news.pending, news.latest, idsOf(news), news.more]).toEqual([3, 9, [], 0])
})

test('DESK-5 a report created since the last check is shown in one notification', () => {
  const news = newsOf(pending(10, 9), 9)
  expect([idsOf(news), news.latest]).toEqual([[10], 10])
  expect(idsOf(newsOf(pending(10, 9), news.latest))).toEqual([])
})

test('many new reports at once are returned as the first three and the number of further ones', () => {
  const news = newsOf(pending(15, 14, 13, 12, 11), 10)
  expect([idsOf(news), news.more]).toEqual([[13, 14, 15], 2])
})

test('decided reports are not returned as new', () => {
  expect(newsOf(pending(), 10)).toEqual({ pending: 0, fresh: [], more: 0, latest: 10 })
})

test('the reports watcher checks every half minute', () => {
  expect(REPORTS_INTERVAL_MS).toBe(30_000)
})

test('the reports watcher does not poll while an event stream is open', async () => {
  let [checks, asked, isLive] = [0, 0, true]
  const checkedAgain = Promise.withResolvers<void>()
  const watcher = createReportsWatcher({
    load: async () => {
      checks += 1
      if (checks === 2) checkedAgain.resolve()
      return null
    },
    onNews: () => {},
    isLive: () => {
      asked += 1
      if (asked === 3) isLive = false
      return isLive
    },
    intervalMs: 1,
  })
  await watcher.check()
  await checkedAgain.promise
  watcher.stop()
  expect([checks, asked]).toEqual([2, 3])
})

test('the older of two concurrent checks for reports is ignored if its response comes last', async () => {
  const answers: ((news: News) => void)[] = []
  const counts: number[] = []
  const watcher = createReportsWatcher({
    load: () => new Promise<News>((answer) => answers.push(answer)),
    onNews: ({ pending: count }) => counts.push(count),
  })
  const [first, second] = [watcher.check(), watcher.check()]
  answers[1]!(newsOf(pending(1), null))
  answers[0]!(newsOf(pending(1, 2, 3), null))
  await Promise.all([first, second])
  watcher.stop()
  expect(counts).toEqual([1])
})

test('the response of a check for reports is used even if a later check has started meanwhile', async () => {
  const answers: ((news: News) => void)[] = []
  const counts: number[] = []
  const watcher = createReportsWatcher({
    load: () => new Promise<News>((answer) => answers.push(answer)),
    onNews: ({ pending: count }) => counts.push(count),
  })
  const first = watcher.check()
  void watcher.check()
  answers[0]!(newsOf(pending(1), null))
  await first
  watcher.stop()
  expect(counts).toEqual([1])
})

test('DESK-5 a report found by two concurrent checks is shown in one notification', async () => {
  const answers: ((news: News) => void)[] = []
  const shown: number[][] = []
  const watcher = createReportsWatcher({
    load: () => new Promise<News>((answer) => answers.push(answer)),
    onNews: (news) => shown.push(idsOf(news)),
  })
  const checks = [watcher.check(), watcher.check()]
  answers[0]!(newsOf(pending(10, 9), 9))
  answers[1]!(newsOf(pending(11, 10, 9), 9))
  await Promise.all(checks)
  const next = watcher.check()
  answers[2]!(newsOf(pending(12, 11, 10, 9), 11))
  await next
  watcher.stop()
  expect(shown).toEqual([[10], [11], [12]])
})
