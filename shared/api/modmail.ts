import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, flag, id, limit, text, time } from './fields.ts'
import { AuthorRef, UserCard } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'

/** `category` is null in threads with the admins; on the normal host `is_adult` replaces an adult community's name. */
export const ModmailThread = v.object({
  id: v.number(),
  category: v.nullable(v.object({ id: v.number(), name: v.string(), display_name: v.string(), is_nsfw: v.boolean() })),
  subject: v.string(),
  member: UserCard,
  state: v.picklist(['open', 'archived']),
  last_message: v.object({ text: v.string(), is_staff: v.boolean(), created_at: time }),
  unread: v.boolean(),
  is_own: v.boolean(),
  claimed_by: v.nullable(v.object({ username: v.string() })),
  claimed_until: v.nullable(time),
  created_at: time,
  is_adult: v.optional(v.boolean()),
})
export type ModmailThread = v.InferOutput<typeof ModmailThread>

/** `author` is null if the account was deleted, or if staff answered a member as the team. */
export const ModmailMessage = v.object({
  id: v.number(),
  author: v.nullable(AuthorRef),
  is_staff: v.boolean(),
  is_note: v.boolean(),
  shows_name: v.boolean(),
  text: v.string(),
  text_html: v.string(),
  created_at: time,
})
export type ModmailMessage = v.InferOutput<typeof ModmailMessage>

const modmailText = text(1, LIMITS.modmailText, 'modmail_text')

export const startModmail = v.object({
  category_id: v.nullable(id),
  subject: text(1, LIMITS.modmailSubject, 'modmail_subject'),
  text: modmailText,
})

export const answerModmail = v.object({
  thread_id: id,
  text: modmailText,
  is_note: v.optional(v.boolean('boolean'), false),
  show_name: v.optional(v.boolean('boolean'), false),
})

const one = v.object({ thread_id: id })
const thread = v.object({ thread: ModmailThread })

/** The member who wrote a thread never counts as its staff, even as a moderator of the community. */
export const modmail = {
  start: endpoint({
    method: 'POST',
    path: '/api/modmail',
    access: 'user',
    scope: 'write:messages',
    rate: 'message',
    status: 201,
    idempotent: true,
    whileSuspended: true,
    input: startModmail,
    output: thread,
    errors: ['invalid', 'too_many_requests'],
    summary: 'Writes to the moderators of a community, or to the admins; suspended and banned members twice a day',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/modmail',
    access: 'user_or_admin',
    scope: 'read:private',
    rate: 'read',
    input: v.object({
      box: v.optional(v.picklist(['mine', 'staff'], 'modmail_box'), 'mine'),
      category_id: v.optional(id),
      state: v.optional(v.picklist(['open', 'archived'], 'modmail_state')),
      limit: limit(PAGE.modmail),
      cursor,
    }),
    output: v.object({
      threads: v.array(ModmailThread),
      unread_count: v.number(),
      next_cursor: v.nullable(v.string()),
    }),
    errors: ['not_staff', 'bad_cursor'],
    summary: "The caller's own threads, or those that wait for them as staff, latest first",
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/modmail/:thread_id',
    access: 'user_or_admin',
    scope: 'read:private',
    rate: 'read',
    writes: true,
    whileReadOnly: 'unrecorded',
    input: v.object({ thread_id: id, limit: limit(PAGE.conversation), cursor, peek: v.optional(flag, false) }),
    output: v.object({ thread: ModmailThread, messages: v.array(ModmailMessage), next_cursor: v.nullable(v.string()) }),
    errors: ['not_found', 'bad_cursor'],
    summary:
      'A thread with its latest messages, oldest first; `next_cursor` leads to earlier ones; marks it as read, ' +
      'with a bearer and without peek',
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/modmail/:thread_id/messages',
    access: 'user_or_admin',
    scope: 'write:messages',
    rate: 'message',
    status: 201,
    idempotent: true,
    whileSuspended: true,
    input: answerModmail,
    output: v.object({ message: ModmailMessage }),
    errors: ['not_found', 'not_staff', 'claimed', 'suspended'],
    summary: 'Answers in a thread; staff as the team unless `show_name`, and with `is_note` for staff alone',
  }),
  archive: endpoint({
    method: 'POST',
    path: '/api/modmail/:thread_id/archive',
    access: 'user_or_admin',
    scope: 'moderate',
    rate: 'write',
    repeat: 'sets_state',
    input: v.object({ thread_id: id, archived: v.boolean('boolean') }),
    output: thread,
    errors: ['not_found', 'not_staff', 'claimed', 'suspended'],
    summary: 'Puts a thread away, or back; a further message of the member opens it again',
  }),
  claim: endpoint({
    method: 'POST',
    path: '/api/modmail/:thread_id/claim',
    access: 'user_or_admin',
    scope: 'moderate',
    rate: 'write',
    repeat: 'sets_state',
    input: one,
    output: thread,
    errors: ['not_found', 'not_staff', 'claimed', 'suspended'],
    summary: 'Keeps a thread for the caller for ten minutes',
  }),
  release: endpoint({
    method: 'POST',
    path: '/api/modmail/:thread_id/release',
    access: 'user_or_admin',
    scope: 'moderate',
    rate: 'write',
    repeat: 'sets_state',
    input: one,
    output: thread,
    errors: ['not_found', 'not_staff', 'claimed', 'suspended'],
    summary: 'Ends a claim',
  }),
}
