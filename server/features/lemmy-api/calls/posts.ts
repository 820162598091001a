import type {
  GetPostResponse,
  GetPostsResponse,
  PostReportResponse,
  PostResponse,
  SuccessResponse,
} from 'lemmy-js-client'
import { LIMITS } from '#shared/limits.ts'
import { LemmyRefusal } from '../errors.ts'
import {
  flagOf,
  idOf,
  isAdultHost,
  pageOf,
  requireId,
  requireViewer,
  textOf,
  wantedOf,
  type Form,
  type Lemmy,
  type LemmyCall,
} from '../lemmy.ts'
import { asLinks, fromLemmyText } from '../markdown.ts'
import { isVideo, ownMedia } from '../media.ts'
import { orderOf } from '../sorts.ts'
import { requireCommentView } from '../views/comments.ts'
import { categoryIdByName, requireCategory, requireCommunityView, requireMe } from '../views/people.ts'
import { requirePostView, requireShownPost, toFullPostViews, toPostViews } from '../views/posts.ts'
import { moderatorsOf } from '../views/shared.ts'

const MAX_MARKED = 50

async function categoryNameOf(lemmy: Lemmy, form: Form): Promise<string | undefined> {
  const id = idOf(form, 'community_id')
  if (id !== undefined) return (await requireCategory(lemmy, id)).name
  const name = textOf(form, 'community_name')
  return name === undefined ? undefined : (await requireCategory(lemmy, await categoryIdByName(lemmy, name))).name
}

async function getPosts(lemmy: Lemmy, form: Form): Promise<GetPostsResponse> {
  const page = pageOf(form)
  const hasNoCounterpart = form.type_ === 'ModeratorView' || flagOf(form, 'liked_only') || flagOf(form, 'disliked_only')
  if (page === null || hasNoCounterpart) return { posts: [] }
  const nsfw = isAdultHost(lemmy)
  if (flagOf(form, 'saved_only')) {
    const { posts } = await lemmy.calls.posts.saved({ nsfw, ...page })
    return { posts: await toFullPostViews(lemmy, posts) }
  }
  const cursor = textOf(form, 'page_cursor')
  const { posts, next_cursor } = await lemmy.calls.posts.list({
    nsfw,
    ...orderOf(form.sort),
    ...(form.type_ === 'Subscribed' ? { feed: 'joined' as const } : {}),
    category: await categoryNameOf(lemmy, form),
    hide_read: form.show_read === 'false' && lemmy.ctx.viewer !== null,
    limit: page.limit,
    ...(cursor === undefined ? { offset: page.offset } : { cursor }),
  })
  return { posts: await toFullPostViews(lemmy, posts), next_page: next_cursor ?? undefined }
}

async function getPost(lemmy: Lemmy, form: Form): Promise<GetPostResponse> {
  const commentId = idOf(form, 'comment_id')
  const id =
    idOf(form, 'id') ??
    (commentId === undefined ? requireId(form, 'id') : (await requireCommentView(lemmy, commentId)).comment.post_id)
  // The post is read with the caller's token, which counts the view and checks the token's scope.
  const post = await lemmy.calls.posts.get({ post_id: id })
  const category = await requireCategory(lemmy, post.category.id).catch(() => {
    throw new LemmyRefusal('couldnt_find_post', 404)
  })
  const [views, community_view, moderators, crossPosts] = await Promise.all([
    toPostViews(lemmy, [post]),
    requireCommunityView(lemmy, category.id),
    moderatorsOf(lemmy, category),
    post.link_url === null
      ? []
      : lemmy.lookups.posts.byLink({ url: post.link_url, nsfw: category.is_nsfw }).then(({ posts }) => posts),
  ])
  return {
    post_view: views[0]!,
    community_view,
    moderators,
    cross_posts: await toFullPostViews(
      lemmy,
      crossPosts.filter((other) => other.id !== id),
    ),
  }
}

