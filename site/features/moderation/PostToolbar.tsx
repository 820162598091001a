import { useState } from 'react'
import Check from 'lucide/dist/esm/icons/check.mjs'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import LockOpen from 'lucide/dist/esm/icons/lock-open.mjs'
import Pin from 'lucide/dist/esm/icons/pin.mjs'
import PinOff from 'lucide/dist/esm/icons/pin-off.mjs'
import ShieldX from 'lucide/dist/esm/icons/shield-x.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs'
import UserCog from 'lucide/dist/esm/icons/user-cog.mjs'
import type { Post } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { changePost } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { usePostRemoval } from '#site/features/posts/usePostRemoval.ts'
import { moderationApi } from './api.ts'
import { useModeration } from './useModeration.tsx'

export function PostToolbar({ post }: { post: Post }) {
  const { api, t, viewer } = useSite()
  const { tools } = useTexts('moderation')
  const [isBusy, setBusy] = useState(false)
  const { id, removal, is_held, is_locked, is_pinned } = post
  const { author, category } = post
  const thing = { kind: 'post', id, author, category } as const
  const erase = usePostRemoval(post)
  const mayRestore = post.can.restore !== false
  const isOwn = viewer !== null && author?.id === viewer.id
  const { moderate, dialog } = useModeration(async () => changePost(id, await api.posts.get({ post_id: id })))

  async function send(call: () => Promise<{ post: Post }>, said: string): Promise<void> {
    if (isBusy) return
    setBusy(true)
    try {
      changePost(id, (await call()).post)
      showToast({ kind: 'success', text: said })
    } catch (error) {
      showFailure(error, tools.failed)
    } finally {
      setBusy(false)
    }
  }

  const lock = () =>
    send(() => moderationApi.lock({ post_id: id, locked: !is_locked }), is_locked ? tools.unlocked : tools.locked)
  const pin = () =>
    send(() => moderationApi.pin({ post_id: id, pinned: !is_pinned }), is_pinned ? tools.unpinned : tools.pinned)
  return (
    <div role="group" aria-label={tools.label} className="post__toolbar">
      {mayRestore && is_held && <Tool icon={Check} label={tools.approve} onPress={() => moderate(thing, 'approve')} />}
      {removal === null ? (
        <Tool icon={ShieldX} label={tools.remove} onPress={() => moderate(thing, 'remove')} />
      ) : (
        mayRestore && <Tool icon={Undo2} label={tools.restore} onPress={() => moderate(thing, 'restore')} />
      )}
      {removal === null && (
        <>
          <Tool
            icon={is_locked ? LockOpen : Lock}
            label={is_locked ? tools.unlock : tools.lock}
            onPress={() => void lock()}
          />
          {!is_held && (
            <Tool
              icon={is_pinned ? PinOff : Pin}
              label={is_pinned ? tools.unpin : tools.pin}
              onPress={() => void pin()}
            />
          )}
        </>
      )}
      {author !== null && !isOwn && (
        <Tool icon={UserCog} label={tools.author} onPress={() => moderate(thing, 'author')} />
      )}
      {!isOwn && <Tool icon={Trash2} label={t.deletion.byStaff} isDanger onPress={() => void erase()} />}
      {!mayRestore && <p className="post__tools-note">{tools.adminsDecide[removal === null ? 'held' : 'removed']}</p>}
      {dialog}
    </div>
  )
}

function Tool({
  icon,
  label,
  isDanger = false,
  onPress,
}: {
  icon: typeof Check
  label: string
  isDanger?: boolean
  onPress: () => void
}) {
  return (
    <button type="button" className={classNames('action', isDanger && 'action--danger')} onClick={onPress}>
      <Icon of={icon} size={18} />
      {label}
    </button>
  )
}
