import { useEffect, useRef } from 'react'
import { useSite } from './site-context.tsx'

const KEY = 'pending-action'
const LIFE = 15 * 60_000

type PendingAction = { name: string; value: unknown; at: number }

export function rememberAction(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ name, value, at: Date.now() } satisfies PendingAction))
  } catch {}
}

export function clearPendingAction(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {}
}

function takeAction(name: string): unknown {
  try {
    const action = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as PendingAction | null
    if (action?.name !== name) return undefined
    sessionStorage.removeItem(KEY)
    return Date.now() - action.at < LIFE ? action.value : undefined
  } catch {
    return undefined
  }
}

/** Runs an action that was requested before signing in, once, when the component mounts. */
export function usePendingAction<T>(name: string, perform: (value: T) => void): void {
  const { viewer } = useSite()
  const latest = useRef(perform)
  latest.current = perform
  useEffect(() => {
    if (!viewer) return
    const value = takeAction(name)
    if (value !== undefined) latest.current(value as T)
  }, [name, viewer])
}
