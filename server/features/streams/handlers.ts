import type { streams } from '#shared/api/streams.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import { endStream, insertStream } from './queries.ts'

export const streamsHandlers: HandlersOf<typeof streams, CtxByAccess> = {
  create: async (ctx, values) => {
    const row = await insertStream(ctx.db, ctx.viewer.id, values, ctx.now())
    return { ...row, streamer: ctx.viewer }
  },

  end: async (ctx, { stream_id }) => {
    const row = await endStream(ctx.db, stream_id, ctx.viewer.id, ctx.now())
    return { ...row, streamer: ctx.viewer }
  },
}
