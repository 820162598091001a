import { useEffect, useRef } from 'react'
import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import type { CallOptions } from '#shared/api/contract.ts'
import type { Post } from '#shared/api/shapes.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { showFailure } from '#site/core/call-failed.ts'
import { sendLatest } from '#site/core/latest-only.ts'
import { moveFocus } from '#site/core/move-focus.ts'
import { changePost } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'

function useHide({ id }: Post): (hidden: boolean) => void {
  const { api, t } = useSite()
  return (hidden) => {
    changePost(id, { is_hidden: hidden })
    const send = (wanted: boolean, options?: CallOptions) => api.reading.hide({ post_id: id, hidden: wanted }, options)
    void sendLatest(`hide:${id}`, hidden, {
      before: { is_hidden: !hidden },
      send,
      settle: (confirmed, failure) => {
        changePost(id, confirmed)
        if (failure) showFailure(failure.error, t.posts.hideFailed)
      },
    })
  }
}

export function HideButton({ post }: { post: Post }) {
  const { t } = useSite()
  const hide = useHide(post)
  return (
    <CallForm call="reading.hide" fields={{ post_id: post.id, hidden: true }}>
      <button type="submit" className="action" onClick={withScripts(() => hide(true))}>
        <Icon of={EyeOff} size={18} />
        {t.posts.hide}
      </button>
    </CallForm>
  )
}

/** Shown in place of a hidden post; its undo button takes over the focus. */
export function HiddenPost({ post }: { post: Post }) {
  const { t } = useSite()
  const hide = useHide(post)
  const undo = useRef<HTMLButtonElement>(null)
  useEffect(() => undo.current!.focus({ preventScroll: true }), [])

  function show(): void {
    moveFocus(
      () => hide(false),
      () => document.querySelector<HTMLElement>(`#post-${post.id} a`),
    )
  }

  return (
    <div className="post-hidden" role="status">
      <span>{t.posts.hidden(post.title)}</span>
      <Button ref={undo} variant="quiet" onClick={show}>
        {t.posts.undoHide}
      </Button>
    </div>
  )
}
