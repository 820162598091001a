import webPush from 'web-push'
import { LIFETIME } from '#shared/limits.ts'
import type { Services } from '#server/context.ts'
import { sendOutgoing, type OutgoingAnswer } from '#server/lib/outgoing.ts'
import type { PushKeys } from './keys.ts'
import type { Subscription } from './queries.ts'

export type Urgency = 'low' | 'normal' | 'high'

export type PushMessage = {
  payload: object
  /** Sent if the push service refuses `payload` as too large. */
  shortPayload?: object
  tag: string
  urgency: Urgency
  ttlSeconds?: number
}

/** `later`: retry after at least `afterMs`. `gone`: the subscription no longer exists. */
export type Outcome = { kind: 'sent' | 'gone' | 'refused' } | { kind: 'later'; afterMs: number }

type Target = Pick<Subscription, 'id' | 'endpoint' | 'p256dh' | 'auth'>

export type PushSender = (target: Target, message: PushMessage) => Promise<Outcome>

const SECOND = 1_000
const TOKEN_LIFETIME = 12 * 60 * 60
const MAX_ANSWER_BYTES = 4_096
const MAX_WAIT = 60 * 60 * SECOND
const TOPIC_LENGTH = 32

/** Sends web push requests (RFC 8030), encrypted (RFC 8291) and with a VAPID token (RFC 8292). */
export function createPushSender(
  { config, settings, log }: Pick<Services, 'config' | 'settings' | 'log'>,
  { publicKey, privateKey }: PushKeys,
  { timeoutMs }: { timeoutMs: number },
): PushSender {
  // Push services require a contact e-mail address.
  const subject = `mailto:${settings.value('contact_email')}`
  const expires = Math.floor(Date.now() / SECOND) + TOKEN_LIFETIME
  const tokens = new Map<string, string>()

  /** Signs the VAPID token once for each push service. */
  function authorization(endpoint: string): string {
    const { origin } = new URL(endpoint)
    const known = tokens.get(origin)
    if (known !== undefined) return known
    const made = webPush.getVapidHeaders(origin, subject, publicKey, privateKey, 'aes128gcm', expires).Authorization
    tokens.set(origin, made)
    return made
  }

  async function post(target: Target, payload: object, { tag, urgency, ttlSeconds }: PushMessage) {
    const { endpoint, p256dh, auth } = target
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      { TTL: ttlSeconds ?? LIFETIME.push / SECOND, urgency, topic: topicOf(tag, auth), contentEncoding: 'aes128gcm' },
    )
    return sendOutgoing(endpoint, {
      method: 'POST',
      headers: { ...asTexts(headers), Authorization: authorization(endpoint) },
      body: new Uint8Array(body!),
      timeoutMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      allowPrivate: config.pushAllowPrivate,
    })
  }

  return async (target, message) => {
    try {
      let answer = await post(target, message.payload, message)
      if (answer.status === 413 && message.shortPayload) answer = await post(target, message.shortPayload, message)
      const outcome = outcomeOf(answer)
      if (outcome.kind === 'refused')
        log.warn('A push service refused a message', {
          service: new URL(target.endpoint).host,
          status: answer.status,
          answer: answer.text.slice(0, 200),
        })
      return outcome
    } catch (error) {
      log.debug('A push service was not reached', { service: new URL(target.endpoint).host, error })
      return { kind: 'later', afterMs: 0 }
    }
  }
}

/** A push service replaces an undelivered message with the same topic. A hash hides the tag, which names a thread. */
function topicOf(tag: string, auth: string): string {
  return new Bun.CryptoHasher('sha256').update(`${auth} ${tag}`).digest('base64url').slice(0, TOPIC_LENGTH)
}

const asTexts = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]) => [name, String(value)]),
  )

function outcomeOf({ status, headers }: OutgoingAnswer): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status === 429 || status >= 500) return { kind: 'later', afterMs: waitOf(headers.get('retry-after')) }
  return { kind: 'refused' }
}

function waitOf(retryAfter: string | null): number {
  if (retryAfter === null) return 0
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - Date.now()
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), MAX_WAIT)
}
