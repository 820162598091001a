import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Returns false during server rendering and hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
