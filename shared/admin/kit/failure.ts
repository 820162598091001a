import { CallError } from '#shared/api/errors.ts'
import type { Admin } from './context.ts'

/** The sentence of a failed call: the server's, else 'Unknown error'; too many requests say so first. */
export function failureText(error: unknown, { kit }: Admin['t']): string {
  if (!(error instanceof CallError)) return kit.unknownError
  if (error.status === 0) return kit.offline
  if (error.status === 429) return kit.rateLimit + (error.detail ?? kit.unknownError)
  return error.detail ?? kit.unknownError
}

/** Whether the call failed because nobody is let in any longer; then the shell leads to the login. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

/** Whether the call failed because the right is missing. */
export function isForbidden(error: unknown): boolean {
  return error instanceof CallError && error.code === 'not_staff'
}
