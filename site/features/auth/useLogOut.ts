import { useSite } from '#site/core/site-context.tsx'
import { clearPendingAction } from '#site/core/usePendingAction.ts'
import { clearSession, storedUser } from '#site/core/session.ts'

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

/** Deletes the keys of drafts and queued actions, which become unreadable; `isDeleted` also deletes the data. */
export async function leaveAccount({ isDeleted = false } = {}): Promise<void> {
  const account = storedUser()?.id
  clearSession()
  clearPendingAction()
  const forgotten = import('#site/features/offline/forget.ts').then(({ forgetAccount }) =>
    forgetAccount(isDeleted && account !== undefined ? String(account) : null),
  )
  await Promise.race([forgotten.catch(() => {}), sleep(LOGOUT_TIMEOUT_MS)])
  location.assign('/')
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The login session ends in this browser even if the server does not respond in time. */
export function useLogOut(): () => Promise<void> {
  const { api } = useSite()
  return async () => {
    const answered = whileLeaving(api.auth.logout()).catch((error: unknown) =>
      console.warn('Logging out failed', error),
    )
    await Promise.race([answered, sleep(LOGOUT_TIMEOUT_MS)])
    await leaveAccount()
  }
}
