import { useSyncExternalStore } from 'react'
import { broadcast, subscribe } from './broadcast.ts'

const none = () => null

/** Returns null if this tab does not broadcast the stream. */
export function useBroadcast(streamId: number) {
  const live = useSyncExternalStore(subscribe, broadcast, none)
  return live?.streamId === streamId ? live : null
}
