import * as v from 'valibot'
import { CAPTIONS_LANGS } from '../rules/captions.ts'
import { FLAIR_COLORS } from '../rules/flairs.ts'
import { APPEAL_STATUSES, DECISION_ACTIONS, REASON_CODES } from '../rules/moderation.ts'
import { NOTIFICATION_KINDS } from '../rules/notification-kinds.ts'
import { STREAM_TYPES } from '../rules/streams.ts'
import { time } from './fields.ts'
import { shows } from './shown.ts'

/** The URL of the full picture; `avatarOf` returns square versions. */
export const avatar_url = v.nullable(v.string())

export const SessionUser = v.object({
  id: v.number(),
  username: v.string(),
  email: v.string(),
  karma: v.number(),
  email_verified: v.boolean(),
  is_admin: v.boolean(),
  avatar_url,
})
export type SessionUser = v.InferOutput<typeof SessionUser>

/** `is_unclaimed`: imported from a former forum, and the owner has not signed in yet. */
export const UserCard = shows(
  'user',
  v.object({
    id: v.number(),
    username: v.string(),
    karma: v.number(),
    is_admin: v.boolean(),
    avatar_url,
    is_unclaimed: v.boolean(),
  }),
)
export type UserCard = v.InferOutput<typeof UserCard>

/** Only the member and staff see `trust_level`, and only staff `is_suspended`; others get null. */
export const Profile = shows(
  'user',
  v.object({
    id: v.number(),
    username: v.string(),
    avatar_url,
    karma: v.number(),
    bio: v.string(),
    created_at: time,
    is_admin: v.boolean(),
    follower_count: v.number(),
    following_count: v.number(),
    trust_level: v.nullable(v.number()),
    is_suspended: v.nullable(v.boolean()),
    is_unclaimed: v.boolean(),
  }),
)
export type Profile = v.InferOutput<typeof Profile>

export const Vote = v.picklist([-1, 0, 1])

/** `downvotes`: whether the community allows them. */
const CategoryRef = v.object({
  id: v.number(),
  name: v.string(),
  display_name: v.string(),
  is_nsfw: v.boolean(),
  icon_url: v.nullable(v.string()),
  downvotes: v.boolean(),
})
export const AuthorRef = v.object({ id: v.number(), username: v.string(), avatar_url })
export type AuthorRef = v.InferOutput<typeof AuthorRef>

/** `votes` are null until the reader has voted or the poll is closed. */
export const Poll = v.object({
  options: v.array(v.object({ id: v.number(), text: v.string(), votes: v.nullable(v.number()) })),
  total_votes: v.number(),
  closes_at: time,
  is_closed: v.boolean(),
  my_option_id: v.nullable(v.number()),
})
export type Poll = v.InferOutput<typeof Poll>

const PostImage = v.object({
  url: v.string(),
  width: v.nullable(v.number()),
  height: v.nullable(v.number()),
  placeholder: v.nullable(v.string()),
  alt: v.string(),
})
export type PostImage = v.InferOutput<typeof PostImage>

const PostStream = v.object({ id: v.number(), is_live: v.boolean() })

/** A removed post or comment can still be read by its author and the moderators. */
export const Removal = v.object({
  by: v.picklist(['moderators', 'admins', 'filter']),
  reason_code: v.picklist(REASON_CODES),
  rule_title: v.nullable(v.string()),
  removed_at: time,
})
export type Removal = v.InferOutput<typeof Removal>

/** `restore` is for moderators of removed or held content; it is false if only an admin may restore the content. */
const Rights = v.object({
  edit: v.boolean(),
  delete: v.boolean(),
  moderate: v.boolean(),
  restore: v.optional(v.boolean()),
})

export const Flair = v.object({ id: v.number(), label: v.string(), color: v.picklist(FLAIR_COLORS) })
export type Flair = v.InferOutput<typeof Flair>

export const Rule = v.object({ id: v.number(), title: v.string(), text: v.string() })
export type Rule = v.InferOutput<typeof Rule>

/** Times of captions are in milliseconds. */
export const Transcript = v.object({
  captions_lang: v.nullable(v.picklist(CAPTIONS_LANGS)),
  video_alt: v.string(),
  cues: v.array(v.object({ start: v.number(), end: v.number(), text: v.string() })),
})
export type Transcript = v.InferOutput<typeof Transcript>

/** The detected language of a member's text; null if unknown. */
const TextLang = v.picklist(['pl', 'en'])

