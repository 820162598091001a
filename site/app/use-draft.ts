import { useEffect, useState } from 'react'

const PREFIX = 'draft:'

function readDraft<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as T | null
  } catch {
    return null
  }
}

/** Forgets what was typed, once it was sent. */
export function clearDraft(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name)
  } catch {
    // Nothing was kept.
  }
}

/** Forgets all that was typed and not sent: whoever logs out leaves nothing to the next at this browser. */
export function clearDrafts(): void {
  try {
    const names = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    for (const name of names) localStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}

function keepDraft(name: string, values: object, unkept: readonly PropertyKey[]): void {
  try {
    const kept = Object.entries(values).filter(([field]) => !unkept.includes(field))
    localStorage.setItem(PREFIX + name, JSON.stringify(Object.fromEntries(kept)))
  } catch {
    // Then it lasts as long as the page.
  }
}

/**
 * Values of a form that survive a reload, an ended session and a failed send. They start as `initial`, as on the
 * server; what was typed before comes back after hydration. Without a name nothing is kept, and never what is `unkept`.
 */
export function useDraft<T extends object>(
  name: string | null, initial: T, unkept: readonly (keyof T)[] = [],
): [T, (change: Partial<T>) => void, () => void] {
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
  const reset = () => {
    if (name !== null) clearDraft(name)
    setValues(initial)
  }
  return [values, change, reset]
}
