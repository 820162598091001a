import type { QueueItem } from '#shared/api/queue.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'

export function titleOf(
  { target: { type, title, author }, notice }: QueueItem,
  { queue: t }: Pick<AdminTexts, 'queue'>,
): string {
  if (title === '') return type === 'user' && author !== null ? author.username : (notice?.url ?? t.gone)
  if (type === 'message') return t.messageFrom(title)
  return type === 'comment' ? t.commentUnder(title) : title
}
