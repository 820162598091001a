import * as v from 'valibot'
import { LAST_ID } from '#shared/api/fields.ts'
import type { NotificationFilter } from '#shared/rules/notification-kinds.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { cursorId, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { loadNotifications } from '../queries.ts'
import { readGroups } from './queries.ts'

/** A group has another id than its latest notification, so that a call can mark either of them as read. */
const groupId = (latestId: number) => latestId + LAST_ID

/** Returns null if `id` is the id of a single notification. */
export const latestIdOf = (id: number): number | null => (id > LAST_ID ? id - LAST_ID : null)

export async function readPage(
  tx: DbOrTx,
  userId: number,
  { filter, limit, cursor }: { filter: NotificationFilter; limit: number; cursor?: string },
) {
  const place = cursor === undefined ? null : decodeCursor(cursor, v.strictTuple([cursorId, cursorId]))
  const [until, after] = place ?? [LAST_ID, LAST_ID]
  // Reads one group more than the limit, which shows whether there is a next page.
  const found = await readGroups(tx, userId, { filter, until, after, limit: limit + 1 })
  const groups = found.slice(0, limit)
  const rows =
    groups.length === 0
      ? []
      : await loadNotifications(
          tx,
          groups.map(({ id }) => id),
        )
  const byId = new Map(groups.map((group) => [group.id, group.count > 1 ? { ...group, id: groupId(group.id) } : group]))
  const last = groups.at(-1)
  return {
    items: rows.map((row) => ({ row, group: byId.get(row.id)! })),
    next_cursor: last && found.length > limit ? encodeCursor([place?.[0] ?? groups[0]!.id, last.id]) : null,
  }
}
