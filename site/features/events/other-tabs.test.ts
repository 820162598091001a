import { expect, setSystemTime, test } from 'bun:test'
import { createOtherTabs } from './other-tabs.ts'

test('LIVE-5 a tab that has sent no message for a long time counts as closed', () => {
  const others = createOtherTabs()
  const wanted = (id: number) => [{ topic: `post:${id}` as const, since: null, at: 1 }]
  const topics = () => others.wanted().map(({ topic }) => topic)
  setSystemTime(1_000)
  others.note(1, wanted(1))
  others.note(2, wanted(2))
  setSystemTime(60_000)
  others.note(2, wanted(3))
  others.note(4, wanted(4))
  others.removeSilent(30_000)
  expect(topics()).toEqual(['post:3', 'post:4'])
  others.remove(4)
  expect(topics()).toEqual(['post:3'])
  setSystemTime()
})
