import type {
  CommentReplyResponse,
  CommentReplyView,
  CommentView,
  GetPersonMentionsResponse,
  GetRepliesResponse,
  GetUnreadCountResponse,
  PersonMentionResponse,
  PersonMentionView,
  PrivateMessageReportResponse,
  PrivateMessageResponse,
  PrivateMessagesResponse,
  PrivateMessageView,
} from 'lemmy-js-client'
import { ApiError } from '#shared/api/errors.ts'
import type { Message, Notification } from '#shared/api/shapes.ts'
import { LAST_ID } from '#shared/api/fields.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import {
  flagOf,
  idOf,
  pageOf,
  requireId,
  requireViewer,
  textOf,
  wantedOf,
  type Form,
  type Lemmy,
  type LemmyCall,
} from '../lemmy.ts'
import { LemmyRefusal } from '../errors.ts'
import { fromLemmyText, toLemmyText } from '../markdown.ts'
import { toFullCommentViews } from '../views/comments.ts'
import { requireMe, requireUser } from '../views/people.ts'
import { deletedPerson, findUsers, toPerson } from '../views/shared.ts'

const REPLIES = 'post_comment,comment_reply'
const MENTIONS = 'mention'

type Rung = { notification: Notification; view: CommentView }

async function withComments(lemmy: Lemmy, notifications: Notification[]): Promise<Rung[]> {
  const views = await toFullCommentViews(
    lemmy,
    notifications.flatMap(({ comment_id }) => comment_id ?? []),
  )
  const byId = new Map(views.map((view) => [view.comment.id, view]))
  return notifications.flatMap((notification) => {
    const view = notification.comment_id === null ? undefined : byId.get(notification.comment_id)
    return view ? [{ notification, view }] : []
  })
}

async function listRung(lemmy: Lemmy, form: Form, kinds: string) {
  const page = pageOf(form)
  const recipient = await requireMe(lemmy)
  if (page === null) return { recipient, rung: [] }
  const listed = await lemmy.calls.notifications.list({ kinds, unread: flagOf(form, 'unread_only'), ...page })
  return { recipient, rung: await withComments(lemmy, listed) }
}

const markOf = ({ notification: { id, read, created_at }, view }: Rung, recipient_id: number) => ({
  id,
  recipient_id,
  comment_id: view.comment.id,
  read,
  published: created_at,
})

type Recipient = CommentReplyView['recipient']

const toReply = (rung: Rung, recipient: Recipient): CommentReplyView => ({
  ...rung.view,
  recipient,
  comment_reply: markOf(rung, recipient.id),
})

const toMention = (rung: Rung, recipient: Recipient): PersonMentionView => ({
  ...rung.view,
  recipient,
  person_mention: markOf(rung, recipient.id),
})

async function getReplies(lemmy: Lemmy, form: Form): Promise<GetRepliesResponse> {
  const { recipient, rung } = await listRung(lemmy, form, REPLIES)
  return { replies: rung.map((one) => toReply(one, recipient)) }
}

async function getMentions(lemmy: Lemmy, form: Form): Promise<GetPersonMentionsResponse> {
  const { recipient, rung } = await listRung(lemmy, form, MENTIONS)
  return { mentions: rung.map((one) => toMention(one, recipient)) }
}

/** Query parameters that list the notification with this id or, if there is none, an older one. */
const upTo = (id: number) => ({ limit: 1, ...(id < LAST_ID && { before: id + 1 }) })

/** Marking as unread does nothing. Throws `not_found`. */
async function markRung(lemmy: Lemmy, form: Form, field: string, kinds: string) {
  const recipient = await requireMe(lemmy)
  const id = requireId(form, field)
  if (wantedOf(form, 'read')) await lemmy.calls.notifications.markRead({ notification_id: id })
  const [found] = await lemmy.calls.notifications.list({ kinds, ...upTo(id) })
  const [rung] = found?.id === id ? await withComments(lemmy, [found]) : []
  if (!rung) throw new ApiError('not_found')
  return { recipient, rung }
}

async function markReply(lemmy: Lemmy, form: Form): Promise<CommentReplyResponse> {
  const { rung, recipient } = await markRung(lemmy, form, 'comment_reply_id', REPLIES)
  return { comment_reply_view: toReply(rung, recipient) }
}

async function markMention(lemmy: Lemmy, form: Form): Promise<PersonMentionResponse> {
  const { rung, recipient } = await markRung(lemmy, form, 'person_mention_id', MENTIONS)
  return { person_mention_view: toMention(rung, recipient) }
}

async function getUnreadCount({ calls }: Lemmy): Promise<GetUnreadCountResponse> {
  const countOf = async (kinds: string) =>
    (await calls.notifications.list({ kinds, unread: true, limit: LIMITS.listLimit })).filter(
      ({ comment_id }) => comment_id !== null,
    ).length
  const [replies, mentions, { unread_count }] = await Promise.all([
    countOf(REPLIES),
    countOf(MENTIONS),
    calls.messages.unreadCount(),
  ])
  return { replies, mentions, private_messages: unread_count }
}

