import { useState } from 'react'
import Bookmark from 'lucide-react/icons/bookmark'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import MessageSquare from 'lucide-react/icons/message-square'
import Megaphone from 'lucide-react/icons/megaphone'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import type { FakePost } from '../content.ts'

type Vote = -1 | 0 | 1

/** The markup of a vote: `.votes` with `data-vote`, two pressed or unpressed arrows, the score between them. */
export function Votes({ score, vote = 0, row = false }: { score: number; vote?: Vote; row?: boolean }) {
  const [mine, setMine] = useState<Vote>(vote)
  const size = row ? 20 : 24

  return (
    <div className={row ? 'votes votes--row' : 'votes'} data-vote={mine} role="group" aria-label="Głosy">
      <button
        type="button"
        className="votes__up"
        aria-label="Głosuj za"
        aria-pressed={mine === 1}
        onClick={() => setMine(mine === 1 ? 0 : 1)}
      >
        <ChevronUp size={size} strokeWidth={2.5} aria-hidden />
      </button>
      <span className="votes__score">{(score - vote + mine).toLocaleString('pl')}</span>
      <button
        type="button"
        className="votes__down"
        aria-label="Głosuj przeciw"
        aria-pressed={mine === -1}
        onClick={() => setMine(mine === -1 ? 0 : -1)}
      >
        <ChevronDown size={size} strokeWidth={2.5} aria-hidden />
      </button>
    </div>
  )
}

/** The markup of who, where and when: `.meta` with a `.chip`, links and a time. */
export function Meta({ post }: { post: FakePost }) {
  return (
    <div className="meta">
      <a className="chip" href={`#r/${post.community}`}><Avatar name={post.community} square />r/{post.community}</a>
      {post.nsfw && <span className="tag tag--danger">NSFW</span>}
      <a className="meta__dot" href={`#u/${post.author}`}>u/{post.author}</a>
      <time className="meta__dot" dateTime="2025-11-21T10:00:00Z" title="2025-11-21 11:00:00">{post.ago}</time>
    </div>
  )
}

export function Picture({ kind }: { kind: 'wide' | 'tall' }) {
  const [width, height] = kind === 'wide' ? [1600, 900] : [900, 1400]
  return <img src={`/picture-${kind}.svg`} width={width} height={height} alt="" />
}

/** The markup of a post in a list. */
export function PostCard({ post, current }: { post: FakePost; current?: boolean }) {
  const [saved, setSaved] = useState(post.saved ?? false)

  return (
    <article className="post-card" aria-labelledby={`post-${post.id}`} aria-current={current || undefined}>
      <div className="post-card__votes"><Votes score={post.score} vote={post.vote} /></div>
      <div className="post-card__main">
        <Meta post={post} />
        <h2 className="post-card__title" id={`post-${post.id}`}><a href={`#post/${post.id}`}>{post.title}</a></h2>
        {post.image && <a className="media" href={`#post/${post.id}`} tabIndex={-1} aria-hidden><Picture kind={post.image} /></a>}
        {post.text && <p className="post-card__text">{post.text}</p>}
        <div className="post-card__foot">
          <a className="action" href={`#post/${post.id}/comments`}>
            <MessageSquare size={18} aria-hidden />
            <span className="num">{post.comments} {post.comments === 1 ? 'Komentarz' : 'Komentarzy'}</span>
          </a>
          <button type="button" className="action" aria-pressed={saved} onClick={() => setSaved(!saved)}>
            <Bookmark size={18} aria-hidden />
            {saved ? 'Zapisano' : 'Zapisz'}
          </button>
        </div>
      </div>
    </article>
  )
}

/** The markup of a house promotion. */
export function Promo() {
  return (
    <aside className="promo" aria-label="Promocja własna">
      <span className="promo__icon"><Megaphone size={18} aria-hidden /></span>
      <span className="promo__label">Promocja własna</span>
      <p className="promo__text">Masz temat, którego tu nie ma? <a href="#create">Załóż własną społeczność</a></p>
    </aside>
  )
}

/** A card that is still on its way, in the size of one that has come. */
export function PostCardSkeleton() {
  return (
    <div className="post-card" aria-hidden>
      <div className="post-card__votes"><Skeleton kind="dot" /></div>
      <div className="post-card__main">
        <div className="meta"><Skeleton width={2} /></div>
        <div className="post-card__title"><Skeleton width={3} /></div>
        <div className="post-card__text"><Skeleton /><Skeleton /><Skeleton width={2} /></div>
        <div className="post-card__foot"><span className="action"><Skeleton kind="dot" /></span></div>
      </div>
    </div>
  )
}
