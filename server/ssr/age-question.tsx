import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { renderToReadableStream } from 'react-dom/server'
import { ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import type { Config } from '#server/config.ts'
import type { BaseCtx } from '#server/context.ts'
import { NO_STORE } from '#server/http/headers.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { AgeQuestion } from '#site/shell/AgeQuestion.tsx'
import type { AssetResolver } from './assets.ts'
import { siteInfo, type Rendered } from './render.tsx'

const YEAR = 31_536_000
const MAX_FORM_BYTES = 8_192

/** The adult host shows this in place of any requested page; it needs no JavaScript. */
export async function renderAgeQuestion(
  request: Request,
  ctx: BaseCtx,
  resolver: AssetResolver,
  nonce: string,
): Promise<Rendered> {
  const { pathname, search } = new URL(request.url)
  const { styles } = resolver.assets(ctx.lang, [])
  const body = await renderToReadableStream(
    <AgeQuestion
      lang={ctx.lang}
      t={catalog(ctx.lang)}
      site={siteInfo(ctx)}
      next={pathname + search}
      styles={styles}
      nonce={nonce}
    />,
    { nonce },
  )
  return { body, status: 200, isComplete: Promise.resolve(true) }
}

/** Stores the choice in a cookie and redirects to the requested page. */
export function ageRoute(app: Hono<HttpEnv>, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  app.post(
    '/age',
    bodyLimit({
      maxSize: MAX_FORM_BYTES,
      onError: () => {
        throw new ApiError('too_large')
      },
    }),
    async (c) => {
      const next = (await c.req.parseBody()).next
      c.header('Set-Cookie', `adult_ok=1; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`)
      c.header('Cache-Control', NO_STORE)
      return c.redirect(safeNext(next) ?? '/', 303)
    },
  )
}
