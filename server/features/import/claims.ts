import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm'
import type { Db, DbOrTx } from '#server/db/driver/client.ts'
import { addJob } from '#server/jobs/add.ts'
import { hashPassword } from '../auth/passwords.ts'
import { user } from '../users/table.ts'
import { checkFormerPassword } from './passwords.ts'
import { importedAccount, importOrigin } from './table.ts'

/** A password that matches the former hash becomes the account's password; its new hash is returned. */
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

export async function setClaimed(tx: DbOrTx, userId: number, now: Date): Promise<void> {
  await tx
    .update(importedAccount)
    .set({ password_hash: null, claimed_at: now })
    .where(and(eq(importedAccount.user_id, userId), isNull(importedAccount.claimed_at)))
  await tx
    .update(user)
    .set({ is_unclaimed: false })
    .where(and(eq(user.id, userId), eq(user.is_unclaimed, true)))
}

async function findImported(tx: DbOrTx, isWanted: SQL | undefined) {
  const [row] = await tx
    .select({ username: importedAccount.former_name, forum: importOrigin.base_url })
    .from(importedAccount)
    .innerJoin(importOrigin, eq(importOrigin.id, importedAccount.origin_id))
    .where(isWanted)
  return row ? { ...row, forum: row.forum.replace(/^https?:\/\//, '') } : null
}

/** Returns null for claimed accounts and for accounts that were not imported. */
export async function findUnclaimed(
  tx: DbOrTx,
  userId: number,
): Promise<{ former_name: string; forum: string } | null> {
  const found = await findImported(tx, and(eq(importedAccount.user_id, userId), isNull(importedAccount.claimed_at)))
  return found && { former_name: found.username, forum: found.forum }
}

export const findFormerAccount = (tx: DbOrTx, userId: number) => findImported(tx, eq(importedAccount.user_id, userId))

const INVITED_AT_ONCE = 500

/**
 * Queues a mail to each owner of an imported account without a password, unless they were mailed before. As bulk mails,
 * these do not delay other mails.
 */
export async function inviteOwners(db: Db, origin: number, now: Date): Promise<number> {
  let invited = 0
  for (;;) {
    const count = await db.transaction(async (tx) => {
      const rows = await tx
        .select({ id: user.id, lang: user.language })
        .from(importedAccount)
        .innerJoin(user, and(eq(user.id, importedAccount.user_id), isNull(user.deleted_at), isNotNull(user.email)))
        .where(
          and(
            eq(importedAccount.origin_id, origin),
            isNull(importedAccount.claimed_at),
            isNull(importedAccount.invited_at),
            isNull(importedAccount.password_hash),
            isNull(user.password_hash),
          ),
        )
        .orderBy(user.id)
        .limit(INVITED_AT_ONCE)
      for (const { id, lang } of rows) {
        const mail = { kind: 'claim', user_id: id, lang, variant: 'normal' } as const
        await addJob(tx, 'send_mail', mail, { key: `claim:${id}`, bulk: true })
      }
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0)
        await tx.update(importedAccount).set({ invited_at: now }).where(inArray(importedAccount.user_id, ids))
      return rows.length
    })
    invited += count
    if (count < INVITED_AT_ONCE) return invited
  }
}
