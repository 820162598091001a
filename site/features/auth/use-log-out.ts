import { useSite } from '#site/app/site-context.tsx'
import { clearSession } from '#site/app/session.ts'

/** How long the server may take before we leave without its answer, in milliseconds. */
const PATIENCE = 3_000

/** Ends the session here, whether or not the server hears of it, and goes home with a full load. */
export function useLogOut(): () => Promise<void> {
  const { api } = useSite()
  return async () => {
    const told = api.auth.logout().catch((error: unknown) => console.warn('Logging out failed', error))
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE))])
    clearSession()
    location.assign('/')
  }
}
