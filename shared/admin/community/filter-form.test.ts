import { expect, test } from 'bun:test'
import { CLOSED, conditionsIssue, matchOf, withField, type ConditionRow } from './filter-form.ts'

const text = { withoutConditions: 'none', incomplete: (row: number) => `row ${row}` }
const word: ConditionRow = { field: 'text', op: 'word', value: 'casino' }

test('a filter without conditions cannot be sent', () => {
  expect(conditionsIssue({ ...CLOSED, all: [], any: [] }, text)).toBe('none')
})

test('the error for an empty condition of a filter has its row number, counted over both lists of conditions', () => {
  expect(conditionsIssue({ ...CLOSED, all: [word], any: [word, { ...word, value: ' ' }] }, text)).toBe('row 3')
  expect(conditionsIssue({ ...CLOSED, all: [word], any: [word] }, text)).toBeNull()
})

test('a filter is sent without its empty list of conditions', () => {
  expect(matchOf({ ...CLOSED, all: [], any: [word] })).toEqual({
    any: [{ field: 'text', op: 'word', value: 'casino' }],
  })
})

test('changing the field of a condition to another field of the same kind keeps the typed value', () => {
  expect(withField(word, 'title')).toEqual({ field: 'title', op: 'word', value: 'casino' })
})
