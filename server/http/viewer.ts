import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Viewer } from '#server/context.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { prepared, type Placed } from '#server/db/prepared.ts'
import { account } from '#server/features/auth/queries.ts'
import { session } from '#server/features/auth/table.ts'
import { user } from '#server/features/users/table.ts'
import { readAccessToken } from './tokens.ts'

const findSession = prepared((db, values: Placed<{ id: string, now: Date }>) => db
  .select({
    ...account,
    session_id: session.id,
    session_expires_at: session.expires_at,
  })
  .from(session)
  .innerJoin(user, eq(user.id, session.user_id))
  .where(and(eq(session.id, values.id), gt(session.expires_at, sql.param(values.now, session.expires_at)), isNull(user.deleted_at))))

/** The account whose live session a token names; a forged token never reaches the database. */
export async function findViewer(db: DbOrTx, secret: string, token: string, now: Date): Promise<Viewer | null> {
  const id = await readAccessToken(secret, token, now)
  if (id === null) return null
  const [row] = await findSession(db, { id, now })
  return row ? { ...row, email: row.email ?? '' } : null
}
