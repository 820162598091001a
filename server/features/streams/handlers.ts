import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { streams } from '#shared/api/streams.ts'
import { catalog } from '#shared/i18n/index.ts'
import { canonicalLink } from '#shared/rules/link-url.ts'
import { eq } from 'drizzle-orm'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import { prepared } from '#server/lib/prepared.ts'
import { onSite, writeAudit } from '../audit/queries.ts'
import type { Reader } from '../moderation/foundation.ts'
import { checkFilters, decide, isPublished, readerOf, verdictOf, type FilterCheck } from '../moderation/index.ts'
import { getHome, preparePost, storePost, type NewPostValues, type ReadyPost } from '../posts/create.ts'
import { editPost } from '../posts/edit.ts'
import { NO_VIDEO_TEXTS } from '../uploads/video-texts.ts'
import { insertMedia } from './media/queries.ts'
import {
  countBrowserStreams,
  endStreams,
  findAnnounced,
  findStream,
  insertStream,
  lockBrowserStreams,
  listOfState,
  setPostOfStream,
  updateStream,
  type StreamRow,
  type StreamValues,
} from './queries.ts'
import { enderOf, liveUntil, placeOf, readPlace, requireAddress, requireSeen, presentStream } from './rules.ts'
import { stream } from './table.ts'

/** Throws `no_encoder` if streams are off, ffmpeg is missing or all slots are busy. */
async function requireEncoder(tx: DbOrTx, { settings, lang, live }: UserCtx): Promise<void> {
  const texts = catalog(lang).noEncoder
  const refuse = (reason: keyof typeof texts) =>
    new ApiError('no_encoder', { detail: texts[reason], extra: { reason } })
  if (settings.value('live_streams') === 0) throw refuse('off')
  if (!live.hasEncoder()) throw refuse('missing')
  await lockBrowserStreams(tx)
  if ((await countBrowserStreams(tx)) >= settings.value('live_streams')) throw refuse('busy')
}

/** The link is only for the filters; the page of the post shows the stream instead. */
const postValues = ({ title, description, url }: StreamValues, category_id: number): NewPostValues => ({
  title,
  content: description,
  category_id,
  link_url: url && (canonicalLink(url) ?? url),
  image_url: null,
  video_url: null,
  ...NO_VIDEO_TEXTS,
  images: [],
  poll: null,
  is_spoiler: false,
})

type Texts = Pick<StreamValues, 'title' | 'description' | 'url'>

/** Only the site-wide filters apply to a stream without a post, because it is in no community. */
async function checkTexts(ctx: UserCtx, { title, description, url }: Texts): Promise<FilterCheck> {
  const text = { title, text: description, link: url && (canonicalLink(url) ?? url) }
  return checkFilters(ctx, await readerOf(ctx), { kind: 'post', id: null, categoryId: null, text })
}

/** A stream without a post cannot be held for a moderator, so a filter that holds or removes it makes it invalid. */
async function requirePassed(tx: Tx, check: FilterCheck): Promise<void> {
  if (!isPublished(await verdictOf(tx, check, null))) throw invalidField('title', 'stream_filtered')
}

type Ready = { post: ReadyPost; check?: never } | { post?: never; check: FilterCheck }

async function readStream(tx: DbOrTx, ctx: CtxByAccess['public'], id: number) {
  const reader = await readerOf(ctx)
  return presentStream(requireSeen(await findStream(tx, id, reader), reader, ctx.variant), reader)
}

async function findToChange(tx: DbOrTx, id: number, reader: Reader): Promise<StreamRow> {
  // With 'adult' as the variant, a stream can be edited on either host.
  return requireSeen(await findStream(tx, id, reader), reader, 'adult')
}

async function readOwn(tx: DbOrTx, ctx: UserCtx, id: number) {
  const reader = await readerOf(ctx)
  return presentStream((await findStream(tx, id, reader))!, reader)
}

async function endByStaff(tx: Tx, ctx: UserCtx, id: number, isAdmin: boolean): Promise<void> {
  const row = (await findStream(tx, id, await readerOf(ctx)))!
  const now = ctx.now()
  if ((await endStreams(tx, eq(stream.id, id), now)).length === 0) return
  await writeAudit(tx, onSite(ctx), { action: 'stream.end', target_type: 'stream', target_id: id, detail: row.title })
  await decide(
    tx,
    {
      action: 'stream_ended',
      post_id: row.post_id ?? undefined,
      user_id: row.streamer.id,
      category_id: row.category?.id ?? null,
      reason_code: 'other',
      by: { id: ctx.viewer.id, isAdmin },
    },
    now,
  )
}

