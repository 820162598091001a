import type { Texts } from '#shared/i18n/index.ts'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { useText } from '#site/core/site-context.tsx'

type Deletable = keyof Texts['deletion']['types']

/** `isByStaff`: another member wrote the content, so the dialog mentions that it could be removed with a reason. */
export function useConfirmDeletion(): (type: Deletable, isByStaff?: boolean) => Promise<boolean> {
  const { deletion } = useText()
  const ask = useConfirm()
  return (type, isByStaff = false) =>
    ask({
      title: deletion.question(deletion.types[type]),
      cancelLabel: deletion.no,
      danger: true,
      ...(isByStaff ? { text: deletion.byStaffText, confirmLabel: deletion.byStaff } : { confirmLabel: deletion.yes }),
    })
}
