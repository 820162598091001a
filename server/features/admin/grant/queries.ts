import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/driver/client.ts'
import { user } from '#server/features/users/table.ts'
import { writeCommandAudit } from '#server/features/audit/queries.ts'

export async function grantAdmin(db: Db, username: string): Promise<string | null> {
  return db.transaction(async (tx) => {
    const [account] = await tx
      .update(user)
      .set({ is_admin: true })
      .where(and(eq(sql`lower(${user.username})`, username.toLowerCase()), isNull(user.deleted_at)))
      .returning({ id: user.id, username: user.username })
    if (!account) return null
    await writeCommandAudit(tx, { action: 'user.grant_admin', target_type: 'user', target_id: account.id })
    return account.username
  })
}
