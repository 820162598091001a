import { useTexts } from '#shared/texts.ts'
import { useSyncExternalStore } from 'react'
import type { Place } from './arrivals.ts'
import { useThreadContext } from './thread-context.ts'

const none = () => 0

function useCount(place: Place): number {
  const {
    live: { arrivals },
  } = useThreadContext()
  return useSyncExternalStore(arrivals.subscribe, () => arrivals.at(place).length, none)
}

export function NewComments() {
  const t = useTexts('comments')
  const { live } = useThreadContext()
  const count = useCount('list')
  return (
    <div className="new-comments" role="status">
      {count > 0 && (
        <button type="button" className="pill" aria-busy={live.isShowing('list')} onClick={() => live.show('list')}>
          {t.newComments(count)}
        </button>
      )}
      {count === 0 && live.outOfSight !== null && (
        <button type="button" className="pill" onClick={live.goToNew}>
          {t.toNew}
        </button>
      )}
    </div>
  )
}

export function NewReplies({ parentId }: { parentId: number }) {
  const t = useTexts('comments')
  const { live } = useThreadContext()
  const count = useCount(parentId)
  if (count === 0) return null
  return (
    <button
      type="button"
      className="pill comment__new"
      aria-busy={live.isShowing(parentId)}
      onClick={() => live.show(parentId)}>
      {t.newReplies(count)}
    </button>
  )
}
