import Check from 'lucide/dist/esm/icons/check.mjs'
import ShieldX from 'lucide/dist/esm/icons/shield-x.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs'
import UserCog from 'lucide/dist/esm/icons/user-cog.mjs'
import type { Comment } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useThreadContext } from '#site/features/comments/thread-context.ts'
import type { ThingAction } from './useModeration.tsx'

export function CommentToolItems({ comment }: { comment: Comment }) {
  const { t, viewer } = useSite()
  const { id, removal, is_held, author, author_id } = comment
  const {
    moderate,
    remove,
    post: { category },
  } = useThreadContext()
  const named = author !== null && author_id !== null ? { id: author_id, username: author } : null
  const mayRestore = comment.can.restore !== false
  const isOwn = viewer !== null && author_id === viewer.id
  const { tools } = useTexts('moderation')
  const item = (action: ThingAction, icon: typeof Check) => {
    const hint = tools.hints[action]
    return (
      <button
        type="button"
        className="menu__item"
        onClick={() => moderate({ kind: 'comment', id, author: named, category }, action)}>
        <Icon of={icon} size={18} />
        <span>
          {tools[action]}
          {hint !== undefined && <span className="menu__hint">{hint}</span>}
        </span>
      </button>
    )
  }
  return (
    <>
      <hr className="menu__line" />
      {mayRestore && is_held && item('approve', Check)}
      {removal === null ? item('remove', ShieldX) : mayRestore && item('restore', Undo2)}
      {!mayRestore && <p className="menu__note">{tools.adminsDecide[removal === null ? 'held' : 'removed']}</p>}
      {named !== null && !isOwn && item('author', UserCog)}
      {!isOwn && (
        <button type="button" className="menu__item menu__item--danger" onClick={() => remove(comment)}>
          <Icon of={Trash2} size={18} />
          <span>
            {t.deletion.byStaff}
            <span className="menu__hint">{tools.hints.erase}</span>
          </span>
        </button>
      )}
    </>
  )
}
