import { jwtVerify, SignJWT } from 'jose'
import type { BaseCtx } from '#server/context.ts'

/** JWT audience of the tokens in the known-browser cookie; tokens for another audience are refused. */
const AUDIENCE = 'signed_in_browser'
const MAX_ACCOUNTS = 10

/**
 * Content of the known-browser cookie. `accounts` are the ids of accounts that have signed in with the browser.
 * `resets` are the ids of accounts whose passwords were reset in the browser, without a sign-in since.
 */
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

/**
 * Marks the browser as one that the account has signed in with. Called only after a complete sign-in, which includes
 * the two-step code if the account requires one.
 */
export function rememberBrowser(ctx: BaseCtx, accountId: number): Promise<void> {
  return remember(ctx, ({ accounts, resets }) => ({
    accounts: withLast(accounts, accountId),
    resets: resets.filter((id) => id !== accountId),
  }))
}

/**
 * Records that the account's password was reset in this browser. From then on, the browser has a limit of its own for
 * password attempts.
 *
 * It has no limit of its own for code attempts and does not count as a known device, because a password reset proves
 * only access to the mailbox.
 */
export function rememberReset(ctx: BaseCtx, accountId: number): Promise<void> {
  return remember(ctx, ({ accounts, resets }) => ({ accounts, resets: withLast(resets, accountId) }))
}

/** Returns the id of the caller's browser if the account has signed in with it. */
export async function knownBrowserOf(ctx: BaseCtx, accountId: number): Promise<string | null> {
  const known = await readKnownBrowser(ctx)
  return known?.accounts.includes(accountId) ? known.id : null
}

/**
 * Returns the id of the caller's browser if the account has signed in with this browser, or has reset its password
 * there.
 */
export async function resetBrowserOf(ctx: BaseCtx, accountId: number): Promise<string | null> {
  const known = await readKnownBrowser(ctx)
  return known && [...known.accounts, ...known.resets].includes(accountId) ? known.id : null
}
