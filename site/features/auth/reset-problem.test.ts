import { expect, test } from 'bun:test'
import { authScreens } from '#shared/i18n/en/auth-screens.ts'
import { resetProblem } from './reset-problem.ts'

test('a new password that keeps the rules and is repeated correctly is accepted', () => {
  expect(resetProblem('token', 'Zakwas123', 'Zakwas123')).toBeNull()
})

test('PWD-10 a missing token is reported before any problem of the password', () => {
  expect(resetProblem('', 'Zakwas123', 'Zakwas123')).toBe('missingToken')
  expect(resetProblem('', '', '')).toBe('missingToken')
  expect(authScreens.reset[resetProblem('', '', '')!]).toBe('Invalid or missing reset token')
})

test('a weak, too long or differently repeated password is refused', () => {
  const overlong = `Aa1${'x'.repeat(198)}`
  expect(resetProblem('token', 'zakwas123', 'zakwas123')).toBe('fixAll')
  expect(resetProblem('token', overlong, overlong)).toBe('fixAll')
  expect(resetProblem('token', 'Zakwas123', 'Zakwas124')).toBe('fixAll')
})
