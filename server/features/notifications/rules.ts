import type { ServerTexts } from '#shared/i18n/index.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { Variant } from '#server/context.ts'
import { plainExcerpt } from '#server/markdown/markdown.ts'
import type { listNotices } from './queries.ts'

type Notice = Awaited<ReturnType<typeof listNotices>>[number]

function contentOf(notice: Notice, t: ServerTexts['notifications']): string {
  if (notice.kind === 'follower') return t.newFollower
  if (notice.kind === 'report_decided') return notice.report_status === 'rejected' ? t.reportRejected : t.reportResolved
  if (notice.comment_id === null) return plainExcerpt(notice.post_title ?? '', LIMITS.commentExcerpt)
  if (notice.excerpt) return notice.excerpt
  return notice.has_video ? t.video : notice.has_image ? t.image : ''
}

function titleOf(notice: Notice, t: ServerTexts['notifications']): string {
  if (notice.kind !== 'report_decided') return t.titles[notice.kind](notice.actor ?? t.someone)
  return notice.report_status === 'rejected' ? t.titles.report_rejected : t.titles.report_resolved
}

function linkOf({ kind, actor, post_id, comment_id }: Notice): string {
  if (post_id !== null) return paths.post(post_id, comment_id)
  return kind === 'follower' && actor !== null ? paths.user(actor) : paths.profile()
}

/** A notice as its reader sees it. On the normal variant one about adult content says nothing of it, yet leads there. */
export function asNotification(notice: Notice, t: ServerTexts['notifications'], variant: Variant) {
  const { id, kind, read, post_id, comment_id, created_at } = notice
  const isHidden = notice.is_nsfw && variant === 'normal'
  const texts = isHidden ? t.adult : { title: titleOf(notice, t), content: contentOf(notice, t) }
  return { id, kind, read, post_id, comment_id, created_at, link: linkOf(notice), ...texts }
}
