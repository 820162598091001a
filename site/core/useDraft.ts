import { useEffect, useRef, useState } from 'react'
import type { DraftSlot } from '#site/offline/drafts.ts'
import { storedUser } from './session.ts'

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/** Fields that are null or undefined initially have no type to compare, so they accept any stored value. */
function hasSameType(value: unknown, initial: unknown): boolean {
  if (initial === null || initial === undefined) return true
  if (value === null) return typeof initial === 'number'
  if (kindOf(value) !== kindOf(initial)) return false
  return !Array.isArray(initial) || (value as unknown[]).every((item) => hasSameType(item, initial[0] as unknown))
}

/** Returns the stored fields that fit the form, since storage may contain a draft of another version. */
export function draftOf<T extends object>(stored: unknown, initial: T): Partial<T> {
  if (kindOf(stored) !== 'object' || !stored) return {}
  return Object.fromEntries(
    Object.entries(stored).filter(([field, value]) => hasSameType(value, initial[field as keyof T])),
  ) as Partial<T>
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Keeps stored values only of fields that the reader has not edited since the form opened. */
function untouched<T extends object>(draft: Partial<T>, now: T, initial: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(draft).filter(([field]) => isSame(now[field as keyof T], initial[field as keyof T])),
  ) as Partial<T>
}

function withoutFields(values: object, excluded: readonly PropertyKey[]): object {
  return Object.fromEntries(Object.entries(values).filter(([field]) => !excluded.includes(field)))
}

/** The draft stays with the account that opened it, even if the login session ends while the form is open. */
async function openSlot(name: string): Promise<DraftSlot> {
  const account = storedUser()?.id ?? 'visitor'
  const { openDraft } = await import('#site/offline/drafts.ts')
  return openDraft(String(account), name)
}

/** State of a form's fields, restored from a stored draft after hydration; without a name nothing is stored. */
export function useDraft<T extends object>(
  name: string | null,
  initial: T,
  excluded: readonly (keyof T)[] = [],
): [T, (change: Partial<T>) => void, (values?: T) => void, () => void] {
  const [values, setValues] = useState(initial)
  const opening = useRef<Promise<DraftSlot> | null>(null)
  const slot = useRef<DraftSlot | null>(null)
  useEffect(() => {
    if (name === null) return
    const opened = openSlot(name)
    opening.current = opened
    const apply = (found: DraftSlot) => {
      if (opening.current !== opened) return
      slot.current = found
      setValues((now) => {
        const next = { ...now, ...untouched(draftOf(found.stored, initial), now, initial) }
        if (now !== initial) found.save(withoutFields(next, excluded))
        return next
      })
    }
    // Without storage, the form works without a draft.
    opened.then(apply, () => {})
    return () => {
      opening.current = null
      slot.current = null
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [name])

  const change = (part: Partial<T>) =>
    setValues((now) => {
      const next = { ...now, ...part }
      slot.current?.save(withoutFields(next, excluded))
      return next
    })
  const clear = () =>
    void opening.current?.then(
      (found) => found.clear(),
      () => {},
    )
  const reset = (next = initial) => {
    clear()
    setValues(next)
  }
  return [values, change, reset, clear]
}
