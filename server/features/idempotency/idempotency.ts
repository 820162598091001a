import { and, eq, gte, isNull, lt, notInArray, or } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import { QUEUED_CALLS } from '#shared/rules/queued-calls.ts'
import type { BaseCtx, Staff } from '#server/context.ts'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'
import { widestNetworkOf } from '#server/lib/address.ts'
import { idempotencyKey } from './table.ts'

/** `caller` identifies a caller without an account; keys of different callers never match. */
type SentKey = { user_id: number | null; caller: string; call: string; key: string; queued_at: Date | null }

/**
 * A visitor is identified by network and input, so that two people behind one IP address may send the same key. The
 * hash is keyed with SESSION_SECRET, so that the stored row does not reveal the visitor.
 */
export function anonymousCaller({ address, config }: BaseCtx, staff: Staff | undefined, input: unknown): string {
  if (staff?.scope === 'admin') return staff.token_id === null ? `password ${address}` : `token ${staff.token_id}`
  const sent = JSON.stringify([widestNetworkOf(address), input])
  return `visitor ${new Bun.CryptoHasher('sha256', config.sessionSecret).update(sent).digest('base64url')}`
}

const isKey = ({ user_id, caller, call, key }: SentKey) =>
  and(
    user_id === null ? isNull(idempotencyKey.user_id) : eq(idempotencyKey.user_id, user_id),
    eq(idempotencyKey.caller, caller),
    eq(idempotencyKey.call, call),
    eq(idempotencyKey.key, key),
  )

/** Idempotency keys of calls queued offline are valid for longer. */
const oldest = ({ queued_at }: SentKey, now: Date) =>
  new Date(now.getTime() - (queued_at ? LIFETIME.queuedKey : LIFETIME.idempotencyKey))

/** Throws `bad_request` if `X-Queued-At` is no time, or so old that the idempotency key has expired. */
export function queuedAt(header: string | undefined, now: Date): Date | null {
  if (header === undefined) return null
  const at = new Date(header)
  if (!(now.getTime() - at.getTime() < LIFETIME.queuedKey)) throw new ApiError('bad_request')
  return at
}

/** Waits for a concurrent transaction that inserts the same key. Returns false if the key exists. */
async function claimKey(tx: DbOrTx, sent: SentKey, now: Date, answer: unknown = null): Promise<boolean> {
  await tx.delete(idempotencyKey).where(and(isKey(sent), lt(idempotencyKey.created_at, oldest(sent, now))))
  const claimed = await tx
    .insert(idempotencyKey)
    .values({ user_id: sent.user_id, caller: sent.caller, call: sent.call, key: sent.key, answer, created_at: now })
    .onConflictDoNothing()
    .returning()
  return claimed.length > 0
}

export async function findAnswer(db: DbOrTx, sent: SentKey, now: Date): Promise<{ answer: unknown } | undefined> {
  const [row] = await db
    .select({ answer: idempotencyKey.answer })
    .from(idempotencyKey)
    .where(and(isKey(sent), gte(idempotencyKey.created_at, oldest(sent, now))))
  return row
}

/** A concurrent request with the same key waits and gets the first response; a failed call leaves the key unused. */
export async function withIdempotencyKey(
  ctx: BaseCtx,
  sent: SentKey,
  run: (ctx: BaseCtx) => Promise<unknown>,
): Promise<unknown> {
  return (ctx.db as Db).transaction(async (tx) => {
    if (!(await claimKey(tx, sent, ctx.now()))) return (await findAnswer(tx, sent, ctx.now()))!.answer
    const answer = await run({ ...ctx, db: tx })
    await tx.update(idempotencyKey).set({ answer }).where(isKey(sent))
    return answer
  })
}

class AnsweredMeanwhile extends Error {}

/** Of two requests with the same key, the one that ends later is rolled back and gets the other one's response. */
export async function withIdempotencyKeyAtEnd(
  ctx: BaseCtx,
  sent: SentKey,
  run: (ctx: BaseCtx) => Promise<unknown>,
  present: (answer: unknown) => unknown,
): Promise<unknown> {
  const earlier = await findAnswer(ctx.db, sent, ctx.now())
  if (earlier) return earlier.answer
  const storeAnswer = async (tx: DbOrTx, answer: unknown) => {
    if (!(await claimKey(tx, sent, ctx.now(), present(answer)))) throw new AnsweredMeanwhile()
  }
  try {
    return await run({ ...ctx, storeAnswer })
  } catch (error) {
    if (!(error instanceof AnsweredMeanwhile)) throw error
    return (await findAnswer(ctx.db, sent, ctx.now()))!.answer
  }
}

export async function deleteOldAnswers(db: DbOrTx, now: Date): Promise<void> {
  const olderThan = (ms: number) => lt(idempotencyKey.created_at, new Date(now.getTime() - ms))
  await db
    .delete(idempotencyKey)
    .where(
      and(
        olderThan(LIFETIME.idempotencyKey),
        or(notInArray(idempotencyKey.call, [...QUEUED_CALLS]), olderThan(LIFETIME.queuedKey)),
      ),
    )
}
