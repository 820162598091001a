import type { ModmailMessage } from '#shared/api/modmail.ts'
import { LIMITS } from '#shared/limits.ts'
import type { UserOrAdminCtx } from '#server/context.ts'
import type { Variant } from '#shared/rules/variant.ts'
import { plainExcerpt } from '#server/markdown/markdown.ts'
import type { MessageRow, ThreadRow } from './queries.ts'

/** `userId` is null for an admin without an account. */
export type Participant = {
  userId: number | null
  role: 'member' | 'staff'
  /** The participant's id in claims of the thread and of its queue item, such as `user:7`. */
  claim: string
}

export const claimOf = ({ viewer, staff }: UserOrAdminCtx): string =>
  viewer === null ? `token:${staff?.token_id ?? null}` : `user:${viewer.id}`

export const excerptOf = (plain: string): string => plainExcerpt(plain, LIMITS.modmailExcerpt)

/** Hides from the member which staff member has claimed the thread. */
export function asThread(row: ThreadRow, role: Participant['role'], now: Date) {
  const { thread, category, member, claimed_by, is_unread } = row
  const isClaimed = role === 'staff' && thread.claimed_until !== null && thread.claimed_until > now
  return {
    id: thread.id,
    category,
    subject: thread.subject,
    member,
    state: thread.state,
    last_message: { text: thread.last_text, is_staff: thread.last_is_staff, created_at: thread.last_message_at },
    unread: role === 'member' ? thread.member_unread : is_unread,
    is_own: role === 'member',
    claimed_by: isClaimed && claimed_by !== null ? { username: claimed_by } : null,
    claimed_until: isClaimed ? thread.claimed_until : null,
    created_at: thread.created_at,
  }
}

/** On the normal host, a thread with an adult community omits the community's name, the subject and the text. */
export function asListed(row: ThreadRow, role: Participant['role'], now: Date, variant: Variant) {
  const thread = asThread(row, role, now)
  if (!row.category?.is_nsfw || variant === 'adult') return thread
  return { ...thread, is_adult: true, category: null, subject: '', last_message: { ...thread.last_message, text: '' } }
}

export function asMessage({ message, author }: MessageRow, role: Participant['role']): ModmailMessage {
  const { id, is_staff, is_note, shows_name, text, text_html, created_at } = message
  const isNamed = role === 'staff' || !is_staff || shows_name
  return {
    id,
    is_staff,
    is_note,
    shows_name,
    text,
    text_html,
    created_at: created_at.toISOString(),
    author: isNamed ? author : null,
  }
}
