import { renderToReadableStream } from 'react-dom/server'
import { catalog } from '#shared/i18n/index.ts'
import type { BaseCtx } from '#server/context.ts'
import { AgeQuestion } from '#site/app/AgeQuestion.tsx'
import type { AssetResolver } from './assets.ts'
import { siteInfo, type Rendered } from './render.tsx'

const YEAR = 31_536_000

/** Remembers in this browser that the reader is of age. */
export function ageCookie(secure: boolean): string {
  return `adult_ok=1; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The one question of the adult host, instead of whatever was asked for; it needs no script. */
export async function renderAgeQuestion(request: Request, ctx: BaseCtx, resolver: AssetResolver, nonce: string): Promise<Rendered> {
  const { pathname, search } = new URL(request.url)
  const { styles } = resolver.assets(ctx.lang, [])
  const stream = await renderToReadableStream(
    <AgeQuestion lang={ctx.lang} t={catalog(ctx.lang)} site={siteInfo(ctx)} next={pathname + search} styles={styles} nonce={nonce} />,
    { nonce },
  )
  return { stream, status: 200, isWhole: Promise.resolve(true) }
}
