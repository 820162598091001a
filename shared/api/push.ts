import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id, success, time } from './fields.ts'
import { LIMITS } from '../limits.ts'

const BASE64URL = /^[\w-]+={0,2}$/

const bytes = (length: number) =>
  v.pipe(
    v.string('push_keys'),
    v.maxLength(200, 'push_keys'),
    v.regex(BASE64URL, 'push_keys'),
    v.transform((value) => value.replace(/=+$/, '')),
    v.check((value) => Math.floor((value.length * 3) / 4) === length, 'push_keys'),
  )

/** Bytes of an uncompressed P-256 point, a subscription's public key. */
const POINT_BYTES = 65
const SECRET_BYTES = 16

const isAddress = (value: string) => /^https?:$/.test(URL.parse(value)?.protocol ?? '')

const subscription = v.object({ id: v.number(), device: v.nullable(v.string()), created_at: time })

export const push = {
  key: endpoint({
    method: 'GET',
    path: '/api/push/key',
    access: 'public',
    scope: 'push',
    rate: 'read',
    writes: true,
    input: v.object({}),
    output: v.object({ public_key: v.string() }),
    summary: 'The public key of this server (VAPID, base64url), with which a browser subscribes',
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/api/push/subscriptions',
    access: 'user',
    scope: 'push',
    rate: 'write',
    whileSuspended: true,
    status: 201,
    repeat: 'replaces',
    input: v.object({
      endpoint: v.pipe(
        v.string('push_endpoint'),
        v.maxLength(LIMITS.pushEndpoint, 'push_endpoint'),
        v.check(isAddress, 'push_endpoint'),
        v.transform((value) => new URL(value).href),
      ),
      keys: v.object({ p256dh: bytes(POINT_BYTES), auth: bytes(SECRET_BYTES) }, 'push_keys'),
      device: v.optional(
        v.nullable(
          v.pipe(
            v.string('text'),
            v.transform((value) => value.toWellFormed().replaceAll('\0', '').trim()),
            v.maxLength(LIMITS.pushDevice, 'push_device'),
          ),
        ),
      ),
    }),
    output: subscription,
    errors: ['invalid'],
    summary:
      'Subscribes a browser to push messages, for as long as the session or token of the caller lasts; at most 10 a ' +
      'member, then the oldest goes',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/push/subscriptions',
    access: 'user',
    scope: 'push',
    rate: 'read',
    input: v.object({}),
    output: v.object({ subscriptions: v.array(v.object({ ...subscription.entries, is_current: v.boolean() })) }),
    summary: 'The devices of the caller that get push messages, latest first',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/push/subscriptions/:subscription_id',
    access: 'user',
    scope: 'push',
    rate: 'write',
    whileSuspended: true,
    input: v.object({ subscription_id: id }),
    output: success,
    errors: ['not_found'],
    summary: 'Ends push messages to a device of the caller',
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/push/subscriptions/:subscription_id/test',
    access: 'user',
    scope: 'push',
    rate: 'write',
    whileSuspended: true,
    repeat: 'replaces',
    input: v.object({ subscription_id: id }),
    output: success,
    errors: ['not_found', 'push_failed'],
    summary: 'Sends a test message to a device of the caller',
  }),
}
