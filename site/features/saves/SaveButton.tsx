import { useState } from 'react'
import Bookmark from 'lucide-react/icons/bookmark'
import BookmarkCheck from 'lucide-react/icons/bookmark-check'
import type { Post } from '#shared/api/shapes.ts'
import { Tooltip } from '#shared/ui/Tooltip.tsx'
import { isToldAlready } from '#site/app/call-failed.ts'
import { sendLatest } from '#site/app/latest-only.ts'
import { rememberAct, usePendingAct } from '#site/app/pending-act.ts'
import { changePost } from '#site/app/posts-store.ts'
import { useSite } from '#site/app/site-context.tsx'

/** Saves or unsaves a post; what cannot be done is said beside the button for three seconds. */
export function SaveButton({ post }: { post: Pick<Post, 'id' | 'is_saved'> }) {
  const { api, t, isSignedIn } = useSite()
  const [hint, setHint] = useState<string | null>(null)
  const key = `save:${post.id}`

  function set(saved: boolean): void {
    changePost(post.id, { is_saved: saved })
    void sendLatest(key, saved, (wanted) => api.saves.save({ post_id: post.id, saved: wanted }), (outcome) => {
      if ('result' in outcome) return changePost(post.id, { is_saved: outcome.result.saved })
      changePost(post.id, { is_saved: !saved })
      if (!isToldAlready(outcome.error)) setHint(t.saves.failed)
    })
  }

  usePendingAct<boolean>(key, (saved) => { if (saved !== post.is_saved) set(saved) })

  function press(): void {
    if (isSignedIn()) return set(!post.is_saved)
    rememberAct(key, true)
    setHint(t.saves.signIn)
  }

  const Icon = post.is_saved ? BookmarkCheck : Bookmark
  return (
    <Tooltip text={hint} onHide={() => setHint(null)}>
      <button type="button" className="action" data-act="save" aria-pressed={post.is_saved} onClick={press}>
        <Icon size={18} aria-hidden />
        {post.is_saved ? t.saves.saved : t.saves.save}
      </button>
    </Tooltip>
  )
}
