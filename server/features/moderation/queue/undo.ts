import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { reopenAppeal } from '../appeals/queries.ts'
import { suspensionOf } from '../../auth/rules.ts'
import { unbanMember } from '../bans/actions.ts'
import { findBan, lockMember } from '../bans/queries.ts'
import { decide, type Decider } from '../decisions/decide.ts'
import { findDecision, isTakenBack } from '../decisions/queries.ts'
import type { decision } from '../decisions/table.ts'
import {
  decisionTarget,
  approveContent,
  holdContent,
  lockPost,
  pinPost,
  removeContent,
  restoreContent,
} from '../content/actions.ts'
import { lockContent, type Content } from '../content/queries.ts'
import { findHeld, reopenItems } from './items.ts'

type UndoContext = Required<Omit<Decider, 'isQuiet'>>

type MadeDecision = typeof decision.$inferSelect

/**
 * Undoes a decision, and reopens the queue items and reports that it closed. Returns the id of the new decision. Throws
 * `already_so`, `too_late`, `not_undoable`.
 */
export async function takeBack(
  tx: DbOrTx,
  made: MadeDecision,
  { by, now }: Pick<Decider, 'by' | 'now'>,
): Promise<number> {
  const decider = { by, now, undoes_id: made.id }
  const isAboutMember = made.post_id === null && made.comment_id === null
  const takenBackBy = isAboutMember
    ? await takeBackBan(tx, made, decider)
    : await takeBackContentDecision(tx, made, decider)
  if (made.undoes_id !== null) await reopenAppeal(tx, { decisionId: made.undoes_id, standingId: takenBackBy })
  await reopenItems(tx, made.id)
  return takenBackBy
}

async function requireCurrent(tx: DbOrTx, { id, created_at }: MadeDecision, now: Date): Promise<void> {
  if (await isTakenBack(tx, id)) throw new ApiError('already_so')
  if (now.getTime() - created_at.getTime() >= LIFETIME.undo) throw new ApiError('too_late')
}

async function takeBackBan(tx: DbOrTx, made: MadeDecision, decider: UndoContext): Promise<number> {
  const { id, action, user_id, category_id } = made
  if (user_id === null || (action !== 'banned' && action !== 'suspended')) throw new ApiError('not_undoable')
  const member = await lockMember(tx, user_id)
  await requireCurrent(tx, made, decider.now)
  const currentBan =
    category_id === null ? suspensionOf(member, decider.now) : await findBan(tx, user_id, category_id, decider.now)
  if (currentBan?.decision_id !== id) throw new ApiError('already_so')
  return unbanMember(tx, member, category_id, decider)
}

async function takeBackContentDecision(tx: DbOrTx, made: MadeDecision, decider: UndoContext): Promise<number> {
  const { id, action, post_id, comment_id } = made
  const content = await lockContent(
    tx,
    comment_id !== null ? { kind: 'comment', id: comment_id } : { kind: 'post', id: post_id! },
  )
  await requireCurrent(tx, made, decider.now)
  const held = await findHeld(tx, id)
  switch (action) {
    case 'removed':
      if (content.removal_id !== id) throw new ApiError('already_so')
      return restoreContent(tx, { ...content, held_at: held?.waiting_since ?? null }, decider)
    case 'deleted':
      return restoreContent(tx, content, decider)
    case 'restored':
      return removeAgain(tx, content, made, decider)
    case 'approved':
      if (content.removal_id !== null || content.deleted_at !== null) throw new ApiError('already_so')
      return held
        ? holdContent(tx, content, { held_by: held.held_by }, decider)
        : decide(tx, { action: 'reopened', ...decisionTarget(content), undoes_id: id, by: decider.by }, decider.now)
    case 'held':
      if (content.held_at === null) throw new ApiError('already_so')
      return approveContent(tx, content, decider)
    case 'locked':
    case 'unlocked':
      return lockPost(tx, content, action === 'unlocked', decider)
    case 'pinned':
    case 'unpinned':
      return pinPost(tx, content, action === 'unpinned', decider)
    default:
      throw new ApiError('not_undoable')
  }
}

async function removeAgain(
  tx: DbOrTx,
  content: Content,
  { undoes_id }: MadeDecision,
  decider: UndoContext,
): Promise<number> {
  const before = undoes_id === null ? null : await findDecision(tx, undoes_id)
  const { reason_code, rule_id, rule_title, text } = before ?? {}
  return removeContent(tx, content, { reason_code: reason_code ?? 'other', rule_id, rule_title, text }, decider)
}
