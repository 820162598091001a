import type { DecisionAction, ReasonCode } from '#shared/rules/moderation.ts'
import type { Staff } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { decideNotices } from '../notices/close.ts'
import { addJob } from '#server/jobs/add.ts'
import { settleAppeal } from '../appeals/queries.ts'
import { notify } from '../../notifications/queries.ts'
import { closeAppealItem, closeDecided, reopenNoticeItems } from '../queue/items.ts'
import { requireAuthority, type DecidingStaff } from './authority.ts'
import { decision } from './table.ts'

export type { DecidingStaff }

/** 'filter' is a filter of a community, or the rule that holds posts by newcomers. */
type DecidedBy = DecidingStaff | 'filter' | 'site_filter'

export const decidingStaff = ({ staff }: { staff: Staff }): DecidingStaff => ({
  id: staff.account?.id ?? null,
  isAdmin: staff.scope === 'admin',
})

export type Decider = { by: DecidedBy; now: Date; undoes_id?: number; isQuiet?: boolean }

type NewDecision = {
  action: DecisionAction
  post_id?: number
  comment_id?: number
  user_id: number | null
  category_id: number | null
  reason_code?: ReasonCode
  rule_id?: number | null
  rule_title?: string | null
  text?: string
  undoes_id?: number | null
  /**
   * The id of a decision that this one overrides without taking it back, as an approval overrides the decision to hold.
   * Ignored if `undoes_id` is set.
   */
  overrides?: number | null
  ends_at?: Date | null
  by: DecidedBy
}

const CHANGES_TRUST: ReadonlySet<DecisionAction> = new Set<DecisionAction>(['removed', 'restored', 'deleted'])

const NOT_NOTIFIED: ReadonlySet<DecisionAction> = new Set<DecisionAction>(['pinned', 'unpinned', 'held', 'reopened'])

async function closeNoticesAbout(
  tx: DbOrTx,
  { post_id, comment_id }: Pick<NewDecision, 'post_id' | 'comment_id'>,
  decision_id: number,
  now: Date,
): Promise<void> {
  const target = post_id !== undefined ? { post_id } : comment_id !== undefined ? { comment_id } : null
  if (target) await decideNotices(tx, target, { outcome: 'removed', decision_id, now })
}

/**
 * Records a decision, closes the queue items that waited for it, and notifies the member concerned, unless `isQuiet` or
 * the decision is their own. Restoring content reopens the notices of illegal content that its removal closed. Throws
 * `admin_decision`, `own_decision`.
 */
export async function decide(
  tx: DbOrTx,
  { by, overrides, ...columns }: NewDecision,
  now: Date,
  { isQuiet = false }: { isQuiet?: boolean } = {},
): Promise<number> {
  const staff = typeof by === 'string' ? null : by
  if (staff) await requireAuthority(tx, { ...columns, by: staff, overrides: columns.undoes_id ?? overrides ?? null })
  const [row] = await tx
    .insert(decision)
    .values({
      ...columns,
      created_at: now,
      automatic: staff === null,
      by_id: staff?.id ?? null,
      by_admin: staff ? staff.isAdmin : by === 'site_filter',
    })
    .returning({ id: decision.id })
  const { id } = row!
  const settledId = columns.undoes_id == null ? null : await settleAppeal(tx, columns.undoes_id, now)
  if (settledId !== null) await closeAppealItem(tx, settledId, id, now)
  await closeDecided(tx, { id, ...columns, decider_id: staff?.id ?? null }, now)
  if (columns.action === 'removed' || columns.action === 'deleted') await closeNoticesAbout(tx, columns, id, now)
  if (columns.action === 'restored' && columns.undoes_id != null) await reopenNoticeItems(tx, columns.undoes_id)
  if (columns.user_id !== null && CHANGES_TRUST.has(columns.action)) {
    await addJob(
      tx,
      'update_trust_level',
      { user_id: columns.user_id },
      { key: `update_trust_level:${columns.user_id}` },
    )
  }
  const isOwn = staff !== null && staff.id === columns.user_id
  if (columns.user_id !== null && !isOwn && !isQuiet && !NOT_NOTIFIED.has(columns.action)) {
    await notify(tx, { userId: columns.user_id, kind: 'moderation', actorId: null, decisionId: id, now })
  }
  return id
}
