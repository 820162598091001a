import { ApiError, invalidField } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { DECISIONS_OF, QUEUE_KINDS, type QueueDecision, type QueueKind } from '#shared/rules/queue.ts'
import { effectiveLevel } from '#shared/rules/trust.ts'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import type { Staff } from '#server/context.ts'
import { plainExcerpt } from '#server/markdown/markdown.ts'
import { asAppeal } from '../appeals/rules.ts'
import { asDecision } from '../decisions/rules.ts'
import { localPath } from '../notices/rules.ts'
import { excerptOfComment } from '../reports/rules.ts'
import { isStaffOf } from '../rights.ts'
import type { Claimant, ItemRow, QueueScope } from './queries.ts'

const KINDS_OF_MODERATORS: readonly QueueKind[] = ['reports', 'held', 'appeals', 'mail']

/** Only admins see notices and registrations. Throws `not_staff` for a community that the caller does not moderate. */
export function scopeOf(
  { staff }: { staff: Staff },
  { kind, category_id }: { kind: QueueKind | 'all'; category_id?: number },
): QueueScope {
  if (category_id !== undefined && !isStaffOf({ staff }, category_id)) throw new ApiError('not_staff')
  const visibleKinds = staff.scope === 'admin' ? QUEUE_KINDS : KINDS_OF_MODERATORS
  const all = staff.scope === 'admin' ? null : staff.categories.map(({ id }) => id)
  return {
    kinds: visibleKinds.filter((each) => kind === 'all' || kind === each),
    categoryIds: category_id === undefined ? all : [category_id],
  }
}

export function requireStaffOfItem(
  { staff }: { staff: Staff },
  { kind, category_id }: { kind: QueueKind; category_id: number | null },
): void {
  if (!isStaffOf({ staff }, category_id) || (staff.scope !== 'admin' && !KINDS_OF_MODERATORS.includes(kind)))
    throw new ApiError('not_staff')
}

/** An admin without an account claims items by the login token of the admin panel. */
export function claimantOf({ staff }: { staff: Staff }): Claimant {
  const { account } = staff
  if (account) return { claim: `user:${account.id}`, claimed_by_id: account.id }
  return { claim: `token:${staff.scope === 'admin' ? staff.token_id : null}`, claimed_by_id: null }
}

/**
 * Throws `invalid` for a decision that this kind of item does not allow, and for a removal or refusal without a reason.
 */
export function requireAnswer(
  { kind, post_id }: { kind: QueueKind; post_id: number | null },
  { decision, reason_code, text }: { decision: QueueDecision; reason_code?: ReasonCode | null; text: string },
): void {
  const isRemoval = decision === 'remove'
  if (
    !DECISIONS_OF[kind].includes(decision) ||
    (isRemoval && post_id === null && kind !== 'notices') ||
    (decision === 'resolve' && post_id !== null)
  )
    throw invalidField('decision', 'queue_decision')
  if (decision === 'refuse' && reason_code == null && text === '') throw invalidField('text', 'refusal_reason')
  if (isRemoval && reason_code == null) throw invalidField('reason_code', 'reason_code')
}

function memberTarget(
  { author, messages }: Pick<ItemRow, 'author' | 'messages'>,
  { reported_user_id, message_id }: ItemRow['item'],
) {
  const isMessage = message_id !== null
  const said = messages.find(({ is_reported }) => is_reported)?.content
  return {
    type: isMessage ? ('message' as const) : ('user' as const),
    id: isMessage ? message_id : reported_user_id,
    title: author?.username ?? '',
    excerpt: plainExcerpt((isMessage ? said : author?.bio) ?? '', LIMITS.reportedComment),
    image_url: null,
    url: author ? paths.user(author.username) : '',
  }
}

function registrationOf({ registration, invite, inviter }: ItemRow) {
  if (registration === null) return null
  const by = inviter === null ? null : { username: inviter }
  return { ...registration, invite: invite && { ...invite, by } }
}

type VideoColumns = Pick<NonNullable<ItemRow['post']>, 'video_url' | 'captions_url' | 'captions_lang' | 'video_alt'> & {
  video_poster_url?: string | null
}

function videoOf(content: VideoColumns | null, transcript_url: string) {
  if (content === null || content.video_url === null) return {}
  const { video_url: url, video_poster_url: poster_url = null, captions_url, captions_lang, video_alt } = content
  return { video: { url, poster_url, captions_url, captions_lang, video_alt, transcript_url } }
}

