import { useMemo } from 'react'
import { useAdmin } from './context.ts'

/** Fields of the panel's address; null and '' take a field away. */
export type PlaceChange = Record<string, string | number | null | undefined>

/** What does not change which rows are shown, only how: the page stays. */
const KEEPS_PAGE = new Set(['skip', 'sort', 'hide'])

/** A query with fields changed; whatever changes the rows begins at the first page again. */
export function changedQuery(query: string, change: PlaceChange): string {
  const fields = new URLSearchParams(query)
  if (Object.keys(change).some((name) => !KEEPS_PAGE.has(name))) fields.delete('skip')
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === '' || (name === 'skip' && value === 0)) fields.delete(name)
    else fields.set(name, String(value))
  }
  return fields.toString()
}

/** The state of the open tab, which stands in the address: reads it, changes it, and makes links of changes. */
export function usePlace() {
  const { shell } = useAdmin()
  const fields = useMemo(() => new URLSearchParams(shell.query), [shell.query])
  return {
    get: (name: string) => fields.get(name) ?? '',
    /** Rows before the first one shown; what is no number counts as none. */
    skip: Math.min(10_000, Math.max(0, Math.trunc(Number(fields.get('skip'))) || 0)),
    set: (change: PlaceChange, how: 'push' | 'replace' = 'push') => shell.go(changedQuery(shell.query, change), how),
    hrefOf: (change: PlaceChange) => shell.hrefOf(changedQuery(shell.query, change)),
  }
}
