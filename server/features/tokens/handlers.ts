import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { tokens } from '#shared/api/tokens.ts'
import { LIMITS } from '#shared/limits.ts'
import type { CtxByAccess } from '#server/context.ts'
import { networkPartOf } from '#server/lib/address.ts'
import { requestSafetyMail } from '../account/mails.ts'
import { deviceOf } from '../auth/device.ts'
import { findLanguage } from '../auth/queries.ts'
import { hashToken, randomToken } from '../auth/tokens.ts'
import { deleteToken, insertToken, listTokens, lockOwner, PERSONAL_TOKEN_PREFIX } from './queries.ts'

const DAY_MS = 86_400_000

export const tokensHandlers: HandlersOf<typeof tokens, CtxByAccess> = {
  list: async ({ db, viewer, now }) => ({ tokens: await listTokens(db, viewer.id, now()) }),

  create: ({ db, viewer, now, variant, request, address }, { name, scopes, expires_in_days }) =>
    db.transaction(async (tx) => {
      const created_at = now()
      await lockOwner(tx, viewer.id)
      if ((await listTokens(tx, viewer.id, created_at)).length >= LIMITS.tokens) throw new ApiError('too_many_tokens')
      const token = PERSONAL_TOKEN_PREFIX + randomToken()
      const id = await insertToken(tx, {
        user_id: viewer.id,
        name,
        scopes,
        token_hash: hashToken(token),
        created_at,
        expires_at: new Date(created_at.getTime() + expires_in_days * DAY_MS),
      })
      const wording = { variant, lang: await findLanguage(tx, viewer.id) }
      await requestSafetyMail(tx, wording, {
        user_id: viewer.id,
        change: 'token_made',
        device: deviceOf(request?.headers.get('user-agent') ?? null),
        network: networkPartOf(address),
        at: created_at.toISOString(),
      })
      return { id, token }
    }),

  remove: async ({ db, viewer }, { token_id }) => {
    if (!(await deleteToken(db, viewer.id, token_id))) throw new ApiError('not_found')
    return { success: true }
  },
}
