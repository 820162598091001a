import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, flag, id, limit, success, time } from './fields.ts'
import { LIMITS, PAGE } from '../limits.ts'
import { DELIVERY_STATES, HOOK_EVENTS } from '../rules/hooks.ts'

const Hook = v.object({
  id: v.number(),
  category_id: v.nullable(v.number()),
  url: v.string(),
  events: v.array(v.picklist(HOOK_EVENTS)),
  is_enabled: v.boolean(),
  created_at: time,
  /** Time of the first failure since the last success; null if the last delivery succeeded. */
  failing_since: v.nullable(time),
  /** Time at which the server disabled the webhook; null if it did not. */
  switched_off_at: v.nullable(time),
})
export type Hook = v.InferOutput<typeof Hook>

const Delivery = v.object({
  id: v.number(),
  webhook_id: v.string(),
  event: v.picklist(HOOK_EVENTS),
  status: v.picklist(DELIVERY_STATES),
  attempts: v.number(),
  /** Status of the last response; null if none came. */
  status_code: v.nullable(v.number()),
  error: v.nullable(v.string()),
  created_at: time,
  next_attempt_at: v.nullable(time),
  ended_at: v.nullable(time),
})
export type Delivery = v.InferOutput<typeof Delivery>

const url = v.pipe(
  v.string('hook_url'),
  v.maxLength(LIMITS.hookUrl, 'hook_url'),
  v.check((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'hook_url'),
  v.transform((value) => new URL(value).href),
)

const events = v.pipe(
  v.array(v.picklist(HOOK_EVENTS, 'hook_events'), 'hook_events'),
  v.minLength(1, 'hook_events'),
  v.transform((chosen) => HOOK_EVENTS.filter((event) => chosen.includes(event))),
)

/** Webhooks of the whole site (`category_id` null) are for admins, others for moderators of the community. */
export const hooks = {
  list: endpoint({
    method: 'GET',
    path: '/api/hooks',
    access: 'staff',
    scope: 'moderate',
    rate: 'read',
    input: v.object({ category_id: v.nullish(id) }),
    output: v.object({ hooks: v.array(Hook) }),
    errors: ['not_staff', 'category_not_found'],
    summary: 'The web hooks of a community, or without `category_id` those of the whole site',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/hooks',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    status: 201,
    idempotent: 'at_end',
    input: v.object({ url, events, category_id: v.nullish(id) }),
    output: v.object({ hook: Hook, secret: v.string() }),
    errors: ['not_staff', 'category_not_found', 'too_many_hooks', 'invalid'],
    summary:
      'Adds a web hook (Standard Webhooks). Its secret is shown only here; `user.registered` is for hooks of the ' +
      'whole site',
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/hooks/:hook_id',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    input: v.object({ hook_id: id, url: v.optional(url), events: v.optional(events), is_enabled: v.optional(flag) }),
    output: v.object({ hook: Hook }),
    errors: ['not_staff', 'not_found', 'invalid'],
    summary: 'Changes a web hook, or switches it on or off; what waits is dropped when it is switched off',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/hooks/:hook_id',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    input: v.object({ hook_id: id }),
    output: success,
    errors: ['not_staff', 'not_found'],
    summary: 'Deletes a web hook with its log',
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/api/hooks/:hook_id/deliveries',
    access: 'staff',
    scope: 'moderate',
    rate: 'read',
    input: v.object({ hook_id: id, cursor, limit: limit(PAGE.deliveries) }),
    output: v.object({ deliveries: v.array(Delivery), next_cursor: v.nullable(v.string()) }),
    errors: ['not_staff', 'not_found', 'bad_cursor'],
    summary: 'The last 500 deliveries of a web hook, latest first',
  }),
  replay: endpoint({
    method: 'POST',
    path: '/api/hooks/:hook_id/deliveries/:delivery_id/replay',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'replaces',
    input: v.object({ hook_id: id, delivery_id: id }),
    output: v.object({ success: v.literal(true), delivery: Delivery }),
    errors: ['not_staff', 'not_found', 'hook_off'],
    summary: 'Delivers an event again, with the same webhook-id and what is there now',
  }),
}
