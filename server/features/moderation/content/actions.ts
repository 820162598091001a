import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { getRuleTitle } from '../../categories/settings/queries.ts'
import { findHeld, openItem, reopenItems } from '../queue/items.ts'
import { decide, type Decider } from '../decisions/decide.ts'
import { findLatest, findLatestOf, findLock, findRestoration } from '../decisions/queries.ts'
import { findFlags, setLocked, setPinned, setThingState, type Thing } from './queries.ts'

/** `rule_title` is looked up where it is not given. */
export type Why = { reason_code: ReasonCode; rule_id?: number | null; rule_title?: string | null; text?: string }

/** What a decision about a thing names. */
export function aboutThing({ kind, id, author_id, category_id }: Thing) {
  return { [`${kind}_id`]: id, user_id: author_id, category_id }
}

export const aboutItem = ({ kind, id, post_id, category_id }: Thing) => ({
  post_id,
  comment_id: kind === 'comment' ? id : null,
  category_id,
})

export const refOf = ({ kind, id }: Thing) => (kind === 'post' ? { post_id: id } : { comment_id: id })

/** Returns the decision's id. Throws `already_so`, `post_not_found`, `comment_not_found`, `invalid` for a rule of elsewhere. */
export async function removeThing(
  tx: DbOrTx,
  thing: Thing,
  why: Why,
  { by, now, undoes_id }: Decider,
): Promise<number> {
  if (thing.deleted_at !== null) throw new ApiError(`${thing.kind}_not_found`)
  if (thing.removal_id !== null) throw new ApiError('already_so')
  const rule_title =
    why.rule_title ?? (why.rule_id == null ? null : await getRuleTitle(tx, thing.category_id, why.rule_id))
  const id = await decide(
    tx,
    {
      action: 'removed',
      ...aboutThing(thing),
      ...why,
      rule_title,
      undoes_id,
      overrides: await findRestoration(tx, refOf(thing)),
      by,
    },
    now,
  )
  await setThingState(tx, thing, { removal_id: id, held_at: null }, now)
  return id
}

/**
 * Takes back a removal, or for 30 days a deletion by staff; what was removed before it was deleted stays removed. What a filter of the
 * site held before a moderator removed it waits for admins again. Throws as `removeThing` does.
 */
export async function restoreThing(
  tx: DbOrTx,
  thing: Thing,
  { by, now, text, isQuiet }: Decider & { text?: string },
): Promise<number> {
  const { kind, deleted_at, erased_at, removal_id } = thing
  let undoes_id = removal_id
  if (deleted_at !== null) {
    const latest = await findLatest(tx, refOf(thing))
    const isRestorable =
      latest?.action === 'deleted' &&
      erased_at === null &&
      now.getTime() - deleted_at.getTime() < LIFETIME.deletedContent
    if (!isRestorable) throw new ApiError(`${kind}_not_found`)
    undoes_id = latest.id
  } else if (removal_id === null) throw new ApiError('already_so')
  const stays = deleted_at === null ? null : removal_id
  const id = await decide(tx, { action: 'restored', ...aboutThing(thing), undoes_id, text, by }, now, {
    isQuiet: isQuiet || stays !== null,
  })
  const heldAgain = typeof by === 'object' && !by.isAdmin ? await findSiteHold(tx, thing, undoes_id!) : null
  await setThingState(tx, thing, { removal_id: stays, held_at: heldAgain ?? thing.held_at }, now)
  if (deleted_at !== null || heldAgain !== null) await reopenItems(tx, undoes_id!)
  return id
}

/** Since when a filter of the site had held what a decision then removed, or null. */
async function findSiteHold(tx: DbOrTx, thing: Thing, removalId: number): Promise<Date | null> {
  const held = await findHeld(tx, removalId)
  const hold = held && (await findLatestOf(tx, refOf(thing), ['held']))
  return hold?.by_admin ? held!.waiting_since : null
}

/** Keeps a thing from everybody but its author and staff until it is approved. `held_by`: `HELD_NEWCOMER` or the name of a filter. */
export async function holdThing(
  tx: DbOrTx,
  thing: Thing,
  { held_by = null, ...why }: Partial<Why> & { held_by?: string | null },
  { by, now, undoes_id }: Decider,
): Promise<number> {
  const id = await decide(tx, { action: 'held', ...aboutThing(thing), ...why, undoes_id, by }, now)
  await setThingState(tx, thing, { removal_id: thing.removal_id, held_at: now }, now)
  await openItem(tx, { kind: 'held', ...aboutItem(thing), held_by, waiting_since: now })
  return id
}

/** Asks moderators to look at a thing, in the name of a filter. */
export async function reportThing(tx: DbOrTx, thing: Thing, held_by: string, now: Date): Promise<void> {
  await openItem(tx, { kind: 'reports', ...aboutItem(thing), held_by, waiting_since: now })
}

/** Publishes what is held. Of anything else it only records that it is in order. */
export async function approveThing(
  tx: DbOrTx,
  thing: Thing,
  { by, now, undoes_id, text }: Decider & { text?: string },
): Promise<number> {
  const { kind, deleted_at, removal_id, held_at } = thing
  if (deleted_at !== null) throw new ApiError(`${kind}_not_found`)
  const hold = held_at === null ? null : await findLatestOf(tx, refOf(thing), ['held'])
  const id = await decide(
    tx,
    { action: 'approved', ...aboutThing(thing), undoes_id, overrides: hold?.id, text, by },
    now,
    { isQuiet: held_at === null },
  )
  if (held_at !== null) await setThingState(tx, thing, { removal_id, held_at: null }, now)
  return id
}

function requireReadable({ deleted_at }: Thing): void {
  if (deleted_at !== null) throw new ApiError('post_not_found')
}

/** Returns the decision's id. Throws `already_so`. */
export async function lockPost(
  tx: DbOrTx,
  thing: Thing,
  locked: boolean,
  { by, now, undoes_id, isQuiet }: Decider,
): Promise<number> {
  requireReadable(thing)
  if ((await findFlags(tx, thing.id)).is_locked === locked) throw new ApiError('already_so')
  const lock = locked ? null : await findLock(tx, thing.id)
  const id = await decide(
    tx,
    { action: locked ? 'locked' : 'unlocked', ...aboutThing(thing), undoes_id: undoes_id ?? lock?.id, by },
    now,
    { isQuiet: isQuiet },
  )
  await setLocked(tx, thing.id, locked)
  return id
}

/** Returns the decision's id. Throws `already_so`, `too_many_pinned`, `removed`. */
export async function pinPost(
  tx: DbOrTx,
  thing: Thing,
  pinned: boolean,
  { by, now, undoes_id }: Decider,
): Promise<number> {
  requireReadable(thing)
  if (thing.removal_id !== null) throw new ApiError('removed')
  if ((await findFlags(tx, thing.id)).is_pinned === pinned) throw new ApiError('already_so')
  const pin = pinned ? null : await findLatestOf(tx, refOf(thing), ['pinned', 'unpinned'])
  const id = await decide(
    tx,
    { action: pinned ? 'pinned' : 'unpinned', ...aboutThing(thing), undoes_id, overrides: pin?.id, by },
    now,
  )
  await setPinned(tx, thing, pinned)
  return id
}
