import { useEffect, useState } from 'react'

const PREFIX = 'draft:'

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** What is empty at first may hold anything: the form alone has its type. */
function fits(value: unknown, initial: unknown): boolean {
  if (initial === null || initial === undefined) return true
  if (value === null) return typeof initial === 'number'
  if (kindOf(value) !== kindOf(initial)) return false
  return !Array.isArray(initial) || (value as unknown[]).every((item) => fits(item, initial[0] as unknown))
}

/** The fields that have the type of the form's own: storage may hold anything, or what another version of the form kept. */
export function draftOf<T extends object>(stored: unknown, initial: T): Partial<T> {
  if (kindOf(stored) !== 'object' || !stored) return {}
  return Object.fromEntries(
    Object.entries(stored).filter(([field, value]) => fits(value, initial[field as keyof T])),
  ) as Partial<T>
}

function readDraft<T extends object>(name: string, initial: T): Partial<T> {
  try {
    return draftOf(JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null'), initial)
  } catch {
    return {}
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
  name: string | null,
  initial: T,
  unkept: readonly (keyof T)[] = [],
): [T, (change: Partial<T>) => void, (values?: T) => void] {
  const [values, setValues] = useState(initial)
  useEffect(() => {
    if (name !== null) setValues((now) => ({ ...now, ...readDraft(name, initial) }))
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [name])

  const change = (part: Partial<T>) =>
    setValues((now) => {
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
