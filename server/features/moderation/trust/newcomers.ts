import { ApiError, invalidField } from '#shared/api/errors.ts'
import { NEWCOMER } from '#shared/rules/trust.ts'
import type { UserCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isModeratorOf, moderatesCategoryOf } from '../moderators/queries.ts'
import type { ContentRef } from '../content/queries.ts'
import type { Reader } from '../rights.ts'
import { holdsNewcomers, isRepeated, lockNewcomer, rememberTexts } from './queries.ts'
import { hashesOf, linksOf, type NewcomerText } from './rules.ts'

type Limit = 'newcomer_post' | 'newcomer_comment' | 'newcomer_partner'

async function takeLimit(ctx: UserCtx, limit: Limit): Promise<void> {
  const retryAfter = await ctx.limiter.tryTake(limit, { user: ctx.viewer.id })
  if (retryAfter > 0) throw new ApiError('newcomer_limit', { retryAfter })
}

/** `id` is null for a new text. */
type TextPlace = { kind: ContentRef['kind']; id: number | null; categoryId: number }

type NewcomerCheck = { isHeld: boolean; hashes: string[] }

const isNewcomer = ({ viewer }: UserCtx, { hasCredential }: Reader) => viewer.trust_level === 0 && !hasCredential

/** Serialises a newcomer's writes by a lock, which must be taken before all other locks to prevent deadlocks. */
export async function takeNewcomerTurn(tx: DbOrTx, ctx: UserCtx, reader: Reader): Promise<void> {
  if (isNewcomer(ctx, reader)) await lockNewcomer(tx, ctx.viewer.id)
}

/** Returns null if the viewer is no newcomer. Throws `invalid` for too many links. */
export async function checkNewcomer(
  tx: DbOrTx,
  ctx: UserCtx,
  reader: Reader,
  { kind, id, categoryId }: TextPlace,
  text: NewcomerText,
): Promise<NewcomerCheck | null> {
  const userId = ctx.viewer.id
  if (!isNewcomer(ctx, reader) || (await isModeratorOf(tx, userId, categoryId))) return null
  if (linksOf(text.html).length > NEWCOMER.links) throw invalidField('content', 'newcomer_links')
  const hashes = hashesOf(text)
  const isHeld =
    (await isRepeated(tx, userId, id === null ? null : `${kind}:${id}`, hashes, ctx.now())) ||
    (id === null && kind === 'post' && (await holdsNewcomers(tx, categoryId)))
  return { isHeld, hashes }
}

/** Runs after the text was stored. Throws `newcomer_limit`, which rolls the transaction back. */
export async function recordNewcomer(
  tx: DbOrTx,
  ctx: UserCtx,
  check: NewcomerCheck | null,
  { kind, id }: ContentRef,
  { isNew }: { isNew: boolean },
): Promise<void> {
  if (check === null) return
  if (isNew) await takeLimit(ctx, kind === 'post' ? 'newcomer_post' : 'newcomer_comment')
  await rememberTexts(tx, ctx.viewer.id, `${kind}:${id}`, check.hashes, ctx.now())
}

export async function checkNewPartner(tx: DbOrTx, ctx: UserCtx, recipientId: number): Promise<void> {
  const { id, trust_level } = ctx.viewer
  if (trust_level > 0 || (await moderatesCategoryOf(tx, id, recipientId))) return
  await takeLimit(ctx, 'newcomer_partner')
}
