import { and, eq, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { AppealOutcome } from '#shared/rules/moderation.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { comment } from '../../comments/table.ts'
import { decision } from '../decisions/table.ts'
import { appeal } from './table.ts'

/** Locks a decision, so that an appeal against it and its reversal happen one after the other. */
export async function lockDecision(tx: DbOrTx, id: number): Promise<void> {
  await tx.select({ id: decision.id }).from(decision).where(eq(decision.id, id)).for('no key update')
}

const isTakenBack = sql<boolean>`exists (select 1 from decision later where later.undoes_id = ${decision.id})`

export async function findAppealable(tx: DbOrTx, id: number, userId: number) {
  const [row] = await tx
    .select({
      action: decision.action,
      created_at: decision.created_at,
      is_taken_back: isTakenBack,
      appeal_id: appeal.id,
      about: {
        category_id: decision.category_id,
        post_id: sql<number | null>`coalesce(${decision.post_id}, ${comment.post_id})`,
        comment_id: decision.comment_id,
      },
    })
    .from(decision)
    .leftJoin(appeal, eq(appeal.decision_id, decision.id))
    .leftJoin(comment, eq(comment.id, decision.comment_id))
    .where(and(eq(decision.id, id), eq(decision.user_id, userId)))
  return row ?? null
}

export async function insertAppeal(
  tx: DbOrTx,
  added: { decision_id: number; user_id: number; text: string; created_at: Date },
) {
  const [row] = await tx.insert(appeal).values(added).returning()
  return row!
}

/** Throws `not_found`. */
export async function getAppeal(tx: DbOrTx, id: number) {
  const [row] = await tx
    .select({ appeal, decision })
    .from(appeal)
    .innerJoin(decision, eq(decision.id, appeal.decision_id))
    .where(eq(appeal.id, id))
  if (!row) throw new ApiError('not_found')
  return row
}

export type AppealAgainst = Awaited<ReturnType<typeof getAppeal>>

type Verdict = { status: AppealOutcome; answer: string | null; decided_by: number | null; decided_at: Date }

/** Throws `decided`. */
export async function setVerdict(tx: DbOrTx, id: number, verdict: Verdict): Promise<void> {
  const rows = await tx
    .update(appeal)
    .set(verdict)
    .where(and(eq(appeal.id, id), eq(appeal.status, 'open')))
    .returning({ id: appeal.id })
  if (rows.length === 0) throw new ApiError('decided')
}

/** Closes the open appeal, if any, against a decision that was just taken back, and returns its id. */
export async function settleAppeal(tx: DbOrTx, decisionId: number, now: Date): Promise<number | null> {
  await lockDecision(tx, decisionId)
  const [row] = await tx
    .update(appeal)
    .set({ status: 'overturned', decided_at: now })
    .where(and(eq(appeal.decision_id, decisionId), eq(appeal.status, 'open')))
    .returning({ id: appeal.id })
  return row?.id ?? null
}

/**
 * Reopens a granted appeal when the contested decision is enforced again; the appeal is now against `standingId`, the
 * new decision.
 */
export async function reopenAppeal(
  tx: DbOrTx,
  { decisionId, standingId }: { decisionId: number; standingId: number },
): Promise<void> {
  await tx
    .update(appeal)
    .set({ decision_id: standingId, status: 'open', answer: null, decided_by: null, decided_at: null })
    .where(and(eq(appeal.decision_id, decisionId), eq(appeal.status, 'overturned')))
}
