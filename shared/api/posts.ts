import * as v from 'valibot'
import { endpoint } from './contract.ts'
import {
  cursor,
  editedVideoTexts,
  flag,
  forPeople,
  id,
  limit,
  link,
  mediaUrl,
  newVideoTexts,
  nsfw,
  offset,
  optionalText,
  query,
  success,
  text,
} from './fields.ts'
import { Post, Transcript } from './shapes.ts'
import { DELAY, LIMITS, PAGE } from '../limits.ts'
import { FEEDS, POST_SORTS, WINDOWS } from '../rules/sorts.ts'

const title = text(LIMITS.titleMin, LIMITS.titleMax, 'title_length')

const feed = v.picklist(FEEDS)

/** `feeds` are those the caller may choose from; both `feed` and `feeds` are present only if a feed was requested. */
const page = v.object({
  posts: v.array(Post),
  total: v.number(),
  next_cursor: v.nullable(v.string()),
  feed: v.optional(feed),
  feeds: v.optional(v.array(feed)),
})

const poll = v.object(
  {
    options: v.pipe(
      v.array(v.pipe(optionalText(LIMITS.pollOption, 'poll_option'), v.minLength(1, 'poll_option')), 'poll_options'),
      v.minLength(LIMITS.pollOptionsMin, 'poll_options'),
      v.maxLength(LIMITS.pollOptionsMax, 'poll_options'),
    ),
    hours: v.pipe(
      v.number('poll_hours'),
      v.integer('poll_hours'),
      v.minValue(1, 'poll_hours'),
      v.maxValue(LIMITS.pollHours, 'poll_hours'),
    ),
  },
  'poll',
)

const images = v.pipe(
  v.array(
    v.object(
      {
        url: v.pipe(v.string('media'), v.maxLength(LIMITS.iconUrl, 'media')),
        alt: optionalText(LIMITS.imageAlt, 'alt_long'),
      },
      'media',
    ),
    'media',
  ),
  v.maxLength(LIMITS.images, 'images_many'),
)

const linkUrl = v.pipe(
  v.nullish(v.string('link'), null),
  v.transform((value) => value?.trim() || null),
  v.nullable(link),
)

export const createPost = v.object({
  title,
  content: optionalText(LIMITS.postText, 'text_long'),
  category_id: v.pipe(
    v.nullish(v.union([v.number(), v.string()]), null),
    v.check((value) => value !== null && value !== '', 'category_required'),
    id,
  ),
  image_url: mediaUrl,
  video_url: mediaUrl,
  ...newVideoTexts,
  images: v.nullish(images, []),
  link_url: linkUrl,
  poll: v.nullish(poll, null),
  is_spoiler: v.optional(flag, false),
  flair_id: v.nullish(id),
  ...forPeople(DELAY.postForm),
})

export const editPost = v.object({
  post_id: id,
  title: v.optional(title),
  content: v.optional(optionalText(LIMITS.postText, 'text_long')),
  images: v.optional(images),
  ...editedVideoTexts,
  is_spoiler: v.optional(flag),
  flair_id: v.optional(v.nullable(id)),
})

export const posts = {
  list: endpoint({
    method: 'GET',
    path: '/api/posts',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({
      sort: v.optional(v.picklist(POST_SORTS, 'sort'), 'hot'),
      feed: v.optional(v.picklist([...FEEDS, 'last'], 'feed')),
      window: v.optional(v.picklist(WINDOWS, 'window'), 'all'),
      hide_read: v.optional(flag, false),
      nsfw,
      limit: limit(PAGE.feed),
      offset,
      cursor,
      category: v.optional(v.pipe(v.string(), v.maxLength(100))),
      author: v.optional(v.pipe(v.string(), v.maxLength(100))),
      flair: v.optional(id),
    }),
    output: page,
    errors: ['bad_cursor', 'not_signed_in'],
    summary:
      'A page of a feed: the whole variant, the communities that the caller joined, the people they follow, one ' +
      'community, flair or author. `feed=last` is the feed that the caller chose last; `window` counts for top ' +
      'and controversial; `hide_read` leaves out threads that the caller visited. Totals of windows, of flairs ' +
      'and of followed people are counted up to 1,000',
  }),
  chooseFeed: endpoint({
    method: 'PUT',
    path: '/api/account/feed',
    access: 'user',
    scope: 'write:follows',
    rate: 'write',
    input: v.object({ feed: v.picklist(FEEDS, 'feed') }),
    output: v.object({ feed }),
    summary: 'Stores the feed that the home page of the caller opens with',
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/posts/search',
    access: 'public',
    scope: 'read',
    rate: 'search',
    input: v.object({ q: query, limit: limit(PAGE.search), offset, nsfw }),
    output: v.object({ posts: v.array(Post), total: v.number(), is_cut: v.optional(v.literal(true)) }),
    errors: ['search_too_broad'],
    summary:
      'Posts that match a text, best first; totals are counted up to 1,000, and `is_cut` is there where more may match',
  }),
  saved: endpoint({
    method: 'GET',
    path: '/api/posts/saved/list',
    access: 'user',
    scope: 'read:private',
    rate: 'read',
    input: v.object({ limit: limit(PAGE.saved), offset, nsfw }),
    output: v.object({ posts: v.array(Post), total: v.number() }),
    summary: 'The posts that the caller saved, latest saved first',
  }),
  byLink: endpoint({
    method: 'GET',
    path: '/api/posts/by-link',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ url: link, nsfw }),
    output: v.object({ posts: v.array(Post), link_url: v.string() }),
    errors: ['invalid'],
    summary: 'The latest posts with a link, at most 5, and its canonical form',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/posts/:post_id',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ post_id: id }),
    output: Post,
    errors: ['post_not_found'],
    summary: 'One post in full',
  }),
  transcript: endpoint({
    method: 'GET',
    path: '/api/posts/:post_id/transcript',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ post_id: id }),
    output: Transcript,
    errors: ['post_not_found'],
    summary: "Captions and description of a post's video as text; empty where it has none",
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/posts',
    access: 'user',
    scope: 'write:posts',
    rate: 'post',
    status: 201,
    idempotent: true,
    input: createPost,
    output: Post,
    errors: ['not_a_member', 'moderators_only', 'banned', 'newcomer_limit', 'invalid'],
    summary: 'Creates a post in a community of the caller',
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/posts/:post_id',
    access: 'user',
    scope: 'write:posts',
    rate: 'edit',
    input: editPost,
    output: Post,
    errors: ['post_not_found', 'forbidden', 'removed', 'banned', 'invalid'],
    summary:
      'Changes title, text, flair, spoiler, the captions and description of the video or the alternative texts of ' +
      'all pictures in their order; the author only',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/posts/:post_id',
    access: 'user',
    scope: 'write:posts',
    rate: 'write',
    input: v.object({ post_id: id }),
    output: success,
    errors: ['post_not_found', 'forbidden', 'admin_decision'],
    summary: 'Deletes a post: its author, an admin, or a moderator of its community',
  }),
}