export const streamsHandlers: HandlersOf<typeof streams, CtxByAccess> = {
  list: async (ctx, { state, category_id, nsfw, limit, cursor }) => {
    const reader = await readerOf(ctx)
    const place = readPlace(cursor)
    if (nsfw && ctx.variant !== 'adult') return { streams: [], next_cursor: null }
    const listing = { category_id, nsfw, reader }
    const rows =
      state === 'ended' || place?.state === 'ended'
        ? []
        : await listOfState(ctx.db, { ...listing, state: 'live', after: place, limit: limit + 1 })
    if (state !== 'live' && rows.length <= limit)
      rows.push(
        ...(await listOfState(ctx.db, {
          ...listing,
          state: 'ended',
          after: place?.state === 'ended' ? place : null,
          limit: limit + 1 - rows.length,
        })),
      )
    const page = rows.slice(0, limit)
    return {
      streams: page.map((row) => presentStream(row, reader)),
      next_cursor: rows.length > limit ? placeOf(page.at(-1)!) : null,
    }
  },

  get: (ctx, { stream_id }) => readStream(ctx.db, ctx, stream_id),

  create: prepared(
    async (ctx, { category_id, ...values }): Promise<Ready> => {
      requireAddress(values)
      // The limit for posts also applies to a stream without a post, because followers are notified of it too.
      await ctx.limiter.take('post', { user: ctx.viewer.id })
      if (category_id == null) return { check: await checkTexts(ctx, values) }
      return { post: await preparePost(ctx, postValues(values, category_id)) }
    },
    async (ctx, { category_id, ...values }, ready) => {
      const created = await ctx.db.transaction(async (tx) => {
        if (category_id != null) await getHome(tx, ctx.viewer.id, category_id, ctx.now())
        if (ready.check) await requirePassed(tx, ready.check)
        if (values.stream_type === 'browser') await requireEncoder(tx, ctx)
        const id = await insertStream(tx, ctx.viewer.id, values, ctx.now())
        if (values.stream_type === 'browser') await insertMedia(tx, id)
        if (category_id != null && ready.post) {
          const post_id = await storePost(tx, ctx, postValues(values, category_id), ready.post, { stream_id: id })
          await setPostOfStream(tx, id, { post_id, category_id })
        }
        if (await findAnnounced(tx, id)) await addJob(tx, 'announce_stream', { stream_id: id })
        return readOwn(tx, ctx, id)
      })
      ctx.invalidated.add('streams')
      return created
    },
  ),

  edit: async (ctx, { stream_id, title, description, extend }) => {
    const reader = await readerOf(ctx)
    const row = await findToChange(ctx.db, stream_id, reader)
    if (enderOf(row, reader) !== 'streamer') throw new ApiError('forbidden')
    const hasNewText = title !== undefined || description !== undefined
    if (!hasNewText && !(extend && row.stream_type !== 'browser')) throw invalidField('title', 'nothing_to_change')
    const live_until = row.stream_type === 'browser' ? undefined : liveUntil(row.stream_type, ctx.now())
    const store = (tx: DbOrTx) => updateStream(tx, stream_id, { title, description, live_until })
    if (!hasNewText) await store(ctx.db)
    else if (row.post_id !== null) await editPost(ctx, row.post_id, { title, content: description }, store)
    else {
      const written = { title: title ?? row.title, description: description ?? row.description, url: row.url }
      const check = await checkTexts(ctx, written)
      await ctx.db.transaction(async (tx) => {
        await requirePassed(tx, check)
        await store(tx)
      })
    }
    ctx.invalidated.add('streams')
    return readOwn(ctx.db, ctx, stream_id)
  },

  end: async (ctx, { stream_id }) => {
    const reader = await readerOf(ctx)
    const row = await findToChange(ctx.db, stream_id, reader)
    const ender = enderOf(row, reader)
    if (ender === null) throw new ApiError('forbidden')
    await ctx.db.transaction(async (tx) => {
      if (ender !== 'streamer') return endByStaff(tx, ctx, stream_id, ender === 'admin')
      await endStreams(tx, eq(stream.id, stream_id), ctx.now())
    })
    ctx.invalidated.add('streams')
    return readOwn(ctx.db, ctx, stream_id)
  },
}
