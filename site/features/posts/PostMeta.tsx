import type { ReactNode } from 'react'
import type { Post } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf, iconOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { useText } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { BotLabel } from '#site/features/bot/BotLabel.tsx'
import { FlairTag } from './FlairTag.tsx'

export function PostMeta({ post, edited }: { post: Post; edited?: ReactNode }) {
  const t = useText()
  const { category, author } = post
  return (
    <div className="meta">
      <a className="chip" href={paths.category(category.name)}>
        <Avatar name={category.name} square src={iconOf(category.icon_url)} /> <span>{`r/${category.name}`}</span>
      </a>{' '}
      {post.flair && <FlairTag flair={post.flair} category={category.name} />}
      {category.is_nsfw && <span className="tag tag--danger">NSFW</span>}
      {author ? (
        <a className="meta__dot" href={paths.user(author.username)}>
          <Avatar name={author.username} src={avatarOf(author.avatar_url)} /> <span>{`u/${author.username}`}</span>
        </a>
      ) : (
        <span className="meta__dot">{t.posts.deletedAuthor}</span>
      )}
      <BotLabel username={author?.username ?? null} /> <TimeAgo className="meta__dot" at={post.created_at} />
      {post.is_pinned && <span className="tag">{` ${t.posts.pinned}`}</span>}
      {post.is_locked && <span className="tag">{` ${t.posts.locked}`}</span>}
      {post.is_held && <span className="tag tag--accent">{` ${t.posts.held}`}</span>}
      {post.edited_at !== null && (edited ?? <span className="meta__dot">{t.posts.edited}</span>)}
    </div>
  )
}
