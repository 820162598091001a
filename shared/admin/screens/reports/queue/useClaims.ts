import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { QueueItem } from '#shared/api/queue.ts'
import { useAdmin } from '../../../kit/context.ts'
import { isSignedOut } from '../../../kit/failure.ts'
import { decidedElsewhere, isClaimed, isOpen, replaced } from './queue-list.ts'
import { refusalOf } from './refusal.ts'
import type { QueuePages } from './useQueuePages.ts'

const RENEW_MS = 8 * 60_000

export type Claims = ReturnType<typeof useClaims>

/** Claims a case when it is opened and releases it when it is left. */
export function useClaims(
  { loaded }: QueuePages,
  { open, onRefused }: { open: QueueItem | null; onRefused: (item: QueueItem) => void },
) {
  const { api, shell, me } = useAdmin()
  const [refusedId, setRefusedId] = useState<number | null>(null)
  const held = useRef<number | null>(null)
  const calls = useRef(new Map<number, Promise<void>>())

  /** Staff without an account claim without a name; such a claim on the open case counts as the viewer's own. */
  const isTaken = (item: QueueItem) =>
    isClaimed(item, me.username, Date.now()) &&
    (item.claimed_by !== null || open?.id !== item.id || refusedId === item.id)

  /** Returns false unless somebody else has claimed or decided the case. */
  function showRefusal(error: unknown, id: number): boolean {
    if (isSignedOut(error)) shell.onSignedOut()
    const refusal = refusalOf(error)
    if (refusal === null) return false
    if (refusal.code === 'claimed') {
      setRefusedId(id)
      loaded.change((page) => replaced(page, id, (item) => ({ ...item, ...refusal.claim })))
    } else loaded.change((page) => decidedElsewhere(page, id))
    return true
  }

  function claim(item: QueueItem, isChosen: boolean): void {
    const { id } = item
    held.current = id
    setRefusedId(null)
    const claiming = api.queue.claim({ item_id: id }).then(
      (answer) => loaded.change((page) => replaced(page, id, () => answer.item)),
      (error: unknown) => {
        if (held.current === id) held.current = null
        if (showRefusal(error, id) && !isChosen) onRefused(item)
      },
    )
    calls.current.set(id, claiming)
  }

  function release(): void {
    const id = held.current
    if (id === null) return
    held.current = null
    void calls.current
      .get(id)
      ?.then(() => api.queue.release({ item_id: id }))
      .then(
        ({ item }) => loaded.change((page) => replaced(page, id, () => item)),
        () => {},
      )
  }

  const renew = useEffectEvent(() => {
    if (open !== null && held.current === open.id) claim(open, true)
  })
  useEffect(() => {
    const renewing = setInterval(() => renew(), RENEW_MS)
    return () => clearInterval(renewing)
  }, [])
  const leave = useEffectEvent(() => release())
  const isNoneOpen = open === null
  useEffect(() => {
    if (isNoneOpen) leave()
  }, [isNoneOpen])
  useEffect(() => () => leave(), [])

  return {
    isTaken,
    isFree: (item: QueueItem) => isOpen(item) && !isTaken(item) && item.refusal === null,
    showRefusal,
    release,
    /** Releases the case claimed before, and claims `item` if it is free. */
    moveTo(item: QueueItem | null, isChosen: boolean): void {
      if (held.current !== item?.id) release()
      if (item !== null && held.current !== item.id && isOpen(item) && item.refusal === null) claim(item, isChosen)
    },
    /** Drops the claim without a request, because a decision has ended it on the server. */
    giveUp(): void {
      held.current = null
    },
    /** Resolves when the server has responded to the claim. */
    settled: (id: number) => calls.current.get(id),
  }
}
