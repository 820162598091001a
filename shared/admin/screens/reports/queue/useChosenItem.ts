import { useEffect, useRef, useState } from 'react'
import type { QueueItem } from '#shared/api/queue.ts'

/** `moves` counts selections by key or decision, each of which moves the focus. */
type Chosen = { id: number | null; isOpen: boolean; moves: number }

/** The selected case, to which keyboard shortcuts apply. */
export function useChosenItem(items: readonly QueueItem[]) {
  const [chosen, setChosen] = useState<Chosen>({ id: null, isOpen: false, moves: 0 })
  const at = items.findIndex(({ id }) => id === chosen.id)
  const open = chosen.isOpen ? (items[at] ?? null) : null

  const shown = useRef({ items, openId: open?.id ?? null })
  useEffect(() => {
    shown.current = { items, openId: open?.id ?? null }
  })

  const isNoneOpen = open === null
  useEffect(() => {
    if (isNoneOpen) setChosen((now) => (now.isOpen ? { ...now, isOpen: false } : now))
  }, [isNoneOpen])

  return {
    chosen,
    at,
    open,
    /** The current state, for functions that have waited for a response. */
    shown: () => shown.current,
    choose: (item: QueueItem | null, isOpened: boolean) =>
      setChosen(({ moves }) => ({ id: item?.id ?? null, isOpen: item !== null && isOpened, moves: moves + 1 })),
  }
}
