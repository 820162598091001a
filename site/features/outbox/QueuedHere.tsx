import { lazy, Suspense } from 'react'
import { useQueued } from './queued-store.ts'

const QueuedList = lazy(() => import('./QueuedList.tsx'))

export type QueuedPlace = 'post' | 'comment' | 'thread' | 'conversation' | 'user' | 'category' | 'composer'

/** Shows waiting actions at the post, comment or page they concern; the code is loaded once something waits. */
export function QueuedHere({ kind, id }: { kind: QueuedPlace; id: number }) {
  const actions = useQueued()
  if (actions.length === 0) return null
  return (
    <Suspense>
      <QueuedList actions={actions} kind={kind} id={id} />
    </Suspense>
  )
}
