import { LRUCache } from 'lru-cache'
import { and, desc, eq, inArray, isNull, lt, sql, type Placeholder } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { Flair } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Feed } from '#shared/rules/sorts.ts'
import type { VoteValue } from '#shared/rules/vote.ts'
import { isTransaction } from '#server/db/driver/after-commit.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { sharedRead } from '#server/db/driver/shared-read.ts'
import { addToPostCount } from '../categories/queries.ts'
import { category, categoryFlair } from '../categories/table.ts'
import { emitChange } from '../events/changes.ts'
import {
  closeItemsOf,
  isAdminDecision,
  isBannedAuthor,
  mayModerate,
  type Reader,
  type ReaderVariant,
  removalOf,
  readerVariant,
} from '../moderation/index.ts'
import { retractNotifications } from '../notifications/queries.ts'
import { reversePoints } from '../points/queries.ts'
import { pollColumn } from '../polls/queries.ts'
import { newComments, visitedAt } from '../reading/queries.ts'
import { endStreams } from '../streams/queries.ts'
import { stream } from '../streams/table.ts'
import { user } from '../users/table.ts'
import { isListed, isReadable } from './listed.ts'
import { cardContent, presentCard, imagesOf, presentPost } from './rules.ts'
import { post, postRank } from './table.ts'

/** `xmin` is the transaction that last wrote a row; cached content with a different `xmin` is outdated. */
const stampColumns = {
  post_stamp: sql<string>`${post}.xmin`.as('post_stamp'),
  flair_stamp: sql<string | null>`${categoryFlair}.xmin`.as('flair_stamp'),
}

/** The subquery reads a flair's row only for posts that have a flair. */
const flairColumn = sql<Flair | null>`case when ${post.flair_id} is not null then (
  select json_build_object('id', flair.id, 'label', flair.label, 'color', flair.color)
  from ${categoryFlair} flair where flair.id = ${post.flair_id} and flair.deleted_at is null) end`.as('flair')

/** The subquery reads a stream's row only for posts of a stream. */
const streamColumn = sql<{ id: number; is_live: boolean } | null>`case when ${post.stream_id} is not null then (
  select json_build_object('id', announced.id, 'is_live', announced.is_live)
  from stream announced where announced.id = ${post.stream_id} and announced.deleted_at is null) end`.as('stream')

/** Columns of a post that are the same for every reader, apart from the reader's vote in a poll. */
function contentColumns(viewerId: Placeholder, { isMember }: ReaderVariant) {
  return {
    id: post.id,
    title: post.title,
    image_url: post.image_url,
    image_width: post.image_width,
    image_height: post.image_height,
    image_placeholder: post.image_placeholder,
    video_url: post.video_url,
    video_poster_url: post.video_poster_url,
    captions_url: post.captions_url,
    captions_lang: post.captions_lang,
    images: post.images,
    link_url: post.link_url,
    link_domain: post.link_domain,
    is_spoiler: post.is_spoiler,
    poll: pollColumn(isMember ? viewerId : null),
    stream: streamColumn,
    created_at: post.created_at,
    edited_at: post.edited_at,
    flair: flairColumn,
  }
}

function readerColumns(viewerId: Placeholder, shape: ReaderVariant) {
  const { isMember } = shape
  return {
    // Plain SQL, because drizzle selects only columns of tables that it joined, and a feed selects from a subquery.
    upvotes: sql<number>`${postRank.upvotes}`,
    downvotes: sql<number>`${postRank.downvotes}`,
    comment_count: sql<number>`${postRank.comment_count}`,
    is_pinned: sql<boolean>`${postRank.is_pinned}`.as('is_pinned'),
    is_locked: sql<boolean>`${postRank.is_locked}`.as('is_locked'),
    can_moderate: mayModerate(post.category_id, viewerId, shape).as('can_moderate'),
    category: {
      id: category.id,
      name: category.name,
      display_name: category.display_name,
      is_nsfw: category.is_nsfw,
      icon_url: category.icon_url,
      downvotes: category.downvotes,
    },
    author: { id: user.id, username: user.username, avatar_url: user.avatar_url },
    is_ai: sql<boolean>`coalesce(${user.is_bot}, false)`.as('is_ai'),
    new_comments: isMember ? newComments(viewerId).as('new_comments') : sql<null>`null`.as('new_comments'),
    user_vote: isMember
      ? sql<VoteValue>`coalesce((select value from vote where vote.post_id = ${post.id} and vote.user_id
        = ${viewerId}), 0)`.as('user_vote')
      : sql<VoteValue>`0`.as('user_vote'),
    is_saved: isMember
      ? sql<boolean>`(select s.post_id from savedpost s where s.post_id = ${post.id} and s.user_id
        = ${viewerId}) is not null`.as('is_saved')
      : sql<boolean>`false`.as('is_saved'),
  }
}

