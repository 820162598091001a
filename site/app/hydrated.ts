import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and in the first render that takes over from it, so that both are the same; true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(never, () => true, () => false)
}
