import { useEffect, useState } from 'react'

const PREFIX = 'draft:'

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** Fields that are empty at first accept any stored value, because only the form's code has their type. */
function hasSameType(value: unknown, initial: unknown): boolean {
  if (initial === null || initial === undefined) return true
  if (value === null) return typeof initial === 'number'
  if (kindOf(value) !== kindOf(initial)) return false
  return !Array.isArray(initial) || (value as unknown[]).every((item) => hasSameType(item, initial[0] as unknown))
}

/** The stored fields whose type fits the form; storage may hold invalid data or a draft of another version. */
export function draftOf<T extends object>(stored: unknown, initial: T): Partial<T> {
  if (kindOf(stored) !== 'object' || !stored) return {}
  return Object.fromEntries(
    Object.entries(stored).filter(([field, value]) => hasSameType(value, initial[field as keyof T])),
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

/** Deletes all drafts at logout, so that the browser's next user does not see them. */
export function clearDrafts(): void {
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    for (const name of names) localStorage.removeItem(name)
  } catch {}
}

function saveDraft(name: string, values: object, excluded: readonly PropertyKey[]): void {
  try {
    const saved = Object.entries(values).filter(([field]) => !excluded.includes(field))
    localStorage.setItem(PREFIX + name, JSON.stringify(Object.fromEntries(saved)))
  } catch {}
}

/**
 * State that starts as `initial`, as on the server; the draft is applied after hydration. Without a name nothing is
 * stored.
 */
export function useDraft<T extends object>(
  name: string | null,
  initial: T,
  excluded: readonly (keyof T)[] = [],
): [T, (change: Partial<T>) => void, (values?: T) => void] {
  const [values, setValues] = useState(initial)
  useEffect(() => {
    if (name !== null) setValues((now) => ({ ...now, ...readDraft(name, initial) }))
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [name])

  const change = (part: Partial<T>) =>
    setValues((now) => {
      const next = { ...now, ...part }
      if (name !== null) saveDraft(name, next, excluded)
      return next
    })
  const reset = (next = initial) => {
    if (name !== null) clearDraft(name)
    setValues(next)
  }
  return [values, change, reset]
}
