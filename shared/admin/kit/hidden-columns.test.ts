import { expect, test } from 'bun:test'
import { hiddenText, visible } from './hidden-columns.ts'

const columns = [
  { key: 'choose', hideHeader: true },
  { key: 'title' },
  { key: 'author' },
  { key: 'actions', hideHeader: true },
]
const keys = (hidden: string) => visible(columns, hidden).map(({ key }) => key)

test('columns listed in the URL are hidden, except columns without a label and the last visible one', () => {
  expect(keys('')).toEqual(['choose', 'title', 'author', 'actions'])
  expect(keys('author')).toEqual(['choose', 'title', 'actions'])
  expect(keys('actions,unknown')).toEqual(['choose', 'title', 'author', 'actions'])
  expect(keys('title,author')).toEqual(['choose', 'title', 'author', 'actions'])
})

test('a column can be hidden and shown again', () => {
  expect(hiddenText(columns, '', 'author', false)).toBe('author')
  expect(hiddenText(columns, 'author', 'author', true)).toBeNull()
  expect(hiddenText(columns, 'unknown', 'title', false)).toBe('title')
})
