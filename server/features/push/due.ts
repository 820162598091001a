import { SETTING_OF } from '#shared/rules/notification-kinds.ts'
import type { Services } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import { getSettingsOf } from '../notifications/settings/queries.ts'
import { endOfQuiet } from '../notifications/settings/rules.ts'
import { messagesTag, tagOf } from './notices.ts'
import { beginNotice, lastSent, setWaiting, takeWaiting, type Notice } from './queries.ts'

const SECOND = 1_000
/** Further notices of a thread within this time after the last one are sent together at its end. */
const GROUPING_MS = 10 * SECOND
const BATCH_SIZE = 200

type Ids = { notification_ids: number[]; message_ids: number[] }

/** `waiting` lists the rows that `setWaiting` ends once the notices were sent; `since` is the time of the earliest. */
type Due = { notice: Notice; waiting: Ids; since: Date }

/**
 * Takes what is due as notices. Quiet hours and recent notices postpone it. Rows taken wait again after `lease` unless
 * they are ended by then. `isEmpty`: nothing more was due.
 */
export async function takeDue(tx: Tx, now: Date, lease: Date): Promise<{ due: Due[]; isEmpty: boolean }> {
  const taken = await takeWaiting(tx, { now, lease }, BATCH_SIZE)
  const groups = groupsOf(taken)
  const settingsOf = await getSettingsOf(tx, [...new Set(groups.map(({ notice }) => notice.user_id))])
  const due: Due[] = []
  for (const group of groups) {
    const { notice, waiting } = group
    const quietUntil = endOfQuiet(settingsOf(notice.user_id).quiet_hours, now)
    if (quietUntil) {
      await setWaiting(tx, waiting, quietUntil)
      continue
    }
    const started = await beginNotice(tx, { ...notice, sent_at: now }, new Date(now.getTime() - GROUPING_MS))
    if (started) due.push({ ...group, notice: started })
    else await postpone(tx, notice, waiting)
  }
  return { due, isEmpty: taken.notifications.length + taken.messages.length === 0 }
}

async function postpone(tx: Tx, { user_id, tag }: Notice, waiting: Ids): Promise<void> {
  const last = await lastSent(tx, user_id, tag)
  const at = new Date((last?.getTime() ?? 0) + GROUPING_MS)
  await setWaiting(tx, waiting, at)
  await sendLater(tx, at)
}

/** Adds a job to send notices later, one for each second. */
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
