import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { hooks } from '#shared/api/hooks.ts'
import { SITE_EVENTS, type HookEvent } from '#shared/rules/hooks.ts'
import type { CtxByAccess, ModeratorCtx } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { RefusedAddress, resolvePublic } from '#server/lib/outgoing.ts'
import { writeAudit } from '../audit/queries.ts'
import { getCategory } from '../categories/queries.ts'
import { requireStaffOf } from '../moderation/index.ts'
import {
  deleteHook,
  getHook,
  insertHook,
  listDeliveries,
  listHooks,
  replayDelivery,
  updateHook,
  type DeliveryRow,
  type HookRow,
} from './queries.ts'
import { makeSecret, sealSecret } from './secret.ts'

/** Throws `not_staff`, `category_not_found`. */
async function requireScope(ctx: ModeratorCtx, categoryId: number | null): Promise<void> {
  requireStaffOf(ctx, categoryId)
  if (categoryId !== null) await getCategory(ctx.db, categoryId)
}

/** Throws `not_found`, `not_staff`. */
async function getHookOfStaff(tx: DbOrTx, ctx: ModeratorCtx, id: number): Promise<HookRow> {
  const found = await getHook(tx, id)
  requireStaffOf(ctx, found.category_id)
  return found
}

async function requirePublicUrl({ config }: ModeratorCtx, url: string): Promise<void> {
  try {
    await resolvePublic(new URL(url), config.pushAllowPrivate)
  } catch (error) {
    if (!(error instanceof RefusedAddress)) throw error
    throw new ApiError('invalid', { issues: { url: 'hook_url' } })
  }
}

function requireEventsOf(categoryId: number | null, events: HookEvent[]): void {
  if (categoryId !== null && events.some((event) => SITE_EVENTS.includes(event)))
    throw new ApiError('invalid', { issues: { events: 'hook_events' } })
}

/** The audit log gets only the host of the webhook's URL, because the path may contain a key. */
const audit = (tx: Tx, ctx: ModeratorCtx, action: string, { id, url }: Pick<HookRow, 'id' | 'url'>) =>
  writeAudit(tx, ctx, { action: `hook.${action}`, target_type: 'hook', target_id: id, detail: new URL(url).host })

const asHook = ({ id, category_id, url, events, is_enabled, created_at, failing_since, switched_off_at }: HookRow) => ({
  id,
  category_id,
  url,
  events,
  is_enabled,
  created_at,
  failing_since,
  switched_off_at,
})

const asDelivery = ({ due_at, status, ...row }: DeliveryRow) => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event: row.event,
  status,
  attempts: row.attempts,
  status_code: row.status_code,
  error: row.error,
  created_at: row.created_at,
  next_attempt_at: status === 'waiting' ? due_at : null,
  ended_at: row.ended_at,
})

export const hooksHandlers: HandlersOf<typeof hooks, CtxByAccess> = {
  list: async (ctx, { category_id = null }) => {
    await requireScope(ctx, category_id)
    return { hooks: (await listHooks(ctx.db, category_id)).map(asHook) }
  },

  create: async (ctx, { url, events, category_id = null }) => {
    await requireScope(ctx, category_id)
    requireEventsOf(category_id, events)
    await requirePublicUrl(ctx, url)
    const secret = makeSecret()
    const sealed = await sealSecret(secret, ctx.config)
    return ctx.db.transaction(async (tx) => {
      const owner_id = ctx.staff.account?.id ?? null
      const made = await insertHook(tx, { url, events, category_id, owner_id, secret: sealed, created_at: ctx.now() })
      await audit(tx, ctx, 'create', made)
      const answer = { hook: asHook(made), secret }
      await ctx.storeAnswer?.(tx, answer)
      return answer
    })
  },

  edit: async (ctx, { hook_id, ...changes }) => {
    const before = await getHookOfStaff(ctx.db, ctx, hook_id)
    if (changes.events) requireEventsOf(before.category_id, changes.events)
    if (changes.url !== undefined) await requirePublicUrl(ctx, changes.url)
    return ctx.db.transaction(async (tx) => {
      await updateHook(tx, hook_id, changes)
      await audit(tx, ctx, 'edit', { ...before, ...changes })
      return { hook: asHook(await getHookOfStaff(tx, ctx, hook_id)) }
    })
  },

  remove: async (ctx, { hook_id }) => {
    const found = await getHookOfStaff(ctx.db, ctx, hook_id)
    await ctx.db.transaction(async (tx) => {
      await deleteHook(tx, hook_id)
      await audit(tx, ctx, 'delete', found)
    })
    return { success: true }
  },

  deliveries: async (ctx, { hook_id, ...page }) => {
    await getHookOfStaff(ctx.db, ctx, hook_id)
    const { deliveries, next_cursor } = await listDeliveries(ctx.db, hook_id, page)
    return { deliveries: deliveries.map(asDelivery), next_cursor }
  },

  replay: async (ctx, { hook_id, delivery_id }) => {
    const { is_enabled } = await getHookOfStaff(ctx.db, ctx, hook_id)
    if (!is_enabled) throw new ApiError('hook_off')
    const copy = await ctx.db.transaction((tx) => replayDelivery(tx, hook_id, delivery_id, ctx.now()))
    return { success: true, delivery: asDelivery(copy) }
  },
}
