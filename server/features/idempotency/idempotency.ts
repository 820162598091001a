import { and, eq, gte, lt } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import type { BaseCtx } from '#server/context.ts'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'
import { idempotencyKey } from './table.ts'

export type SentKey = { user_id: number, call: string, key: string }

const isKey = ({ user_id, call, key }: SentKey) =>
  and(eq(idempotencyKey.user_id, user_id), eq(idempotencyKey.call, call), eq(idempotencyKey.key, key))

const oldest = (now: Date) => new Date(now.getTime() - LIFETIME.idempotencyKey)

/** False where the key exists. Waits for a transaction that is inserting the same key. */
async function claimKey(tx: DbOrTx, sent: SentKey, now: Date, answer: unknown = null): Promise<boolean> {
  await tx.delete(idempotencyKey).where(and(isKey(sent), lt(idempotencyKey.created_at, oldest(now))))
  const claimed = await tx.insert(idempotencyKey).values({ ...sent, answer, created_at: now }).onConflictDoNothing().returning()
  return claimed.length > 0
}

export async function findAnswer(db: DbOrTx, sent: SentKey, now: Date): Promise<{ answer: unknown } | undefined> {
  const [row] = await db.select({ answer: idempotencyKey.answer }).from(idempotencyKey)
    .where(and(isKey(sent), gte(idempotencyKey.created_at, oldest(now))))
  return row
}

/** The key and the call are one transaction: a second request waits for the first and gets its answer; a failed call leaves the key free. */
export async function withIdempotencyKey(ctx: BaseCtx, sent: SentKey, run: (ctx: BaseCtx) => Promise<unknown>): Promise<unknown> {
  return (ctx.db as Db).transaction(async (tx) => {
    if (!await claimKey(tx, sent, ctx.now())) return (await findAnswer(tx, sent, ctx.now()))!.answer
    const answer = await run({ ...ctx, db: tx })
    await tx.update(idempotencyKey).set({ answer }).where(isKey(sent))
    return answer
  })
}

class AnsweredMeanwhile extends Error {}

/** For calls that wait for other services without a transaction: of two requests with one key the second is rolled back and gets the first answer. */
export async function withIdempotencyKeyAtEnd(
  ctx: BaseCtx, sent: SentKey, run: (ctx: BaseCtx) => Promise<unknown>, present: (answer: unknown) => unknown,
): Promise<unknown> {
  const earlier = await findAnswer(ctx.db, sent, ctx.now())
  if (earlier) return earlier.answer
  const storeAnswer = async (tx: DbOrTx, answer: unknown) => {
    if (!await claimKey(tx, sent, ctx.now(), present(answer))) throw new AnsweredMeanwhile()
  }
  try {
    return await run({ ...ctx, storeAnswer })
  } catch (error) {
    if (!(error instanceof AnsweredMeanwhile)) throw error
    return (await findAnswer(ctx.db, sent, ctx.now()))!.answer
  }
}

export async function deleteOldAnswers(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(idempotencyKey).where(lt(idempotencyKey.created_at, before))
}
