import type { Comment as LemmyComment, CommentView } from 'lemmy-js-client'
import type { Comment, Post } from '#shared/api/shapes.ts'
import { ApiError } from '#shared/api/errors.ts'
import { toLemmyText } from '../markdown.ts'
import { isAdultHost, mayShow, type Lemmy } from '../lemmy.ts'
import { creatorOf, findFullComments, findFullPosts, loadShared, toCommunity } from './shared.ts'
import { toPost } from './posts.ts'

/** `path` has the ids of the comment's ancestors and its own; `children` counts the replies below it. */
export type PlacedComment = Comment & { path: number[]; children: number }

function toComment(lemmy: Lemmy, comment: PlacedComment): LemmyComment {
  const picture = comment.image_url ?? comment.video_url
  return {
    id: comment.id,
    creator_id: comment.author_id ?? 0,
    post_id: comment.post_id,
    content: toLemmyText(lemmy, comment.content, picture === null ? [] : [{ url: picture, alt: '' }]),
    removed: comment.removal !== null,
    published: comment.created_at,
    updated: comment.edited_at ?? undefined,
    deleted: comment.is_deleted && comment.removal === null,
    ap_id: lemmy.origin + comment.permalink,
    local: true,
    path: ['0', ...comment.path].join('.'),
    distinguished: false,
    language_id: 0,
  }
}

/** Leaves out comments on deleted posts and, on the normal host, on adult posts. */
export async function toCommentViews(lemmy: Lemmy, comments: PlacedComment[], known?: Post[]): Promise<CommentView[]> {
  const posts = known ?? (await findFullPosts(lemmy, new Set(comments.map(({ post_id }) => post_id))))
  const postById = new Map(posts.filter(({ category }) => mayShow(lemmy, category)).map((post) => [post.id, post]))
  const shared = await loadShared(lemmy, {
    users: comments.map(({ author_id }) => author_id),
    categories: [...postById.values()].map(({ category }) => category.id),
  })
  return comments.flatMap((comment): CommentView[] => {
    const post = postById.get(comment.post_id)
    const category = post && shared.categories.get(post.category.id)
    if (!post || !category) return []
    return [
      {
        comment: toComment(lemmy, comment),
        post: toPost(lemmy, post),
        community: toCommunity(lemmy, category),
        counts: {
          comment_id: comment.id,
          score: comment.upvotes - comment.downvotes,
          upvotes: comment.upvotes,
          downvotes: comment.downvotes,
          published: comment.created_at,
          child_count: comment.children,
        },
        saved: false,
        my_vote: lemmy.ctx.viewer ? comment.user_vote : undefined,
        ...creatorOf(lemmy, shared, comment.author_id, category),
      },
    ]
  })
}

/** Loads comments by id, because comments in lists lack the ids of their ancestors. */
export async function toFullCommentViews(lemmy: Lemmy, ids: number[]): Promise<CommentView[]> {
  const found = await findFullComments(lemmy, ids)
  return toCommentViews(
    lemmy,
    found.map((comment) => ({ ...comment, children: comment.reply_count })),
  )
}

/** Throws `comment_not_found`, also for an adult comment requested on the normal host. */
export async function requireCommentView(lemmy: Lemmy, id: number): Promise<CommentView> {
  const [view] = await toFullCommentViews(lemmy, [id])
  if (!view) throw new ApiError('comment_not_found')
  return view
}

/** Throws `comment_not_found` for an adult comment on the normal host. */
export async function requireShownComment(lemmy: Lemmy, id: number): Promise<void> {
  if (!isAdultHost(lemmy)) await requireCommentView(lemmy, id)
}

/**
 * Adds `path` and `children` to comments in which replies follow their parents. The parameter `path` is the path of the
 * comment whose replies are listed.
 */
export function placed(comments: Comment[], path: number[] = []): PlacedComment[] {
  const paths = new Map<number, number[]>(path.length > 0 ? [[path.at(-1)!, path]] : [])
  const rows = comments.map((comment) => {
    const above = comment.parent_id === null ? [] : (paths.get(comment.parent_id) ?? [...path, comment.parent_id])
    const own = [...above, comment.id]
    paths.set(comment.id, own)
    return { ...comment, path: own, children: comment.reply_count }
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  // In reverse order, so that replies are counted before their parents.
  for (const row of rows.toReversed()) {
    const parent = row.parent_id === null ? undefined : byId.get(row.parent_id)
    if (parent) parent.children += row.children
  }
  return rows
}
