import { dropKeys } from '#site/offline/account-keys.ts'
import { removeDraftsOf, removeReadableDrafts } from '#site/offline/drafts.ts'
import { rememberSession, removeOutboxOf } from '#site/offline/outbox-storage.ts'
import { emptyStore } from '#site/offline/store.ts'

/** Makes everything that accounts stored in this browser unreadable; data of the account `deleted` are deleted. */
export async function forgetAccount(deleted: string | null): Promise<void> {
  removeReadableDrafts()
  await Promise.all([dropKeys(null), rememberSession(null), emptyStore(), caches.delete('shared')])
  if (deleted === null) return
  removeDraftsOf(deleted)
  await removeOutboxOf(deleted)
}
