import * as v from 'valibot'
import { LIFETIME } from '#shared/limits.ts'
import { SIGN_IN_SERVICES } from '#shared/rules/sign-in-services.ts'
import type { BaseCtx } from '#server/context.ts'
import { openSealed, sealText } from '#server/lib/sealed-text.ts'

export const FLOW_COOKIE = 'sign_in_flow'

/**
 * The content of a cookie while the browser is at the sign-in service; `user_id` is set if a member is linking the
 * service.
 */
const Flow = v.object({
  service: v.picklist(SIGN_IN_SERVICES),
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  next: v.string(),
  user_id: v.nullable(v.number()),
  expires: v.number(),
})
export type Flow = v.InferOutput<typeof Flow>

/**
 * The content of a cookie after the return from a sign-in service. `challenge` is set if an existing account still
 * needs its second factor; `communities` are those mapped from the provider's groups.
 */
const Pending = v.object({
  service: v.picklist(SIGN_IN_SERVICES),
  issuer: v.string(),
  subject: v.string(),
  email: v.nullable(v.string()),
  email_verified: v.boolean(),
  names: v.array(v.string()),
  communities: v.nullable(v.array(v.string())),
  challenge: v.nullable(v.string()),
  next: v.string(),
  expires: v.number(),
})
export type Pending = v.InferOutput<typeof Pending>

type Ctx = Pick<BaseCtx, 'config' | 'now' | 'variant'>

/** Cookies are encrypted for one host (normal or adult), so that a sign-in begun on the other host is invalid. */
const sealOf = (kind: 'flow' | 'pending', variant: string) => ({ use: 'watek sign-in', boundTo: `${kind} ${variant}` })

async function opened<T extends { expires: number }>(
  { config, now, variant }: Ctx,
  kind: 'flow' | 'pending',
  { cookie, schema }: { cookie: string | null | undefined; schema: v.GenericSchema<unknown, T> },
): Promise<T | null> {
  if (!cookie) return null
  const sealed = await openSealed(cookie, sealOf(kind, variant), config).catch(() => null)
  const { success, output } = v.safeParse(schema, sealed && JSON.parse(sealed.text))
  return success && output.expires > now().getTime() ? output : null
}

export const readFlow = (ctx: Ctx, cookie: string | undefined): Promise<Flow | null> =>
  opened(ctx, 'flow', { cookie, schema: Flow })

export const readPending = (ctx: BaseCtx): Promise<Pending | null> =>
  opened(ctx, 'pending', { cookie: ctx.pending_sign_in, schema: Pending })

const headerOf = (ctx: Ctx, name: string, value: string, { path, life }: { path: string; life: number }) =>
  `${name}=${value}; Path=${path}; Max-Age=${life / 1_000}; HttpOnly; SameSite=Lax` +
  (ctx.config.publicUrl.startsWith('https:') ? '; Secure' : '')

/** Returns a Set-Cookie header, which deletes the cookie if `flow` is null. */
export async function flowCookie(ctx: Ctx, flow: Omit<Flow, 'expires'> | null): Promise<string> {
  const life = flow === null ? 0 : LIFETIME.serviceSignIn
  const text = JSON.stringify({ ...flow, expires: ctx.now().getTime() + life })
  const value = flow === null ? '' : await sealText(text, sealOf('flow', ctx.variant), ctx.config)
  return headerOf(ctx, FLOW_COOKIE, value, { path: '/sign-in', life })
}

export function sealPending(ctx: Ctx, pending: Omit<Pending, 'expires'>): Promise<string> {
  const text = JSON.stringify({ ...pending, expires: ctx.now().getTime() + LIFETIME.pendingSignIn })
  return sealText(text, sealOf('pending', ctx.variant), ctx.config)
}

export async function setPending(ctx: BaseCtx, pending: Omit<Pending, 'expires'> | null): Promise<void> {
  if (pending === null) ctx.setPendingSignInCookie('', 0)
  else ctx.setPendingSignInCookie(await sealPending(ctx, pending), LIFETIME.pendingSignIn)
}
