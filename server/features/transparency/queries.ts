import { and, eq, gte, isNotNull, lt, sql, type Column } from 'drizzle-orm'
import type { TransparencyFigures } from '#shared/api/transparency.ts'
import { DECISION_ACTIONS, REASON_CODES } from '#shared/rules/moderation.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { appeal, decision, notice } from '../moderation/tables.ts'

const count = sql<number>`count(*)::integer`

const startOf = (year: number) => new Date(Date.UTC(year, 0, 1))

const isOf = (year: number, at: Column) => and(gte(at, startOf(year)), lt(at, startOf(year + 1)))

const sumUp = (rows: { count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0)

/** Keys without rows get 0. */
function byKey<Key extends string, Row extends { count: number }>(
  keys: readonly Key[],
  rows: Row[],
  keyOf: (row: Row) => Key | null,
): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, sumUp(rows.filter((row) => keyOf(row) === key))])) as Record<
    Key,
    number
  >
}

/** Notices, appeals and decisions count for the year (UTC) in which they were made. */
export async function readTransparency(tx: DbOrTx, year: number, thisYear: number): Promise<TransparencyFigures> {
  const noticesOfYear = isOf(year, notice.created_at)
  const received = await tx
    .select({ code: notice.reason_code, count })
    .from(notice)
    .where(noticesOfYear)
    .groupBy(notice.reason_code)
  const [time] = await tx
    .select({
      median: sql<number | null>`round((percentile_cont(0.5) within group (order by extract(epoch
        from ${notice.decided_at} - ${notice.created_at})) / 3600)::numeric, 1)::float`,
    })
    .from(notice)
    .where(and(noticesOfYear, isNotNull(notice.decided_at)))
  const decisions = await tx
    .select({ action: decision.action, code: decision.reason_code, automatic: decision.automatic, count })
    .from(decision)
    .where(isOf(year, decision.created_at))
    .groupBy(decision.action, decision.reason_code, decision.automatic)
  const [accounts] = await tx
    .select({ suspended: sql<number>`count(distinct ${decision.user_id})::integer` })
    .from(decision)
    .where(and(isOf(year, decision.created_at), eq(decision.action, 'suspended')))
  const [appeals] = await tx
    .select({
      received: count,
      overturned: sql<number>`count(*) filter (where ${appeal.status} = 'overturned')::integer`,
    })
    .from(appeal)
    .where(isOf(year, appeal.created_at))
  return {
    year,
    years: await yearsUntil(tx, thisYear),
    notices: {
      received: sumUp(received),
      by_category: byKey(REASON_CODES, received, ({ code }) => code),
      median_hours: time!.median,
    },
    decisions: {
      by_action: byKey(DECISION_ACTIONS, decisions, ({ action }) => action),
      by_reason: byKey(REASON_CODES, decisions, ({ code }) => code),
      automatic: sumUp(decisions.filter(({ automatic }) => automatic)),
    },
    appeals: appeals!,
    suspended: accounts!.suspended,
  }
}

/** Lists the years from this one back to the year of the first notice or decision. */
async function yearsUntil(tx: DbOrTx, thisYear: number): Promise<number[]> {
  const [first] = await tx.execute<{ year: number | null }>(sql`
    select extract(year from least((select min(created_at) from notice), (select min(created_at)
      from decision)) at time zone 'UTC')::integer as year`)
  return Array.from({ length: thisYear - Math.min(first?.year ?? thisYear, thisYear) + 1 }, (_, n) => thisYear - n)
}
