import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, flag, id, limit, mediaUrl, nameInPath, offset, text } from './fields.ts'
import { ConversationSummary, Message, UserCard } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'

export const sendMessage = v.object({
  recipient_id: id,
  content: text(1, LIMITS.message, 'message_length'),
  image_url: mediaUrl,
})

/** `other` is the caller's partner in the conversation. */
const listed = v.object({ ...Message.entries, sender_id: v.number(), other: UserCard })

export const messages = {
  list: endpoint({
    method: 'GET',
    path: '/api/messages',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({
      unread: v.optional(flag, false),
      before: v.optional(id),
      limit: limit(PAGE.conversation),
      offset,
      cursor,
    }),
    output: v.object({ messages: v.array(listed), next_cursor: v.nullable(v.string()) }),
    errors: ['bad_cursor'],
    summary:
      'Messages of all conversations of the caller, latest first, which stay unread; `unread` lists those that the ' +
      'caller received and has not read',
  }),
  conversations: endpoint({
    method: 'GET',
    path: '/api/messages/conversations',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({ limit: limit(PAGE.list), offset }),
    output: v.array(ConversationSummary),
    summary: 'Conversations of the caller, latest first',
  }),
  unreadCount: endpoint({
    method: 'GET',
    path: '/api/messages/unread-count',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({}),
    output: v.object({ unread_count: v.number() }),
    summary: 'Unread messages of the caller',
  }),
  unreadCountShort: endpoint({
    method: 'GET',
    path: '/api/messages/unread/count',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({}),
    output: v.object({ count: v.number() }),
    summary: 'Unread messages of the caller, in the other spelling',
  }),
  conversation: endpoint({
    method: 'GET',
    path: '/api/messages/conversation/:username',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    writes: true,
    whileReadOnly: 'unrecorded',
    input: v.object({
      username: nameInPath,
      limit: limit(PAGE.conversation),
      before: v.optional(id),
      peek: v.optional(flag, false),
    }),
    output: v.object({ messages: v.array(Message), other_user: UserCard, messages_closed: v.boolean() }),
    errors: ['user_not_found'],
    summary:
      'A page of a conversation, oldest first; marks what it returns to the recipient as read, with a bearer and ' +
      'without peek; `messages_closed`: the caller may not begin it',
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/messages',
    access: 'user',
    scope: 'write:messages',
    rate: 'message',
    status: 201,
    idempotent: true,
    input: sendMessage,
    output: Message,
    errors: ['blocked', 'messages_closed', 'self_message', 'user_not_found', 'invalid'],
    summary: 'Sends a private message',
  }),
}
