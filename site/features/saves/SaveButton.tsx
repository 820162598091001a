import { useState } from 'react'
import Bookmark from 'lucide/dist/esm/icons/bookmark.mjs'
import BookmarkCheck from 'lucide/dist/esm/icons/bookmark-check.mjs'
import type { CallOptions } from '#shared/api/contract.ts'
import type { Post } from '#shared/api/shapes.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { Tooltip } from '#shared/ui/Tooltip.tsx'
import { hasOwnToast } from '#site/core/call-failed.ts'
import { sendLatest } from '#site/core/latest-only.ts'
import { rememberAction, usePendingAction } from '#site/core/usePendingAction.ts'
import { changePost } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'

export function SaveButton({ post }: { post: Pick<Post, 'id' | 'is_saved'> }) {
  const { api, t, isSignedIn } = useSite()
  const [hint, setHint] = useState<string | null>(null)
  const key = `save:${post.id}`

  function set(saved: boolean): void {
    changePost(post.id, { is_saved: saved })
    const send = (wanted: boolean, options?: CallOptions) =>
      api.saves.save({ post_id: post.id, saved: wanted }, options)
    void sendLatest(key, saved, {
      before: { saved: !saved },
      send,
      settle: (confirmed, failure) => {
        changePost(post.id, { is_saved: confirmed.saved })
        if (failure && !hasOwnToast(failure.error)) setHint(t.saves.failed)
      },
    })
  }

  usePendingAction<boolean>(key, (saved) => {
    if (saved !== post.is_saved) set(saved)
  })

  function press(): void {
    if (isSignedIn()) return set(!post.is_saved)
    rememberAction(key, true)
    setHint(t.saves.signIn)
  }

  const icon = post.is_saved ? BookmarkCheck : Bookmark
  return (
    <Tooltip text={hint} onHide={() => setHint(null)}>
      <CallForm call="saves.save" fields={{ post_id: post.id, saved: !post.is_saved }} at={`post-${post.id}`}>
        <button
          type="submit"
          className="action"
          data-action="save"
          aria-pressed={post.is_saved}
          onClick={withScripts(press)}>
          <Icon of={icon} size={18} />
          {post.is_saved ? t.saves.saved : t.saves.save}
        </button>
      </CallForm>
    </Tooltip>
  )
}
