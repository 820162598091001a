import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { notifications } from '#shared/api/notifications.ts'
import type { CtxByAccess, Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { mailTexts } from '#server/mail/templates.ts'
import { changeSettings } from '../notifications/settings/queries.ts'
import { findAddressee } from './queries.ts'
import { readUnsubscribeToken, type Unsubscribing } from './unsubscribe-token.ts'

type UnsubscribeCalls = Pick<HandlersOf<typeof notifications, CtxByAccess>, 'unsubscribe' | 'unsubscribable'>

async function read(secret: string, token: string): Promise<Unsubscribing> {
  const found = await readUnsubscribeToken(secret, token)
  if (!found) throw new ApiError('bad_token')
  return found
}

/** Idempotent; does nothing for a deleted account. Throws `bad_token`. */
export async function unsubscribe(
  { db, config }: Pick<Services, 'config'> & { db: DbOrTx },
  token: string,
): Promise<void> {
  const { userId, subjects } = await read(config.sessionSecret, token)
  await db.transaction(async (tx) => {
    if (!(await findAddressee(tx, userId))) return
    const kinds = Object.fromEntries(
      subjects.filter((subject) => subject !== 'digest').map((subject) => [subject, { email: false }]),
    )
    await changeSettings(tx, userId, { kinds, ...(subjects.includes('digest') && { digest: 'off' as const }) })
  })
}

export const unsubscribeHandlers: UnsubscribeCalls = {
  unsubscribe: async (ctx, { token }) => {
    await unsubscribe(ctx, token)
    return { success: true }
  },

  unsubscribable: async ({ config, lang }, { token }) => {
    const { subjects } = await read(config.sessionSecret, token)
    return { subjects: subjects.map((subject) => mailTexts[lang].subjects[subject]) }
  },
}
