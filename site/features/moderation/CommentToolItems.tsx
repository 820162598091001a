import Check from 'lucide/dist/esm/icons/check.mjs'
import ShieldX from 'lucide/dist/esm/icons/shield-x.mjs'
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs'
import type { Comment } from '#shared/api/shapes.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { useThreadContext } from '#site/features/comments/thread-context.ts'
import { useModerationTexts } from './texts.ts'
import type { ThingAction } from './useModeration.tsx'

export function CommentToolItems({ comment: { id, removal, is_held } }: { comment: Comment }) {
  const { moderate } = useThreadContext()
  const { tools } = useModerationTexts()
  const item = (action: ThingAction, icon: typeof Check) => (
    <button type="button" className="menu__item" onClick={() => moderate({ kind: 'comment', id }, action)}><Icon of={icon} size={18} />{tools[action]}</button>
  )
  return (
    <>
      {is_held && item('approve', Check)}
      {removal === null ? item('remove', ShieldX) : item('restore', Undo2)}
    </>
  )
}
