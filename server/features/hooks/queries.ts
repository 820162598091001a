import { and, asc, desc, eq, gte, isNull, lt, sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { HookEvent } from '#shared/rules/hooks.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { cursorId, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { addJob } from '#server/jobs/add.ts'
import { hook, hookDelivery } from './table.ts'

export type HookRow = typeof hook.$inferSelect
export type DeliveryRow = typeof hookDelivery.$inferSelect

const ofScope = (categoryId: number | null) =>
  categoryId === null ? isNull(hook.category_id) : eq(hook.category_id, categoryId)

export function listHooks(tx: DbOrTx, categoryId: number | null): Promise<HookRow[]> {
  return tx.select().from(hook).where(ofScope(categoryId)).orderBy(asc(hook.id))
}

export async function getHook(tx: DbOrTx, id: number): Promise<HookRow> {
  const [row] = await tx.select().from(hook).where(eq(hook.id, id))
  if (!row) throw new ApiError('not_found')
  return row
}

export async function insertHook(tx: Tx, values: typeof hook.$inferInsert): Promise<HookRow> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.hooks}, ${values.category_id ?? 0})`)
  if ((await tx.$count(hook, ofScope(values.category_id ?? null))) >= LIMITS.hooks) throw new ApiError('too_many_hooks')
  const [row] = await tx.insert(hook).values(values).returning()
  return row!
}

export async function updateHook(
  tx: Tx,
  id: number,
  { url, events, is_enabled }: { url?: string; events?: HookEvent[]; is_enabled?: boolean },
): Promise<void> {
  await tx
    .update(hook)
    .set({
      id,
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events }),
      ...(is_enabled !== undefined && { is_enabled }),
      ...(is_enabled === true && { failures: 0, failing_since: null, paused_until: null, switched_off_at: null }),
    })
    .where(eq(hook.id, id))
  if (is_enabled === false) await dropWaiting(tx, id)
}

async function dropWaiting(tx: DbOrTx, hookId: number): Promise<void> {
  await tx
    .update(hookDelivery)
    .set({ status: 'failed', ended_at: sql`now()` })
    .where(and(eq(hookDelivery.hook_id, hookId), eq(hookDelivery.status, 'waiting')))
}

export async function deleteHook(tx: DbOrTx, id: number): Promise<void> {
  await tx.delete(hook).where(eq(hook.id, id))
}

/** The id of the oldest delivery that the log of the webhook shows; 0 if the log shows all. */
const oldestInLog = (hookId: number) => sql`coalesce((
  select id from hook_delivery kept where kept.hook_id = ${hookId} order by id desc offset ${LIMITS.deliveries - 1}
  limit 1), 0)`

export async function listDeliveries(
  tx: DbOrTx,
  hookId: number,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const before =
    cursor === undefined ? undefined : lt(hookDelivery.id, decodeCursor(cursor, v.strictTuple([cursorId]))[0])
  const rows = await tx
    .select()
    .from(hookDelivery)
    .where(and(eq(hookDelivery.hook_id, hookId), gte(hookDelivery.id, oldestInLog(hookId)), before))
    .orderBy(desc(hookDelivery.id))
    .limit(limit + 1)
  const deliveries = rows.slice(0, limit)
  return { deliveries, next_cursor: rows.length > limit ? encodeCursor([deliveries.at(-1)!.id]) : null }
}

/** Adds a copy of a delivery with the same webhook-id, to be sent again. Throws `not_found`. */
export async function replayDelivery(tx: Tx, hookId: number, deliveryId: number, now: Date): Promise<DeliveryRow> {
  const [row] = await tx
    .select()
    .from(hookDelivery)
    .where(and(eq(hookDelivery.hook_id, hookId), eq(hookDelivery.id, deliveryId)))
  if (!row) throw new ApiError('not_found')
  const { webhook_id, event, thing, subject_id, category_id } = row
  const [copy] = await tx
    .insert(hookDelivery)
    .values({ hook_id: hookId, webhook_id, event, thing, subject_id, category_id, created_at: now, due_at: now })
    .returning()
  await addJob(tx, 'send_hooks', {})
  return copy!
}

export type Claimed = DeliveryRow & { hook: HookRow }

const isFirstOfThing = (of: SQL) => sql`not exists (select 1 from hook_delivery before
  where before.hook_id = ${of}.hook_id and before.thing = ${of}.thing and before.status = 'waiting'
    and before.id < ${of}.id)`

/** Claims the oldest due delivery of each subject (`thing`), or only one if the webhook's last delivery failed. */
export async function takeDeliveries(tx: Tx, { now, lease }: { now: Date; lease: Date }, limit: number) {
  const at = sql`${now.toISOString()}::timestamptz`
  const taken = await tx.execute<{ id: number }>(sql`
    update hook_delivery set due_at = ${lease.toISOString()}::timestamptz
    where id in (
      select d.id from hook_delivery d join hook h on h.id = d.hook_id
      where d.status = 'waiting' and d.due_at <= ${at}
        and h.is_enabled and (h.paused_until is null or h.paused_until <= ${at})
        and ${isFirstOfThing(sql`d`)}
        and (h.failures = 0 or not exists (select 1 from hook_delivery e
          where e.hook_id = d.hook_id and e.status = 'waiting' and (e.due_at, e.id) < (d.due_at, d.id)
            and ${isFirstOfThing(sql`e`)}))
      order by d.due_at, d.id limit ${limit} for update of d skip locked)
    returning id`)
  if (taken.length === 0) return []
  const rows = await tx
    .select({ delivery: hookDelivery, hook })
    .from(hookDelivery)
    .innerJoin(hook, eq(hook.id, hookDelivery.hook_id))
    .where(inIds(taken.map(({ id }) => id)))
    .orderBy(asc(hookDelivery.id))
  return rows.map(({ delivery, hook: own }): Claimed => ({ ...delivery, hook: own }))
}

const inIds = (ids: number[]): SQL => sql`${hookDelivery.id} = any (${sql.param(ids)}::integer[])`

export async function endDelivery(
  tx: Tx,
  { id, hook_id }: Pick<DeliveryRow, 'id' | 'hook_id'>,
  { statusCode, now }: { statusCode: number | null; now: Date },
): Promise<void> {
  await tx
    .update(hookDelivery)
    .set({
      status: 'delivered',
      attempts: sql`${hookDelivery.attempts} + 1`,
      status_code: statusCode,
      error: null,
      ended_at: now,
    })
    .where(eq(hookDelivery.id, id))
  await tx
    .update(hook)
    .set({ failures: 0, failing_since: null, paused_until: null })
    .where(and(eq(hook.id, hook_id), sql`${hook.failures} > 0`))
}

/** `dueAt` is the time of the retry, null if there is none. Returns the updated webhook. */
export async function failDelivery(
  tx: Tx,
  { id, hook_id }: Pick<DeliveryRow, 'id' | 'hook_id'>,
  failed: { statusCode: number | null; error: string; dueAt: Date | null; now: Date },
  pauseOf: (failures: number) => Date,
): Promise<HookRow | null> {
  await tx
    .update(hookDelivery)
    .set({
      attempts: sql`${hookDelivery.attempts} + 1`,
      status_code: failed.statusCode,
      error: failed.error,
      ...(failed.dueAt ? { due_at: failed.dueAt } : { status: 'failed' as const, ended_at: failed.now }),
    })
    .where(and(eq(hookDelivery.id, id), eq(hookDelivery.status, 'waiting')))
  const [row] = await tx.select().from(hook).where(eq(hook.id, hook_id)).for('update')
  if (!row) return null
  const failures = row.failures + 1
  const [changed] = await tx
    .update(hook)
    .set({ failures, failing_since: row.failing_since ?? failed.now, paused_until: pauseOf(failures) })
    .where(eq(hook.id, hook_id))
    .returning()
  return changed!
}

/** Returns false if the webhook was off already. */
export async function switchOff(tx: Tx, id: number, now: Date): Promise<boolean> {
  const rows = await tx
    .update(hook)
    .set({ is_enabled: false, switched_off_at: now })
    .where(and(eq(hook.id, id), eq(hook.is_enabled, true)))
    .returning({ id: hook.id })
  await dropWaiting(tx, id)
  return rows.length > 0
}

export async function trimLogs(tx: DbOrTx): Promise<void> {
  const hooks = await tx.select({ id: hook.id }).from(hook)
  for (const { id } of hooks)
    await tx
      .delete(hookDelivery)
      .where(and(eq(hookDelivery.hook_id, id), sql`status <> 'waiting'`, lt(hookDelivery.id, oldestInLog(id))))
}