/** Fields are empty if the content has no video; in lists `video_alt` has at most 500 characters. */
const VideoTexts = {
  captions_url: v.nullable(v.string()),
  captions_lang: v.nullable(v.picklist(CAPTIONS_LANGS)),
  video_alt: v.string(),
}

/** In lists `content` is plain text of at most 500 characters. `new_comments` counts up to 1,000 since `visited_at`. */
export const Post = shows(
  'post',
  v.object({
    id: v.number(),
    title: v.string(),
    content: v.string(),
    content_truncated: v.optional(v.boolean()),
    content_html: v.nullable(v.string()),
    lang: v.optional(v.nullable(TextLang), null),
    description: v.optional(v.string()),
    image_url: v.nullable(v.string()),
    image_width: v.nullable(v.number()),
    image_height: v.nullable(v.number()),
    image_placeholder: v.nullable(v.string()),
    video_url: v.nullable(v.string()),
    video_poster_url: v.nullable(v.string()),
    ...VideoTexts,
    images: v.array(PostImage),
    link_url: v.nullable(v.string()),
    link_domain: v.nullable(v.string()),
    poll: v.nullable(Poll),
    stream: v.optional(PostStream),
    is_spoiler: v.boolean(),
    created_at: time,
    edited_at: v.nullable(time),
    upvotes: v.number(),
    downvotes: v.number(),
    comment_count: v.number(),
    new_comments: v.optional(v.nullable(v.number()), null),
    visited_at: v.optional(v.nullable(time)),
    category: CategoryRef,
    flair: v.nullable(Flair),
    author: v.nullable(AuthorRef),
    /** Whether the bot wrote the text. */
    is_ai: v.boolean(),
    user_vote: Vote,
    is_saved: v.boolean(),
    saved_at: v.optional(time),
    is_pinned: v.boolean(),
    is_locked: v.boolean(),
    is_held: v.boolean(),
    removal: v.nullable(Removal),
    can: Rights,
  }),
)
export type Post = v.InferOutput<typeof Post>

/** `reply_count` counts direct replies. Deleted comments and those of blocked users (`is_blocked`) have no content. */
export const Comment = shows(
  'comment',
  v.object({
    id: v.number(),
    content: v.string(),
    content_html: v.string(),
    lang: v.optional(v.nullable(TextLang), null),
    post_id: v.number(),
    parent_id: v.nullable(v.number()),
    depth: v.number(),
    author: v.nullable(v.string()),
    author_id: v.nullable(v.number()),
    author_avatar_url: avatar_url,
    is_ai: v.boolean(),
    created_at: time,
    edited_at: v.nullable(time),
    upvotes: v.number(),
    downvotes: v.number(),
    image_url: v.nullable(v.string()),
    video_url: v.nullable(v.string()),
    ...VideoTexts,
    user_vote: Vote,
    is_deleted: v.boolean(),
    is_blocked: v.optional(v.boolean(), false),
    is_held: v.boolean(),
    removal: v.nullable(Removal),
    can: Rights,
    is_new: v.optional(v.boolean(), false),
    permalink: v.string(),
    reply_count: v.number(),
    post: v.optional(v.object({ id: v.number(), title: v.string() })),
  }),
)
export type Comment = v.InferOutput<typeof Comment>

/** `posting` is who may post; `hold_newcomers` is null for everybody but staff. */
export const Category = shows(
  'category',
  v.object({
    id: v.number(),
    name: v.string(),
    display_name: v.string(),
    description: v.string(),
    icon_url: v.nullable(v.string()),
    banner_url: v.nullable(v.string()),
    rules_count: v.number(),
    posting: v.picklist(['members', 'moderators']),
    downvotes: v.boolean(),
    allow_bot: v.boolean(),
    hold_newcomers: v.nullable(v.boolean()),
    is_nsfw: v.boolean(),
    member_count: v.number(),
    post_count: v.number(),
  }),
)
export type Category = v.InferOutput<typeof Category>

/** A group stands for `count` notifications and is marked as read as a whole; it names the latest three `actors`. */
export const Notification = v.object({
  id: v.number(),
  kind: v.picklist(NOTIFICATION_KINDS),
  title: v.string(),
  content: v.string(),
  read: v.boolean(),
  post_id: v.nullable(v.number()),
  comment_id: v.nullable(v.number()),
  link: v.string(),
  created_at: time,
  count: v.number(),
  actors: v.array(v.string()),
  is_grouped: v.boolean(),
})
export type Notification = v.InferOutput<typeof Notification>

