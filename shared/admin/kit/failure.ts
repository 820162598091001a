import { CallError } from '#shared/api/errors.ts'
import type { Admin } from './context.ts'

export function failureText(error: unknown, { kit }: Admin['t']): string {
  if (!(error instanceof CallError)) return kit.unknownError
  if (error.status === 0) return kit.offline
  if (error.status === 429) return kit.rateLimit + (error.detail ?? kit.unknownError)
  return error.detail ?? kit.unknownError
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401
}

export function isForbidden(error: unknown): boolean {
  return error instanceof CallError && error.code === 'not_staff'
}
