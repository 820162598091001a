import type { QueueItem } from '#shared/api/queue.ts'
import { useTexts } from '#shared/texts.ts'
import { useAdmin } from '../../../kit/context.ts'
import { failureText } from '../../../kit/failure.ts'
import type { Claims } from './useClaims.ts'
import type { QueuePages } from './useQueuePages.ts'

/** Answers to mod mail create no decision. */
export function useMailActions({ asWrite }: QueuePages, claims: Claims, onDone: (item: QueueItem) => void) {
  const texts = useTexts('modmail')
  const { api, shell, t } = useAdmin()

  /** `action` returns the success message and whether the thread leaves the list. */
  async function actOnMail(item: QueueItem, action: () => Promise<{ text: string; isDone: boolean }>): Promise<void> {
    try {
      await claims.settled(item.id)
      const { text, isDone } = await asWrite(action())
      shell.notify({ kind: 'success', text })
      if (isDone) onDone(item)
    } catch (error) {
      if (!claims.showRefusal(error, item.id))
        shell.notify({ kind: 'error', text: t.kit.failed + failureText(error, t) })
    }
  }

  return {
    actOnMail,
    archiveMail: (item: QueueItem) =>
      actOnMail(item, async () => {
        await api.modmail.archive({ thread_id: item.modmail_id!, archived: true })
        return { text: texts.archivedDone, isDone: true }
      }),
  }
}
