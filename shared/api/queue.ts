import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, id, limit, optionalText, time } from './fields.ts'
import { reasonCode } from './moderation.ts'
import { Appeal, Decision, avatar_url } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'
import { CAPTIONS_LANGS } from '../rules/captions.ts'
import { REASON_CODES } from '../rules/moderation.ts'
import { QUEUE_DECISIONS, QUEUE_KINDS } from '../rules/queue.ts'

const username = v.nullable(v.object({ username: v.string() }))

/** `reports` are the latest of `reports_count`; `refusal` is the reason why the caller may not claim the case. */
export const QueueItem = v.object({
  id: v.number(),
  kind: v.picklist(QUEUE_KINDS),
  target: v.object({
    type: v.picklist(['post', 'comment', 'category', 'user', 'message', 'other']),
    id: v.nullable(v.number()),
    title: v.string(),
    excerpt: v.string(),
    image_url: v.nullable(v.string()),
    /** `transcript_url`: the page with the captions as text. */
    video: v.optional(
      v.object({
        url: v.string(),
        poster_url: v.nullable(v.string()),
        captions_url: v.nullable(v.string()),
        captions_lang: v.nullable(v.picklist(CAPTIONS_LANGS)),
        video_alt: v.string(),
        transcript_url: v.string(),
      }),
    ),
    url: v.string(),
    author: v.nullable(v.object({ id: v.number(), username: v.string(), avatar_url })),
    category: v.nullable(
      v.object({ id: v.number(), name: v.string(), display_name: v.string(), is_nsfw: v.boolean() }),
    ),
  }),
  reports: v.array(v.object({ id: v.number(), reason: v.string(), reporter: username, created_at: time })),
  reports_count: v.number(),
  /** A reported private message and those before it, oldest first; truncated until the caller claims the case. */
  messages: v.array(
    v.object({
      id: v.number(),
      sender: username,
      content: v.string(),
      has_image: v.boolean(),
      is_reported: v.boolean(),
      created_at: time,
    }),
  ),
  held_by: v.nullable(v.string()),
  appeal: v.nullable(Appeal),
  appealed: v.nullable(Decision),
  notice: v.nullable(
    v.object({
      reference: v.string(),
      category: v.picklist(REASON_CODES),
      text: v.string(),
      url: v.string(),
      name: v.nullable(v.string()),
      email: v.nullable(v.string()),
    }),
  ),
  /** The registration that waits for approval; null once it is decided. */
  registration: v.nullable(
    v.object({
      username: v.string(),
      email: v.string(),
      language: v.picklist(['pl', 'en']),
      question: v.nullable(v.string()),
      answer: v.nullable(v.string()),
      invite: v.nullable(v.object({ code: v.string(), note: v.string(), by: username })),
      created_at: time,
    }),
  ),
  /** The mod mail thread that waits for an answer. */
  modmail_id: v.nullable(v.number()),
  author: v.nullable(
    v.object({
      username: v.string(),
      created_at: time,
      trust_level: v.nullable(v.number()),
      removed_30d: v.number(),
      bans: v.number(),
    }),
  ),
  claimed_by: username,
  claimed_until: v.nullable(time),
  waiting_since: time,
  status: v.picklist(['open', 'decided']),
  refusal: v.nullable(v.picklist(['admin_decision', 'own_decision'])),
})
export type QueueItem = v.InferOutput<typeof QueueItem>

const one = v.object({ item_id: id })
const item = v.object({ item: QueueItem })

/** `text` is sent to the author; to refuse a registration, `text` or `reason_code` is required. */
const decideItem = v.object({
  item_id: id,
  decision: v.picklist(QUEUE_DECISIONS, 'queue_decision'),
  reason_code: v.nullish(reasonCode),
  rule_id: v.nullish(id),
  text: optionalText(LIMITS.decisionText, 'decision_text_long'),
})

/** A claim by staff without an account has a time (`claimed_until`) but no name. */
export const queue = {
  list: endpoint({
    method: 'GET',
    path: '/api/moderation/queue',
    access: 'staff',
    scope: 'moderate',
    rate: 'read',
    input: v.object({
      kind: v.optional(v.picklist(['all', ...QUEUE_KINDS], 'queue_kind'), 'all'),
      category_id: v.optional(id),
      cursor,
      limit: limit(PAGE.queue),
    }),
    output: v.object({ items: v.array(QueueItem), total: v.number(), next_cursor: v.nullable(v.string()) }),
    errors: ['not_staff', 'category_not_found', 'bad_cursor'],
    summary: 'What waits for a decision, oldest first; several reports of one thing are one item',
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/moderation/queue/:item_id/claim',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'sets_state',
    input: one,
    output: item,
    errors: ['not_found', 'not_staff', 'claimed', 'decided', 'admin_decision', 'own_decision'],
    summary: 'Keeps an item for the caller for ten minutes',
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/moderation/queue/:item_id/release',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'sets_state',
    input: one,
    output: item,
    errors: ['not_found', 'not_staff', 'claimed', 'decided'],
    summary: 'Ends a claim',
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/moderation/queue/:item_id/decide',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'succeeds_once',
    input: decideItem,
    output: v.object({ item: QueueItem, decision: v.nullable(Decision) }),
    errors: [
      'not_found',
      'not_staff',
      'claimed',
      'decided',
      'own_decision',
      'post_not_found',
      'comment_not_found',
      'invalid',
      'admin_decision',
      'username_taken',
    ],
    summary: 'Decides an item and with it every report of the thing',
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/moderation/decisions/:decision_id/undo',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'succeeds_once',
    input: v.object({ decision_id: id }),
    output: v.object({ decision: Decision }),
    errors: [
      'not_found',
      'not_staff',
      'not_over_staff',
      'already_so',
      'too_late',
      'not_undoable',
      'too_many_pinned',
      'removed',
      'post_not_found',
      'comment_not_found',
      'user_not_found',
      'admin_decision',
      'own_decision',
    ],
    summary: 'Takes a decision back within a day; what it closed in the queue is open again',
  }),
}
