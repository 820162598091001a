import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { QueueItem } from '#shared/api/queue.ts'
import type { QueueDecision } from '#shared/rules/queue.ts'
import { useAdmin } from '../../../kit/context.ts'
import { useDrafts, type Draft } from './drafts.ts'
import { neighbour, nextOpen, pruned, without } from './queue-list.ts'
import { titleOf } from './queue-title.ts'
import { useChosenItem } from './useChosenItem.ts'
import { useClaims } from './useClaims.ts'
import { useDecisions } from './useDecisions.ts'
import { useMailActions } from './useMailActions.ts'
import { useQueuePages } from './useQueuePages.ts'

export type Queue = ReturnType<typeof useQueue>

export function useQueue() {
  const { shell, t } = useAdmin()
  const pages = useQueuePages()
  const { kind, loaded, items, own, isLoadingMore, loadMore } = pages
  const drafts = useDrafts()
  const { chosen, at, open, shown, choose } = useChosenItem(items)
  /** The case that lacks a reason; each attempt to decide it sets a new object, which focuses the field again. */
  const [missing, setMissing] = useState<{ id: number } | null>(null)
  /** Set when the last loaded case was decided and the server has more, so that the next case opens when it arrives. */
  const isAhead = useRef(false)

  const claims = useClaims(pages, { open, onRefused: passOver })
  const openId = () => shown().openId
  const decisions = useDecisions(pages, { drafts, claims, openId, onUndone: (item) => show(item, true) })
  const mail = useMailActions(pages, claims, (item) => {
    drafts.drop(item.id)
    takeOut(item)
  })

  function show(item: QueueItem | null, isOpened: boolean, isChosen = true): void {
    claims.moveTo(isOpened ? item : null, isChosen)
    isAhead.current = false
    setMissing(null)
    loaded.change((page) => pruned(page, isOpened ? (item?.id ?? null) : null))
    choose(item, isOpened)
  }

  function passOver(item: QueueItem): void {
    const { items: now, openId } = shown()
    if (openId !== item.id) return
    shell.notify({ kind: 'info', text: t.queue.passedOver(titleOf(item, t)) })
    const place = now.findIndex(({ id }) => id === item.id)
    show(neighbour(now, place, claims.isFree), true, false)
  }

  function takeOut(item: QueueItem): QueueItem | null {
    claims.giveUp()
    own.add(item.id)
    loaded.change((page) => without(page, item.id))
    const next = neighbour(items, at, claims.isFree)
    show(next, true, false)
    return next
  }

  function decide(decision: QueueDecision): void {
    if (open === null || open.status === 'decided' || open.refusal !== null || open.kind === 'mail') return
    const { reason, text } = drafts.of(open.id)
    const isMissing = decision === 'remove' ? reason === null : decision === 'refuse' && text.trim() === ''
    if (isMissing) return setMissing({ id: open.id })
    const next = takeOut(open)
    isAhead.current = next === null && (loaded.data?.total ?? 0) > 1
    decisions.make(open, at, decision)
  }

  const openNext = useEffectEvent(() => {
    const next = isAhead.current ? items.find((item) => claims.isFree(item) && !own.has(item.id)) : undefined
    if (next) show(next, true, false)
  })
  useEffect(() => openNext(), [loaded.data])

  return {
    ...mail,
    kind,
    loaded,
    items,
    chosen,
    open,
    missing,
    isLoadingMore,
    loadMore,
    drafts,
    show,
    decide,
    last: decisions.last,
    undo: decisions.undo,
    isTaken: claims.isTaken,
    toggle: (item: QueueItem) => show(item, open?.id !== item.id),
    move: (by: 1 | -1) => {
      const next = nextOpen(items, at, by)
      if (next) show(next, false)
    },
    chooseReason: (reason: Draft['reason']) => {
      if (open === null) return
      setMissing(null)
      drafts.change(open.id, { reason })
    },
  }
}