/** The content of the cards is added by `withContents`. */
export function cardColumns(viewerId: Placeholder, shape: ReaderVariant) {
  return { id: sql<number>`${postRank.post_id}`.as('id'), ...stampColumns, ...readerColumns(viewerId, shape) }
}

function fullColumns(viewerId: Placeholder, shape: ReaderVariant) {
  return {
    ...contentColumns(viewerId, shape),
    ...readerColumns(viewerId, shape),
    visited_at: shape.isMember ? visitedAt(viewerId).as('visited_at') : sql<null>`null`.as('visited_at'),
    content: post.content,
    content_html: post.content_html,
    video_alt: post.video_alt,
    excerpt: post.excerpt,
    removal: removalOf(post.removal_id),
    is_held: sql<boolean>`${post.held_at} is not null`.as('is_held'),
    is_admin_decision: isAdminDecision(post, 'post_id').as('is_admin_decision'),
    is_closed: (shape.isMember ? isBannedAuthor(post.author_id, viewerId, post.category_id) : sql<boolean>`false`).as(
      'is_closed',
    ),
  }
}

export const isAuthor = and(eq(user.id, post.author_id), isNull(user.deleted_at))

export const hasFlair = eq(categoryFlair.id, post.flair_id)

const isNotDeleted = and(isNull(post.deleted_at), isNull(category.deleted_at))!

/** A held post is shown only to its author and to moderators. */
const isShownTo = (
  row: { is_held: boolean; can_moderate: boolean; author: { id: number } | null },
  { id }: Reader,
): boolean => !row.is_held || row.can_moderate || (row.author !== null && row.author.id === id)

const findFullPosts = builtQuery(
  (db, values: Placeholders<{ ids: number[]; viewerId: number | null }>, shape: ReaderVariant) =>
    db
      .select(fullColumns(values.viewerId, shape))
      .from(postRank)
      .innerJoin(post, eq(post.id, postRank.post_id))
      .innerJoin(category, eq(category.id, post.category_id))
      .leftJoin(user, isAuthor)
      .where(and(sql`${postRank.post_id} = any (${values.ids}::integer[])`, isNotDeleted)),
)

const findPost = builtQuery((db, values: Placeholders<{ id: number; viewerId: number | null }>, shape: ReaderVariant) =>
  db
    .select(fullColumns(values.viewerId, shape))
    .from(postRank)
    .innerJoin(post, eq(post.id, postRank.post_id))
    .innerJoin(category, eq(category.id, post.category_id))
    .leftJoin(user, isAuthor)
    .where(and(eq(postRank.post_id, values.id), isNotDeleted)),
)

const findSharedPost = sharedRead((tx, { id, shape }: { id: number; shape: ReaderVariant }) =>
  findPost(tx, { id, viewerId: null }, shape),
)

/** Throws `post_not_found` also for a held post, unless the reader wrote or moderates it. */
export async function getPost(tx: DbOrTx, id: number, reader: Reader) {
  const shape = readerVariant(reader)
  const [row] = await (reader.id === null
    ? findSharedPost(tx, { id, shape })
    : findPost(tx, { id, viewerId: reader.id }, shape))
  if (!row || !isShownTo(row, reader)) throw new ApiError('post_not_found')
  return presentPost(row, reader)
}

export async function findPosts(tx: DbOrTx, ids: number[], reader: Reader) {
  const rows = await findFullPosts(tx, { ids, viewerId: reader.id }, readerVariant(reader))
  return rows.filter((row) => isShownTo(row, reader)).map((row) => presentPost(row, reader))
}

const findContents = builtQuery(
  (db, values: Placeholders<{ ids: number[]; viewerId: number | null }>, shape: ReaderVariant) =>
    db
      .select({
        ...contentColumns(values.viewerId, shape),
        content: post.excerpt,
        content_truncated: post.excerpt_truncated,
        video_alt: sql<string>`left(${post.video_alt}, ${sql.raw(String(LIMITS.excerpt))})`.as('video_alt'),
        content_html: sql<null>`null`.as('content_html'),
        ...stampColumns,
      })
      .from(post)
      .leftJoin(categoryFlair, hasFlair)
      .where(and(sql`${post.id} = any (${values.ids}::integer[])`, isNull(post.deleted_at))),
)

