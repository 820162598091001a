import { useEffect, useRef } from 'react'
import { useSite } from './site-context.tsx'

const KEY = 'pending-act'
const LIFE = 15 * 60_000

type PendingAct = { name: string, value: unknown, at: number }

/** Remembers what a signed-out reader wanted, so that it is done once they come back signed in. */
export function rememberAct(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ name, value, at: Date.now() } satisfies PendingAct))
  } catch {
    // Then they press again.
  }
}

/** Forgets what was wanted. */
export function forgetAct(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was remembered.
  }
}

function takeAct(name: string): unknown {
  try {
    const act = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PendingAct | null
    if (act?.name !== name) return undefined
    sessionStorage.removeItem(KEY)
    return Date.now() - act.at < LIFE ? act.value : undefined
  } catch {
    return undefined
  }
}

/** Does what the reader asked for before signing in, once, as soon as the thing it was meant for is on the screen. */
export function usePendingAct<T>(name: string, perform: (value: T) => void): void {
  const { viewer } = useSite()
  const latest = useRef(perform)
  latest.current = perform
  useEffect(() => {
    if (!viewer) return
    const value = takeAct(name)
    if (value !== undefined) latest.current(value as T)
  }, [name, viewer])
}
