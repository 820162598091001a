import { useMemo } from 'react'
import { useAdmin } from './context.ts'

/** The values null and '' remove a query parameter. */
type PlaceChange = Record<string, string | number | null | undefined>

/** Parameters that leave the rows the same; a change of any other parameter leads back to page 1. */
const KEEPS_PAGE = new Set(['skip', 'sort', 'hide'])

export function changedQuery(query: string, change: PlaceChange): string {
  const fields = new URLSearchParams(query)
  if (Object.keys(change).some((name) => !KEEPS_PAGE.has(name))) fields.delete('skip')
  for (const [name, value] of Object.entries(change)) {
    if (value === null || value === undefined || value === '' || (name === 'skip' && value === 0)) fields.delete(name)
    else fields.set(name, String(value))
  }
  return fields.toString()
}

export function usePlace() {
  const { shell } = useAdmin()
  const fields = useMemo(() => new URLSearchParams(shell.query), [shell.query])
  return {
    get: (name: string) => fields.get(name) ?? '',
    skip: Math.min(10_000, Math.max(0, Math.trunc(Number(fields.get('skip'))) || 0)),
    set: (change: PlaceChange, how: 'push' | 'replace' = 'push') => shell.go(changedQuery(shell.query, change), how),
    hrefOf: (change: PlaceChange) => shell.hrefOf(changedQuery(shell.query, change)),
  }
}