/** Assigns the only URL of a Lemmy post to this forum's field for links, pictures or videos. */
function mediaOf(lemmy: Lemmy, form: Form, inText: { url: string; alt: string }[]) {
  const address = textOf(form, 'url')?.trim() || undefined
  const path = address === undefined ? null : ownMedia(lemmy, address)
  if (path !== null && isVideo(path)) return { media: { video_url: path }, rest: inText }
  const own = path === null ? [] : [{ url: path, alt: textOf(form, 'alt_text') ?? '' }]
  if (address !== undefined && path === null) return { media: { link_url: address }, rest: inText }
  const images = [...own, ...inText.filter(({ url }) => url !== path && !isVideo(url))]
  return {
    media: { images: images.slice(0, LIMITS.images) },
    rest: [...images.slice(LIMITS.images), ...inText.filter(({ url }) => isVideo(url))],
  }
}

async function createPost(lemmy: Lemmy, form: Form): Promise<PostResponse> {
  requireViewer(lemmy)
  if (textOf(form, 'honeypot')) throw new LemmyRefusal('honeypot_failed')
  const category_id = requireId(form, 'community_id')
  // The author joins the community first: only members may post here, but Lemmy clients offer every community.
  if (!(await requireCategory(lemmy, category_id)).is_member) await lemmy.calls.categories.join({ category_id })
  const { content, pictures } = fromLemmyText(lemmy, textOf(form, 'body') ?? '')
  const { media, rest } = mediaOf(lemmy, form, pictures)
  const { id } = await lemmy.calls.posts.create({
    title: textOf(form, 'name') ?? '',
    category_id,
    content: content + asLinks(lemmy, rest),
    ...media,
  })
  return { post_view: await requirePostView(lemmy, id) }
}

/** The link and the pictures of a post cannot be changed here. */
async function editPost(lemmy: Lemmy, form: Form): Promise<PostResponse> {
  requireViewer(lemmy)
  const post_id = requireId(form, 'post_id')
  const before = await lemmy.calls.posts.get({ post_id })
  const [address, body] = [textOf(form, 'url'), textOf(form, 'body')]
  const { post } = await requirePostView(lemmy, post_id)
  const isSame = address === undefined || address === '' || address === post.url
  const path = address === undefined ? null : ownMedia(lemmy, address)
  const isOwnFile = path !== null && path === (before.images[0]?.url ?? before.video_url)
  if (!isSame && !isOwnFile) throw new LemmyRefusal('couldnt_update_post')
  const own = new Set(before.images.map(({ url }) => url))
  const text = body === undefined ? null : fromLemmyText(lemmy, body)
  const alt = textOf(form, 'alt_text')
  const images = before.images.map(({ url, alt: known }, at) => ({ url, alt: at === 0 ? (alt ?? known) : known }))
  await lemmy.calls.posts.edit({
    post_id,
    title: textOf(form, 'name'),
    content:
      text === null
        ? undefined
        : text.content +
          asLinks(
            lemmy,
            text.pictures.filter(({ url }) => !own.has(url)),
          ),
    ...(alt !== undefined && images.length > 0 ? { images } : {}),
  })
  return { post_view: await requirePostView(lemmy, post_id) }
}

async function deletePost(lemmy: Lemmy, form: Form): Promise<PostResponse> {
  requireViewer(lemmy)
  if (!wantedOf(form, 'deleted')) throw new LemmyRefusal('couldnt_update_post')
  const post_id = requireId(form, 'post_id')
  const view = await requirePostView(lemmy, post_id)
  await lemmy.calls.posts.remove({ post_id })
  return { post_view: { ...view, post: { ...view.post, deleted: true } } }
}

async function likePost(lemmy: Lemmy, form: Form): Promise<PostResponse> {
  const post_id = requireId(form, 'post_id')
  await requireShownPost(lemmy, post_id)
  await lemmy.calls.votes.post({ post_id, value: form.score as 1 })
  return { post_view: await requirePostView(lemmy, post_id) }
}

