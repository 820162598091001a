import { eq } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import { endExpired, endStreams } from '../queries.ts'
import { stream } from '../table.ts'
import type { Broadcast } from './broadcast.ts'
import { findOverdue, interruptSilent, renewOwned } from './queries.ts'

const MAX_TICK_MS = 5_000

type Options = {
  owner: string
  broadcasts: ReadonlyMap<number, Broadcast>
  finish: (broadcast: Broadcast) => Promise<void>
}

/** Renews the leases of this process and ends streams that are silent or have run too long. */
export function createUpkeep(
  { config, db, log, invalidations }: Pick<Services, 'config' | 'db' | 'log' | 'invalidations'>,
  { owner, broadcasts, finish }: Options,
) {
  const tickMs = Math.min(MAX_TICK_MS, config.liveInterruptedAfter / 3)
  let timer: ReturnType<typeof setInterval> | null = null

  async function endSilent(): Promise<void> {
    await interruptSilent(db, config.liveInterruptedAfter)
    const overdue = await findOverdue(db, config.liveEndedAfter)
    for (const id of overdue) await db.transaction((tx) => endStreams(tx, eq(stream.id, id), new Date()))
    const expired = await db.transaction((tx) => endExpired(tx, new Date()))
    if (overdue.length + expired > 0) invalidations.publish(['streams'])
  }

  async function tick(): Promise<void> {
    await endSilent()
    // Broadcasts that begin during the query must not be taken for lost ones.
    const held = [...broadcasts.values()]
    const mine = await renewOwned(
      db,
      held.map(({ id }) => id),
      owner,
    )
    for (const broadcast of held) if (!mine.has(broadcast.id)) await finish(broadcast)
  }

  function keepTicking(): void {
    if (timer !== null) return
    timer = setInterval(() => {
      if (broadcasts.size === 0 && timer !== null) {
        clearInterval(timer)
        timer = null
        return
      }
      tick().catch((error: unknown) => log.warn('Streams could not be looked after', { error }))
    }, tickMs)
    timer.unref()
  }

  return {
    endSilent,
    keepTicking,
    stop(): void {
      if (timer !== null) clearInterval(timer)
    },
  }
}
