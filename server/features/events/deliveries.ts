import { isPrivate } from './changes.ts'
import type { Entry } from './history.ts'
import type { Listener, Listeners } from './listeners.ts'
import type { Delivery } from './load-frames.ts'

export type IsFor = (listener: Listener, position: number) => boolean

/** Comments and votes get no listeners here, because `createThreadUpdates` and `createVoteUpdates` send them. */
export function deliveriesOf(
  listeners: Pick<Listeners, 'member' | 'ofPost'>,
  { position, changes }: Entry,
  isFor: IsFor,
): Delivery[] {
  const selected = (some: Iterable<Listener>) => [...some].filter((listener) => isFor(listener, position))
  const ofMember = (id: number) => selected(listeners.member(id)?.listeners ?? []).filter(({ is_me }) => is_me)
  return changes.map((change) => {
    if (change.type === 'post') return { change, position, to: selected(listeners.ofPost(change.post_id)) }
    if (change.type === 'message')
      return { change, position, to: [...ofMember(change.sender_id), ...ofMember(change.recipient_id)] }
    return { change, position, to: isPrivate(change) ? ofMember(change.user_id) : [] }
  })
}
