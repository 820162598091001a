import { useState } from 'react'
import Bot from 'lucide-react/icons/bot'
import EllipsisIcon from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import ImageIcon from 'lucide-react/icons/image'
import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import Type from 'lucide-react/icons/type'
import Video from 'lucide-react/icons/video'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Segmented } from '#shared/ui/Segmented.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import type { FakeComment } from '../content.ts'
import { Votes } from './Posts.tsx'

const modes = [
  { value: 'text', label: 'Tekst', icon: <Type size={16} aria-hidden /> },
  { value: 'image', label: 'Obraz', icon: <ImageIcon size={16} aria-hidden /> },
  { value: 'video', label: 'Wideo', icon: <Video size={16} aria-hidden /> },
] as const

/** The markup of a comment form, below a post or inside a comment. */
export function CommentForm({ label, reply = false }: { label: string; reply?: boolean }) {
  const [mode, setMode] = useState<'text' | 'image' | 'video'>('text')
  const [text, setText] = useState('')

  return (
    <form className="comment-form" onSubmit={event => event.preventDefault()}>
      <Field label={label} hideLabel counter={text.length > 9000 ? { value: text.length, max: 10000 } : undefined}>
        <TextArea grow placeholder={label} value={text} onChange={event => setText(event.target.value)} />
      </Field>
      <div className="comment-form__foot">
        {!reply && <Segmented label="Rodzaj komentarza" options={modes} value={mode} onChange={setMode} />}
        <div className="comment-form__acts btn-row">
          {reply && <Button variant="quiet">Anuluj</Button>}
          <Button variant="primary" type="submit">{reply ? 'Odpowiedz' : 'Skomentuj'}</Button>
        </div>
      </div>
    </form>
  )
}

/** The markup of a comment with all below it: `.comment` holds `.comment__main`, then `.comment__replies`. */
export function CommentItem({ comment, replying, marked }: { comment: FakeComment; replying?: number; marked?: number }) {
  if (comment.folded) {
    return (
      <li className="comment comment--folded">
        <div className="comment__main"><div className="comment__head meta"><span>Komentarz zablokowanej osoby</span></div></div>
      </li>
    )
  }

  const state = comment.deleted ? ' comment--deleted' : comment.id === marked ? ' comment--marked' : ''
  return (
    <li className={`comment${state}`} id={`comment-${comment.id}`}>
      <article className="comment__main" aria-label={comment.author ?? '[usunięty]'}>
        <Avatar name={comment.author ?? '?'} />
        <div className="comment__head meta">
          {comment.author
            ? <a className="comment__author" href={`#u/${comment.author}`}>{comment.author}</a>
            : <span>[usunięty]</span>}
          {comment.op && <span className="tag tag--accent">autor</span>}
          <time className="meta__dot" dateTime="2025-11-21T10:00:00Z" title="2025-11-21 11:00:00">{comment.ago}</time>
          {comment.edited && <span className="meta__dot">edytowano</span>}
        </div>
        <div className="comment__body prose" dangerouslySetInnerHTML={{ __html: comment.html }} />
        {!comment.deleted && <CommentActs comment={comment} />}
        {comment.id === replying && <CommentForm label="Twoja odpowiedź" reply />}
      </article>
      {(comment.replies || comment.more) && (
        <ol className="comment__replies">
          {comment.replies?.map(reply => <CommentItem key={reply.id} comment={reply} replying={replying} marked={marked} />)}
          {comment.more && <li className="comment__more"><button type="button" className="action">Pokaż odpowiedzi: {comment.more}</button></li>}
        </ol>
      )}
    </li>
  )
}

function CommentActs({ comment }: { comment: FakeComment }) {
  return (
    <div className="comment__foot">
      <Votes score={comment.score} vote={comment.vote} row />
      <button type="button" className="action">Odpowiedz</button>
      <Dropdown label="Więcej" align="end" triggerClass="action" trigger={<EllipsisIcon size={18} aria-hidden />}>
        <button type="button" className="menu__item"><Bot size={18} aria-hidden />Odpowiedź AI</button>
        <button type="button" className="menu__item"><Pencil size={18} aria-hidden />Edytuj</button>
        <button type="button" className="menu__item"><Flag size={18} aria-hidden />Zgłoś</button>
        <button type="button" className="menu__item menu__item--danger"><Trash2 size={18} aria-hidden />Usuń</button>
      </Dropdown>
    </div>
  )
}
