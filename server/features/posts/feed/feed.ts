import { LRUCache } from 'lru-cache'
import { ApiError } from '#shared/api/errors.ts'
import { FEEDS, hasWindows, type Feed, type PostSort, type Window } from '#shared/rules/sorts.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { findCategoryByName } from '../../categories/queries.ts'
import type { Reader } from '../../moderation/index.ts'
import { presentCard } from '../rules.ts'
import {
  findAuthorId,
  findFlairVariant,
  isVariant,
  readEmptyFeed,
  readRange,
  readVariantTotal,
  type Scope,
} from './queries.ts'
import { readFeedCursor, windowStart, writeFeedCursor } from './rules.ts'

type FeedInput = {
  sort: PostSort
  nsfw: boolean
  limit: number
  /** Ignored if `cursor` is set. */
  offset: number
  feed?: Feed | 'last'
  window?: Window
  hide_read?: boolean
  cursor?: string
  category?: string
  author?: string
  flair?: number
}

type FeedViewer = { id: number; home_feed: Feed }

const NOTHING = { posts: [], total: 0, next_cursor: null }

/** For visitors 'last' stands for 'all', instead of the error `not_signed_in`. */
function feedOf(asked: FeedInput['feed'], viewer: FeedViewer | null): Feed {
  if (asked === undefined) return 'all'
  if (asked === 'last') return viewer?.home_feed ?? 'all'
  if (asked !== 'all' && viewer === null) throw new ApiError('not_signed_in')
  return asked
}

/** 'joined' is offered only to members who have joined a community or are viewing that feed. */
function feedsFor(viewer: FeedViewer | null, feed: Feed, hasJoined: boolean): Feed[] {
  if (viewer === null) return ['all']
  return FEEDS.filter((offered) => offered !== 'joined' || hasJoined || feed === 'joined')
}

const MAX_KNOWN_IDS = 10_000

const knownIds = new WeakMap<DbOrTx, LRUCache<string, number>>()

/** Caches community ids by name. An id may be outdated, so the caller must check the community of the posts found. */
function knownIdsOf(tx: DbOrTx): LRUCache<string, number> {
  const known = knownIds.get(tx) ?? new LRUCache<string, number>({ max: MAX_KNOWN_IDS })
  knownIds.set(tx, known)
  return known
}

type FeedCaller = { viewer: FeedViewer | null; reader: Reader; now: Date }

export async function readFeed(tx: DbOrTx, input: FeedInput, caller: FeedCaller) {
  const name = input.category?.trim().toLowerCase()
  const known = knownIdsOf(tx)
  const id = name === undefined ? undefined : known.get(name)
  if (id !== undefined) {
    const page = await readFeedOf(tx, input, caller, { id, is_nsfw: input.nsfw })
    if (page.posts.some(({ category }) => category.name === name && category.is_nsfw === input.nsfw)) return page
    known.delete(name!)
  }
  const home = name === undefined ? null : await findCategoryByName(tx, name)
  if (name !== undefined && home?.is_nsfw !== input.nsfw) return NOTHING
  const page = await readFeedOf(tx, input, caller, home)
  if (home && page.posts.length > 0) known.set(home.name, home.id)
  return page
}

async function readFeedOf(
  tx: DbOrTx,
  { sort, nsfw, author, flair, cursor, limit, offset, window = 'all', hide_read = false, ...asked }: FeedInput,
  { viewer, reader, now }: FeedCaller,
  home: { id: number; is_nsfw: boolean } | null,
) {
  const feed = feedOf(asked.feed, viewer)
  const after = cursor === undefined ? null : readFeedCursor(sort, cursor)
  const authorId = author === undefined ? null : await findAuthorId(tx, author)
  if (author !== undefined && authorId === null) return NOTHING
  if (flair !== undefined && (await findFlairVariant(tx, flair, home?.id ?? null)) !== nsfw) return NOTHING
  const within = hasWindows(sort) ? window : 'all'
  const scope: Scope = {
    feed,
    window: within,
    hideRead: hide_read,
    nsfw,
    categoryId: home?.id ?? null,
    flairId: flair ?? null,
    authorId,
    viewerId: viewer?.id ?? null,
    since: windowStart(within, now)?.toISOString() ?? null,
  }
  // One row more than requested shows whether there is a next page.
  const [{ rows, cards }, variantTotal] = await Promise.all([
    readRange(tx, scope, sort, after, { limit: limit + 1, offset, hasCredential: reader.hasCredential }),
    isVariant(scope) ? readVariantTotal(tx, nsfw) : null,
  ])
  const last = rows[Math.min(limit, rows.length) - 1]
  const { total, has_joined } = rows[0] ?? (await readEmptyFeed(tx, scope))
  return {
    posts: cards.map((card) => presentCard(card, reader)),
    total: variantTotal ?? total!,
    next_cursor: last && rows.length > limit ? writeFeedCursor(sort, { rank: last.rank, id: last.id }) : null,
    ...(asked.feed !== undefined && { feed, feeds: feedsFor(viewer, feed, has_joined) }),
  }
}
