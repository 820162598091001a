import type { Context } from 'hono'
import { FORM_SESSION_COOKIE } from '#shared/rules/forms.ts'
import type { BaseCtx } from '#server/context.ts'
import type { HttpEnv } from '#server/http/request.ts'

/** Sets a cookie that makes JavaScript on the next page request the access token of the session opened by the form. */
export function withFormSession(c: Context<HttpEnv>, ctx: BaseCtx): BaseCtx {
  return {
    ...ctx,
    setSessionCookie(value) {
      ctx.setSessionCookie(value)
      const life = value?.remember ? `; Expires=${value.expires_at.toUTCString()}` : value ? '' : '; Max-Age=0'
      c.header('Set-Cookie', `${FORM_SESSION_COOKIE}=1; Path=/; SameSite=Lax${life}`, { append: true })
    },
  }
}
