import { useSite } from '#site/app/site-context.tsx'
import { forgetAct } from '#site/app/pending-act.ts'
import { clearSession } from '#site/app/session.ts'
import { clearDrafts } from '#site/app/use-draft.ts'

/** How long the server may take before we leave without its answer, in milliseconds. */
const PATIENCE = 3_000

/** Leaves nothing of the account in this browser, neither session nor what was typed, and goes home with a full load. */
export function leaveAccount(): void {
  clearSession()
  clearDrafts()
  forgetAct()
  location.assign('/')
}

/** Ends the session here, whether or not the server hears of it. */
export function useLogOut(): () => Promise<void> {
  const { api } = useSite()
  return async () => {
    const told = api.auth.logout().catch((error: unknown) => console.warn('Logging out failed', error))
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
    leaveAccount()
  }
}
