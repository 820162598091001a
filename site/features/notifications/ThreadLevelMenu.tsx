import { useRef, useState, type ComponentType } from 'react'
import Bell from 'lucide/dist/esm/icons/bell.mjs'
import { paths } from '#shared/paths.ts'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { useText } from '#site/core/site-context.tsx'

/** Loads the current level when first opened. */
export function ThreadLevelMenu({ postId }: { postId: number }) {
  const {
    app,
    postPage: { thread },
  } = useText()
  const [Choice, setChoice] = useState<ComponentType<{ postId: number }> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isLoading = useRef(false)

  async function open(): Promise<void> {
    if (isLoading.current) return
    isLoading.current = true
    try {
      const { ThreadLevelChoice } = await import('./ThreadLevelChoice.tsx')
      setChoice(() => ThreadLevelChoice)
      setOpen(true)
    } catch (error) {
      console.warn('Loading the notifications of a thread failed', error)
      showToast({ kind: 'error', text: thread.loadFailed })
    } finally {
      isLoading.current = false
    }
  }

  return (
    <>
      <ActionLink className="action" aria-haspopup="dialog" href={paths.formOf.follow(postId)} onPress={open}>
        <Icon of={Bell} size={18} />
        {thread.open}
      </ActionLink>
      {Choice && isOpen && (
        <Dialog open onClose={() => setOpen(false)} title={thread.label} closeLabel={app.close}>
          <Choice postId={postId} />
        </Dialog>
      )}
    </>
  )
}
