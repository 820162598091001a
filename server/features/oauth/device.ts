import type { Scope } from '#shared/api/scopes.ts'
import { LIFETIME } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { BaseCtx } from '#server/context.ts'
import { hashToken, randomToken } from '../auth/tokens.ts'
import { audiences, issuerOf } from './access-tokens.ts'
import { insertDevice, type StoredApplication } from './queries.ts'
import { resourceOf, scopesOf, single } from './rules.ts'

/** Consonants form no words; letters that are easily confused are left out. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LENGTH = 8

/** The polling interval in seconds, as RFC 8628 suggests. */
export const POLL_SECONDS = 5

export function newUserCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(64))
  // Bytes beyond the last multiple of the alphabet's length would make its first letters more likely.
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % LETTERS.length)).slice(0, CODE_LENGTH)
  return fair.length < CODE_LENGTH ? newUserCode() : fair.map((byte) => LETTERS[byte % LETTERS.length]).join('')
}

export const userCodeOf = (typed: string): string => typed.toUpperCase().replace(/[^A-Z]/g, '')

const shownUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

type Asking = { ctx: Pick<BaseCtx, 'db' | 'config' | 'now'>; application: StoredApplication; params: URLSearchParams }

/** Starts the sign-in of a device without a browser (RFC 8628). */
export async function beginDevice({ ctx, application, params }: Asking) {
  const device_code = randomToken()
  const user_code = newUserCode()
  const created_at = ctx.now()
  const scopes: Scope[] = scopesOf(single(params, 'scope'), application)
  const resource = resourceOf(single(params, 'resource'), audiences(ctx.config))
  await insertDevice(ctx.db, {
    client_id: application.client_id,
    device_hash: hashToken(device_code),
    user_code,
    scopes,
    resource,
    created_at,
    expires_at: new Date(created_at.getTime() + LIFETIME.deviceCode),
  })
  const page = issuerOf(ctx.config) + paths.oauthDevice()
  return {
    device_code,
    user_code: shownUserCode(user_code),
    verification_uri: page,
    verification_uri_complete: issuerOf(ctx.config) + paths.oauthDevice(shownUserCode(user_code)),
    expires_in: LIFETIME.deviceCode / 1_000,
    interval: POLL_SECONDS,
  }
}
