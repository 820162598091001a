import { useState } from 'react'
import Bot from 'lucide-react/icons/bot'
import Flag from 'lucide-react/icons/flag'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Comment } from '#shared/api/shapes.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { useSite } from '#site/app/site-context.tsx'
import { useThreadContext } from './thread-context.ts'

/** What is seldom done with a comment. Its items are made when it opens: there are hundreds of comments on a page. */
export function CommentMenu({ comment }: { comment: Comment }) {
  const { comments: t } = useSite().t
  const [isOpen, setOpen] = useState(false)
  return (
    <Dropdown label={t.more} align="end" className="needs-js" triggerClass="action comment__dots" trigger="⋯" onToggle={setOpen}>
      {isOpen && <Items comment={comment} />}
    </Dropdown>
  )
}

function Items({ comment }: { comment: Comment }) {
  const { t, viewer } = useSite()
  const texts = t.comments
  const { setActive, askBot, report, remove, isModerator } = useThreadContext()
  const isOwn = viewer !== null && comment.author_id === viewer.id
  const mayEdit = isOwn || viewer?.is_admin === true
  const mayRemove = mayEdit || isModerator
  return (
    <>
      <button type="button" className="menu__item" onClick={() => askBot(comment)}><Bot size={18} aria-hidden />{texts.askBot}</button>
      {mayEdit && (
        <button type="button" className="menu__item" onClick={() => setActive({ id: comment.id, mode: 'edit' })}>
          <Pencil size={18} aria-hidden />{texts.edit}
        </button>
      )}
      {!isOwn && (
        <button type="button" className="menu__item" onClick={() => report({ comment_id: comment.id })}><Flag size={18} aria-hidden />{texts.report}</button>
      )}
      {mayRemove && (
        <button type="button" className="menu__item menu__item--danger" onClick={() => remove(comment)}><Trash2 size={18} aria-hidden />{texts.remove}</button>
      )}
    </>
  )
}
