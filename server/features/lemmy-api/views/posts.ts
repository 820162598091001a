import type { Post as LemmyPost, PostAggregates, PostView } from 'lemmy-js-client'
import type { FoundCategory } from '#shared/api/lookups.ts'
import type { Post } from '#shared/api/shapes.ts'
import { ApiError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import { toLemmyText } from '../markdown.ts'
import { absolute, isVideo } from '../media.ts'
import { isAdultHost, mayShow, type Lemmy } from '../lemmy.ts'
import { creatorOf, findFullPosts, loadShared, toCommunity, type Shared } from './shared.ts'

export function toPost(lemmy: Lemmy, post: Post): LemmyPost {
  const [first, ...others] = post.images
  const url = post.link_url ?? first?.url ?? post.video_url
  const body = toLemmyText(lemmy, post.content, others)
  return {
    id: post.id,
    // Lemmy clients require a title, which a removed post lacks.
    name: post.title || '—',
    url: absolute(lemmy, url),
    body: body === '' ? undefined : body,
    creator_id: post.author?.id ?? 0,
    community_id: post.category.id,
    removed: post.removal !== null,
    locked: post.is_locked,
    published: post.created_at,
    updated: post.edited_at ?? undefined,
    deleted: false,
    nsfw: post.category.is_nsfw,
    thumbnail_url: absolute(lemmy, first?.url ?? post.video_poster_url),
    ap_id: lemmy.origin + paths.post(post.id),
    local: true,
    language_id: 0,
    featured_community: post.is_pinned,
    featured_local: false,
    url_content_type: typeOf(url),
    alt_text: first?.alt || undefined,
  }
}

function typeOf(url: string | null): string | undefined {
  if (!url?.startsWith('/')) return undefined
  const extension = url.slice(url.lastIndexOf('.') + 1)
  return `${isVideo(url) ? 'video' : 'image'}/${extension}`
}

const countsOf = (post: Post): PostAggregates => ({
  post_id: post.id,
  comments: post.comment_count,
  score: post.upvotes - post.downvotes,
  upvotes: post.upvotes,
  downvotes: post.downvotes,
  published: post.created_at,
  newest_comment_time: post.created_at,
})

function toPostView(lemmy: Lemmy, post: Post, category: FoundCategory, shared: Shared): PostView {
  const [image] = post.images
  return {
    post: toPost(lemmy, post),
    community: toCommunity(lemmy, category),
    ...creatorOf(lemmy, shared, post.author?.id ?? null, category),
    ...(image?.width && image.height
      ? {
          image_details: {
            link: absolute(lemmy, image.url),
            width: image.width,
            height: image.height,
            content_type: typeOf(image.url) ?? '',
          },
        }
      : {}),
    counts: countsOf(post),
    saved: post.is_saved,
    read: post.visited_at != null,
    hidden: false,
    my_vote: lemmy.ctx.viewer ? post.user_vote : undefined,
    unread_comments: post.new_comments ?? post.comment_count,
  }
}

export async function toPostViews(lemmy: Lemmy, posts: Post[]): Promise<PostView[]> {
  const shown = posts.filter(({ category }) => mayShow(lemmy, category))
  const shared = await loadShared(lemmy, {
    users: shown.map(({ author }) => author?.id ?? null),
    categories: shown.map(({ category }) => category.id),
  })
  return shown.flatMap((post) => {
    const category = shared.categories.get(post.category.id)
    return category ? [toPostView(lemmy, post, category, shared)] : []
  })
}

/** Loads the full posts, because the cards in a list contain only an excerpt of the text. */
export async function toFullPostViews(lemmy: Lemmy, cards: { id: number }[]): Promise<PostView[]> {
  return toPostViews(
    lemmy,
    await findFullPosts(
      lemmy,
      cards.map(({ id }) => id),
    ),
  )
}

/** Throws `post_not_found`, also for an adult post requested on the normal host. */
export async function requirePostView(lemmy: Lemmy, id: number): Promise<PostView> {
  const [view] = await toFullPostViews(lemmy, [{ id }])
  if (!view) throw new ApiError('post_not_found')
  return view
}

/** Throws `post_not_found` for an adult post on the normal host. */
export async function requireShownPost(lemmy: Lemmy, id: number): Promise<void> {
  const [post] = isAdultHost(lemmy) ? [] : await findFullPosts(lemmy, [id])
  if (post && !mayShow(lemmy, post.category)) throw new ApiError('post_not_found')
}
