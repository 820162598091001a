import { Webhook } from 'standardwebhooks'
import type { Services } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import type { Schedule, TasksOf } from '#server/jobs/task.ts'
import { RefusedAddress, sendOutgoing } from '#server/lib/outgoing.ts'
import { hookMail } from './mails.ts'
import { endDelivery, failDelivery, switchOff, takeDeliveries, trimLogs, type Claimed } from './queries.ts'
import { backoff, pause, RETRY_MS } from './rules.ts'
import { openSecret } from './secret.ts'
import { mayStillSee, subjectOf } from './subjects.ts'

const SECOND = 1_000
const TIMEOUT_MS = 10 * SECOND
const MAX_ANSWER_BYTES = 64 * 1024
const LEASE_MS = 3 * TIMEOUT_MS
const BATCH_SIZE = 50
const MAX_ERROR = 300

type Answer = { statusCode: number | null; error: string | null; isFinal?: boolean }

export const hookTasks: TasksOf<'send_hooks' | 'send_hook_mail' | 'trim_hook_logs'> = {
  async send_hooks(services, _, signal) {
    while (await sendBatch(services)) signal.throwIfAborted()
  },

  async send_hook_mail(services, { hook_id }) {
    const mail = await hookMail(services, hook_id)
    if (mail) await services.mailer.send(mail)
  },

  async trim_hook_logs({ db }) {
    await trimLogs(db)
  },
}

/** Returns false if no webhook delivery is due. */
async function sendBatch(services: Services): Promise<boolean> {
  const { db, now } = services
  const lease = new Date(now().getTime() + LEASE_MS)
  const taken = await db.transaction(async (tx) => {
    const claimed = await takeDeliveries(tx, { now: now(), lease }, BATCH_SIZE)
    // If this process is killed, a later job sends the deliveries again after the lease has expired.
    if (claimed.length > 0) await sendLater(tx, lease)
    return claimed
  })
  await Promise.all(taken.map((delivery) => deliver(services, delivery)))
  return taken.length > 0
}

async function deliver(services: Services, delivery: Claimed): Promise<void> {
  const { db, now } = services
  if (!(await mayStillSee(db, delivery.hook))) {
    await db.transaction((tx) => stop(tx, delivery.hook_id, now()))
    return
  }
  const answer = await post(services, delivery)
  await db.transaction(async (tx) => {
    if (answer.error === null) return endDelivery(tx, delivery, { statusCode: answer.statusCode, now: now() })
    const isTooOld = now().getTime() - delivery.created_at.getTime() >= RETRY_MS
    const dueAt = isTooOld ? null : new Date(now().getTime() + backoff(delivery.attempts + 1))
    const failed = { statusCode: answer.statusCode, error: answer.error, dueAt, now: now() }
    const hook = await failDelivery(tx, delivery, failed, (count) => new Date(now().getTime() + pause(count)))
    if (!hook) return
    const hasFailedLong = now().getTime() - hook.failing_since!.getTime() >= RETRY_MS
    if (answer.isFinal || hasFailedLong) await stop(tx, hook.id, now())
    else await sendLater(tx, new Date(Math.max(hook.paused_until!.getTime(), dueAt?.getTime() ?? 0)))
  })
}

async function stop(tx: Tx, hookId: number, now: Date): Promise<void> {
  if (await switchOff(tx, hookId, now)) await addJob(tx, 'send_hook_mail', { hook_id: hookId })
}

/** The signature follows Standard Webhooks; a delivery whose subject no longer exists counts as sent. */
async function post(services: Services, delivery: Claimed): Promise<Answer> {
  const { config, log, now } = services
  const subject = await subjectOf(services, delivery)
  if (subject === null) return { statusCode: null, error: null }
  const secret = await openSecret(delivery.hook.secret, config)
  if (secret === null) return { statusCode: null, error: 'The secret cannot be opened', isFinal: true }
  const body = JSON.stringify({ type: delivery.event, timestamp: delivery.created_at.toISOString(), data: subject })
  const sentAt = now()
  try {
    const { status } = await sendOutgoing(delivery.hook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Watek-Hooks',
        'webhook-id': delivery.webhook_id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / SECOND)),
        'webhook-signature': new Webhook(secret).sign(delivery.webhook_id, sentAt, body),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      allowPrivate: config.pushAllowPrivate,
    })
    if (status >= 200 && status < 300) return { statusCode: status, error: null }
    // In Standard Webhooks the status 410 means that the receiver wants no more deliveries.
    return { statusCode: status, error: `The answer was ${status}`, isFinal: status === 410 }
  } catch (error) {
    log.debug('A web hook was not reached', { hook_id: delivery.hook_id, error })
    return { statusCode: null, error: reasonOf(error) }
  }
}

/** The delivery log shows the reason of a failure without details of this server's network. */
function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'There was no answer within 10 s'
  const code = (error as { code?: unknown }).code
  return `The connection failed${typeof code === 'string' ? ` (${code})` : ''}`.slice(0, MAX_ERROR)
}

/** Delivery times are rounded up to a second, so that deliveries due in the same second share one job. */
async function sendLater(tx: DbOrTx, at: Date): Promise<void> {
  const runAt = new Date(Math.ceil(at.getTime() / SECOND) * SECOND)
  await addJob(tx, 'send_hooks', {}, { runAt, key: `send_hooks:${runAt.getTime()}` })
}

export const hookSchedule: Schedule[] = [
  { task: 'send_hooks', match: '* * * * *' },
  { task: 'trim_hook_logs', match: '23 * * * *' },
]
