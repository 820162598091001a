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
  aboutThing,
  approveThing,
  holdThing,
  lockPost,
  pinPost,
  removeThing,
  restoreThing,
} from '../content/actions.ts'
import { lockThing, type Thing } from '../content/queries.ts'
import { findHeld, reopenItems } from './items.ts'

type Undoing = Required<Omit<Decider, 'isQuiet'>>

type Made = typeof decision.$inferSelect

/** Returns the decision that takes the other one back; what it closed is open again. Throws `already_so`, `too_late`, `not_undoable`. */
export async function takeBack(tx: DbOrTx, made: Made, { by, now }: Pick<Decider, 'by' | 'now'>): Promise<number> {
  const decider = { by, now, undoes_id: made.id }
  const isAboutMember = made.post_id === null && made.comment_id === null
  const takenBackBy = isAboutMember ? await takeBackBan(tx, made, decider) : await takeBackOfThing(tx, made, decider)
  if (made.undoes_id !== null) await reopenAppeal(tx, { decisionId: made.undoes_id, standingId: takenBackBy })
  await reopenItems(tx, made.id)
  return takenBackBy
}

async function requireCurrent(tx: DbOrTx, { id, created_at }: Made, now: Date): Promise<void> {
  if (await isTakenBack(tx, id)) throw new ApiError('already_so')
  if (now.getTime() - created_at.getTime() >= LIFETIME.undo) throw new ApiError('too_late')
}

async function takeBackBan(tx: DbOrTx, made: Made, decider: Undoing): Promise<number> {
  const { id, action, user_id, category_id } = made
  if (user_id === null || (action !== 'banned' && action !== 'suspended')) throw new ApiError('not_undoable')
  const member = await lockMember(tx, user_id)
  await requireCurrent(tx, made, decider.now)
  const inForce =
    category_id === null ? suspensionOf(member, decider.now) : await findBan(tx, user_id, category_id, decider.now)
  if (inForce?.decision_id !== id) throw new ApiError('already_so')
  return unbanMember(tx, member, category_id, decider)
}

async function takeBackOfThing(tx: DbOrTx, made: Made, decider: Undoing): Promise<number> {
  const { id, action, post_id, comment_id } = made
  const thing = await lockThing(
    tx,
    comment_id !== null ? { kind: 'comment', id: comment_id } : { kind: 'post', id: post_id! },
  )
  await requireCurrent(tx, made, decider.now)
  const held = await findHeld(tx, id)
  switch (action) {
    case 'removed':
      if (thing.removal_id !== id) throw new ApiError('already_so')
      return restoreThing(tx, { ...thing, held_at: held?.waiting_since ?? null }, decider)
    case 'deleted':
      return restoreThing(tx, thing, decider)
    case 'restored':
      return removeAgain(tx, thing, made, decider)
    case 'approved':
      if (thing.removal_id !== null || thing.deleted_at !== null) throw new ApiError('already_so')
      return held
        ? holdThing(tx, thing, { held_by: held.held_by }, decider)
        : decide(tx, { action: 'reopened', ...aboutThing(thing), undoes_id: id, by: decider.by }, decider.now)
    case 'held':
      if (thing.held_at === null) throw new ApiError('already_so')
      return approveThing(tx, thing, decider)
    case 'locked':
    case 'unlocked':
      return lockPost(tx, thing, action === 'unlocked', decider)
    case 'pinned':
    case 'unpinned':
      return pinPost(tx, thing, action === 'unpinned', decider)
    default:
      throw new ApiError('not_undoable')
  }
}

async function removeAgain(tx: DbOrTx, thing: Thing, { undoes_id }: Made, decider: Undoing): Promise<number> {
  const before = undoes_id === null ? null : await findDecision(tx, undoes_id)
  const { reason_code, rule_id, rule_title, text } = before ?? {}
  return removeThing(tx, thing, { reason_code: reason_code ?? 'other', rule_id, rule_title, text }, decider)
}
