import { LIFETIME } from '#shared/limits.ts'
import type { Services } from '#server/context.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { idsOf, sendLater, takeDue, type Due } from './due.ts'
import { pushKeys } from './keys.ts'
import { composeNotices, countBadges, type Outgoing } from './notices.ts'
import { createPace } from './pace.ts'
import {
  deleteOldNotices,
  deleteRetries,
  deleteSubscriptions,
  findAddressees,
  findNoticesOf,
  setWaiting,
  storeRetries,
  takeReadNotices,
  takeRetries,
  type Retry,
} from './queries.ts'
import { createPushSender, type Outcome, type PushSender } from './send.ts'

const SECOND = 1_000
const HOUR = 60 * 60 * SECOND
/** If the job is killed, the notices that it has taken are due again after this time. */
const LEASE_MS = 60 * SECOND
const RETRY_BATCH = 200
/** How many batches of one job may wait for the responses of push services at the same time. */
const BATCHES_AT_ONCE = 8
/** The interval between two messages, each of which takes 0.2 to 0.4 ms of CPU time from members' requests. */
const INTERVAL_MS = 2.2
/** The first timeout is short, so that one slow push service does not delay messages to others. */
const FIRST_TIMEOUT_MS = 3 * SECOND
const RETRY_TIMEOUT_MS = 10 * SECOND
const FIRST_WAIT_MS = 5 * SECOND

export const pushTasks: TasksOf<'send_push' | 'close_push' | 'purge_push_notices'> = {
  async send_push(services, _, signal) {
    await sendDue(services, signal)
    while (await sendRetries(services)) signal.throwIfAborted()
  },

  /** Makes devices close the notices whose contents were read elsewhere, and update the badge of the app's icon. */
  async close_push(services, { user_ids }) {
    const { db, now } = services
    const closed = await takeReadNotices(db, user_ids)
    if (closed.length === 0) return
    const userIds = [...new Set(closed.map(({ user_id }) => user_id))]
    const [addressees, badges] = await Promise.all([
      findAddressees(db, userIds, now()),
      countBadges(db, userIds, now()),
    ])
    const sender = createPushSender(services, await pushKeys(services), { timeoutMs: FIRST_TIMEOUT_MS })
    const messages = closed.flatMap(({ user_id, tag }) =>
      addressees
        .filter(({ subscription }) => subscription.user_id === user_id)
        .map(({ subscription }) => ({ subscription, tag, payload: { close: [tag], app_badge: badges(user_id) } })),
    )
    const answers = await startInTurn(messages, async ({ subscription, tag, payload }) => {
      const { kind } = await sender(subscription, { payload, tag, urgency: 'normal' })
      return kind === 'gone' ? [subscription.id] : []
    })
    await deleteSubscriptions(db, (await Promise.all(answers)).flat())
  },

  async purge_push_notices({ db, now }) {
    await deleteOldNotices(db, new Date(now().getTime() - LIFETIME.push))
  },
}

const nextTurn = createPace({ interval: INTERVAL_MS })

/** The running job that takes due notices, by database; a second job only asks it to check again. */
const takers = new WeakMap<Services['db'], { isAsked: boolean }>()

/**
 * The next batch is prepared while the previous ones are being sent. One job sends all batches of a process, so that
 * the process has other job slots free for mails.
 */
async function sendDue(services: Services, signal: AbortSignal): Promise<void> {
  const { db } = services
  const other = takers.get(db)
  if (other) {
    other.isAsked = true
    return
  }
  const own = { isAsked: true }
  takers.set(db, own)
  const sending = new Set<Promise<void>>()
  const failures: unknown[] = []
  let starting: Promise<unknown> = Promise.resolve()
  try {
    while (own.isAsked && failures.length === 0) {
      signal.throwIfAborted()
      own.isAsked = false
      const { due, outgoing, isLast } = await prepareBatch(services)
      if (!isLast) own.isAsked = true
      await starting
      if (due.length === 0) continue
      const answers = startAll(services, outgoing, FIRST_TIMEOUT_MS, () => LIFETIME.push / SECOND)
      starting = answers.catch(() => {})
      const settled = settleBatch(services, due, answers)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => sending.delete(settled))
      sending.add(settled)
      if (sending.size >= BATCHES_AT_ONCE) await Promise.race(sending)
    }
  } finally {
    takers.delete(db)
    await Promise.all(sending)
  }
  if (failures.length > 0) throw failures[0]
}

async function prepareBatch(services: Services): Promise<{ due: Due[]; outgoing: Outgoing[]; isLast: boolean }> {
  const { db, now } = services
  const lease = new Date(now().getTime() + LEASE_MS)
  const { due, isLast } = await db.transaction((tx) => takeDue(tx, now(), lease))
  const notices = due.map(({ notice }) => notice)
  return { due, outgoing: due.length === 0 ? [] : await composeNotices(services, notices), isLast }
}

