import Check from 'lucide/dist/esm/icons/check.mjs'
import ShieldX from 'lucide/dist/esm/icons/shield-x.mjs'
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs'
import UserCog from 'lucide/dist/esm/icons/user-cog.mjs'
import type { Comment } from '#shared/api/shapes.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useThreadContext } from '#site/features/comments/thread-context.ts'
import { useModerationTexts } from './texts.ts'
import type { ThingAction } from './useModeration.tsx'

export function CommentToolItems({ comment: { id, removal, is_held, author, author_id } }: { comment: Comment }) {
  const { viewer } = useSite()
  const { moderate, post: { category } } = useThreadContext()
  const named = author !== null && author_id !== null ? { id: author_id, username: author } : null
  const { tools } = useModerationTexts()
  const item = (action: ThingAction, icon: typeof Check) => (
    <button type="button" className="menu__item" onClick={() => moderate({ kind: 'comment', id, author: named, category }, action)}><Icon of={icon} size={18} />{tools[action]}</button>
  )
  return (
    <>
      {is_held && item('approve', Check)}
      {removal === null ? item('remove', ShieldX) : item('restore', Undo2)}
      {named !== null && named.id !== viewer?.id && item('author', UserCog)}
    </>
  )
}
