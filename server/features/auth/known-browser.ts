import { jwtVerify, SignJWT } from 'jose'
import type { BaseCtx } from '#server/context.ts'

/** JWT audience of the known-browser cookie. */
const AUDIENCE = 'signed_in_browser'
const MAX_ACCOUNTS = 10

/** `resets` are the accounts whose passwords were reset in the browser, without a sign-in since. */
type KnownBrowser = { id: string; accounts: number[]; resets: number[] }

const keyOf = (secret: string) => new TextEncoder().encode(secret)

async function readKnownBrowser({ config, known_browser: token }: BaseCtx): Promise<KnownBrowser | null> {
  if (!token) return null
  try {
    const { payload } = await jwtVerify(token, keyOf(config.sessionSecret), {
      algorithms: ['HS256'],
      audience: AUDIENCE,
    })
    return { id: String(payload.sub), accounts: payload.accounts as number[], resets: payload.resets as number[] }
  } catch {
    return null
  }
}

const withLast = (ids: number[], id: number) => [...ids.filter((other) => other !== id), id].slice(-MAX_ACCOUNTS)

async function remember(ctx: BaseCtx, change: (known: KnownBrowser) => Omit<KnownBrowser, 'id'>): Promise<void> {
  const known = (await readKnownBrowser(ctx)) ?? { id: crypto.randomUUID(), accounts: [], resets: [] }
  ctx.setKnownBrowserCookie(
    await new SignJWT(change(known))
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(AUDIENCE)
      .setSubject(known.id)
      .sign(keyOf(ctx.config.sessionSecret)),
  )
}

/** Called only after a complete sign-in, which includes the two-step code if the account requires one. */
export function rememberBrowser(ctx: BaseCtx, accountId: number): Promise<void> {
  return remember(ctx, ({ accounts, resets }) => ({
    accounts: withLast(accounts, accountId),
    resets: resets.filter((id) => id !== accountId),
  }))
}

/** Gives the browser its own limit of wrong passwords, since a password reset proves access to the mailbox. */
export function rememberReset(ctx: BaseCtx, accountId: number): Promise<void> {
  return remember(ctx, ({ accounts, resets }) => ({ accounts, resets: withLast(resets, accountId) }))
}

/** Returns the id of the caller's browser if the account has signed in with it. */
export async function knownBrowserOf(ctx: BaseCtx, accountId: number): Promise<string | null> {
  const known = await readKnownBrowser(ctx)
  return known?.accounts.includes(accountId) ? known.id : null
}

/** Returns the id of the caller's browser if the account has signed in with it or reset its password there. */
export async function resetBrowserOf(ctx: BaseCtx, accountId: number): Promise<string | null> {
  const known = await readKnownBrowser(ctx)
  return known && [...known.accounts, ...known.resets].includes(accountId) ? known.id : null
}
