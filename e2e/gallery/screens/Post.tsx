import Bookmark from 'lucide-react/icons/bookmark'
import Flag from 'lucide-react/icons/flag'
import MessageSquare from 'lucide-react/icons/message-square'
import Trash2 from 'lucide-react/icons/trash-2'
import { Button } from '#shared/ui/Button.tsx'
import { comments, posts, prose } from '../content.ts'
import { CommentForm, CommentItem } from '../parts/Comments.tsx'
import { Frame } from '../parts/Frame.tsx'
import { Meta, Picture, Promo, Votes } from '../parts/Posts.tsx'

/** The markup of the post page: `.post` in a `.sheet`, then the comments in a second one. */
export function PostScreen() {
  const post = posts[0]!

  return (
    <Frame>
      <div className="sheet">
        <article className="post">
          <div className="post__votes"><Votes score={post.score} vote={post.vote} /></div>
          <header className="post__head">
            <Meta post={post} />
            <h1 className="post__title">{post.title}</h1>
          </header>
          <div className="post__body">
            <div className="media"><Picture kind="wide" /></div>
            <div className="prose" dangerouslySetInnerHTML={{ __html: prose }} />
          </div>
          <footer className="post__foot">
            <a className="action" href="#comments"><MessageSquare size={18} aria-hidden /><span className="num">128 Komentarzy</span></a>
            <button type="button" className="action" aria-pressed="false"><Bookmark size={18} aria-hidden />Zapisz</button>
            <button type="button" className="action"><Flag size={18} aria-hidden />Zgłoś</button>
            <button type="button" className="action action--danger"><Trash2 size={18} aria-hidden />Usuń</button>
          </footer>
        </article>
        <hr />
        <CommentForm label="Dodaj komentarz" />
        <section id="comments" className="discussion" aria-labelledby="comments-title">
          <div className="comments-head">
            <h2 id="comments-title" className="comments-head__title">128 Komentarzy</h2>
          </div>
          <ol className="comments">
            {comments.map((comment, at) => [
              <CommentItem key={comment.id} comment={comment} replying={19} marked={20} />,
              at === 0 && <li key="promo"><Promo /></li>,
            ])}
          </ol>
          <div className="feed-end"><Button>Załaduj więcej komentarzy</Button></div>
        </section>
      </div>
    </Frame>
  )
}