async function settleBatch(services: Services, due: Due[], answers: Promise<Promise<Sent>[]>): Promise<void> {
  const { db, now } = services
  const sent = await Promise.all(await answers)
  const sinceOf = new Map(due.map(({ notice, since }) => [notice, since]))
  const retries = sent.flatMap(({ outcome, ...one }) =>
    outcome.kind === 'later'
      ? [retryOf(one, outcome, { attempts: 1, since: sinceOf.get(one.notice)!, now: now() })]
      : [],
  )
  await db.transaction(async (tx) => {
    await setWaiting(tx, idsOf(due), null)
    await settle(tx, sent, retries)
  })
}

/** Returns whether more retries may be due. */
async function sendRetries(services: Services): Promise<boolean> {
  const { db, now } = services
  const lease = new Date(now().getTime() + LEASE_MS)
  const taken = await takeRetries(db, { now: now(), lease }, RETRY_BATCH)
  if (taken.length === 0) return false
  const keyOf = (subscriptionId: number, tag: string) => `${subscriptionId} ${tag}`
  const current = new Map(
    taken.filter(({ until }) => until > now()).map((retry) => [keyOf(retry.subscription_id, retry.tag), retry]),
  )
  const found = await findNoticesOf(db, [...current.values()])
  const notices = [...new Map(found.map(({ notice }) => [`${notice.user_id} ${notice.tag}`, notice])).values()]
  const retryOfDevice = ({ addressee, notice }: Pick<Outgoing, 'addressee' | 'notice'>) =>
    current.get(keyOf(addressee.subscription.id, notice.tag))
  const outgoing = (notices.length === 0 ? [] : await composeNotices(services, notices)).filter(retryOfDevice)
  const answers = await startAll(services, outgoing, RETRY_TIMEOUT_MS, (one) =>
    Math.ceil((retryOfDevice(one)!.until.getTime() - now().getTime()) / SECOND),
  )
  const sent = await Promise.all(answers)
  const retries = sent.flatMap(({ outcome, ...one }) => {
    if (outcome.kind !== 'later') return []
    const { attempts, until } = retryOfDevice(one)!
    const since = new Date(until.getTime() - LIFETIME.push)
    return [retryOf(one, outcome, { attempts: attempts + 1, since, now: now() })]
  })
  const isAgain = new Set(retries.map(({ subscription_id, tag }) => keyOf(subscription_id, tag)))
  await db.transaction(async (tx) => {
    await deleteRetries(
      tx,
      taken.filter(({ subscription_id, tag }) => !isAgain.has(keyOf(subscription_id, tag))),
    )
    await settle(tx, sent, retries)
  })
  return taken.length === RETRY_BATCH
}

type Sent = Outgoing & { outcome: Outcome }

async function settle(tx: Parameters<typeof storeRetries>[0], sent: Sent[], retries: Retry[]): Promise<void> {
  const sentAs = (kind: Outcome['kind']) => sent.filter(({ outcome }) => outcome.kind === kind)
  await deleteSubscriptions(
    tx,
    sentAs('gone').map(({ addressee }) => addressee.subscription.id),
  )
  await deleteRetries(
    tx,
    sentAs('sent').map(({ addressee, notice }) => ({ subscription_id: addressee.subscription.id, tag: notice.tag })),
  )
  await storeRetries(tx, retries)
  for (const second of new Set(retries.map(({ due_at }) => Math.ceil(due_at.getTime() / SECOND))))
    await sendLater(tx, new Date(second * SECOND))
}

function retryOf(
  { addressee, notice }: Outgoing,
  { afterMs }: { afterMs: number },
  { attempts, since, now }: { attempts: number; since: Date; now: Date },
): Retry {
  const wait = Math.max(afterMs, Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), HOUR))
  return {
    subscription_id: addressee.subscription.id,
    tag: notice.tag,
    attempts,
    due_at: new Date(now.getTime() + wait),
    until: new Date(since.getTime() + LIFETIME.push),
  }
}

async function startAll(
  services: Services,
  outgoing: Outgoing[],
  timeoutMs: number,
  ttlOf: (one: Outgoing) => number,
): Promise<Promise<Sent>[]> {
  if (outgoing.length === 0) return []
  const sender: PushSender = createPushSender(services, await pushKeys(services), { timeoutMs })
  return startInTurn(outgoing, async (one) => ({
    ...one,
    outcome: await sender(one.addressee.subscription, { ...one.message, ttlSeconds: ttlOf(one) }),
  }))
}

/** Runs `run` at the pace that all push messages of this process share, without waiting for the results. */
async function startInTurn<Item, Result>(
  items: Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Promise<Result>[]> {
  const results: Promise<Result>[] = []
  for (const item of items) {
    await nextTurn()
    const result = run(item)
    // Prevents an unhandled rejection; whoever awaits the results handles the failure.
    result.catch(() => {})
    results.push(result)
  }
  return results
}

export const pushSchedule: Schedule[] = [
  { task: 'send_push', match: '* * * * *' },
  { task: 'purge_push_notices', match: '17 * * * *' },
]
