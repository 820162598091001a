import { expect, test } from 'bun:test'
import { fromVersion, toVersion, VERSIONS, type Version } from './versions.ts'

const changes = { pl: [], en: [] }
const versions: Version[] = [
  { date: '2026-01-01', changes, translations: {} },
  {
    date: '2026-06-01',
    changes,
    translations: {
      'posts.get': {
        input: ({ id, ...rest }) => ({ ...rest, post_id: id }),
        output: ({ score, ...rest }) => ({ ...rest, points: score }),
      },
    },
  },
  {
    date: '2026-09-01',
    changes,
    translations: { 'posts.get': { output: ({ headline, ...rest }) => ({ ...rest, title: headline }) } },
  },
]

test('a response is translated back through each contract version newer than the requested one', () => {
  const answer = { headline: 'Zakwas', score: 3 }
  expect(toVersion('2026-01-01', 'posts.get', answer, versions)).toEqual({ title: 'Zakwas', points: 3 } as never)
  expect(toVersion('2026-07-15', 'posts.get', answer, versions)).toEqual({ title: 'Zakwas', score: 3 } as never)
  expect(toVersion('2026-09-01', 'posts.get', answer, versions)).toBe(answer)
  expect(toVersion('2026-01-01', 'posts.list', answer, versions)).toBe(answer)
})

test('input is translated forward through each contract version newer than the requested one', () => {
  expect(fromVersion('2026-05-31', 'posts.get', { id: 7 }, versions)).toEqual({ post_id: 7 })
  expect(fromVersion('2026-06-01', 'posts.get', { post_id: 7 }, versions)).toEqual({ post_id: 7 })
})

test('PORTAL-3 API versions are dates in order, each with its changes in both languages', () => {
  const dates = VERSIONS.map(({ date }) => date)
  expect(dates).toEqual(dates.toSorted())
  for (const { date, changes: texts } of VERSIONS) {
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(texts.pl.length).toBe(texts.en.length)
  }
})
