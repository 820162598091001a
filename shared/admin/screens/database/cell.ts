import { LIMITS } from '#shared/limits.ts'

/** What the server sends in place of a secret. */
const REDACTED = '•••'

type Cell = { kind: 'null' | 'boolean' | 'number' | 'object' | 'redacted' | 'text'; text: string; isCut: boolean }

/** Truncates a text without splitting surrogate pairs. */
function cut(text: string): { text: string; isCut: boolean } {
  const characters = Array.from(text.slice(0, 2 * LIMITS.tableCell + 2))
  return { text: characters.slice(0, LIMITS.tableCell).join(''), isCut: characters.length > LIMITS.tableCell }
}

function kindOf(value: unknown): Cell['kind'] {
  if (value === null || value === undefined) return 'null'
  if (value === REDACTED) return 'redacted'
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'object')
    return typeof value as Cell['kind']
  return 'text'
}

export function cellOf(value: unknown): Cell {
  const kind = kindOf(value)
  return { kind, ...cut(kind === 'object' ? JSON.stringify(value) : String(value ?? null)) }
}