function targetOf({ item, home, ...row }: ItemRow) {
  const author = row.author && { id: row.author.id, username: row.author.username, avatar_url: row.author.avatar_url }
  const place = { author, category: home }
  if (item.reported_user_id !== null) return { ...place, ...memberTarget(row, item) }
  if (item.comment_id !== null) {
    const { comment, thread } = row
    const visibleComment = thread === null ? null : comment
    return {
      ...place,
      type: 'comment' as const,
      id: item.comment_id,
      title: thread ?? '',
      excerpt: visibleComment ? excerptOfComment(visibleComment.html).excerpt : '',
      image_url: visibleComment?.image_url ?? null,
      ...videoOf(visibleComment, paths.transcript(item.post_id!, item.comment_id)),
      url: visibleComment ? paths.post(item.post_id!, item.comment_id) : '',
    }
  }
  if (item.post_id !== null) {
    const { title = '', excerpt = '', image_url = null } = row.post ?? {}
    return {
      ...place,
      type: 'post' as const,
      id: item.post_id,
      title,
      excerpt,
      image_url,
      ...videoOf(row.post, paths.transcript(item.post_id)),
      url: row.post ? paths.post(item.post_id) : '',
    }
  }
  if (row.notice !== null && item.reported_category_id === null) {
    const { user_id } = row.notice
    const url = localPath(row.notice.url)
    const title = row.author?.username ?? ''
    return {
      ...place,
      type: user_id === null ? ('other' as const) : ('user' as const),
      id: user_id,
      title,
      excerpt: '',
      image_url: null,
      url,
    }
  }
  if (item.modmail_id !== null)
    return {
      ...place,
      type: 'user' as const,
      id: author?.id ?? null,
      title: row.modmail?.subject ?? '',
      excerpt: row.modmail?.last_text ?? '',
      image_url: null,
      url: row.modmail ? paths.modmail(item.modmail_id) : '',
    }
  if (item.appeal_id !== null)
    return {
      ...place,
      type: 'user' as const,
      id: author?.id ?? null,
      title: author?.username ?? '',
      excerpt: '',
      image_url: null,
      url: author ? paths.user(author.username) : '',
    }
  if (item.kind === 'registration') {
    const title = row.registration?.username ?? ''
    return { ...place, type: 'other' as const, id: null, title, excerpt: '', image_url: null, url: '' }
  }
  const { display_name: title = '', description: excerpt = '', icon_url: image_url = null } = row.reported ?? {}
  return {
    ...place,
    type: 'category' as const,
    id: item.reported_category_id,
    title,
    excerpt,
    image_url,
    url: row.reported ? paths.category(row.reported.name) : '',
  }
}

/** Shortens messages of up to 10,000 characters; the staff member who has claimed the item gets the full text. */
export function withExcerpts<Item extends { messages: { content: string }[] }>(item: Item): Item {
  const messages = item.messages.map((message) => ({
    ...message,
    content:
      message.content.length > LIMITS.queuedMessage
        ? plainExcerpt(message.content, LIMITS.queuedMessage)
        : message.content,
  }))
  return { ...item, messages }
}

export function asItem(row: ItemRow, now: Date, refusal: 'admin_decision' | 'own_decision' | null) {
  const { id, kind, held_by, report_count, waiting_since, status, claimed_until } = row.item
  const isClaimed = claimed_until !== null && claimed_until > now
  return {
    id,
    kind,
    held_by,
    waiting_since,
    status,
    refusal,
    target: targetOf(row),
    reports: row.reports,
    messages: row.messages,
    reports_count: report_count,
    appeal: row.appeal && asAppeal(row.appeal),
    appealed: row.appealed && asDecision(row.appealed, { isStaff: true, isOwn: false }),
    registration: registrationOf(row),
    modmail_id: row.item.modmail_id,
    notice: row.notice && { ...row.notice, category: row.notice.reason_code },
    author: row.author && {
      username: row.author.username,
      created_at: row.author.created_at,
      trust_level: effectiveLevel(row.author),
      ...row.standing!,
    },
    claimed_by: isClaimed && row.claimed_by !== null ? { username: row.claimed_by } : null,
    claimed_until: isClaimed ? claimed_until : null,
  }
}
