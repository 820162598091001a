import type { CommentReportResponse, CommentResponse, GetCommentsResponse } from 'lemmy-js-client'
import type { Comment } from '#shared/api/shapes.ts'
import { LemmyRefusal } from '../errors.ts'
import {
  flagOf,
  idOf,
  mayShow,
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
import { isVideo } from '../media.ts'
import { commentOrderOf } from '../sorts.ts'
import {
  placed,
  requireCommentView,
  requireShownComment,
  toCommentViews,
  type PlacedComment,
} from '../views/comments.ts'
import { requireShownPost } from '../views/posts.ts'
import { requireMe } from '../views/people.ts'
import { findFullComments } from '../views/shared.ts'

const NONE: GetCommentsResponse = { comments: [] }

/** Lists the comments of a post; Lemmy's other lists, such as saved comments, are empty, as this forum has none. */
async function getComments(lemmy: Lemmy, form: Form): Promise<GetCommentsResponse> {
  const page = pageOf(form)
  const isOfOwnMarks = ['saved_only', 'liked_only', 'disliked_only'].some((field) => flagOf(form, field))
  if (page === null || isOfOwnMarks) return NONE
  const parentId = idOf(form, 'parent_id')
  const parent = parentId === undefined ? undefined : (await findFullComments(lemmy, [parentId]))[0]
  if (parentId !== undefined && !parent) return NONE
  const post_id = parent?.post_id ?? idOf(form, 'post_id')
  if (post_id === undefined) return NONE
  const post = await lemmy.calls.posts.get({ post_id })
  if (!mayShow(lemmy, post.category)) throw new LemmyRefusal('couldnt_find_post', 404)
  const { comments } = await lemmy.lookups.comments.list({
    post_id,
    ...(parent ? { parent_id: parent.id } : {}),
    sort: commentOrderOf(form.sort),
    ...page,
  })
  return { comments: await toCommentViews(lemmy, treeOf(parent, comments, page.offset, form), [post]) }
}

/** The first page of a comment's replies starts with the comment itself. */
function treeOf(
  parent: (Comment & { path: number[] }) | undefined,
  comments: Comment[],
  offset: number,
  form: Form,
): PlacedComment[] {
  const rows = placed(comments, parent?.path)
  const maxDepth = Number(form.max_depth)
  const base = parent?.path.length ?? 0
  const shown = maxDepth > 0 ? rows.filter(({ path }) => path.length - base <= maxDepth) : rows
  if (!parent || offset > 0) return shown
  const below = rows.filter(({ parent_id }) => parent_id === parent.id).reduce((sum, row) => sum + row.children, 0)
  return [{ ...parent, children: parent.reply_count + below }, ...shown]
}

const getComment = async (lemmy: Lemmy, form: Form): Promise<CommentResponse> => answerOf(lemmy, requireId(form, 'id'))

async function answerOf(lemmy: Lemmy, id: number): Promise<CommentResponse> {
  return { comment_view: await requireCommentView(lemmy, id), recipient_ids: [] }
}

async function createComment(lemmy: Lemmy, form: Form): Promise<CommentResponse> {
  requireViewer(lemmy)
  const post_id = requireId(form, 'post_id')
  await requireShownPost(lemmy, post_id)
  const { content, pictures } = fromLemmyText(lemmy, textOf(form, 'content') ?? '')
  const [first, ...rest] = pictures
  const { id } = await lemmy.calls.comments.create({
    post_id,
    parent_id: idOf(form, 'parent_id'),
    content: content + asLinks(lemmy, rest),
    ...(first && (isVideo(first.url) ? { video_url: first.url } : { image_url: first.url })),
  })
  return answerOf(lemmy, id)
}

/** The comment's picture cannot be changed here. */
async function editComment(lemmy: Lemmy, form: Form): Promise<CommentResponse> {
  requireViewer(lemmy)
  const comment_id = requireId(form, 'comment_id')
  const [before] = await findFullComments(lemmy, [comment_id])
  const { content, pictures } = fromLemmyText(lemmy, textOf(form, 'content') ?? '')
  const added = pictures.filter(({ url }) => url !== before?.image_url && url !== before?.video_url)
  await lemmy.calls.comments.edit({ comment_id, content: content + asLinks(lemmy, added) })
  return answerOf(lemmy, comment_id)
}

async function deleteComment(lemmy: Lemmy, form: Form): Promise<CommentResponse> {
  requireViewer(lemmy)
  if (!wantedOf(form, 'deleted')) throw new LemmyRefusal('couldnt_update_comment')
  const comment_id = requireId(form, 'comment_id')
  const answer = await answerOf(lemmy, comment_id)
  await lemmy.calls.comments.remove({ comment_id })
  const { comment_view } = answer
  return {
    ...answer,
    comment_view: { ...comment_view, comment: { ...comment_view.comment, content: '', deleted: true } },
  }
}

async function likeComment(lemmy: Lemmy, form: Form): Promise<CommentResponse> {
  const comment_id = requireId(form, 'comment_id')
  await requireShownComment(lemmy, comment_id)
  await lemmy.calls.votes.comment({ comment_id, value: form.score as 1 })
  return answerOf(lemmy, comment_id)
}

async function reportComment(lemmy: Lemmy, form: Form): Promise<CommentReportResponse> {
  const comment_id = requireId(form, 'comment_id')
  const reason = textOf(form, 'reason') ?? ''
  await requireShownComment(lemmy, comment_id)
  const report = await lemmy.calls.reports.create({ comment_id, reason })
  const {
    comment,
    creator: comment_creator,
    banned_from_community: _,
    ...view
  } = await requireCommentView(lemmy, comment_id)
  const creator = await requireMe(lemmy)
  return {
    comment_report_view: {
      ...view,
      comment,
      comment_creator,
      creator,
      comment_report: {
        id: report.id,
        creator_id: creator.id,
        comment_id,
        original_comment_text: comment.content,
        reason,
        resolved: false,
        published: lemmy.ctx.now().toISOString(),
      },
    },
  }
}

async function removeComment(lemmy: Lemmy, form: Form): Promise<CommentResponse> {
  const comment_id = requireId(form, 'comment_id')
  const { moderation } = lemmy.calls
  if (wantedOf(form, 'removed')) {
    await moderation.remove({ comment_id, reason_code: 'other', text: textOf(form, 'reason') })
  } else await moderation.restore({ comment_id })
  return answerOf(lemmy, comment_id)
}

export const commentCalls: Record<string, LemmyCall> = {
  'GET /comment/list': getComments,
  'GET /comment': getComment,
  'POST /comment': createComment,
  'PUT /comment': editComment,
  'POST /comment/delete': deleteComment,
  'POST /comment/like': likeComment,
  'POST /comment/report': reportComment,
  'POST /comment/remove': removeComment,
}
