import { eq, getTableColumns, is, sql, type Column, type SQL } from 'drizzle-orm'
import { PgTimestamp, type PgTable } from 'drizzle-orm/pg-core'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Services } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'

/**
 * Each column that refers to a member is under `exported` or `notExported`, and each that still refers to a deleted
 * account under `kept`; tests find missing columns.
 */
export type PersonalData = {
  /** Files of the member's data export, by file name. */
  exported?: Record<string, Section>
  /** Columns that refer to a member but whose rows are in no export, each with the reason. */
  notExported?: Record<string, string>
  /** Runs in the transaction that deletes the account. */
  deletedAtOnce?: (tx: DbOrTx, account: Deleted & { email: string | null }) => Promise<void>
  /** Runs first in the job that follows the deletion of the account. */
  deletedFiles?: (services: Services, userId: number) => Promise<void>
  /** Runs in the job that follows the deletion of the account, after `deletedFiles`. */
  deletedRows?: DeleteBatch[]
  /** Texts by the member, which stay without an author or are removed, as the member chose. */
  authored?: Authored
  /** Columns that still refer to a deleted account, each with the reason. */
  kept?: Record<string, string>
}

/** `lifetime` decides which messages have expired; `ttl` is how long a message exists after it was read. */
export type Subject = { userId: number; lifetime: { now: Date; ttl: number } }

/** The rows of a table in which one of the columns `owners` refers to the member; only listed `fields` are exported. */
export type Section = {
  /** Description of the exported file for the README of the export. */
  explained: Record<Lang, string>
  owners: [Column, ...Column[]]
  fields: SQL
  joins?: SQL
  where?: (subject: Subject) => SQL
  order: Column[]
  /** Columns of the first owner's table that are not exported; a test checks that all other columns are exported. */
  leftOut?: string[]
}

export type Deleted = { userId: number; now: Date }

/** Deletes at most `limit` rows and returns how many it found; called in separate transactions until it finds none. */
type DeleteBatch = (tx: Tx, account: Deleted, limit: number) => Promise<number>

export type Authored = {
  find: (tx: DbOrTx, userId: number, limit: number) => Promise<number[]>
  remove: (tx: Tx, id: number, now: Date) => Promise<unknown>
  anonymize: (tx: Tx, ids: number[]) => Promise<void>
}

const TIME = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/** Selects columns under their own names, with times as in responses of the API. */
export function pick<Table extends PgTable>(table: Table, ...names: (keyof Table['_']['columns'] & string)[]): SQL {
  const columns = getTableColumns(table) as Record<string, Column>
  return sql.join(
    names.map((name) => {
      const column = columns[name]!
      return is(column, PgTimestamp)
        ? sql`to_char(${column} at time zone 'UTC', ${sql.raw(`'${TIME}'`)}) as ${sql.identifier(name)}`
        : sql`${column}`
    }),
    sql`, `,
  )
}

/** Joins the account with this id, so that its name can be selected; the name of a deleted account is null. */
export function withName(id: Column, as = 'person'): SQL {
  const person = sql.identifier(as)
  return sql`left join "user" ${person} on ${person}.id = ${id} and ${person}.deleted_at is null`
}

export const deleteRowsOf =
  (owner: Column): DeleteBatch =>
  async (tx, { userId }, limit) =>
    (await deleteBatch(tx, owner, userId, limit)).count

/**
 * `count` is the number of rows found: a row that was changed concurrently is not deleted and must be found again.
 * `others` are the distinct values of `other` in the deleted rows.
 */
export async function deleteBatch(
  tx: DbOrTx,
  owner: Column,
  userId: number,
  limit: number,
  other: Column | SQL = sql`null::integer`,
): Promise<{ count: number; others: number[] }> {
  const { table } = owner
  const [found] = await tx.execute<{ count: number; others: number[] }>(sql`
    with batch as materialized (select ctid from ${table} where ${eq(owner, userId)} limit ${limit}),
    gone as (delete from ${table} where ctid = any(array(select ctid from batch)) returning ${other} as other)
    select (select count(*)::integer from batch) as count, array(select distinct other from gone) as others`)
  return found!
}
