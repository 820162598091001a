import type { ServerTexts } from '#shared/i18n/index.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { Variant } from '#shared/rules/variant.ts'
import { plainExcerpt } from '#server/markdown/markdown.ts'
import type { listNotifications } from './queries.ts'

type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

/** `id` is that of the latest notification; `actors` are user names, latest first, without deleted accounts. */
export type Group = { id: number; count: number; actors: string[]; read: boolean }

const MAX_NAMES = 3

function contentOf(row: NotificationRow, isGroup: boolean, t: ServerTexts['notifications']): string {
  const isAboutPost = row.post_title !== null && (isGroup || row.comment_id === null)
  if (isAboutPost) return plainExcerpt(row.post_title!, LIMITS.commentExcerpt)
  if (row.stream_title !== null) return plainExcerpt(row.stream_title, LIMITS.commentExcerpt)
  if (row.appeal_answer) return plainExcerpt(row.appeal_answer, LIMITS.commentExcerpt)
  if (row.modmail_subject !== null) return row.modmail_subject
  if (row.decided !== null) return row.decided_title ?? ''
  if (row.category_name !== null) return `r/${row.category_name}`
  if (row.kind === 'follower') return isGroup ? '' : t.newFollower
  if (row.kind === 'report_decided') return row.report_status === 'rejected' ? t.reportRejected : t.reportResolved
  if (row.kind === 'export') return t.exportReady
  if (row.excerpt) return row.excerpt
  return row.has_video ? t.video : row.has_image ? t.image : ''
}

function titleOf(
  row: NotificationRow,
  actors: string[],
  { titles, decided, list, others, someone }: ServerTexts['notifications'],
): string {
  if (row.kind === 'report_decided')
    return row.report_status === 'rejected' ? titles.report_rejected : titles.report_resolved
  if (row.appeal_status !== null)
    return titles[row.appeal_status === 'overturned' ? 'appeal_overturned' : 'appeal_upheld']
  if (row.decided !== null) return decided[row.decided](row.category_name, row.comment_id !== null)
  if (row.kind === 'modmail' || row.kind === 'modmail_answer') return titles[row.kind](row.category_name)
  const title = row.kind === 'post_comment' && !row.is_own_post ? titles.thread_comment : titles[row.kind]
  if (typeof title === 'string') return title
  const named = actors.slice(0, MAX_NAMES)
  const names = list.format(actors.length > MAX_NAMES ? [...named, others] : named)
  return title(names || someone, actors.length > 1)
}

function linkOf(
  { kind, actor, post_id, comment_id, decision_id, modmail_id, stream_id }: NotificationRow,
  isHidden: boolean,
): string {
  if (modmail_id !== null) return paths.modmail(modmail_id)
  // The normal host has no page for an adult stream, so its notification links to the post of the stream.
  if (stream_id !== null && !isHidden) return paths.stream(stream_id)
  if (decision_id !== null) return paths.decisions(decision_id)
  if (post_id !== null) return paths.post(post_id, comment_id)
  if (kind === 'invite') return paths.moderatorInvites()
  if (kind === 'export') return paths.settings('data')
  return kind === 'follower' && actor !== null ? paths.user(actor) : paths.profile()
}

/** On the normal host, a notification about adult content has a neutral text and link and no names. */
export function asNotification(row: NotificationRow, t: ServerTexts['notifications'], variant: Variant, group?: Group) {
  const { kind, post_id, comment_id, created_at } = row
  const { id, read, count, actors } = group ?? {
    id: row.id,
    read: row.read,
    count: 1,
    actors: row.actor === null ? [] : [row.actor],
  }
  const isHidden = row.is_nsfw && variant === 'normal'
  const texts = isHidden ? t.adult : { title: titleOf(row, actors, t), content: contentOf(row, count > 1, t) }
  return {
    id,
    kind,
    read,
    post_id,
    comment_id,
    created_at,
    link: linkOf(row, isHidden),
    ...texts,
    count,
    is_grouped: count > 1,
    actors: isHidden ? [] : actors.slice(0, MAX_NAMES),
  }
}
