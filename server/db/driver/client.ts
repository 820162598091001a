import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { withAfterCommit } from './after-commit.ts'
import { prepareFrequent, withAutoPrepare, type ShouldPrepare } from './auto-prepare.ts'
import { followPrimary } from './primary.ts'

export type Db = PostgresJsDatabase
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
export type DbOrTx = Db | Tx

export type Database = { db: Db; sql: postgres.Sql; close(): Promise<void> }

/** Transaction pooling of PgBouncer, without or with support for prepared statements. */
type Pooler = 'transaction' | 'transaction-prepared'

type DbOptions = {
  /** Maximum number of connections in each of the two pools. */
  max?: number
  shouldPrepare?: ShouldPrepare
  /** Null if the URL leads to PostgreSQL itself. */
  pooler?: Pooler | null
  /** Milliseconds after which PostgreSQL cancels a statement; 0 means never. Has no effect behind a pooler. */
  statementTimeoutMs?: number
  /** Queries that a transaction sends before the first response; above 1 only if no two transactions run at once. */
  pipeline?: number
  /** PostgreSQL rejects writes on these connections. Has no effect behind a pooler. */
  isReadOnly?: boolean
}

const STATEMENT_TIMEOUT_MS = 30_000

/** Opens one pool for queries and one for transactions; the README of this folder has the reasons. */
export function createDb(
  url: string,
  {
    max = 10,
    shouldPrepare = prepareFrequent(),
    pooler = null,
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    pipeline = 1,
    isReadOnly = false,
  }: DbOptions = {},
): Database {
  const primary = followPrimary(url)
  const options = {
    ...(primary.connect && { socket: primary.connect }),
    max,
    // postgres.js sends even COMMIT as a named prepared statement, which the next connection of a pooler may not have.
    prepare: pooler !== 'transaction',
    idle_timeout: 60,
    // Seconds, few because a dying server may accept a connection and never respond.
    connect_timeout: 3,
    // Seconds before a reconnect; the default of postgres.js grows to twenty.
    backoff: () => 0.2,
    onnotice: () => {},
    connection: {
      application_name: 'watek',
      ...(pooler === null && { statement_timeout: statementTimeoutMs }),
      ...(pooler === null && isReadOnly && { default_transaction_read_only: true }),
    },
  }
  const forQueries = { ...options, max_pipeline: 0 }
  const forTransactions = { ...options, max_pipeline: pipeline }
  const queries = withAutoPrepare(postgres(primary.url(), forQueries), shouldPrepare)
  const transactions = postgres(primary.url(), forTransactions)
  // This call sets the parsers of JSON and times, which both pools need.
  drizzle(transactions)
  const begin = (action: (tx: postgres.TransactionSql) => unknown) =>
    transactions.begin((tx) => action(withAutoPrepare(tx, shouldPrepare)))
  const sql = Object.assign(queries, { begin: begin as typeof transactions.begin })
  const close = async () => {
    await Promise.all([queries.end({ timeout: 5 }), transactions.end({ timeout: 5 })])
    primary.close()
  }
  return { db: withAfterCommit(drizzle(sql)), sql, close }
}

const UNIQUE_VIOLATION = '23505'

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = postgresError(error)
  return found?.code === UNIQUE_VIOLATION && (constraint === undefined || found.constraint_name === constraint)
}

export function postgresError(error: unknown): postgres.PostgresError | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof postgres.PostgresError) return inner
  }
  return null
}

const LOST_CODES = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  // admin_shutdown, crash_shutdown, cannot_connect_now, read_only_sql_transaction (no longer the primary),
  // too_many_connections
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '53300',
  // PgBouncer's error while it cannot reach PostgreSQL.
  '08P01',
])

/** Returns whether a query failed because the database server was lost, not because of the query itself. */
export function isConnectionLost(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (LOST_CODES.has((inner as { code?: string }).code ?? '')) return true
  }
  return false
}
