import { LIMITS } from '#shared/limits.ts'
import { passwordStrength } from '#shared/rules/password.ts'

export function resetProblem(token: string, password: string, confirmation: string): 'missingToken' | 'fixAll' | null {
  if (token === '') return 'missingToken'
  const isGood = passwordStrength(password).score === 100 && password.length <= LIMITS.passwordMax
  return isGood && password === confirmation ? null : 'fixAll'
}
