import { useState } from 'react'
import Bot from 'lucide/dist/esm/icons/bot.mjs'
import Flag from 'lucide/dist/esm/icons/flag.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { Comment } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { CommentTools } from '#site/features/moderation/CommentTools.tsx'
import { useThreadContext } from './thread-context.ts'

/** Items render when it opens, because a page has hundreds of comments. */
export function CommentMenu({ comment }: { comment: Comment }) {
  const t = useTexts('comments')
  const [isOpen, setOpen] = useState(false)
  return (
    <Dropdown
      label={t.more}
      align="end"
      className="needs-js"
      triggerClass="action comment__dots"
      trigger="⋯"
      onToggle={setOpen}>
      {isOpen && <Items comment={comment} />}
    </Dropdown>
  )
}

function Items({ comment }: { comment: Comment }) {
  const { t, viewer, site } = useSite()
  const texts = useTexts('comments')
  const { setActive, askBot, report, remove, isModerator, isClosed } = useThreadContext()
  const isOwn = viewer !== null && comment.author_id === viewer.id
  // Readers who moderate here have the removal among their tools.
  const mayRemove = isOwn || ((viewer?.is_admin === true || isModerator) && !comment.can.moderate)
  const mayEdit = comment.removal === null && (isOwn || viewer?.is_admin === true)
  return (
    <>
      {site.features.bot && !isClosed && !comment.removal && (
        <button type="button" className="menu__item" onClick={() => askBot(comment.id)}>
          <Icon of={Bot} size={18} />
          {texts.askBot}
        </button>
      )}
      {mayEdit && (
        <button type="button" className="menu__item" onClick={() => setActive({ id: comment.id, mode: 'edit' })}>
          <Icon of={Pencil} size={18} />
          {texts.edit}
        </button>
      )}
      {!isOwn && (
        <button type="button" className="menu__item" onClick={() => report({ comment_id: comment.id })}>
          <Icon of={Flag} size={18} />
          {texts.report}
        </button>
      )}
      {mayRemove && (
        <button type="button" className="menu__item menu__item--danger" onClick={() => remove(comment)}>
          <Icon of={Trash2} size={18} />
          {isOwn ? texts.remove : t.deletion.byStaff}
        </button>
      )}
      {comment.can.moderate && <CommentTools comment={comment} />}
    </>
  )
}
