import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { user } from '#server/features/users/table.ts'
import { auditLog } from '../table.ts'

/**
 * Makes the account of that name (in any case) an admin, and notes who did: the one at the command line. Granting it
 * twice changes nothing. Returns the name as the account spells it, or null where there is none.
 */
export async function grantAdmin(db: Db, username: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [account] = await tx.update(user).set({ is_admin: true })
      .where(and(eq(sql`lower(${user.username})`, username.toLowerCase()), isNull(user.deleted_at)))
      .returning({ id: user.id, username: user.username })
    if (!account) return null
    await tx.insert(auditLog).values({
      actor: 'command line', address: 'local', action: 'user.grant_admin', target_type: 'user', target_id: account.id,
    })
    return account.username
  })
}
