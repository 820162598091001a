import type { ReactNode } from 'react'
import MessageSquare from 'lucide/dist/esm/icons/message-square.mjs'
import type { Post } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { changePost, usePost } from '#site/core/posts-store.ts'
import { useSite } from '#site/core/site-context.tsx'
import { HiddenPost, HideButton } from '#site/features/reading/HideButton.tsx'
import { SaveButton } from '#site/features/saves/SaveButton.tsx'
import { VoteButtons } from '#site/features/votes/VoteButtons.tsx'
import { PostImage, PostLink, PostStream, PostVideo } from './PostMedia.tsx'
import { PostMeta } from './PostMeta.tsx'
import { SpoilerCover } from './SpoilerCover.tsx'

type PostCardProps = {
  post: Post
  atOnce?: boolean
  canHide?: boolean
  /** Shown in place of the post's title and text. */
  title?: ReactNode
  text?: ReactNode
  children?: ReactNode
}

export function PostCard({ post: loaded, atOnce = false, canHide = false, title, text, children }: PostCardProps) {
  const { t, lang } = useSite()
  const post = usePost(loaded)
  if (post.is_removed) return null
  if (post.is_hidden && canHide) return <HiddenPost post={post} />
  const hasBody = post.image_url !== null || post.video_url !== null || post.content !== ''
  return (
    <article className="post-card" data-ai={post.is_ai || undefined} aria-labelledby={`post-${post.id}`}>
      <div className="post-card__votes">
        <VoteButtons
          kind="post"
          id={post.id}
          voted={post}
          downvotes={post.category.downvotes}
          onVoted={(voted) => changePost(post.id, voted)}
        />
      </div>
      <div>
        <PostMeta post={post} />
        <h2 className="post-card__title" id={`post-${post.id}`} lang={post.lang ?? undefined}>
          <a href={paths.post(post.id)}>{title ?? post.title}</a>
        </h2>
        <PostLink post={post} />
        <PostStream post={post} />
        {hasBody && (
          <SpoilerCover isOn={post.is_spoiler}>
            <PostImage post={post} inList isLazy={!atOnce} />
            <PostVideo post={post} />
            {post.content !== '' && (
              <p className="post-card__text" lang={post.lang ?? undefined}>
                {text ?? post.content}
              </p>
            )}
          </SpoilerCover>
        )}
        {post.poll && <p className="post-card__poll num">{t.posts.poll(post.poll.total_votes)}</p>}
        <div className="post-card__foot">
          <a className="action" href={`${paths.post(post.id)}#comments`}>
            <Icon of={MessageSquare} size={18} />
            <span className="num">
              {`${formatNumber(lang, post.comment_count)} `}
              <span className="hidden-on-phones">{t.posts.commentsWord(post.comment_count)}</span>
            </span>
            {!!post.new_comments && <span className="tag tag--accent">{t.posts.newComments(post.new_comments)}</span>}
          </a>
          {(!post.removal || post.is_saved) && <SaveButton post={post} />}
          {canHide && <HideButton post={post} />}
          {children}
        </div>
      </div>
    </article>
  )
}