async function markAllAsRead(lemmy: Lemmy): Promise<GetRepliesResponse> {
  await lemmy.calls.notifications.markAllRead()
  const { messages } = await lemmy.calls.messages.list({ unread: true, limit: LIMITS.listLimit })
  for (const username of new Set(messages.map(({ other }) => other.username)))
    await lemmy.calls.messages.conversation({ username, limit: LIMITS.listLimit })
  return { replies: [] }
}

type Listed = Message & { sender_id: number }

async function toMessageViews(lemmy: Lemmy, messages: Listed[]): Promise<PrivateMessageView[]> {
  const users = await findUsers(
    lemmy,
    messages.flatMap(({ sender_id, recipient_id }) => [sender_id, recipient_id]),
  )
  const people = new Map(users.map((user) => [user.id, toPerson(lemmy, user)]))
  return messages.map((message) => ({
    private_message: {
      id: message.id,
      creator_id: message.sender_id,
      recipient_id: message.recipient_id,
      content: toLemmyText(
        lemmy,
        message.content,
        message.image_url === null ? [] : [{ url: message.image_url, alt: '' }],
      ),
      deleted: false,
      read: message.is_read,
      published: message.created_at,
      ap_id: lemmy.origin + paths.messages(),
      local: true,
    },
    creator: people.get(message.sender_id) ?? deletedPerson(lemmy),
    recipient: people.get(message.recipient_id) ?? deletedPerson(lemmy),
  }))
}

async function getMessages(lemmy: Lemmy, form: Form): Promise<PrivateMessagesResponse> {
  const page = pageOf(form)
  if (page === null) return { private_messages: [] }
  const from = idOf(form, 'creator_id')
  if (from === undefined) {
    const { messages } = await lemmy.calls.messages.list({ unread: flagOf(form, 'unread_only'), ...page })
    return { private_messages: await toMessageViews(lemmy, messages) }
  }
  const viewer = requireViewer(lemmy)
  const { username, id } = await requireUser(lemmy, from)
  const last = Math.min(LIMITS.listLimit, page.offset + page.limit)
  const { messages } = await lemmy.calls.messages.conversation({ username, limit: last, peek: true })
  const found = messages
    .toReversed()
    .slice(page.offset, last)
    .map((message) => ({ ...message, sender_id: message.recipient_id === viewer.id ? id : viewer.id }))
  return { private_messages: await toMessageViews(lemmy, found) }
}

async function requireMessage(lemmy: Lemmy, id: number) {
  const { messages } = await lemmy.calls.messages.list(upTo(id))
  if (messages[0]?.id !== id) throw new ApiError('message_not_found')
  return messages[0]
}

async function createMessage(lemmy: Lemmy, form: Form): Promise<PrivateMessageResponse> {
  const viewer = requireViewer(lemmy)
  const message = await lemmy.calls.messages.send({
    recipient_id: requireId(form, 'recipient_id'),
    content: fromLemmyText(lemmy, textOf(form, 'content') ?? '').content,
  })
  const [view] = await toMessageViews(lemmy, [{ ...message, sender_id: viewer.id }])
  return { private_message_view: view! }
}

/** Marking as unread does nothing. */
async function markMessage(lemmy: Lemmy, form: Form): Promise<PrivateMessageResponse> {
  const id = requireId(form, 'private_message_id')
  const found = await requireMessage(lemmy, id)
  if (wantedOf(form, 'read')) await lemmy.calls.messages.conversation({ username: found.other.username, ...upTo(id) })
  const [view] = await toMessageViews(lemmy, [wantedOf(form, 'read') ? { ...found, is_read: true } : found])
  return { private_message_view: view! }
}

async function reportMessage(lemmy: Lemmy, form: Form): Promise<PrivateMessageReportResponse> {
  const id = requireId(form, 'private_message_id')
  const reason = textOf(form, 'reason') ?? ''
  const found = await requireMessage(lemmy, id)
  const report = await lemmy.calls.reports.create({ message_id: id, reason })
  const [view] = await toMessageViews(lemmy, [found])
  const creator = await requireMe(lemmy)
  return {
    private_message_report_view: {
      private_message: view!.private_message,
      private_message_creator: view!.creator,
      creator,
      private_message_report: {
        id: report.id,
        creator_id: creator.id,
        private_message_id: id,
        original_pm_text: found.content,
        reason,
        resolved: false,
        published: lemmy.ctx.now().toISOString(),
      },
    },
  }
}

const notAllowed: LemmyCall = (lemmy) => {
  requireViewer(lemmy)
  throw new LemmyRefusal('edit_private_message_not_allowed')
}

export const inboxCalls: Record<string, LemmyCall> = {
  'GET /user/replies': getReplies,
  'GET /user/mention': getMentions,
  'POST /comment/mark_as_read': markReply,
  'POST /user/mention/mark_as_read': markMention,
  'GET /user/unread_count': getUnreadCount,
  'POST /user/mark_all_as_read': markAllAsRead,
  'GET /private_message/list': getMessages,
  'POST /private_message': createMessage,
  'POST /private_message/mark_as_read': markMessage,
  'POST /private_message/report': reportMessage,
  'PUT /private_message': notAllowed,
  'POST /private_message/delete': notAllowed,
}
