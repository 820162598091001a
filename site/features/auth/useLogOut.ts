import { useSite } from '#site/core/site-context.tsx'
import { clearPendingAction } from '#site/core/usePendingAction.ts'
import { clearSession } from '#site/core/session.ts'
import { clearDrafts } from '#site/core/useDraft.ts'

const LOGOUT_TIMEOUT_MS = 3_000

let isLeaving = false

export const isLeavingAccount = (): boolean => isLeaving

export async function whileLeaving<T>(call: Promise<T>): Promise<T> {
  isLeaving = true
  try {
    return await call
  } catch (error) {
    isLeaving = false
    throw error
  }
}

export function leaveAccount(): void {
  clearSession()
  clearDrafts()
  clearPendingAction()
  location.assign('/')
}

/** Ends the session in the browser even where the server does not answer. */
export function useLogOut(): () => Promise<void> {
  const { api } = useSite()
  return async () => {
    const answered = whileLeaving(api.auth.logout()).catch((error: unknown) =>
      console.warn('Logging out failed', error),
    )
    await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))])
    leaveAccount()
  }
}
