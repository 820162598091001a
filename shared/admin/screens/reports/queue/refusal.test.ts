import { expect, test } from 'bun:test'
import { CallError } from '#shared/api/errors.ts'
import { refusalOf } from './refusal.ts'

test('a refusal of a claimed case shows who claimed it and until when', () => {
  const by = { username: 'mod' }
  const until = '2026-01-01T00:00:00.000Z'
  expect<unknown>(refusalOf(new CallError(409, { code: 'claimed', by, until }))).toEqual({
    code: 'claimed',
    claim: { claimed_by: by, claimed_until: until },
  })
})

test('a refusal of a claimed case without details has neither name nor time', () => {
  expect(refusalOf(new CallError(409, { code: 'claimed' }))).toEqual({
    code: 'claimed',
    claim: { claimed_by: null, claimed_until: null },
  })
})

test('a refusal of a case that others decided differs from one they claimed', () => {
  expect(refusalOf(new CallError(409, { code: 'decided' }))).toEqual({ code: 'decided' })
})

test('other errors are not parsed as refusals of a case', () => {
  expect(refusalOf(new CallError(500, { code: 'internal' }))).toBeNull()
  expect(refusalOf(new TypeError('offline'))).toBeNull()
})
