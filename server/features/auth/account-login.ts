import { ApiError, invalidField } from '#shared/api/errors.ts'
import type { BaseCtx, UserCtx } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { countCodeGuess, findRightCode, useCode, type RightCode } from '../factors/codes.ts'
import { isTotpEnabled } from '../factors/queries.ts'
import { requireOwnPassword } from './own-password.ts'
import { refuseSuspended } from './rules.ts'

export type Proved = { ctx: UserCtx; code: RightCode | null }

/**
 * Authenticates an admin who opens the panel of a forum without ADMIN_PASSWORD, by the password of their account.
 * Throws `not_signed_in`, `not_staff`, `bad_admin_password`, `second_factor`, `bad_code`.
 */
export async function proveAdmin(
  base: BaseCtx,
  { account_password, code }: { account_password?: string | undefined; code?: string | null | undefined },
): Promise<Proved> {
  const { viewer, by_bearer } = base
  if (!viewer || !by_bearer) throw new ApiError('not_signed_in')
  const ctx = { ...base, viewer }
  refuseSuspended(viewer.suspension)
  if (!viewer.is_admin) throw new ApiError('not_staff')
  if (account_password === undefined) throw invalidField('account_password', 'required')
  await requireOwnPassword(ctx, account_password).catch((error: unknown) => {
    throw error instanceof ApiError && error.code === 'bad_credentials' ? wrongPassword() : error
  })
  if (!(await isTotpEnabled(ctx.db, viewer.id))) return { ctx, code: null }
  if (!code) throw new ApiError('second_factor')
  await countCodeGuess(ctx, viewer.id)
  const right = await findRightCode(ctx, viewer.id, code)
  if (!right) throw new ApiError('bad_code')
  return { ctx, code: right }
}

/** Throws `bad_code` if another request has used the two-step code. */
export async function spendCode(tx: DbOrTx, { ctx, code }: Proved): Promise<void> {
  if (code && !(await useCode(tx, ctx.viewer.id, code))) throw new ApiError('bad_code')
}

export const wrongPassword = () => new ApiError('bad_admin_password', { extra: { success: false } })
