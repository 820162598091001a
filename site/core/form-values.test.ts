import { expect, test } from 'bun:test'
import { typedValues } from './form-values.ts'

const INITIAL = {
  title: '',
  is_spoiler: true,
  flair_id: null as number | null,
  hours: 24,
  images: [] as { url: string; alt: string }[],
  poll: { options: ['', ''], hours: 24 },
}

test('submitted fields are converted to the types of the initial values', () => {
  const sent = { title: 'Tytuł', is_spoiler: ['false', 'on'], flair_id: '', hours: '72' }
  expect(typedValues(INITIAL, Object.entries(sent))).toEqual({
    title: 'Tytuł',
    is_spoiler: true,
    flair_id: null,
    hours: 72,
  })
})

test('dotted field names become objects and lists in their order', () => {
  const sent = {
    'images.1.url': '/b',
    'images.1.alt': 'drugi',
    'images.0.url': '/a',
    'images.0.alt': '',
    'poll.options': ['tak', 'nie', ''],
    'poll.hours': '6',
  }
  expect(typedValues(INITIAL, Object.entries(sent))).toEqual({
    images: [
      { url: '/a', alt: '' },
      { url: '/b', alt: 'drugi' },
    ],
    poll: { options: ['tak', 'nie', ''], hours: 6 },
  })
})

test('a field that the form does not have is dropped, even __proto__', () => {
  expect(
    typedValues(INITIAL, [
      ['__proto__.x', '1'],
      ['other', '2'],
    ]),
  ).toEqual({})
})
