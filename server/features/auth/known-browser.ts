import { jwtVerify, SignJWT } from 'jose'
import type { BaseCtx } from '#server/context.ts'

const AUDIENCE = 'known_browser'
const MAX_ACCOUNTS = 10

type KnownBrowser = { id: string, accounts: number[] }

const keyOf = (secret: string) => new TextEncoder().encode(secret)

async function readKnownBrowser({ config, known_browser: token }: BaseCtx): Promise<KnownBrowser | null> {
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, keyOf(config.sessionSecret), { algorithms: ['HS256'], audience: AUDIENCE })
    return { id: String(payload.sub), accounts: payload.accounts as number[] }
  } catch {
    return null
  }
}

export async function rememberBrowser(ctx: BaseCtx, accountId: number): Promise<void> {
  const known = await readKnownBrowser(ctx)
  const accounts = [...(known?.accounts ?? []).filter((id) => id !== accountId), accountId].slice(-MAX_ACCOUNTS)
  ctx.setKnownBrowserCookie(await new SignJWT({ accounts })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setSubject(known?.id ?? crypto.randomUUID())
    .sign(keyOf(ctx.config.sessionSecret)))
}

/** The id of the caller's browser if the account has signed in by it. */
export async function knownBrowserOf(ctx: BaseCtx, accountId: number): Promise<string | null> {
  const known = await readKnownBrowser(ctx)
  return known?.accounts.includes(accountId) ? known.id : null
}
