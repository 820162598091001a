import type { Services } from '#server/context.ts'
import type { Listener } from './listeners.ts'
import type { Outbox } from './outbox.ts'
import { findSessions } from './queries.ts'

type CheckOptions = Pick<Services, 'db' | 'log' | 'now'> & { outbox: Pick<Outbox, 'signOut'> }

export function createSessionChecks({ db, log, now, outbox }: CheckOptions) {
  async function check(some: Listener[]): Promise<void> {
    const signedIn = some.filter(({ session_id }) => session_id !== null)
    if (signedIn.length === 0) return
    const alive = await findSessions(db, [...new Set(signedIn.map(({ session_id }) => session_id!))], now())
    for (const listener of signedIn)
      if (!listener.isClosed && !alive.has(listener.session_id!)) outbox.signOut(listener)
  }

  return {
    check,
    checkSoon(some: Listener[]): void {
      check(some).catch((error: unknown) => log.warn('Sessions of event streams could not be checked', { error }))
    },
  }
}