export const Message = v.object({
  id: v.number(),
  sender_username: v.string(),
  recipient_id: v.number(),
  content: v.string(),
  image_url: v.nullable(v.string()),
  created_at: time,
  is_read: v.boolean(),
})
export type Message = v.InferOutput<typeof Message>

export const ConversationSummary = v.object({
  other_user_id: v.number(),
  other_username: v.string(),
  other_avatar_url: avatar_url,
  last_message: v.object({ content: v.string(), sender_username: v.string(), created_at: time }),
  unread_count: v.number(),
  total_messages: v.number(),
})
export type ConversationSummary = v.InferOutput<typeof ConversationSummary>

export const ReportStatus = v.picklist(['pending', 'resolved', 'rejected'])

/** `video_alt` describes the reported video; `transcript_url` is the page with its captions as text. */
const ReportTarget = v.object({
  title: v.string(),
  excerpt: v.string(),
  excerpt_truncated: v.boolean(),
  url: v.string(),
  author: v.nullable(v.string()),
  community: v.nullable(v.string()),
  is_nsfw: v.boolean(),
  is_removed: v.boolean(),
  image_url: v.nullable(v.string()),
  has_video: v.boolean(),
  video_alt: v.optional(v.string()),
  transcript_url: v.optional(v.nullable(v.string())),
})

/** `target` is null for everybody but staff, and if the reported content is gone. */
export const Report = v.object({
  id: v.number(),
  post_id: v.nullable(v.number()),
  comment_id: v.nullable(v.number()),
  category_id: v.nullable(v.number()),
  message_id: v.nullable(v.number()),
  user_id: v.nullable(v.number()),
  reason: v.string(),
  status: ReportStatus,
  content_type: v.picklist(['post', 'comment', 'category', 'message', 'user']),
  content_id: v.number(),
  reporter: v.nullable(v.object({ username: v.string() })),
  created_at: time,
  resolved_at: v.nullable(time),
  target: v.optional(v.nullable(ReportTarget)),
})
export type Report = v.InferOutput<typeof Report>

/** `sticky_token` is for the streamer: sent with each piece, it makes a load balancer choose the same server. */
export const Stream = shows(
  'stream',
  v.object({
    id: v.number(),
    title: v.string(),
    description: v.string(),
    is_live: v.boolean(),
    streamer: v.object({ username: v.string(), avatar_url: v.optional(avatar_url) }),
    viewer_count: v.number(),
    peak_viewers: v.number(),
    stream_type: v.picklist(STREAM_TYPES),
    url: v.nullable(v.string()),
    created_at: time,
    category: v.nullable(v.object({ id: v.number(), name: v.string(), display_name: v.string() })),
    post_id: v.nullable(v.number()),
    playback: v.nullable(v.object({ kind: v.picklist(['link', 'hls']), url: v.string() })),
    thumbnail_url: v.nullable(v.string()),
    ended_at: v.nullable(time),
    ends_at: v.nullable(time),
    is_interrupted: v.boolean(),
    can: v.optional(v.object({ edit: v.boolean(), end: v.boolean() })),
    sticky_token: v.optional(v.string()),
  }),
)
export type Stream = v.InferOutput<typeof Stream>

export const PointsTransaction = v.object({
  id: v.number(),
  reason: v.string(),
  reason_display: v.string(),
  points: v.number(),
  created_at: time,
})
export type PointsTransaction = v.InferOutput<typeof PointsTransaction>

export const Appeal = v.object({
  id: v.number(),
  status: v.picklist(APPEAL_STATUSES),
  text: v.string(),
  answer: v.nullable(v.string()),
  created_at: time,
  decided_at: v.nullable(time),
})
export type Appeal = v.InferOutput<typeof Appeal>

/** On the normal host, `is_adult` replaces the name of an adult community. */
export const Decision = v.object({
  id: v.number(),
  action: v.picklist(DECISION_ACTIONS),
  target: v.object({
    type: v.picklist(['post', 'comment', 'user']),
    id: v.number(),
    title: v.string(),
    excerpt: v.string(),
    url: v.string(),
  }),
  category: v.nullable(v.object({ id: v.number(), name: v.string(), display_name: v.string() })),
  reason_code: v.nullable(v.picklist(REASON_CODES)),
  rule: v.nullable(v.object({ id: v.number(), title: v.string() })),
  text: v.string(),
  created_at: time,
  ends_at: v.nullable(time),
  can_appeal_until: v.nullable(time),
  appeal: v.nullable(Appeal),
  automatic: v.boolean(),
  is_adult: v.optional(v.boolean()),
})
export type Decision = v.InferOutput<typeof Decision>
