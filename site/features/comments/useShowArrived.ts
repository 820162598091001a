import { useState } from 'react'
import { useTexts } from '#shared/texts.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { keepInPlace } from '#site/core/keep-in-place.ts'
import type { Arrivals, Place } from './arrivals.ts'
import { findArrived, type ListComments } from './find-arrived.ts'
import { focusComment } from './focus-comment.ts'
import { withArrived, type Thread } from './thread.ts'

type ShowArrived = {
  list: ListComments
  base: number | null
  arrivals: Arrivals
  update: (change: (thread: Thread) => Thread) => void
  /** In a chat, showing new comments does not move the focus. */
  isChat: boolean
  onAllShown: () => void
}

function isInSight(id: number): boolean {
  const bar = document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0
  const { top } = document.querySelector(`#comment-${id} .comment__main`)!.getBoundingClientRect()
  return top >= bar && top < innerHeight
}

/** `show` inserts the new comments announced at one place into the thread and focuses the first of them. */
export function useShowArrived({ list, base, arrivals, update, isChat, onAllShown }: ShowArrived) {
  const texts = useTexts('comments')
  const [shownNew, setShownNew] = useState<ReadonlySet<number>>(new Set())
  const [showing, setShowing] = useState<Place | null>(null)
  const [outOfSight, setOutOfSight] = useState<number | null>(null)

  async function show(place: Place): Promise<void> {
    if (showing !== null) return
    setShowing(place)
    const arrived = arrivals.at(place)
    const wanted = arrived.map(({ comment_id }) => comment_id)
    try {
      const found = await findArrived(list, place === 'list' ? base : place, arrived)
      const ids = new Set(wanted.filter((id) => found.some((comment) => comment.id === id)))
      keepInPlace(() => {
        update((now) => withArrived(now, found, ids))
        setShownNew((before) => new Set([...before, ...ids]))
        arrivals.remove(wanted)
        setShowing(null)
      })
      if (arrivals.size === 0) onAllShown()
      const first = isChat ? undefined : found.find(({ id }) => ids.has(id))
      if (first) setOutOfSight(focusComment(first.id, false) && !isInSight(first.id) ? first.id : null)
    } catch (error) {
      setShowing(null)
      showFailure(error, texts.loadFailed)
    }
  }

  return {
    show,
    isNew: (id: number) => shownNew.has(id),
    isShowing: (place: Place) => showing === place,
    outOfSight,
    goToNew: () => {
      if (outOfSight !== null) focusComment(outOfSight)
      setOutOfSight(null)
    },
  }
}
