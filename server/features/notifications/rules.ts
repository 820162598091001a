import type { ServerTexts } from '#shared/i18n/index.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { Variant } from '#server/context.ts'
import { plainExcerpt } from '#server/markdown/markdown.ts'
import type { listNotifications } from './queries.ts'

type NotificationRow = Awaited<ReturnType<typeof listNotifications>>[number]

function contentOf(row: NotificationRow, t: ServerTexts['notifications']): string {
  if (row.kind === 'follower') return t.newFollower
  if (row.kind === 'report_decided') return row.report_status === 'rejected' ? t.reportRejected : t.reportResolved
  if (row.comment_id === null) return plainExcerpt(row.post_title ?? '', LIMITS.commentExcerpt)
  if (row.excerpt) return row.excerpt
  return row.has_video ? t.video : row.has_image ? t.image : ''
}

function titleOf(row: NotificationRow, t: ServerTexts['notifications']): string {
  if (row.kind !== 'report_decided') return t.titles[row.kind](row.actor ?? t.someone)
  return row.report_status === 'rejected' ? t.titles.report_rejected : t.titles.report_resolved
}

function linkOf({ kind, actor, post_id, comment_id }: NotificationRow): string {
  if (post_id !== null) return paths.post(post_id, comment_id)
  return kind === 'follower' && actor !== null ? paths.user(actor) : paths.profile()
}

/** On the normal variant a notification about adult content has a neutral text and link. */
export function asNotification(row: NotificationRow, t: ServerTexts['notifications'], variant: Variant) {
  const { id, kind, read, post_id, comment_id, created_at } = row
  const isHidden = row.is_nsfw && variant === 'normal'
  const texts = isHidden ? t.adult : { title: titleOf(row, t), content: contentOf(row, t) }
  return { id, kind, read, post_id, comment_id, created_at, link: linkOf(row), ...texts }
}
