import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Viewer } from '#server/context.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { session } from '#server/features/auth/table.ts'
import { user } from '#server/features/users/table.ts'
import { readAccessToken } from './tokens.ts'

/** The account whose live session a token names; a forged token never reaches the database. */
export async function findViewer(db: DbOrTx, secret: string, token: string, now: Date): Promise<Viewer | null> {
  const sessionId = await readAccessToken(secret, token, now)
  if (sessionId === null) return null
  const [row] = await db
    .select({
      id: user.id,
      username: user.username,
      email: user.email,
      karma: user.karma,
      email_verified: user.email_verified,
      is_admin: user.is_admin,
      session_id: session.id,
      session_expires_at: session.expires_at,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.user_id))
    .where(and(eq(session.id, sessionId), gt(session.expires_at, now), isNull(user.deleted_at)))
  return row ? { ...row, email: row.email ?? '' } : null
}
