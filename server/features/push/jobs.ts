import { LIFETIME } from '#shared/limits.ts'
import type { Services } from '#server/context.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { sendLater, takeDue } from './due.ts'
import { pushKeys } from './keys.ts'
import { composeNotices, countBadges, type Outgoing } from './notices.ts'
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
/** Notices that a killed job had taken are taken again after this time. */
const LEASE_MS = 60 * SECOND
const RETRY_BATCH = 200
const AT_ONCE = 50
/**
 * The first attempt has a short timeout, so that a service that does not answer delays nobody; the second one waits
 * longer.
 */
const FIRST_TIMEOUT_MS = 3 * SECOND
const RETRY_TIMEOUT_MS = 10 * SECOND
const FIRST_WAIT_MS = 5 * SECOND

export const pushTasks: TasksOf<'send_push' | 'close_push' | 'purge_push_notices'> = {
  async send_push(services, _, signal) {
    while (await sendDue(services)) signal.throwIfAborted()
    while (await sendRetries(services)) signal.throwIfAborted()
  },

  /** Closes notices that were read elsewhere, on every device, and sends the new unread number. */
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
    const gone = await inParallel(messages, async ({ subscription, tag, payload }) => {
      const { kind } = await sender(subscription, { payload, tag, urgency: 'normal' })
      return kind === 'gone' ? [subscription.id] : []
    })
    await deleteSubscriptions(db, gone.flat())
  },

  async purge_push_notices({ db, now }) {
    await deleteOldNotices(db, new Date(now().getTime() - LIFETIME.push))
  },
}

/** Sends due retries; returns false where nothing was due. */
async function sendDue(services: Services): Promise<boolean> {
  const { db, now } = services
  const lease = new Date(now().getTime() + LEASE_MS)
  const { due, isEmpty } = await db.transaction((tx) => takeDue(tx, now(), lease))
  if (isEmpty) return false
  const outgoing =
    due.length === 0
      ? []
      : await composeNotices(
          services,
          due.map(({ notice }) => notice),
        )
  const sinceOf = new Map(due.map(({ notice, since }) => [notice, since]))
  const sent = await sendAll(services, outgoing, FIRST_TIMEOUT_MS, () => LIFETIME.push / SECOND)
  const retries = sent.flatMap(({ outcome, ...one }) =>
    outcome.kind === 'later'
      ? [retryOf(one, outcome, { attempts: 1, since: sinceOf.get(one.notice)!, now: now() })]
      : [],
  )
  await db.transaction(async (tx) => {
    const ended = due.map(({ waiting }) => waiting)
    await setWaiting(
      tx,
      {
        notification_ids: ended.flatMap(({ notification_ids }) => notification_ids),
        message_ids: ended.flatMap(({ message_ids }) => message_ids),
      },
      null,
    )
    await settle(tx, sent, retries)
  })
  return true
}

/** Sends due retries; returns false where nothing was due. */
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
  const sent = await sendAll(services, outgoing, RETRY_TIMEOUT_MS, (one) =>
    Math.ceil((retryOfDevice(one)!.until.getTime() - now().getTime()) / SECOND),
  )
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
  return true
}

type Sent = Outgoing & { outcome: Outcome }

/** Deletes expired devices and retries that a newer message replaced, and stores the retries to come. */
async function settle(tx: Parameters<typeof storeRetries>[0], sent: Sent[], retries: Retry[]): Promise<void> {
  const idsOf = (kind: Outcome['kind']) => sent.filter(({ outcome }) => outcome.kind === kind)
  await deleteSubscriptions(
    tx,
    idsOf('gone').map(({ addressee }) => addressee.subscription.id),
  )
  await deleteRetries(
    tx,
    idsOf('sent').map(({ addressee, notice }) => ({ subscription_id: addressee.subscription.id, tag: notice.tag })),
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

async function sendAll(
  services: Services,
  outgoing: Outgoing[],
  timeoutMs: number,
  ttlOf: (one: Outgoing) => number,
): Promise<Sent[]> {
  if (outgoing.length === 0) return []
  const sender: PushSender = createPushSender(services, await pushKeys(services), { timeoutMs })
  return inParallel(outgoing, async (one) => ({
    ...one,
    outcome: await sender(one.addressee.subscription, { ...one.message, ttlSeconds: ttlOf(one) }),
  }))
}

async function inParallel<Item, Result>(items: Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = Array.from({ length: items.length })
  const waiting = items.entries()
  const worker = async () => {
    for (const [at, item] of waiting) results[at] = await run(item)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
  return results
}

export const pushSchedule: Schedule[] = [
  { task: 'send_push', match: '* * * * *' },
  { task: 'purge_push_notices', match: '17 * * * *' },
]
