import { CallError } from '#shared/api/errors.ts'
import { showToast } from '#shared/ui/toast-store.ts'

export function failureText(error: unknown, fallback: string): string {
  return error instanceof CallError && error.detail !== null ? error.detail : fallback
}

/** Returns whether the API client has already shown a toast for this error. */
export function hasOwnToast(error: unknown): boolean {
  return (
    error instanceof CallError && (error.status === 429 || error.code === 'not_signed_in' || error.code === 'queued')
  )
}

/** Handles a failed call: returns `answer()` if the call was queued in the outbox, otherwise throws the error again. */
export const ifQueued =
  <T>(answer: () => T) =>
  (error: unknown): T => {
    if (error instanceof CallError && error.code === 'queued') return answer()
    throw error
  }

export function showFailure(error: unknown, fallback: string, prefix = ''): void {
  if (!hasOwnToast(error)) showToast({ kind: 'error', text: prefix + failureText(error, fallback) })
}
