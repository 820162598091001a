import { ApiError } from '#shared/api/errors.ts'
import type { AppealOutcome } from '#shared/rules/moderation.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { suspensionOf } from '../../auth/rules.ts'
import { unbanMember } from '../bans/actions.ts'
import { findBan, lockMember } from '../bans/queries.ts'
import { requireSomebodyElse, type DecidingStaff } from '../decisions/authority.ts'
import type { Decider } from '../decisions/decide.ts'
import { findLatest, findLock } from '../decisions/queries.ts'
import { lockPost, contentIdOf, restoreContent } from '../content/actions.ts'
import { lockContent } from '../content/queries.ts'
import { notify } from '../../notifications/queries.ts'
import { openItem } from '../queue/items.ts'
import { findAppealable, getAppeal, insertAppeal, lockDecision, setVerdict, type AppealAgainst } from './queries.ts'
import { isOwnCase, requireAppealable } from './rules.ts'

/** Throws `not_found`, `already_appealed`, `not_appealable`. */
export async function openAppeal(
  tx: DbOrTx,
  { decisionId, userId, text }: { decisionId: number; userId: number; text: string },
  now: Date,
) {
  await lockDecision(tx, decisionId)
  const appealable = await findAppealable(tx, decisionId, userId)
  if (!appealable) throw new ApiError('not_found')
  requireAppealable(appealable, now)
  const created = await insertAppeal(tx, { decision_id: decisionId, user_id: userId, text, created_at: now })
  await openItem(tx, { kind: 'appeals', appeal_id: created.id, ...appealable.about, waiting_since: now })
  return created
}

export type Verdict = { outcome: AppealOutcome; answer: string }

type DecidingContext = { by: DecidingStaff; now: Date }

/**
 * Returns the id of the decision that takes the contested one back, or null. The caller checks the decider's right to
 * the community and invalidates cached pages. Throws `not_found`, `admin_decision`, `own_decision`, `decided`.
 */
export async function decideAppeal(
  tx: DbOrTx,
  id: number,
  { outcome, answer }: Verdict,
  { by, now }: DecidingContext,
): Promise<number | null> {
  const appealed = await getAppeal(tx, id)
  const { appeal, decision } = appealed
  if (decision.by_admin && !by.isAdmin) throw new ApiError('admin_decision')
  if (isOwnCase(decision, by))
    await requireSomebodyElse(tx, by, { memberId: appeal.user_id, categoryId: decision.category_id })
  const takeBackDecision =
    outcome === 'overturned' ? await lockTarget(tx, appealed.decision, { by, now, isQuiet: true }) : null
  await setVerdict(tx, id, {
    status: outcome,
    answer: answer === '' ? null : answer,
    decided_by: by.id,
    decided_at: now,
  })
  const newDecisionId = takeBackDecision && (await nullIfNotFound(takeBackDecision()))
  await notify(tx, {
    userId: appealed.appeal.user_id,
    kind: 'appeal',
    actorId: null,
    decisionId: appealed.decision.id,
    now,
  })
  return newDecisionId
}

type TakeBackDecision = () => Promise<number>

/** Locks the content or account that the decision is about. Returns null if the decision is no longer in force. */
async function lockTarget(
  tx: DbOrTx,
  decision: AppealAgainst['decision'],
  decider: Decider,
): Promise<TakeBackDecision | null> {
  const { id, action, post_id, comment_id, user_id, category_id } = decision
  if (action === 'banned' || action === 'suspended') {
    const member = await nullIfNotFound(lockMember(tx, user_id!))
    const ban =
      member &&
      (category_id === null
        ? suspensionOf(member, decider.now)
        : await findBan(tx, member.id, category_id, decider.now))
    return member && ban?.decision_id === id ? () => unbanMember(tx, member, category_id, decider) : null
  }
  if (post_id === null && comment_id === null) return null
  const content = await nullIfNotFound(
    lockContent(tx, post_id === null ? { kind: 'comment', id: comment_id! } : { kind: 'post', id: post_id }),
  )
  if (!content) return null
  if (action === 'locked') {
    const lock = content.deleted_at === null ? await findLock(tx, content.id) : null
    return lock?.id === id ? () => lockPost(tx, content, false, decider) : null
  }
  const latest = content.deleted_at === null ? null : await findLatest(tx, contentIdOf(content))
  const currentDecisionId =
    content.deleted_at === null ? content.removal_id : latest?.action === 'deleted' ? latest.id : null
  return currentDecisionId === id ? () => restoreContent(tx, content, decider) : null
}

async function nullIfNotFound<T>(appealable: Promise<T>): Promise<T | null> {
  try {
    return await appealable
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
