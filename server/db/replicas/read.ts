import type { BaseCtx } from '#server/context.ts'
import { isConnectionLost } from '#server/db/driver/client.ts'
import { findOwnLsn } from './queries.ts'

/** Reads from a replica that has replayed all writes of the caller; if there is none or it fails, from the primary. */
export async function readFromReplica<T>(ctx: BaseCtx, read: (ctx: BaseCtx) => Promise<T>): Promise<T> {
  if (!ctx.replicas) return read(ctx)
  const replica = ctx.replicas.pick(ctx.viewer ? await findOwnLsn(ctx.db, ctx.viewer.id) : 0n)
  if (!replica) return read(ctx)
  try {
    return await read({ ...ctx, db: replica })
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    ctx.replicas.reportFailure(replica)
    return read(ctx)
  }
}
