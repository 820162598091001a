import { useEffect, useState } from 'react'

const PREFIX = 'draft:'

function readDraft<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function clearDraft(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {}
}

/** Logging out leaves no drafts to the next user of the browser. */
export function clearDrafts(): void {
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    for (const name of names) localStorage.removeItem(name)
  } catch {}
}

function keepDraft(name: string, values: object, unkept: readonly PropertyKey[]): void {
  try {
    const kept = Object.entries(values).filter(([field]) => !unkept.includes(field))
    localStorage.setItem(PREFIX + name, JSON.stringify(Object.fromEntries(kept)))
  } catch {}
}

/** Starts as `initial`, as on the server; the draft is applied after hydration. Without a name nothing is kept. */
export function useDraft<T extends object>(
  name: string | null, initial: T, unkept: readonly (keyof T)[] = [],
): [T, (change: Partial<T>) => void, (values?: T) => void] {
  const [values, setValues] = useState(initial)
  useEffect(() => {
    const kept = name === null ? null : readDraft<Partial<T>>(name)
    if (kept) setValues((now) => ({ ...now, ...kept }))
  }, [name])

  const change = (part: Partial<T>) => setValues((now) => {
    const next = { ...now, ...part }
    if (name !== null) keepDraft(name, next, unkept)
    return next
  })
  const reset = (next = initial) => {
    if (name !== null) clearDraft(name)
    setValues(next)
  }
  return [values, change, reset]
}
