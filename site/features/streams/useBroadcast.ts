import { useSyncExternalStore } from 'react'
import { broadcast, subscribe } from './broadcast.ts'

const none = () => null

/** The broadcast that this tab sends of the stream; null where it sends nothing. */
export function useBroadcast(streamId: number) {
  const live = useSyncExternalStore(subscribe, broadcast, none)
  return live?.streamId === streamId ? live : null
}
