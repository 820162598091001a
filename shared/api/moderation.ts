import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, flag, id, limit, optionalText, text, time } from './fields.ts'
import { Decision, Post } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'
import { DECISION_ACTIONS, REASON_CODES } from '../rules/moderation.ts'

export const reasonCode = v.picklist(REASON_CODES, 'reason_code')
const reasonText = optionalText(LIMITS.decisionText, 'decision_text_long')

const thing = { post_id: v.nullish(id), comment_id: v.nullish(id) }
const isOneThing = ({
  post_id,
  comment_id,
}: {
  post_id?: number | null | undefined
  comment_id?: number | null | undefined
}): boolean => (post_id == null) !== (comment_id == null)

const done = v.object({ decision: Decision })
const changed = v.object({ post: Post })

const removeContent = v.pipe(
  v.object({ ...thing, reason_code: reasonCode, rule_id: v.nullish(id), text: reasonText }),
  v.forward(
    v.check((input) => isOneThing(input), 'one_target'),
    ['post_id'],
  ),
)

const oneThing = v.pipe(
  v.object(thing),
  v.forward(
    v.check((input) => isOneThing(input), 'one_target'),
    ['post_id'],
  ),
)

const member = { user_id: id, category_id: v.nullish(id) }

const banMember = v.object({
  ...member,
  days: v.nullish(
    v.pipe(v.number('number'), v.integer('number'), v.minValue(1, 'range'), v.maxValue(LIMITS.banDays, 'range')),
  ),
  reason_code: reasonCode,
  text: reasonText,
})

/** `ban` is present while the member is banned in this community. */
const notes = v.object({
  notes: v.array(
    v.object({
      id: v.number(),
      text: v.string(),
      by: v.nullable(v.object({ username: v.string() })),
      created_at: time,
    }),
  ),
  ban: v.optional(v.object({ until: v.nullable(time) })),
})

/** Moderators may use these calls in their own communities, holders of an admin credential in all communities. */
export const moderation = {
  remove: endpoint({
    method: 'POST',
    path: '/api/moderation/remove',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'succeeds_once',
    input: removeContent,
    output: done,
    errors: ['not_staff', 'post_not_found', 'comment_not_found', 'already_so', 'invalid', 'admin_decision'],
    summary: 'Removes a post or a comment: its place stays, its author is told why',
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/moderation/restore',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'succeeds_once',
    input: oneThing,
    output: done,
    errors: ['not_staff', 'post_not_found', 'comment_not_found', 'already_so', 'admin_decision', 'own_decision'],
    summary: 'Brings back what was removed, or what staff deleted in the last 30 days',
  }),
  approve: endpoint({
    method: 'POST',
    path: '/api/moderation/approve',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'succeeds_once',
    input: oneThing,
    output: done,
    errors: ['not_staff', 'post_not_found', 'comment_not_found', 'admin_decision', 'own_decision'],
    summary: 'Publishes what was held, or records that a post or a comment is in order',
  }),
  lock: endpoint({
    method: 'POST',
    path: '/api/moderation/lock',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'sets_state',
    input: v.object({ post_id: id, locked: flag }),
    output: changed,
    errors: ['not_staff', 'post_not_found', 'already_so', 'admin_decision', 'own_decision'],
    summary: 'Ends the discussion of a post, or opens it again',
  }),
  pin: endpoint({
    method: 'POST',
    path: '/api/moderation/pin',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'sets_state',
    input: v.object({ post_id: id, pinned: flag }),
    output: changed,
    errors: ['not_staff', 'post_not_found', 'already_so', 'too_many_pinned', 'removed', 'admin_decision'],
    summary: 'Puts a post first in the feed of its community, two at most',
  }),
  ban: endpoint({
    method: 'POST',
    path: '/api/moderation/ban',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'replaces',
    input: banMember,
    output: done,
    errors: [
      'not_staff',
      'not_over_staff',
      'not_in_community',
      'user_not_found',
      'category_not_found',
      'too_many_requests',
      'invalid',
      'admin_decision',
      'own_decision',
    ],
    summary: 'Bans a member from a community, or suspends them from the whole site (category_id null; admins)',
  }),
  unban: endpoint({
    method: 'POST',
    path: '/api/moderation/unban',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    repeat: 'succeeds_once',
    input: v.object(member),
    output: done,
    errors: ['not_staff', 'user_not_found', 'category_not_found', 'already_so', 'admin_decision', 'own_decision'],
    summary: 'Ends a ban or a suspension',
  }),
  warn: endpoint({
    method: 'POST',
    path: '/api/moderation/warn',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    idempotent: true,
    input: v.object({ ...member, text: text(1, LIMITS.decisionText, 'decision_text_long') }),
    output: done,
    errors: [
      'not_staff',
      'not_over_staff',
      'not_in_community',
      'user_not_found',
      'category_not_found',
      'too_many_requests',
      'invalid',
      'own_decision',
    ],
    summary: 'Sends a member a warning',
  }),
  notes: endpoint({
    method: 'GET',
    path: '/api/moderation/notes',
    access: 'staff',
    scope: 'moderate',
    rate: 'read',
    input: v.object(member),
    output: notes,
    errors: ['not_staff', 'category_not_found'],
    summary: 'What the staff of a community, or admins, noted about a member, newest first',
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/moderation/notes',
    access: 'staff',
    scope: 'moderate',
    rate: 'write',
    status: 201,
    idempotent: true,
    input: v.object({ ...member, text: text(1, LIMITS.moderatorNote, 'note_length') }),
    output: notes,
    errors: ['not_staff', 'not_in_community', 'user_not_found', 'category_not_found', 'too_many_requests', 'invalid'],
    summary: 'Adds a note about a member, which the member does not see',
  }),
}

const target = Decision.entries.target

export const decisions = {
  mine: endpoint({
    method: 'GET',
    path: '/api/account/decisions',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({ cursor, limit: limit(PAGE.decisions) }),
    output: v.object({ decisions: v.array(Decision), next_cursor: v.nullable(v.string()) }),
    errors: ['bad_cursor'],
    summary: 'What staff decided about the caller and what they wrote, newest first',
  }),
  ofCategory: endpoint({
    method: 'GET',
    path: '/api/categories/:category_id/modlog',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ category_id: id, cursor, limit: limit(PAGE.decisions) }),
    output: v.object({
      entries: v.array(
        v.object({
          id: v.number(),
          action: v.picklist(DECISION_ACTIONS),
          target,
          reason_code: v.nullable(reasonCode),
          rule_title: v.nullable(v.string()),
          created_at: time,
          automatic: v.boolean(),
          by: v.nullable(v.object({ username: v.string() })),
        }),
      ),
      next_cursor: v.nullable(v.string()),
    }),
    errors: ['category_not_found', 'bad_cursor', 'feature_off'],
    summary: 'The public log of a community; `by` for its staff alone',
  }),
}
