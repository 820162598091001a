import { LIMITS } from '#shared/limits.ts'

/** What the server writes in place of a secret. */
export const REDACTED = '•••'

/** How a cell of the database browser is to be shown: what kind of value it is, and its text. */
export type Cell = {
  kind: 'null' | 'boolean' | 'number' | 'object' | 'redacted' | 'text'
  text: string
  /** There is more than is shown. */
  isCut: boolean
}

/** The first `LIMITS.tableCell` characters of a text, none of them halved. */
function cut(text: string): { text: string, isCut: boolean } {
  const characters = Array.from(text.slice(0, 2 * LIMITS.tableCell + 2))
  return { text: characters.slice(0, LIMITS.tableCell).join(''), isCut: characters.length > LIMITS.tableCell }
}

function kindOf(value: unknown): Cell['kind'] {
  if (value === null || value === undefined) return 'null'
  if (value === REDACTED) return 'redacted'
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'object') return typeof value as Cell['kind']
  return 'text'
}

/** A value as a table row of the wire has it, made ready for its cell; texts and objects are cut at 100 characters. */
export function cellOf(value: unknown): Cell {
  const kind = kindOf(value)
  return { kind, ...cut(kind === 'object' ? JSON.stringify(value) : String(value ?? null)) }
}
