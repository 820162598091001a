import { ApiError, invalidField } from '#shared/api/errors.ts'
import { HELD_NEWCOMER } from '#shared/rules/queue.ts'
import { NEWCOMER } from '#shared/rules/trust.ts'
import type { UserCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { lockCategory } from '../categories/settings/queries.ts'
import { isModeratorOf, moderatesCategoryOf } from '../moderators/queries.ts'
import { holdThing } from '../moderation/things/actions.ts'
import { lockThing, type ThingRef } from '../moderation/things/queries.ts'
import type { Reader } from '../moderation/rights.ts'
import { holdsNewcomers, isRepeated } from './queries.ts'
import { hashesOf, linksOf, type Written } from './rules.ts'

type Limit = 'newcomer_post' | 'newcomer_comment' | 'newcomer_partner'

async function takeOne(ctx: UserCtx, limit: Limit): Promise<void> {
  const retryAfter = await ctx.limiter.tryTake(limit, { user: ctx.viewer.id })
  if (retryAfter > 0) throw new ApiError('newcomer_limit', { retryAfter })
}

/** For level 0: after something was inserted, which a refusal rolls back, or before an edit. Throws `newcomer_limit`, `invalid` for too many links. */
export async function checkNewcomer(
  tx: DbOrTx, ctx: UserCtx, reader: Reader, ref: ThingRef, written: Written, { isNew }: { isNew: boolean },
): Promise<void> {
  const { id: userId, trust_level } = ctx.viewer
  if (trust_level > 0 || reader.hasCredential) return
  const thing = await lockThing(tx, ref)
  if (thing.author_id !== userId || await isModeratorOf(tx, userId, thing.category_id)) return
  if (linksOf(written.html).length > NEWCOMER.links) throw invalidField('content', 'newcomer_links')
  const isPost = ref.kind === 'post'
  // Before the account, as where its post count changes.
  if (isPost && !isNew && thing.held_at === null) await lockCategory(tx, thing.category_id, 'post_not_found')
  if (isNew) await takeOne(ctx, isPost ? 'newcomer_post' : 'newcomer_comment')
  const isHeld = await isRepeated(tx, userId, `${ref.kind}:${ref.id}`, hashesOf(written), ctx.now()) || (isNew && isPost && await holdsNewcomers(tx, thing.category_id))
  if (!isHeld || thing.held_at !== null) return
  await holdThing(tx, thing, { held_by: HELD_NEWCOMER }, { by: 'filter', now: ctx.now() })
  ctx.invalidated.add(`post:${thing.post_id}`)
}

export async function checkNewPartner(tx: DbOrTx, ctx: UserCtx, recipientId: number): Promise<void> {
  const { id, trust_level } = ctx.viewer
  if (trust_level > 0 || await moderatesCategoryOf(tx, id, recipientId)) return
  await takeOne(ctx, 'newcomer_partner')
}
