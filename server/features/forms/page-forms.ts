import type { Context } from 'hono'
import type { FailedForm, FormState } from '#shared/rules/forms.ts'
import type { BaseCtx } from '#server/context.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { EXPIRED_FLASH, FLASH_COOKIE, readFlash } from './flash.ts'
import { formToken } from './form-token.ts'
import { holderOf, newVisitor } from './visitor.ts'

/** State that a page needs to render its forms, and the cookies that the page sets. */
export type PageForms = { state: FormState; cookies: readonly string[] }

/** Form state for cached pages, which are the same for all visitors. */
export const NO_FORMS: PageForms = { state: { form_token: null, failed_form: null, flash: null }, cookies: [] }

/** With `isForVisitors`, visitors get a cookie to which the CSRF token of their forms is bound. */
export function formsOf(
  c: Context<HttpEnv>,
  ctx: BaseCtx,
  { failed, isForVisitors }: { failed: FailedForm | null; isForVisitors: boolean },
): PageForms {
  const { config, lang } = ctx
  const known = holderOf(ctx, c.var)
  const visitor = known === null && isForVisitors ? newVisitor(config.publicUrl.startsWith('https:')) : null
  const holder = visitor?.holder ?? known
  const said = c.var.cookies.get(FLASH_COOKIE)
  const now = ctx.now()
  return {
    state: {
      form_token: holder === null ? null : formToken(config.sessionSecret, holder, now),
      failed_form: failed,
      flash: readFlash(config.sessionSecret, said, { lang, now }),
    },
    cookies: [...(visitor ? [visitor.cookie] : []), ...(said === undefined ? [] : [EXPIRED_FLASH])],
  }
}
