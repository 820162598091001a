import { useSyncExternalStore } from 'react'
import { broadcast, subscribe } from './broadcast.ts'

const none = () => null

/** Returns the state of this tab's broadcast of the stream; null if this tab sends nothing. */
export function useBroadcast(streamId: number) {
  const live = useSyncExternalStore(subscribe, broadcast, none)
  return live?.streamId === streamId ? live : null
}
