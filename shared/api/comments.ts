import * as v from 'valibot'
import { endpoint } from './contract.ts'
import {
  count,
  cursor,
  editedVideoTexts,
  id,
  limit,
  mediaUrl,
  newVideoTexts,
  offset,
  optionalText,
  success,
} from './fields.ts'
import { Comment, Post, Transcript } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'
import { COMMENT_SORTS } from '../rules/sorts.ts'

/** A comment needs text or one medium, and has at most one medium. */
export const createComment = v.pipe(
  v.object({
    post_id: id,
    parent_id: v.nullish(id),
    content: optionalText(LIMITS.comment, 'comment_length'),
    image_url: mediaUrl,
    video_url: mediaUrl,
    ...newVideoTexts,
  }),
  v.forward(
    v.check(
      (comment) => comment.content !== '' || comment.image_url !== null || comment.video_url !== null,
      'comment_empty',
    ),
    ['content'],
  ),
  v.forward(
    v.check((comment) => comment.image_url === null || comment.video_url === null, 'one_medium'),
    ['video_url'],
  ),
)

/** `content` may be missing or empty only together with a field of the video. */
export const editComment = v.pipe(
  v.object({
    comment_id: id,
    content: v.optional(optionalText(LIMITS.comment, 'comment_length')),
    ...editedVideoTexts,
  }),
  v.forward(
    v.check(
      ({ content, captions_url, captions_lang, video_alt }) =>
        Boolean(content) || [captions_url, captions_lang, video_alt].some((value) => value !== undefined),
      'required',
    ),
    ['content'],
  ),
)

export const comments = {
  list: endpoint({
    method: 'GET',
    path: '/api/comments',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({
      post_id: id,
      sort: v.optional(v.picklist(COMMENT_SORTS, 'sort'), 'best'),
      limit: limit(PAGE.comments),
      offset,
      cursor,
      parent_id: v.optional(id),
      include: v.optional(id),
    }),
    output: v.object({ comments: v.array(Comment), total: v.number(), next_cursor: v.nullable(v.string()) }),
    errors: ['post_not_found', 'comment_not_found', 'bad_cursor'],
    summary:
      'Top-level comments of a post with their best replies, flat and in reading order; with parent_id the ' +
      'replies of a comment',
  }),
  context: endpoint({
    method: 'GET',
    path: '/api/comments/:comment_id/context',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ comment_id: id, levels: count(1, LIMITS.contextLevels, LIMITS.commentDepth) }),
    output: v.object({ post: Post, comments: v.array(Comment), has_more_above: v.boolean() }),
    errors: ['comment_not_found', 'post_not_found'],
    summary: 'A comment with its post, up to `levels` of its parents, the topmost first, and its first replies',
  }),
  transcript: endpoint({
    method: 'GET',
    path: '/api/comments/:comment_id/transcript',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ comment_id: id }),
    output: Transcript,
    errors: ['comment_not_found', 'post_not_found'],
    summary: "Captions and description of a comment's video as text; empty where it has none",
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/comments',
    access: 'user',
    scope: 'write:posts',
    rate: 'comment',
    status: 201,
    idempotent: true,
    input: createComment,
    output: Comment,
    errors: ['post_not_found', 'comment_not_found', 'removed', 'locked', 'banned', 'newcomer_limit', 'invalid'],
    summary: 'Comments on a post or replies to a comment',
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/comments/:comment_id',
    access: 'user',
    scope: 'write:posts',
    rate: 'edit',
    input: editComment,
    output: Comment,
    errors: ['comment_not_found', 'forbidden', 'removed', 'banned', 'invalid'],
    summary: 'Changes the text of a comment, or the captions and description of its video: its author or an admin',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/comments/:comment_id',
    access: 'user',
    scope: 'write:posts',
    rate: 'write',
    input: v.object({ comment_id: id }),
    output: success,
    errors: ['comment_not_found', 'forbidden', 'admin_decision'],
    summary: 'Deletes a comment: its author, an admin, or a moderator of its community',
  }),
}
