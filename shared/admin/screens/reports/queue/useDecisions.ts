import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '#shared/api/errors.ts'
import type { QueueItem } from '#shared/api/queue.ts'
import type { QueueDecision } from '#shared/rules/queue.ts'
import { useAdmin } from '../../../kit/context.ts'
import { failureText, isSignedOut } from '../../../kit/failure.ts'
import type { Drafts } from './drafts.ts'
import { putBack } from './queue-list.ts'
import { titleOf } from './queue-title.ts'
import { refusalOf } from './refusal.ts'
import type { Claims } from './useClaims.ts'
import type { QueuePages } from './useQueuePages.ts'

/** `made` resolves to the decision's id, null if there is none; `isFinal` means that it cannot be undone. */
type Decided = { item: QueueItem; at: number; decision: QueueDecision; made: Promise<number | null>; isFinal?: boolean }

/** The next page is loaded when fewer cases than this are left. */
const MIN_LOADED = 5

type Options = {
  drafts: Drafts
  claims: Claims
  /** The case that is open when a response arrives. */
  openId: () => number | null
  onUndone: (item: QueueItem) => void
}

/** A decided case leaves the list at once, before the server has responded. */
export function useDecisions(
  { loaded, items, own, isShown, loadMore, asWrite }: QueuePages,
  { drafts, claims, openId, onUndone }: Options,
) {
  const { api, shell, t } = useAdmin()
  const [decided, setDecided] = useState<readonly Decided[]>([])

  function takeBack(item: QueueItem, at: number, error: unknown): void {
    const title = titleOf(item, t)
    const refusal = refusalOf(error)
    setDecided((list) => list.filter((one) => one.item.id !== item.id))
    if (refusal?.code === 'decided') return shell.notify({ kind: 'info', text: t.queue.decidedElsewhere(title) })
    own.delete(item.id)
    if (isShown()) loaded.change((page) => putBack(page, { ...item, ...refusal?.claim }, at, openId()))
    if (isSignedOut(error)) shell.onSignedOut()
    else if (refusal !== null)
      shell.notify({ kind: 'info', text: t.queue.claimedElsewhere(title, refusal.claim.claimed_by?.username ?? null) })
    else shell.notify({ kind: 'error', text: t.queue.putBack(title, failureText(error, t)) })
  }

  async function send(item: QueueItem, at: number, decision: QueueDecision): Promise<number | null> {
    const { id } = item
    const { reason, ruleId, text } = drafts.of(id)
    const grounds = decision === 'remove' ? { reason_code: reason, rule_id: ruleId } : {}
    try {
      await claims.settled(id)
      const answer = await asWrite(api.queue.decide({ item_id: id, decision, text, ...grounds }))
      drafts.drop(id)
      if (answer.decision === null)
        setDecided((list) => list.map((one) => (one.item.id === id ? { ...one, isFinal: true } : one)))
      return answer.decision?.id ?? null
    } catch (error) {
      takeBack(item, at, error)
      return null
    }
  }

  async function undo(): Promise<void> {
    const last = decided.at(-1)
    if (!last || last.isFinal) return
    setDecided((list) => list.filter((one) => one !== last))
    const id = await last.made
    if (id === null) return
    try {
      await asWrite(api.queue.undo({ decision_id: id }))
      const item: QueueItem = { ...last.item, status: 'open', claimed_by: null, claimed_until: null }
      own.delete(item.id)
      loaded.change((page) => putBack(page, item, last.at, null))
      onUndone(item)
      shell.notify({ kind: 'success', text: t.queue.undone(titleOf(item, t)) })
    } catch (error) {
      if (isSignedOut(error)) return shell.onSignedOut()
      shell.notify({ kind: 'error', text: t.queue.undoFailed + failureText(error, t) })
      if (!(error instanceof CallError) || error.status === 0) setDecided((list) => [...list, last])
    }
  }

  const fill = useEffectEvent(() => {
    if (decided.length > 0) void loadMore()
  })
  useEffect(() => {
    if (items.length <= MIN_LOADED) fill()
  }, [items.length])

  return {
    last: decided.at(-1) ?? null,
    undo,
    make(item: QueueItem, at: number, decision: QueueDecision): void {
      const made = send(item, at, decision)
      setDecided((list) => [...list, { item, at, decision, made }])
    },
  }
}