type ContentRow = Awaited<ReturnType<typeof findContents>>[number]
type CardContent = ReturnType<typeof cardContent<ContentRow>>

const MAX_CONTENTS = 5_000
/** Cached contents expire, because PostgreSQL reuses transaction ids and a version stamp could occur again. */
const CONTENT_TTL_MS = 5 * 60_000

const keptContents = new WeakMap<DbOrTx, LRUCache<number, CardContent>>()

/** Returns null in a transaction, because its own uncommitted rows must not be cached. */
function contentsOf(tx: DbOrTx): LRUCache<number, CardContent> | null {
  if (isTransaction(tx)) return null
  const known = keptContents.get(tx)
  if (known) return known
  const made = new LRUCache<number, CardContent>({ max: MAX_CONTENTS, ttl: CONTENT_TTL_MS, ttlResolution: 1_000 })
  keptContents.set(tx, made)
  return made
}

/** A vote in a poll or the end of a stream does not change the version stamp, so such posts are not cached. */
const isKeepable = ({ poll, stream: announced }: CardContent) => poll === null && announced === undefined

/** Reads the contents whose version stamp differs from the cached one, and leaves out posts deleted meanwhile. */
export async function withContents<Row extends { id: number; post_stamp: string; flair_stamp: string | null }>(
  tx: DbOrTx,
  rows: Row[],
  viewerId: number | null,
  shape: ReaderVariant,
): Promise<(Row & CardContent)[]> {
  const kept = contentsOf(tx)
  const found = new Map<number, CardContent>()
  const missing: number[] = []
  for (const { id, post_stamp, flair_stamp } of rows) {
    const content = kept?.get(id)
    if (content?.post_stamp === post_stamp && content.flair_stamp === flair_stamp) found.set(id, content)
    else missing.push(id)
  }
  if (missing.length > 0) {
    for (const row of await findContents(tx, { ids: missing, viewerId }, shape)) {
      const content = cardContent(row)
      found.set(content.id, content)
      if (isKeepable(content)) kept?.set(content.id, content)
    }
  }
  return rows.flatMap((row) => {
    const content = found.get(row.id)
    return content ? [{ ...content, ...row }] : []
  })
}

const findCards = builtQuery(
  (db, values: Placeholders<{ ids: number[]; viewerId: number | null }>, shape: ReaderVariant) =>
    db
      .select(cardColumns(values.viewerId, shape))
      .from(postRank)
      .innerJoin(post, eq(post.id, postRank.post_id))
      .innerJoin(category, eq(category.id, post.category_id))
      .leftJoin(user, isAuthor)
      .leftJoin(categoryFlair, hasFlair)
      .where(and(sql`${postRank.post_id} = any (${values.ids}::integer[])`, postRank.is_listed, isNotDeleted)),
)

