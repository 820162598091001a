import { gte, lt, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { upload } from '../uploads/table.ts'
import { user } from '../users/table.ts'
import type { CostHour, CostSample } from './rules.ts'
import { costHour, costSample } from './table.ts'

export async function addCosts(tx: DbOrTx, row: typeof costHour.$inferInsert): Promise<void> {
  const added = (column: typeof costHour.requests | typeof costHour.seconds | typeof costHour.cpu_ms) =>
    sql`${column} + excluded.${sql.identifier(column.name)}`
  await tx
    .insert(costHour)
    .values(row)
    .onConflictDoUpdate({
      target: [costHour.hour, costHour.process],
      set: {
        seconds: added(costHour.seconds),
        requests: added(costHour.requests),
        bytes: sql`${costHour.bytes} + excluded.bytes`,
        mails: sql`${costHour.mails} + excluded.mails`,
        cpu_ms: added(costHour.cpu_ms),
        memory: sql`greatest(${costHour.memory}, excluded.memory)`,
        database_cpu_ms: sql`coalesce(${costHour.database_cpu_ms} + excluded.database_cpu_ms,
          ${costHour.database_cpu_ms}, excluded.database_cpu_ms)`,
        database_memory: sql`greatest(${costHour.database_memory}, excluded.database_memory)`,
      },
    })
}

export async function findHours(tx: DbOrTx, since: Date): Promise<CostHour[]> {
  const sum = (column: typeof costHour.requests | typeof costHour.cpu_ms) =>
    sql<number>`sum(${column})::float8`.mapWith(Number)
  const rows = await tx
    .select({
      hour: costHour.hour,
      seconds: sql<number>`max(${costHour.seconds})::float8`.mapWith(Number),
      processes: sql<number>`sum(${costHour.seconds}) / max(${costHour.seconds})`.mapWith(Number),
      requests: sum(costHour.requests),
      bytes: sql<number>`sum(${costHour.bytes})::float8`.mapWith(Number),
      mails: sql<number>`sum(${costHour.mails})::float8`.mapWith(Number),
      cpu_ms: sum(costHour.cpu_ms),
      memory: sql<number>`sum(${costHour.memory})::float8`.mapWith(Number),
      database_cpu_ms: sql<number | null>`sum(${costHour.database_cpu_ms})::float8`,
      database_memory: sql<number | null>`sum(${costHour.database_memory})::float8`,
    })
    .from(costHour)
    .where(gte(costHour.hour, since))
    .groupBy(costHour.hour)
    .orderBy(costHour.hour)
  return rows.filter(({ seconds }) => seconds > 0)
}

export const findSamples = (tx: DbOrTx, since: Date): Promise<CostSample[]> =>
  tx.select().from(costSample).where(gte(costSample.hour, since)).orderBy(costSample.hour)

export async function upsertSample(tx: DbOrTx, row: CostSample): Promise<void> {
  await tx.insert(costSample).values(row).onConflictDoUpdate({ target: costSample.hour, set: row })
}

export async function measureForum(
  tx: DbOrTx,
  day: string,
): Promise<{ members: number; database_bytes: number; media_bytes: number }> {
  const [row] = await tx.execute<{ members: number; database_bytes: number; media_bytes: number }>(sql`
    select (select count(*)::int from ${user} where ${user.active_on} = ${day}) as members,
      pg_database_size(current_database())::float8 as database_bytes,
      (select coalesce(sum(${upload.size}), 0)::float8 from ${upload}) as media_bytes`)
  return row!
}

export async function deleteOldCosts(tx: DbOrTx, before: Date): Promise<void> {
  await tx.delete(costHour).where(lt(costHour.hour, before))
  await tx.delete(costSample).where(lt(costSample.hour, before))
}
