import type { BaseCtx } from '#server/context.ts'
import type { Caller } from '#server/http/request.ts'

const COOKIE = 'visitor'
const DAY_SECONDS = 86_400

/** CSRF tokens of forms are bound to the id of the login session or of the visitor's cookie. */
export function holderOf({ viewer }: Pick<BaseCtx, 'viewer'>, { cookies }: Pick<Caller, 'cookies'>): string | null {
  if (viewer) return viewer.session_id
  const visitor = cookies.get(COOKIE)
  return visitor === undefined ? null : `visitor ${visitor}`
}

export function newVisitor(secure: boolean): { holder: string; cookie: string } {
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url')
  return {
    holder: `visitor ${id}`,
    cookie: `${COOKIE}=${id}; Path=/; Max-Age=${DAY_SECONDS}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  }
}
