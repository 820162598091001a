import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { endStreamOfPost } from '../../streams/queries.ts'
import { getRuleTitle } from '../../categories/settings/queries.ts'
import { findHeld, openItem, reopenItems } from '../queue/items.ts'
import { decide, type Decider } from '../decisions/decide.ts'
import { findLatest, findLatestOf, findLock, findRestoration } from '../decisions/queries.ts'
import { findPostFlags, setLocked, setPinned, setContentState, type Content } from './queries.ts'

/** The title of the rule is looked up if `rule_title` is missing. */
type Reason = { reason_code: ReasonCode; rule_id?: number | null; rule_title?: string | null; text?: string }

export function decisionTarget({ kind, id, author_id, category_id }: Content) {
  return { [`${kind}_id`]: id, user_id: author_id, category_id }
}

export const itemTarget = ({ kind, id, post_id, category_id }: Content) => ({
  post_id,
  comment_id: kind === 'comment' ? id : null,
  category_id,
})

export const contentIdOf = ({ kind, id }: Content) => (kind === 'post' ? { post_id: id } : { comment_id: id })

/**
 * Returns the decision's id. Throws `already_so`, `post_not_found`, `comment_not_found`, `invalid` for a rule of
 * another community.
 */
export async function removeContent(
  tx: DbOrTx,
  content: Content,
  reason: Reason,
  { by, now, undoes_id }: Decider,
): Promise<number> {
  if (content.deleted_at !== null) throw new ApiError(`${content.kind}_not_found`)
  if (content.removal_id !== null) throw new ApiError('already_so')
  const rule_title =
    reason.rule_title ?? (reason.rule_id == null ? null : await getRuleTitle(tx, content.category_id, reason.rule_id))
  const id = await decide(
    tx,
    {
      action: 'removed',
      ...decisionTarget(content),
      ...reason,
      rule_title,
      undoes_id,
      overrides: await findRestoration(tx, contentIdOf(content)),
      by,
    },
    now,
  )
  await setContentState(tx, content, { removal_id: id, held_at: null }, now)
  if (content.kind === 'post') await endStreamOfPost(tx, content.id, now)
  return id
}

/**
 * Takes back a removal, or a deletion by staff in the last 30 days; content that was removed before it was deleted
 * stays removed. If a moderator restores content that a site-wide filter had held before its removal, it is held for
 * admins again. Throws the errors of `removeContent`.
 */
export async function restoreContent(
  tx: DbOrTx,
  content: Content,
  { by, now, text, isQuiet }: Decider & { text?: string },
): Promise<number> {
  const { kind, deleted_at, erased_at, removal_id } = content
  let undoes_id = removal_id
  if (deleted_at !== null) {
    const latest = await findLatest(tx, contentIdOf(content))
    const isRestorable =
      latest?.action === 'deleted' &&
      erased_at === null &&
      now.getTime() - deleted_at.getTime() < LIFETIME.deletedContent
    if (!isRestorable) throw new ApiError(`${kind}_not_found`)
    undoes_id = latest.id
  } else if (removal_id === null) throw new ApiError('already_so')
  const remainingRemovalId = deleted_at === null ? null : removal_id
  const id = await decide(tx, { action: 'restored', ...decisionTarget(content), undoes_id, text, by }, now, {
    isQuiet: isQuiet || remainingRemovalId !== null,
  })
  const heldAgain = typeof by === 'object' && !by.isAdmin ? await findSiteHold(tx, content, undoes_id!) : null
  await setContentState(tx, content, { removal_id: remainingRemovalId, held_at: heldAgain ?? content.held_at }, now)
  if (deleted_at !== null || heldAgain !== null) await reopenItems(tx, undoes_id!)
  return id
}

/** Returns since when a site-wide filter had held the content before it was removed, null if none did. */
async function findSiteHold(tx: DbOrTx, content: Content, removalId: number): Promise<Date | null> {
  const held = await findHeld(tx, removalId)
  const hold = held && (await findLatestOf(tx, contentIdOf(content), ['held']))
  return hold?.by_admin ? held!.waiting_since : null
}

/**
 * Only the author and staff see held content until it is approved. `held_by` is `HELD_NEWCOMER` or the name of a
 * filter.
 */
export async function holdContent(
  tx: DbOrTx,
  content: Content,
  { held_by = null, ...reason }: Partial<Reason> & { held_by?: string | null },
  { by, now, undoes_id }: Decider,
): Promise<number> {
  const id = await decide(tx, { action: 'held', ...decisionTarget(content), ...reason, undoes_id, by }, now)
  await setContentState(tx, content, { removal_id: content.removal_id, held_at: now }, now)
  await openItem(tx, { kind: 'held', ...itemTarget(content), held_by, waiting_since: now })
  return id
}

/** Adds content to the queue as reported by a filter. */
export async function reportContent(tx: DbOrTx, content: Content, held_by: string, now: Date): Promise<void> {
  await openItem(tx, { kind: 'reports', ...itemTarget(content), held_by, waiting_since: now })
}

/** For content that is already public, this only records that staff approved it. */
export async function approveContent(
  tx: DbOrTx,
  content: Content,
  { by, now, undoes_id, text }: Decider & { text?: string },
): Promise<number> {
  const { kind, deleted_at, removal_id, held_at } = content
  if (deleted_at !== null) throw new ApiError(`${kind}_not_found`)
  const hold = held_at === null ? null : await findLatestOf(tx, contentIdOf(content), ['held'])
  const id = await decide(
    tx,
    { action: 'approved', ...decisionTarget(content), undoes_id, overrides: hold?.id, text, by },
    now,
    { isQuiet: held_at === null },
  )
  if (held_at !== null) await setContentState(tx, content, { removal_id, held_at: null }, now)
  return id
}

function requireNotDeleted({ deleted_at }: Content): void {
  if (deleted_at !== null) throw new ApiError('post_not_found')
}

/** Returns the decision's id. Throws `already_so`. */
export async function lockPost(
  tx: DbOrTx,
  content: Content,
  locked: boolean,
  { by, now, undoes_id, isQuiet }: Decider,
): Promise<number> {
  requireNotDeleted(content)
  if ((await findPostFlags(tx, content.id)).is_locked === locked) throw new ApiError('already_so')
  const lock = locked ? null : await findLock(tx, content.id)
  const id = await decide(
    tx,
    { action: locked ? 'locked' : 'unlocked', ...decisionTarget(content), undoes_id: undoes_id ?? lock?.id, by },
    now,
    { isQuiet: isQuiet },
  )
  await setLocked(tx, content.id, locked)
  return id
}

/** Returns the decision's id. Throws `already_so`, `too_many_pinned`, `removed`. */
export async function pinPost(
  tx: DbOrTx,
  content: Content,
  pinned: boolean,
  { by, now, undoes_id }: Decider,
): Promise<number> {
  requireNotDeleted(content)
  if (content.removal_id !== null) throw new ApiError('removed')
  if ((await findPostFlags(tx, content.id)).is_pinned === pinned) throw new ApiError('already_so')
  const pin = pinned ? null : await findLatestOf(tx, contentIdOf(content), ['pinned', 'unpinned'])
  const id = await decide(
    tx,
    { action: pinned ? 'pinned' : 'unpinned', ...decisionTarget(content), undoes_id, overrides: pin?.id, by },
    now,
  )
  await setPinned(tx, content, pinned)
  return id
}
