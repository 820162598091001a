import type { HandlersOf } from '#shared/api/contract.ts'
import { ApiError } from '#shared/api/errors.ts'
import type { push } from '#shared/api/push.ts'
import { catalog } from '#shared/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import type { CtxByAccess, UserCtx } from '#server/context.ts'
import { originOf } from '#server/http/variant.ts'
import { RefusedAddress, resolvePublic } from '#server/lib/outgoing.ts'
import { deviceOf } from '../auth/device.ts'
import { oauthSessionIdOf } from '../oauth/queries.ts'
import { tokenIdOf } from '../tokens/queries.ts'
import { pushKeys } from './keys.ts'
import { countBadges, declarative } from './notices.ts'
import {
  deleteSubscription,
  deleteSubscriptions,
  findSubscription,
  insertSubscription,
  listSubscriptions,
  type Subscription,
} from './queries.ts'
import { createPushSender } from './send.ts'

const TEST_TIMEOUT_MS = 10_000

export const pushHandlers: HandlersOf<typeof push, CtxByAccess> = {
  key: async (ctx) => ({ public_key: (await pushKeys(ctx)).publicKey }),

  subscribe: async (ctx, { endpoint, keys, device }) => {
    await requirePublicEndpoint(ctx, endpoint)
    if (!(await isPoint(keys.p256dh))) throw new ApiError('invalid', { issues: { 'keys.p256dh': 'push_keys' } })
    const stored = await ctx.db.transaction((tx) =>
      insertSubscription(tx, {
        user_id: ctx.viewer.id,
        ...subscriberOf(ctx.viewer.session_id),
        variant: ctx.variant,
        endpoint,
        ...keys,
        device: device || deviceOf(ctx.request?.headers.get('user-agent') ?? null),
        created_at: ctx.now(),
      }),
    )
    if (!stored) throw new ApiError('invalid', { issues: { endpoint: 'push_endpoint' } })
    return asShown(stored)
  },

  list: async (ctx) => ({
    subscriptions: (await listSubscriptions(ctx.db, ctx.viewer.id)).map((row) => ({
      ...asShown(row),
      is_current: isSubscribedBy(row, ctx.viewer.session_id),
    })),
  }),

  remove: async (ctx, { subscription_id }) => {
    if (!(await deleteSubscription(ctx.db, ctx.viewer.id, subscription_id))) throw new ApiError('not_found')
    return { success: true }
  },

  test: async (ctx, { subscription_id }) => {
    const found = await findSubscription(ctx.db, ctx.viewer.id, subscription_id)
    if (!found) throw new ApiError('not_found')
    ctx.waitLong()
    const send = createPushSender(ctx, await pushKeys(ctx), { timeoutMs: TEST_TIMEOUT_MS })
    const badges = await countBadges(ctx.db, [ctx.viewer.id], ctx.now())
    const { kind } = await send(found, {
      payload: declarative({
        ...catalog(ctx.lang).pushMessages.test,
        navigate: originOf(found.variant, ctx.config) + paths.settings('notifications'),
        tag: 'test',
        lang: ctx.lang,
        app_badge: badges(ctx.viewer.id),
      }),
      tag: 'test',
      urgency: 'high',
    })
    if (kind === 'gone') await deleteSubscriptions(ctx.db, [found.id])
    if (kind !== 'sent') throw new ApiError('push_failed')
    return { success: true }
  },
}

/** A subscription is deleted with the session, token or application sign-in that created it. */
function subscriberOf(id: string) {
  const [token_id, oauth_session_id] = [tokenIdOf(id), oauthSessionIdOf(id)]
  return { session_id: token_id === null && oauth_session_id === null ? id : null, token_id, oauth_session_id }
}

function isSubscribedBy(row: Subscription, id: string): boolean {
  const { session_id, token_id, oauth_session_id } = subscriberOf(id)
  return row.session_id === session_id && row.token_id === token_id && row.oauth_session_id === oauth_session_id
}

const asShown = ({ id, device, created_at }: Subscription) => ({ id, device, created_at })

async function requirePublicEndpoint({ config }: UserCtx, endpoint: string): Promise<void> {
  try {
    await resolvePublic(new URL(endpoint), config.pushAllowPrivate)
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error
    throw new ApiError('invalid', { issues: { endpoint: 'push_endpoint' } })
  }
}

/** Messages cannot be encrypted for a key that is no point of the P-256 curve. */
async function isPoint(p256dh: string): Promise<boolean> {
  const point = Buffer.from(p256dh, 'base64url')
  return crypto.subtle.importKey('raw', point, { name: 'ECDH', namedCurve: 'P-256' }, false, []).then(
    () => true,
    () => false,
  )
}
