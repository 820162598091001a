import type { Texts } from '#shared/i18n/index.ts'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { useText } from '#site/core/site-context.tsx'

export function useConfirmDeletion(): (type: keyof Texts['deletion']['types']) => Promise<boolean> {
  const { deletion } = useText()
  const ask = useConfirm()
  return (type) => ask({
    title: deletion.question(deletion.types[type]), confirmLabel: deletion.yes, cancelLabel: deletion.no, danger: true,
  })
}