async function savePost(lemmy: Lemmy, form: Form): Promise<PostResponse> {
  const post_id = requireId(form, 'post_id')
  await requireShownPost(lemmy, post_id)
  await lemmy.calls.saves.save({ post_id, saved: wantedOf(form, 'save') })
  return { post_view: await requirePostView(lemmy, post_id) }
}

function postIdsOf(form: Form): number[] {
  const given = Array.isArray(form.post_ids) ? form.post_ids : [form.post_id]
  if (given.length > MAX_MARKED) throw new LemmyRefusal('too_many_items')
  return given.map((post_id) => requireId({ post_id }, 'post_id'))
}

/** Marking as unread is refused, because this forum does not support it. */
async function markPostAsRead(lemmy: Lemmy, form: Form): Promise<SuccessResponse> {
  requireViewer(lemmy)
  const ids = postIdsOf(form)
  if (!wantedOf(form, 'read')) throw new LemmyRefusal('couldnt_mark_post_as_read')
  for (const post_id of ids) await lemmy.calls.reading.visit({ post_id })
  return { success: true }
}

async function hidePost(lemmy: Lemmy, form: Form): Promise<SuccessResponse> {
  requireViewer(lemmy)
  for (const post_id of postIdsOf(form)) await lemmy.calls.reading.hide({ post_id, hidden: wantedOf(form, 'hide') })
  return { success: true }
}

async function reportPost(lemmy: Lemmy, form: Form): Promise<PostReportResponse> {
  const post_id = requireId(form, 'post_id')
  const reason = textOf(form, 'reason') ?? ''
  await requireShownPost(lemmy, post_id)
  const report = await lemmy.calls.reports.create({ post_id, reason })
  const { post, creator: post_creator, banned_from_community: _, ...view } = await requirePostView(lemmy, post_id)
  const creator = await requireMe(lemmy)
  return {
    post_report_view: {
      ...view,
      post,
      post_creator,
      creator,
      post_report: {
        id: report.id,
        creator_id: creator.id,
        post_id,
        original_post_name: post.name,
        original_post_url: post.url,
        original_post_body: post.body,
        reason,
        resolved: false,
        published: lemmy.ctx.now().toISOString(),
      },
    },
  }
}

async function lockPost(lemmy: Lemmy, form: Form): Promise<PostResponse> {
  const post_id = requireId(form, 'post_id')
  await lemmy.calls.moderation.lock({ post_id, locked: wantedOf(form, 'locked') })
  return { post_view: await requirePostView(lemmy, post_id) }
}

async function featurePost(lemmy: Lemmy, form: Form): Promise<PostResponse> {
  if (form.feature_type === 'Local') throw new LemmyRefusal('not_an_admin')
  const post_id = requireId(form, 'post_id')
  await lemmy.calls.moderation.pin({ post_id, pinned: wantedOf(form, 'featured') })
  return { post_view: await requirePostView(lemmy, post_id) }
}

async function removePost(lemmy: Lemmy, form: Form): Promise<PostResponse> {
  const post_id = requireId(form, 'post_id')
  const { moderation } = lemmy.calls
  if (wantedOf(form, 'removed')) {
    await moderation.remove({ post_id, reason_code: 'other', text: textOf(form, 'reason') })
  } else await moderation.restore({ post_id })
  return { post_view: await requirePostView(lemmy, post_id) }
}

export const postCalls: Record<string, LemmyCall> = {
  'GET /post/list': getPosts,
  'GET /post': getPost,
  'POST /post': createPost,
  'PUT /post': editPost,
  'POST /post/delete': deletePost,
  'POST /post/like': likePost,
  'PUT /post/save': savePost,
  'POST /post/mark_as_read': markPostAsRead,
  'POST /post/hide': hidePost,
  'POST /post/report': reportPost,
  'POST /post/lock': lockPost,
  'POST /post/feature': featurePost,
  'POST /post/remove': removePost,
}
