import { ApiError } from '#shared/api/errors.ts'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { suspensionOf } from '../../auth/rules.ts'
import { endStreamsOf } from '../../streams/queries.ts'
import { isModeratorOf } from '../moderators/queries.ts'
import { decide, type Decider } from '../decisions/decide.ts'
import { deleteBan, findBan, setBan, setSuspension, type lockMember } from './queries.ts'

type Member = Awaited<ReturnType<typeof lockMember>>

const DAY_MS = 86_400_000

/**
 * Bans a member from a community or, if `categoryId` is null, from the site, replacing any current ban. Returns the
 * decision's id. Throws `not_over_staff`, `admin_decision`.
 */
export async function banMember(
  tx: DbOrTx,
  member: Member,
  categoryId: number | null,
  { days, ...reason }: { days: number | null; reason_code: ReasonCode; text: string },
  { by, now }: Decider,
): Promise<number> {
  if (member.is_admin || (categoryId !== null && (await isModeratorOf(tx, member.id, categoryId))))
    throw new ApiError('not_over_staff')
  const ends_at = days === null ? null : new Date(now.getTime() + days * DAY_MS)
  const action = categoryId === null ? 'suspended' : 'banned'
  const currentBan = categoryId === null ? suspensionOf(member, now) : await findBan(tx, member.id, categoryId, now)
  const decision_id = await decide(
    tx,
    { action, user_id: member.id, category_id: categoryId, ...reason, ends_at, overrides: currentBan?.decision_id, by },
    now,
  )
  if (categoryId === null) await setSuspension(tx, member.id, { decision_id, ends_at })
  else await setBan(tx, member.id, categoryId, { decision_id, ends_at })
  await endStreamsOf(tx, { userId: member.id, categoryId }, now)
  return decision_id
}

/** Returns the decision's id. Throws `already_so` if the member is not banned. */
export async function unbanMember(
  tx: DbOrTx,
  member: Member,
  categoryId: number | null,
  { by, now, isQuiet }: Decider,
): Promise<number> {
  const currentBan = categoryId === null ? suspensionOf(member, now) : await findBan(tx, member.id, categoryId, now)
  if (!currentBan) throw new ApiError('already_so')
  if (categoryId === null) await setSuspension(tx, member.id, null)
  else await deleteBan(tx, member.id, categoryId)
  const action = categoryId === null ? 'unsuspended' : 'unbanned'
  return decide(
    tx,
    { action, user_id: member.id, category_id: categoryId, undoes_id: currentBan.decision_id, by },
    now,
    { isQuiet },
  )
}
