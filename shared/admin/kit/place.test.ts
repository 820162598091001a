import { describe, expect, test } from 'bun:test'
import { changedQuery } from './place.ts'
import { sortingOf, sortText } from './sorting.ts'

describe('changing the query of the URL', () => {
  test.each([
    ['tab=users', { search: 'ada' }, 'tab=users&search=ada'],
    ['tab=users&search=ada&skip=40', { search: 'bob' }, 'tab=users&search=bob'],
    ['tab=reports&skip=40', { status: 'pending' }, 'tab=reports&status=pending'],
    ['tab=users&search=ada&skip=40', { search: '' }, 'tab=users'],
    ['tab=users&search=ada', { skip: 20 }, 'tab=users&search=ada&skip=20'],
    ['tab=users&search=ada&skip=20', { skip: 0 }, 'tab=users&search=ada'],
    ['tab=users&skip=20', { sort: '-karma' }, 'tab=users&skip=20&sort=-karma'],
    ['tab=users&skip=20&sort=karma', { sort: null }, 'tab=users&skip=20'],
    ['tab=users', { search: 'a&tab=posts' }, 'tab=users&search=a%26tab%3Dposts'],
  ])('the query %s with the change %o becomes %s', (query, change, expected) => {
    expect(changedQuery(query, change)).toBe(expected)
  })
})

describe('the sort parameter', () => {
  test.each(['karma', '-karma'])('the sort parameter %s is parsed and written back unchanged', (text) => {
    expect(sortText(sortingOf(text, ['id', 'karma']))).toBe(text)
  })

  test.each(['', 'secret', '-', '--karma'])('an unknown sort parameter %j is ignored', (text) => {
    expect(sortText(sortingOf(text, ['karma']))).toBeNull()
  })
})
