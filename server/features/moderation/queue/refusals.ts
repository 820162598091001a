import type { DbOrTx } from '#server/db/driver/client.ts'
import { isOwnCase } from '../appeals/rules.ts'
import { canSomebodyElseDecide, type DecidingStaff } from '../decisions/authority.ts'
import type { ItemRow } from './queries.ts'

/** Returns why somebody may neither claim a queue item nor see its possible decisions. */
export async function refusalOf(
  tx: DbOrTx,
  { item, appeal, appealed, author, is_held_by_admins }: ItemRow,
  by: DecidingStaff,
): Promise<'admin_decision' | 'own_decision' | null> {
  if ((appealed?.decision.by_admin || is_held_by_admins) && !by.isAdmin) return 'admin_decision'
  const isOwn = appealed ? isOwnCase(appealed.decision, by) : by.id !== null && by.id === author?.id
  const memberId = appeal?.user_id ?? author?.id ?? null
  if (!isOwn || memberId === null) return null
  if (!by.isAdmin) return 'own_decision'
  const categoryId = appealed ? appealed.decision.category_id : item.category_id
  return (await canSomebodyElseDecide(tx, { deciderId: by.id, memberId, categoryId })) ? 'own_decision' : null
}
