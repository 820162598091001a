import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { chooseOften, preparing, type Chooser } from './prepare.ts'
import * as schema from './schema.ts'

export type Db = PostgresJsDatabase<typeof schema>
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0]
export type DbOrTx = Db | Tx

export type Database = {
  db: Db
  /** The same pool for what drizzle cannot say. Its timestamps are text, since drizzle reads them itself. */
  sql: postgres.Sql
  /** Waits for the running queries, at most five seconds, and closes the connections. */
  close(): Promise<void>
}

/**
 * Opens a pool of at most `max` connections for queries and as many for transactions, made when first needed. `choose` says
 * which queries are prepared.
 */
export function createDb(url: string, { max = 10, choose = chooseOften() }: { max?: number, choose?: Chooser } = {}): Database {
  const options = {
    max,
    idle_timeout: 60,
    // Seconds: an attempt that meets a database as it dies may hear nothing at all, and who waits for it waits that long.
    connect_timeout: 3,
    // Seconds until a lost database is tried again; by itself postgres.js would soon wait for twenty.
    backoff: () => 0.2,
    onnotice: () => {},
    connection: { application_name: 'watek' },
  }
  // With more queries in flight than connections, postgres.js queues them on busy connections and slows down for good. 0 keeps
  // it to one query a connection; 1 would let another follow a prepared one.
  const alone = { ...options, max_pipeline: 0 }
  const queries = preparing(postgres(url, alone), choose)
  // Without a pipeline postgres.js never begins a transaction, and with one it may send a BEGIN behind a running query without
  // setting the connection apart (3.4.9). So transactions have connections to which nothing else is sent; and those that wait
  // for a lock keep no reader waiting.
  const apart = { ...options, max_pipeline: 1 }
  const transactions = postgres(url, apart)
  // Drizzle teaches the client that it is given to leave JSON and times to it: transactions must read and write alike.
  drizzle(transactions)
  const begin = (act: (tx: postgres.TransactionSql) => unknown) => transactions.begin((tx) => act(preparing(tx, choose)))
  const sql = Object.assign(queries, { begin: begin as typeof transactions.begin })
  const close = async () => {
    await Promise.all([queries.end({ timeout: 5 }), transactions.end({ timeout: 5 })])
  }
  return { db: drizzle(sql, { schema }), sql, close }
}

const UNIQUE_VIOLATION = '23505'

/** Whether a write failed because such a row exists already; `constraint` names the index that must have said so. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const found = postgresError(error)
  return found?.code === UNIQUE_VIOLATION && (constraint === undefined || found.constraint_name === constraint)
}

/** PostgreSQL's own error inside whatever wraps it, or null. */
export function postgresError(error: unknown): postgres.PostgresError | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof postgres.PostgresError) return inner
  }
  return null
}
