import { CallError } from '#shared/api/errors.ts'
import { showToast } from '#shared/ui/toast-store.ts'

/** The sentence of a failed call: the server's, else the fallback of the screen. */
export function failureText(error: unknown, fallback: string): string {
  return error instanceof CallError && error.detail !== null ? error.detail : fallback
}

/** Whether every screen has been told already: too many requests, or the end of the session. */
export function isToldAlready(error: unknown): boolean {
  return error instanceof CallError && (error.status === 429 || error.code === 'not_signed_in')
}

/** Tells of a failed call as an alert, once. */
export function showFailure(error: unknown, fallback: string, prefix = ''): void {
  if (!isToldAlready(error)) showToast({ kind: 'error', text: prefix + failureText(error, fallback) })
}
