import { and, eq, lt } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import type { BaseCtx } from '#server/context.ts'
import type { Db, DbOrTx } from '#server/db/client.ts'
import { idempotencyKey } from './table.ts'

/**
 * Runs a call once for each key of a user: the key and what the call does are one transaction, so a second sender
 * waits for the first and then gets its answer, and a call that failed leaves the key free.
 */
export async function answerOnce(
  ctx: BaseCtx, userId: number, call: string, key: string, run: (ctx: BaseCtx) => Promise<unknown>,
): Promise<unknown> {
  return (ctx.db as Db).transaction(async (tx) => {
    const row = and(eq(idempotencyKey.user_id, userId), eq(idempotencyKey.call, call), eq(idempotencyKey.key, key))
    await tx.delete(idempotencyKey).where(and(row, lt(idempotencyKey.created_at, new Date(ctx.now().getTime() - LIFETIME.idempotencyKey))))
    const claimed = await tx.insert(idempotencyKey).values({ user_id: userId, call, key, created_at: ctx.now() }).onConflictDoNothing().returning()
    if (claimed.length === 0) {
      const [first] = await tx.select({ answer: idempotencyKey.answer }).from(idempotencyKey).where(row)
      return first!.answer
    }
    const answer = await run({ ...ctx, db: tx })
    await tx.update(idempotencyKey).set({ answer }).where(row)
    return answer
  })
}

/** Removes the answers that were kept before a moment. */
export async function forgetAnswers(db: DbOrTx, before: Date): Promise<void> {
  await db.delete(idempotencyKey).where(lt(idempotencyKey.created_at, before))
}
