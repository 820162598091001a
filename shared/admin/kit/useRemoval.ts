import type { ReactNode } from 'react'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import { useAdmin } from './context.ts'
import { useAction } from './useAction.ts'
import type { Loaded } from './useLoaded.ts'

type Removal = {
  /** Noun inserted into 'Czy na pewno chcesz usunąć ten {type}?' */
  type: keyof AdminTexts['deletion']['types']
  id: number
  text: ReactNode
  call: () => Promise<unknown>
}

/** Reloads the list after a deletion, so that the next row fills the gap. */
export function useRemoval({ refresh }: Pick<Loaded<unknown>, 'refresh'>) {
  const { t } = useAdmin()
  const { runAction, isBusy } = useAction()

  async function remove({ type, id, text, call }: Removal) {
    const gone = await runAction({
      key: `delete ${id}`,
      ask: { title: t.deletion.question(t.deletion.types[type]), text, confirmLabel: t.kit.delete, danger: true },
      call,
      done: t.kit.deleted,
      failed: t.kit.deleteFailed,
    })
    if (gone) await refresh()
  }

  return { remove, isRemoving: (id: number) => isBusy(`delete ${id}`) }
}
