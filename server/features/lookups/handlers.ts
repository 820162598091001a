import type { HandlersOf } from '#shared/api/contract.ts'
import type { lookups } from '#shared/api/lookups.ts'
import type { CtxByAccess } from '#server/context.ts'
import { findCategories } from '../categories/queries.ts'
import { findComments } from '../comments/queries.ts'
import { readerOf } from '../moderation/index.ts'
import { findPosts } from '../posts/queries.ts'
import { findUsers } from '../users/queries.ts'

export const lookupsHandlers: HandlersOf<typeof lookups, CtxByAccess> = {
  users: async (ctx, { ids }) => ({ users: inOrder(ids, await findUsers(ctx.db, ids, ctx.viewer?.id ?? null)) }),

  categories: async (ctx, { ids }) => ({
    categories: inOrder(ids, await findCategories(ctx.db, ids, ctx.viewer?.id ?? null)),
  }),

  posts: async (ctx, { ids }) => ({ posts: inOrder(ids, await findPosts(ctx.db, ids, await readerOf(ctx))) }),

  comments: async (ctx, { ids }) => ({ comments: inOrder(ids, await findComments(ctx.db, ids, await readerOf(ctx))) }),
}

function inOrder<Row extends { id: number }>(ids: number[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