export async function loadCards(tx: DbOrTx, ids: number[], reader: Reader) {
  if (ids.length === 0) return []
  const shape = readerVariant(reader)
  const rows = await withContents(tx, await findCards(tx, { ids, viewerId: reader.id }, shape), reader.id, shape)
  const byId = new Map(rows.map((row) => [row.id, presentCard(row, reader)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findPostsByLink(tx: DbOrTx, link: string, nsfw: boolean): Promise<number[]> {
  const rows = await tx
    .select({ id: post.id })
    .from(post)
    .innerJoin(postRank, eq(postRank.post_id, post.id))
    .where(and(eq(post.link_url, link), eq(postRank.is_nsfw, nsfw), isListed()))
    .orderBy(desc(post.id))
    .limit(LIMITS.linkedPosts)
  return rows.map(({ id }) => id)
}

export async function getPostForChange(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({
      id: post.id,
      author_id: post.author_id,
      category_id: post.category_id,
      flair_id: post.flair_id,
      title: post.title,
      content: post.content,
      link_url: post.link_url,
      is_spoiler: post.is_spoiler,
      removal_id: post.removal_id,
      held_at: post.held_at,
      images: post.images,
      video_url: post.video_url,
      captions_url: post.captions_url,
      captions_lang: post.captions_lang,
      video_alt: post.video_alt,
      image_url: post.image_url,
      image_width: post.image_width,
      image_height: post.image_height,
      image_placeholder: post.image_placeholder,
    })
    .from(post)
    .innerJoin(category, eq(category.id, post.category_id))
    .where(and(eq(post.id, id), isNull(post.deleted_at), isNull(category.deleted_at)))
    .for('no key update', { of: post })
  if (!row) throw new ApiError('post_not_found')
  return { ...row, images: imagesOf(row) }
}

export async function requirePost(tx: DbOrTx, id: number): Promise<void> {
  const rows = await tx
    .select({ id: postRank.post_id })
    .from(postRank)
    .where(and(eq(postRank.post_id, id), isReadable()))
  if (rows.length === 0) throw new ApiError('post_not_found')
}

type NewPost = typeof post.$inferInsert & { author_id: number; created_at: Date }

/** A held post is neither listed nor counted. Returns null if the community is deleted. */
export async function insertPost(tx: DbOrTx, columns: NewPost, isNsfw: boolean): Promise<number | null> {
  const [row] = await tx.insert(post).values(columns).returning({ id: post.id })
  const { category_id, author_id, flair_id, created_at, held_at } = columns
  const is_listed = !held_at
  await tx
    .insert(postRank)
    .values({ post_id: row!.id, category_id, author_id, flair_id, created_at, is_nsfw: isNsfw, is_listed })
  return (await addToPostCount(tx, category_id, is_listed ? 1 : 0)) ? row!.id : null
}

export async function getFilteredText(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({
      author_id: post.author_id,
      category_id: post.category_id,
      title: post.title,
      text: post.content,
      link: post.link_url,
    })
    .from(post)
    .innerJoin(category, eq(category.id, post.category_id))
    .where(and(eq(post.id, id), isNotDeleted))
  if (!row) throw new ApiError('post_not_found')
  const { author_id, category_id, ...written } = row
  return { author_id, category_id, written }
}

export async function getHomeOfPost(tx: DbOrTx, id: number): Promise<number> {
  const [row] = await tx
    .select({ category_id: postRank.category_id })
    .from(postRank)
    .where(and(eq(postRank.post_id, id), isReadable()))
  if (!row) throw new ApiError('post_not_found')
  return row.category_id
}

export async function updatePost(tx: DbOrTx, id: number, columns: Partial<typeof post.$inferInsert>): Promise<void> {
  await tx.update(post).set(columns).where(eq(post.id, id))
  if (columns.flair_id !== undefined)
    await tx.update(postRank).set({ flair_id: columns.flair_id }).where(eq(postRank.post_id, id))
  emitChange(tx, { type: 'post', post_id: id })
}

/** Returns false if the post is missing or already deleted. */
export async function softDeletePost(tx: DbOrTx, id: number, now: Date): Promise<boolean> {
  const [deleted] = await tx
    .update(post)
    .set({ deleted_at: now })
    .where(and(eq(post.id, id), isNull(post.deleted_at)))
    .returning({
      category_id: post.category_id,
      stream_id: post.stream_id,
      isCounted: sql<boolean>`${post.removal_id} is null and ${post.held_at} is null`,
    })
  if (!deleted) return false
  await tx
    .update(postRank)
    .set({ is_listed: false, is_removed: false, is_pinned: false })
    .where(eq(postRank.post_id, id))
  if (deleted.isCounted) {
    await addToPostCount(tx, deleted.category_id, -1)
    await reversePoints(tx, { cause: 'post', causeId: id }, now)
  }
  if (deleted.stream_id !== null) await endStreams(tx, eq(stream.id, deleted.stream_id), now)
  await closeItemsOf(tx, { post_id: id }, now)
  await retractNotifications(tx, { postId: id })
  emitChange(tx, { type: 'post', post_id: id })
  return true
}

export async function setHomeFeed(tx: DbOrTx, userId: number, feed: Feed): Promise<void> {
  await tx
    .update(user)
    .set({ home_feed: feed })
    .where(and(eq(user.id, userId), isNull(user.deleted_at)))
}

/** Raises the `age` of posts; `limits[n]` is the oldest creation time of a post with the age n. */
export async function raiseAges(tx: DbOrTx, limits: Date[], batchSize: number): Promise<number> {
  const newAge = sql.join(
    limits
      .map((before, age) => sql`when ${lt(postRank.created_at, before)} then ${sql.raw(String(age + 1))}`)
      .reverse(),
    sql` `,
  )
  let raised = 0
  for (const [age, before] of limits.entries()) {
    const outgrown = tx
      .select({ post_id: postRank.post_id })
      .from(postRank)
      .where(and(eq(postRank.age, age), lt(postRank.created_at, before)))
      .limit(batchSize)
      .for('no key update', { skipLocked: true })
    const rows = await tx
      .update(postRank)
      .set({ age: sql`case ${newAge} end` })
      .where(inArray(postRank.post_id, outgrown))
      .returning({ id: postRank.post_id })
    raised += rows.length
  }
  return raised
}
