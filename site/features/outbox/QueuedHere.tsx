import { Suspense } from 'react'
import { lazyPart } from '#site/core/lazy-part.ts'
import { useQueued } from './queued-store.ts'

const QueuedList = lazyPart(() => import('./QueuedList.tsx'))

export type QueuedPlace = 'post' | 'comment' | 'thread' | 'conversation' | 'user' | 'category' | 'composer'

/** The code is loaded only if something is queued. */
export function QueuedHere({ kind, id }: { kind: QueuedPlace; id: number }) {
  const actions = useQueued()
  if (actions.length === 0) return null
  return (
    <Suspense>
      <QueuedList actions={actions} kind={kind} id={id} />
    </Suspense>
  )
}
