import type { Db, DbOrTx, Tx } from './client.ts'

type Action = (db: Db) => void

const waiting = new WeakMap<DbOrTx, Action[]>()

/** Runs `action` once the outermost transaction has committed, or at once outside of a transaction. */
export function afterCommit(tx: DbOrTx, action: Action): void {
  const actions = waiting.get(tx)
  if (actions) actions.push(action)
  else action(tx as Db)
}

export const isTransaction = (tx: DbOrTx): boolean => waiting.has(tx)

function collectIn(tx: Tx, actions: Action[]): Tx {
  const { transaction } = tx
  waiting.set(tx, actions)
  tx.transaction = async (run) => {
    const inner: Action[] = []
    const result = await transaction.call(tx, (nested) => run(collectIn(nested, inner)))
    actions.push(...inner)
    return result as never
  }
  return tx
}

export function withAfterCommit(db: Db): Db {
  const { transaction } = db
  db.transaction = async (run, config) => {
    const actions: Action[] = []
    const result = await transaction.call(db, (tx) => run(collectIn(tx, actions)), config)
    for (const action of actions) action(db)
    return result as never
  }
  return db
}
