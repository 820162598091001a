import { useState } from 'react'
import { useAdmin } from './context.ts'

declare const sessionStorage: Storage | undefined

/** Fallback for browsers without storage: survives a change of tab and a login, but no reload. */
const kept = new Map<string, string>()

function read(key: string): object | null {
  try {
    const text = kept.get(key) ?? sessionStorage?.getItem(key) ?? null
    const value: unknown = text === null ? null : JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}

function write(key: string, text: string | null): void {
  if (text === null) kept.delete(key)
  else kept.set(key, text)
  try {
    if (text === null) sessionStorage?.removeItem(key)
    else sessionStorage?.setItem(key, text)
  } catch {
    // Storage is not available; the map has the value.
  }
}

/** Form state that survives a change of tab, a login and a reload. Separate per server, since a console has several. */
export function useKept<T extends object>(
  name: string,
  initial: T,
): { values: T; change: (part: Partial<T>) => void; drop: () => void } {
  const { shell } = useAdmin()
  const key = `panel ${shell.siteHref('/')} ${name}`
  const [changes, setChanges] = useState<Partial<T>>(() => (read(key) as Partial<T> | null) ?? {})
  return {
    values: { ...initial, ...changes },
    change: (part) =>
      setChanges((now) => {
        const next = { ...now, ...part }
        write(key, JSON.stringify(next))
        return next
      }),
    drop: () => write(key, null),
  }
}
