import Bot from 'lucide-react/icons/bot'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { Comment } from '#shared/api/shapes.ts'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { usePendingAct } from '#site/app/pending-act.ts'
import { useSignInFirst } from '#site/app/sign-in-first.ts'
import { useSite } from '#site/app/site-context.tsx'
import { VoteButtons } from '#site/features/votes/VoteButtons.tsx'
import { useThreadContext } from './thread-context.ts'

/** What can be done with a comment, by whom it may be done. */
export function CommentActs({ comment }: { comment: Comment }) {
  const { t, viewer } = useSite()
  const texts = t.comments
  const signInFirst = useSignInFirst()
  const { active, setActive, askBot, vote, report, remove, isModerator } = useThreadContext()
  const isOwn = viewer !== null && comment.author_id === viewer.id
  const mayEdit = isOwn || viewer?.is_admin === true
  const mayRemove = mayEdit || isModerator
  const replyAct = `reply:${comment.id}`
  const reply = () => setActive({ id: comment.id, mode: 'reply' })
  usePendingAct(replyAct, reply)

  return (
    <div className="comment__foot">
      <VoteButtons kind="comment" id={comment.id} voted={comment} onVoted={(voted) => vote(comment.id, voted)} row />
      <button
        type="button" className="action needs-js" id={`reply-${comment.id}`} aria-label={texts.replyTo(comment.author ?? texts.gone)}
        aria-expanded={active?.id === comment.id && active.mode === 'reply'}
        onClick={() => { if (signInFirst(texts.signInToReply, { name: replyAct, value: true })) reply() }}
      >
        {texts.reply}
      </button>
      <Dropdown label={texts.more} align="end" className="needs-js" triggerClass="action" trigger={<Ellipsis size={18} aria-hidden />}>
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
      </Dropdown>
    </div>
  )
}
