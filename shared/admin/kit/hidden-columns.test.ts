import { expect, test } from 'bun:test'
import { hiddenText, visible } from './hidden-columns.ts'

const columns = [{ key: 'choose', hideHeader: true }, { key: 'title' }, { key: 'author' }, { key: 'acts', hideHeader: true }]
const keys = (hidden: string) => visible(columns, hidden).map(({ key }) => key)

test('columns that the address names are put away, but never all of them, nor those without a name to read', () => {
  expect(keys('')).toEqual(['choose', 'title', 'author', 'acts'])
  expect(keys('author')).toEqual(['choose', 'title', 'acts'])
  expect(keys('acts,unknown')).toEqual(['choose', 'title', 'author', 'acts'])
  expect(keys('title,author')).toEqual(['choose', 'title', 'author', 'acts'])
})

test('a column is put away and brought back', () => {
  expect(hiddenText(columns, '', 'author', false)).toBe('author')
  expect(hiddenText(columns, 'author', 'author', true)).toBeNull()
  expect(hiddenText(columns, 'unknown', 'title', false)).toBe('title')
})
