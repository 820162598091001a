import { eq, getTableColumns, is, sql, type Column, type SQL } from 'drizzle-orm'
import { PgTimestamp, type PgTable } from 'drizzle-orm/pg-core'
import type { Lang } from '#shared/i18n/plural.ts'
import type { Services } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'

/**
 * What a feature stores about a member: what an export of their data contains, and what is deleted with their account.
 *
 * Each column that refers to a member is under `exported` or `notExported`, and each that still refers to a deleted
 * account under `kept`. Tests find missing columns.
 */
export type PersonalData = {
  /** Files of the export by file name. */
  exported?: Record<string, Section>
  /** Columns that refer to a member but whose rows are in no export, each with the reason. */
  notExported?: Record<string, string>
  /** Runs in the transaction that deletes the account. */
  deletedAtOnce?: (tx: DbOrTx, account: Deleted & { email: string | null }) => Promise<void>
  /** Deletes files; runs first in the job that follows the deletion of the account. */
  deletedFiles?: (services: Services, userId: number) => Promise<void>
  /** Deletes rows in batches, in the job that also runs `deletedFiles`, after it. */
  deletedRows?: DeleteBatch[]
  /** Texts by the member. As the member chose, they stay without an author or are removed. */
  authored?: Authored
  /** Columns that still refer to a deleted account, each with the reason. */
  kept?: Record<string, string>
}

/**
 * The member whose data is exported. `lifetime` decides which of the member's messages have expired: `now` is the time,
 * and `ttl` how long a message exists after it was read.
 */
export type Subject = { userId: number; lifetime: { now: Date; ttl: number } }

/**
 * A file of the export: the rows of a table in which one of the columns `owners` refers to the member. `fields` lists
 * each exported field, so that nothing is exported by accident.
 */
export type Section = {
  /** What the file contains, in the README of the export. */
  explained: Record<Lang, string>
  owners: [Column, ...Column[]]
  fields: SQL
  joins?: SQL
  where?: (subject: Subject) => SQL
  order: Column[]
  /**
   * Columns that are not exported. They belong to the table of the first column in `owners`; a test checks that all
   * other columns of this table are exported.
   */
  leftOut?: string[]
}

export type Deleted = { userId: number; now: Date }

/** Deletes at most `limit` rows and returns how many it found. Called in separate transactions until it finds none. */
type DeleteBatch = (tx: Tx, account: Deleted, limit: number) => Promise<number>

export type Authored = {
  find: (tx: DbOrTx, userId: number, limit: number) => Promise<number[]>
  remove: (tx: Tx, id: number, now: Date) => Promise<unknown>
  anonymize: (tx: Tx, ids: number[]) => Promise<void>
}

const TIME = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/** Selects columns of a table under their own names. Times are formatted as in responses of the API. */
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

/** Joins the account with this id, so that its name can be selected. The name of a deleted account is null. */
export function withName(id: Column, as = 'person'): SQL {
  const person = sql.identifier(as)
  return sql`left join "user" ${person} on ${person}.id = ${id} and ${person}.deleted_at is null`
}

/** Creates a function that deletes the rows of a table whose column `owner` refers to the member. */
export const deleteRowsOf =
  (owner: Column): DeleteBatch =>
  async (tx, { userId }, limit) =>
    (await deleteBatch(tx, owner, userId, limit)).count

/**
 * Deletes a batch of rows. `count` is the number of rows found, not of rows deleted: a row that was changed
 * concurrently is not deleted and must be found again. `others` are the distinct values of `other` in the deleted rows.
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
