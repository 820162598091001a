import type { BaseCtx } from '#server/context.ts'
import type { Caller } from '#server/http/request.ts'

const COOKIE = 'visitor'
const DAY_SECONDS = 86_400

/**
 * Returns the id to which the CSRF tokens of forms are bound: that of the login session or of the visitor's cookie;
 * null without either.
 */
export function holderOf({ viewer }: Pick<BaseCtx, 'viewer'>, { cookies }: Pick<Caller, 'cookies'>): string | null {
  if (viewer) return viewer.session_id
  const visitor = cookies.get(COOKIE)
  return visitor === undefined ? null : `visitor ${visitor}`
}

/** Creates a random id to which a visitor's CSRF tokens are bound, and the cookie that stores it. */
export function newVisitor(secure: boolean): { holder: string; cookie: string } {
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  return {
    holder: `visitor ${id}`,
    cookie: `${COOKIE}=${id}; Path=/; Max-Age=${DAY_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  }
}
