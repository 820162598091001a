import { exactTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import type { Queued } from '#site/offline/outbox.ts'

/** Returns why an action has not been sent yet, as part of a sentence. */
export function useReason({ reason }: Pick<Queued, 'reason'>): string {
  const t = useTexts('offline')
  if (reason === null) return t.waiting
  if (reason.retry_at !== null) return t.until(exactTime(new Date(reason.retry_at)))
  if (reason.code === 'too_old') return t.refusedBy(t.tooOld)
  if (reason.code === 'edited_since') return t.refusedBy(t.editedSince)
  if (reason.code === 'file_gone') return t.refusedBy(t.fileGone)
  return t.refusedBy(reason.detail ?? String(reason.status))
}
