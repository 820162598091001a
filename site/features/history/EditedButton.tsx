import { useRef, useState, type ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { paths } from '#shared/paths.ts'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { useText } from '#site/core/site-context.tsx'
import type { HistoryTarget } from './useVersions.ts'

/** The code of the edit history is loaded at first use. */
export function EditedButton({ of }: { of: HistoryTarget }) {
  const { app, posts: t } = useText()
  const [History, setHistory] = useState<ComponentType<{ of: HistoryTarget }> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isLoading = useRef(false)

  async function open(): Promise<void> {
    if (isLoading.current) return
    isLoading.current = true
    try {
      const loaded = await import('./History.tsx')
      setHistory(() => loaded.History)
      setOpen(true)
    } catch (error) {
      showFailure(error, t.historyFailed)
    } finally {
      isLoading.current = false
    }
  }

  return (
    <>
      <ActionLink
        className="meta__dot edited"
        aria-haspopup="dialog"
        title={t.history}
        href={paths.formOf.history(of.post_id, of.comment_id ?? 'post')}
        onPress={open}>
        {t.edited}
      </ActionLink>
      {History &&
        isOpen &&
        createPortal(
          <Dialog open wide onClose={() => setOpen(false)} title={t.history} closeLabel={app.close}>
            <History of={of} />
          </Dialog>,
          // The dialog is rendered in the body, since it would inherit the font styles of the line with this button.
          document.body,
        )}
    </>
  )
}
