import { LIMITS } from '#shared/limits.ts'

export type PasswordRule = 'length' | 'upper' | 'lower' | 'digit'

export type PasswordStrength = { score: 0 | 25 | 50 | 75 | 100; missing: PasswordRule[] }

const rules: [PasswordRule, (password: string) => boolean][] = [
  ['length', (password) => password.length >= LIMITS.passwordMin],
  ['upper', (password) => /\p{Lu}/u.test(password)],
  ['lower', (password) => /\p{Ll}/u.test(password)],
  ['digit', (password) => /[0-9]/.test(password)],
]

export function passwordStrength(password: string): PasswordStrength {
  const missing = rules.filter(([, holds]) => !holds(password)).map(([rule]) => rule)
  return { score: (100 - 25 * missing.length) as PasswordStrength['score'], missing }
}

/** Returns the error of the field in which a new password is repeated, as a key of the texts `issues`. */
export function repeatIssue(password: string, confirmation: string): 'required' | 'password_mismatch' | null {
  if (password !== confirmation) return 'password_mismatch'
  return password === '' ? 'required' : null
}
