import { expect, test } from 'bun:test'
import { CallError } from '#shared/api/errors.ts'
import { refusalOf } from './refusal.ts'

test("a 409 with the code `claimed` is parsed with the moderator who claimed the case and the claim's end", () => {
  const by = { username: 'mod' }
  const until = '2026-01-01T00:00:00.000Z'
  expect<unknown>(refusalOf(new CallError(409, { code: 'claimed', by, until }))).toEqual({
    code: 'claimed',
    claim: { claimed_by: by, claimed_until: until },
  })
})

test('a 409 with the code `claimed` but no details is parsed as a claim without name and end', () => {
  expect(refusalOf(new CallError(409, { code: 'claimed' }))).toEqual({
    code: 'claimed',
    claim: { claimed_by: null, claimed_until: null },
  })
})

test('a 409 with the code `decided` is parsed as the refusal of a case that others have decided', () => {
  expect(refusalOf(new CallError(409, { code: 'decided' }))).toEqual({ code: 'decided' })
})

test('an error other than a 409 for a decided or claimed case is not parsed as the refusal of a decision', () => {
  expect(refusalOf(new CallError(500, { code: 'internal' }))).toBeNull()
  expect(refusalOf(new TypeError('offline'))).toBeNull()
})
