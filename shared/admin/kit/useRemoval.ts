import type { ReactNode } from 'react'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import { useAdmin } from './context.ts'
import { useAct } from './useAct.ts'
import type { Loaded } from './useLoaded.ts'

type Removal = {
  /** What is asked about: 'Czy na pewno chcesz usunąć ten {type}?' */
  type: keyof AdminTexts['deletion']['types']
  id: number
  /** What goes with it, and how many. */
  text: ReactNode
  call: () => Promise<unknown>
}

/** Deletes a row of a list once the person is sure; the page is read again, so that it is full again. */
export function useRemoval({ refresh }: Pick<Loaded<unknown>, 'refresh'>) {
  const { t } = useAdmin()
  const { act, isBusy } = useAct()

  async function remove({ type, id, text, call }: Removal) {
    const gone = await act({
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
