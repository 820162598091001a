import { LIFETIME } from '#shared/limits.ts'
import type { BaseCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { signAccessToken } from './tokens.ts'
import { insertSession } from './queries.ts'

export type OpenedSession = { access_token: string, expires_at: Date }

export async function openSession(
  tx: DbOrTx, { config, now, log, address, request_id }: BaseCtx, userId: number, remember: boolean,
): Promise<OpenedSession> {
  const id = crypto.randomUUID()
  const created_at = now()
  const expires_at = new Date(created_at.getTime() + (remember ? LIFETIME.rememberedSession : LIFETIME.session))
  await insertSession(tx, { id, user_id: userId, created_at, expires_at })
  log.info('A member signed in', { user_id: userId, address, request_id })
  return { access_token: await signAccessToken(config.sessionSecret, id, userId, expires_at), expires_at }
}
