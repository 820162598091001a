import { expect, test } from 'bun:test'
import { CLOSED, conditionsIssue, matchOf, withField, type ConditionRow } from './filter-form.ts'

const text = { withoutConditions: 'none', incomplete: (row: number) => `row ${row}` }
const word: ConditionRow = { field: 'text', op: 'word', value: 'casino' }

test('a filter without conditions cannot be sent', () => {
  expect(conditionsIssue({ ...CLOSED, all: [], any: [] }, text)).toBe('none')
})

test('the first condition without a value is named by its number over both lists', () => {
  expect(conditionsIssue({ ...CLOSED, all: [word], any: [word, { ...word, value: ' ' }] }, text)).toBe('row 3')
  expect(conditionsIssue({ ...CLOSED, all: [word], any: [word] }, text)).toBeNull()
})

test('lists without conditions are left out of what is sent', () => {
  expect(matchOf({ ...CLOSED, all: [], any: [word] })).toEqual({
    any: [{ field: 'text', op: 'word', value: 'casino' }],
  })
})

test('a field of the same kind keeps the value that was typed', () => {
  expect(withField(word, 'title')).toEqual({ field: 'title', op: 'word', value: 'casino' })
})
