import { expect, test } from 'bun:test'
import { createReportsWatcher, newsOf, REPORTS_EVERY, type News } from './reports-watcher.ts'

type Report = Parameters<typeof newsOf>[0]['reports'][number]
const pending = (...ids: number[]) => ({ reports: ids.map((id) => ({ id }) as Report), total: ids.length })
const idsOf = ({ fresh }: News) => fresh.map(({ id }) => id)

test('whoever signs in gets the number and no notice of each', () => {
  const news = newsOf(pending(9, 8, 7), null)
  expect([news.pending, news.latest, idsOf(news), news.more]).toEqual([3, 9, [], 0])
})

test('a report that came since is told once', () => {
  const news = newsOf(pending(10, 9), 9)
  expect([idsOf(news), news.latest]).toEqual([[10], 10])
  expect(idsOf(newsOf(pending(10, 9), news.latest))).toEqual([])
})

test('many at once are three notices and a number', () => {
  const news = newsOf(pending(15, 14, 13, 12, 11), 10)
  expect([idsOf(news), news.more]).toEqual([[13, 14, 15], 2])
})

test('decided ones take nothing back of what was told', () => {
  expect(newsOf(pending(), 10)).toEqual({ pending: 0, fresh: [], more: 0, latest: 10 })
})

test('it asks every half minute', () => {
  expect(REPORTS_EVERY).toBe(30_000)
})

test('only the newest of two looks counts', async () => {
  const answers: ((news: News) => void)[] = []
  const heard: number[] = []
  const watcher = createReportsWatcher({ ask: () => new Promise<News>((answer) => answers.push(answer)), onNews: ({ pending: count }) => heard.push(count) })
  const [first, second] = [watcher.look(), watcher.look()]
  answers[1]!(newsOf(pending(1), null))
  answers[0]!(newsOf(pending(1, 2, 3), null))
  await Promise.all([first, second])
  watcher.stop()
  expect(heard).toEqual([1])
})
