import { and, eq, isNull } from 'drizzle-orm'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'
import { hashPassword } from '../auth/passwords.ts'
import { user } from '../users/table.ts'
import { checkFormerPassword } from './passwords.ts'
import { importedAccount } from './table.ts'

/**
 * Whether it is the password of the former forum; it then becomes that of the account, hashed as all others are, and
 * its new hash is returned.
 */
export async function claimByFormerPassword(
  db: DbOrTx,
  userId: number,
  password: string,
  now: Date,
): Promise<string | null> {
  const [former] = await db
    .select({ hash: importedAccount.password_hash })
    .from(importedAccount)
    .where(eq(importedAccount.user_id, userId))
  if (!former?.hash || !(await checkFormerPassword(password, former.hash))) return null
  const password_hash = await hashPassword(password)
  return (db as Db).transaction(async (tx) => {
    const changed = await tx
      .update(user)
      .set({ password_hash })
      .where(and(eq(user.id, userId), isNull(user.password_hash)))
      .returning({ id: user.id })
    if (changed.length === 0) return null
    await setClaimed(tx, userId, now)
    return password_hash
  })
}

/** Somebody proved that an imported account is theirs; what the former forum knew of its password goes. */
async function setClaimed(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  await tx
    .update(importedAccount)
    .set({ password_hash: null, claimed_at: now })
    .where(and(eq(importedAccount.user_id, userId), isNull(importedAccount.claimed_at)))
}
