import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Scope } from '#shared/api/scopes.ts'
import { effectiveLevel } from '#shared/rules/trust.ts'
import type { Config } from '#server/config.ts'
import type { Viewer } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { builtQuery, type Placeholders } from '#server/db/driver/built-query.ts'
import { dayOf, recordActiveDay } from '../moderation/foundation.ts'
import { account, mayRecordLastSeen, recordLastSeen } from './queries.ts'
import { suspensionOf } from './rules.ts'
import { session } from './table.ts'
import { user } from '#server/features/users/table.ts'
import { isOauthToken, readOauthToken } from '../oauth/access-tokens.ts'
import { findSessionAccount, recordGrantUse, streamIdOf } from '../oauth/queries.ts'
import { findByToken, PERSONAL_TOKEN_PREFIX, recordUse, sessionIdOf } from '../tokens/queries.ts'
import { readAccessToken } from './tokens.ts'

const findSession = builtQuery((db, values: Placeholders<{ id: string; now: Date }>) =>
  db
    .select({
      ...account,
      session_id: session.id,
      session_expires_at: session.expires_at,
      last_seen_at: session.last_seen_at,
      active_on: user.active_on,
      trust_level: user.trust_level,
      suspension_id: user.suspension_id,
      suspended_until: user.suspended_until,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.user_id))
    .where(
      and(
        eq(session.id, values.id),
        gt(session.expires_at, sql.param(values.now, session.expires_at)),
        isNull(user.deleted_at),
      ),
    ),
)

type Caller = { db: DbOrTx; config: Pick<Config, 'sessionSecret' | 'publicUrl' | 'adultHost'> }

/** A forged token causes no database query. */
export async function findViewer({ db, config }: Caller, token: string, now: Date): Promise<Viewer | null> {
  if (token.startsWith(PERSONAL_TOKEN_PREFIX)) return findTokenViewer(db, token, now)
  if (isOauthToken(token)) return findOauthViewer({ db, config }, token, now)
  const id = await readAccessToken(config.sessionSecret, token, now)
  if (id === null) return null
  const [row] = await findSession(db, { id, now })
  if (!row) return null
  const { last_seen_at, active_on, suspension_id, suspended_until, ...viewer } = row
  if (mayRecordLastSeen(last_seen_at, now)) await recordLastSeen(db, id, now).catch(() => {})
  if (active_on !== dayOf(now)) await recordActiveDay(db, row.id, now).catch(() => {})
  return {
    ...viewer,
    trust_level: effectiveLevel(row),
    email: viewer.email ?? '',
    suspension: suspensionOf({ suspension_id, suspended_until }, now),
    scopes: null,
  }
}

async function findTokenViewer(db: DbOrTx, token: string, now: Date): Promise<Viewer | null> {
  const row = await findByToken(db, token, now)
  if (!row) return null
  const { token_id, last_used_at, expires_at, active_on, suspension_id, suspended_until, ...viewer } = row
  if (mayRecordLastSeen(last_used_at, now)) await recordUse(db, token_id, now).catch(() => {})
  if (active_on !== dayOf(now)) await recordActiveDay(db, row.id, now).catch(() => {})
  return {
    ...viewer,
    session_id: sessionIdOf(token_id),
    session_expires_at: expires_at,
    scopes: row.scopes as Scope[],
    trust_level: effectiveLevel(row),
    email: row.scopes.includes('email') ? (viewer.email ?? '') : '',
    suspension: suspensionOf({ suspension_id, suspended_until }, now),
  }
}

/** The application's session is looked up, because it may end before its token expires. */
async function findOauthViewer(services: Caller, token: string, now: Date): Promise<Viewer | null> {
  const { db } = services
  const known = await readOauthToken(services, token, now)
  const row = known && (await findSessionAccount(db, known.session_id, now))
  if (!known || !row || row.client_id !== known.client_id) return null
  const { client_id: _, grant_id, last_used_at, expires_at, active_on, suspension_id, suspended_until, ...viewer } = row
  if (grant_id !== null && mayRecordLastSeen(last_used_at, now)) await recordGrantUse(db, grant_id, now).catch(() => {})
  if (active_on !== dayOf(now)) await recordActiveDay(db, row.id, now).catch(() => {})
  return {
    ...viewer,
    session_id: streamIdOf(known.session_id),
    session_expires_at: expires_at,
    scopes: known.scopes,
    trust_level: effectiveLevel(row),
    email: known.scopes.includes('email') ? (viewer.email ?? '') : '',
    suspension: suspensionOf({ suspension_id, suspended_until }, now),
  }
}
