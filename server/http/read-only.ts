import { ApiError } from '#shared/api/errors.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import { postgresError } from '#server/db/driver/client.ts'
import { IS_READ_ONLY } from '#server/lib/read-only-process.ts'
import type { BaseCtx, Services, Staff } from '#server/context.ts'

export const READ_ONLY_RETRY_SECONDS = 60

export function readOnlyError({ settings, lang }: Pick<BaseCtx, 'settings' | 'lang'>): ApiError {
  const message = settings.value(`read_only_message_${lang}`)
  return new ApiError('read_only', { retryAfter: READ_ONLY_RETRY_SECONDS, ...(message !== '' && { detail: message }) })
}

/** Returns whether an admin or an update in progress has made the forum read-only. */
export const isReadOnly = ({ settings }: Pick<Services, 'settings'>): boolean =>
  IS_READ_ONLY || settings.value('read_only')

const isAdmin = ({ viewer, by_bearer, staff }: BaseCtx & { staff?: Staff }) =>
  staff?.scope === 'admin' || (by_bearer && viewer?.is_admin === true)

/** Returns the context with which the call may run while the forum is read-only. Throws `read_only` if it may not. */
export function inReadOnlyMode<Ctx extends BaseCtx & { staff?: Staff }>(endpoint: Endpoint, ctx: Ctx): Ctx {
  const { method, writes, whileReadOnly } = endpoint
  if (!isReadOnly(ctx) || whileReadOnly === 'allowed' || (method === 'GET' && !writes) || isAdmin(ctx)) return ctx
  if (whileReadOnly === 'unrecorded') return { ...ctx, by_bearer: false }
  throw readOnlyError(ctx)
}

/** SQLSTATE of a write in a read-only transaction. */
const READ_ONLY_TRANSACTION = '25006'

/** Returns whether an admin's write failed because this process has a read-only database connection. */
export const isReadOnlyFailure = (error: unknown): boolean =>
  IS_READ_ONLY && postgresError(error)?.code === READ_ONLY_TRANSACTION
