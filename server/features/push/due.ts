import { SETTING_OF } from '#shared/rules/notification-kinds.ts'
import type { Services } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import { getSettingsOf } from '../notifications/settings/queries.ts'
import { endOfQuiet } from '../notifications/settings/rules.ts'
import { messagesTag, tagOf } from './notices.ts'
import { beginNotices, findSent, setWaiting, takeWaiting, type Notice } from './queries.ts'

const SECOND = 1_000
/** How long further notices of a thread are collected after a push notice of that thread was sent. */
const GROUPING_MS = 10 * SECOND
/** A batch is small, because each of its steps blocks the main thread. */
const BATCH_SIZE = 50

type Ids = { notification_ids: number[]; message_ids: number[] }

/** `waiting` are the notifications and messages of the notice; `since` is the creation time of the oldest. */
export type Due = { notice: Notice; waiting: Ids; since: Date }

/**
 * Takes the notices that are due, and postpones those in quiet hours or too soon after the previous notice of their
 * thread. Taken rows are due again at `lease`, unless they are marked as sent by then.
 */
export async function takeDue(tx: Tx, now: Date, lease: Date): Promise<{ due: Due[]; isLast: boolean }> {
  const { notifications, messages } = await takeWaiting(tx, { now, lease }, BATCH_SIZE)
  const groups = groupsOf({ notifications, messages })
  const settingsOf = await getSettingsOf(tx, [...new Set(groups.map(({ notice }) => notice.user_id))])
  const later: Later[] = []
  const loud: Due[] = []
  for (const group of groups) {
    const quietUntil = endOfQuiet(settingsOf(group.notice.user_id).quiet_hours, now)
    if (quietUntil) later.push({ waiting: group.waiting, at: quietUntil })
    else loud.push({ ...group, notice: { ...group.notice, sent_at: now } })
  }
  const groupedSince = new Date(now.getTime() - GROUPING_MS)
  const notices = loud.map(({ notice }) => notice)
  const started = new Map((await beginNotices(tx, notices, groupedSince)).map((notice) => [keyOf(notice), notice]))
  const isStarted = ({ notice }: Due) => started.has(keyOf(notice))
  const due = loud.filter(isStarted).map((group) => ({ ...group, notice: started.get(keyOf(group.notice))! }))
  later.push(
    ...(await endsOfGrouping(
      tx,
      loud.filter((group) => !isStarted(group)),
    )),
  )
  await postpone(tx, later)
  return { due, isLast: notifications.length < BATCH_SIZE && messages.length < BATCH_SIZE }
}

const keyOf = ({ user_id, tag }: Pick<Notice, 'user_id' | 'tag'>) => `${user_id} ${tag}`

type Later = { waiting: Ids; at: Date }

async function endsOfGrouping(tx: Tx, early: Due[]): Promise<Later[]> {
  if (early.length === 0) return []
  const sent = await findSent(
    tx,
    early.map(({ notice: { user_id, tag } }) => ({ user_id, tag })),
  )
  const sentAt = new Map(sent.map((notice) => [keyOf(notice), notice.sent_at.getTime()]))
  return early.map(({ notice, waiting }) => ({ waiting, at: new Date((sentAt.get(keyOf(notice)) ?? 0) + GROUPING_MS) }))
}

async function postpone(tx: Tx, later: Later[]): Promise<void> {
  const bySecond = Map.groupBy(later, ({ at }) => Math.ceil(at.getTime() / SECOND) * SECOND)
  for (const [time, rows] of bySecond) {
    const at = new Date(time)
    await setWaiting(tx, idsOf(rows), at)
    await sendLater(tx, at)
  }
}

export const idsOf = (rows: { waiting: Ids }[]): Ids => ({
  notification_ids: rows.flatMap(({ waiting }) => waiting.notification_ids),
  message_ids: rows.flatMap(({ waiting }) => waiting.message_ids),
})

/** The job key contains the time rounded up to a second, so that several calls for one second add one job. */
export async function sendLater(tx: Pick<Services, 'db'>['db'] | Tx, at: Date): Promise<void> {
  const runAt = new Date(Math.ceil(at.getTime() / SECOND) * SECOND)
  await addJob(tx, 'send_push', {}, { runAt, key: `send_push:${runAt.getTime()}` })
}

type Taken = Awaited<ReturnType<typeof takeWaiting>>

function groupsOf({ notifications, messages }: Taken): Due[] {
  const all = [
    ...notifications
      .filter(({ kind }) => SETTING_OF[kind] !== null)
      .map((row) => ({ user_id: row.user_id, tag: tagOf(row), since: row.since, notification: row.id, message: null })),
    ...messages.map(({ id, user_id, sender_id, since }) => ({
      user_id,
      tag: messagesTag(sender_id),
      since,
      notification: null,
      message: id,
    })),
  ]
  return [...Map.groupBy(all, ({ user_id, tag }) => `${user_id} ${tag}`).values()].map((group) => {
    const { user_id, tag } = group[0]!
    const ids = {
      notification_ids: group.flatMap(({ notification }) => notification ?? []),
      message_ids: group.flatMap(({ message }) => message ?? []),
    }
    const since = new Date(Math.min(...group.map((one) => one.since.getTime())))
    return { notice: { user_id, tag, ...ids, sent_at: since }, waiting: ids, since }
  })
}
