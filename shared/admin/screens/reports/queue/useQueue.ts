import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { CallError } from '#shared/api/errors.ts'
import type { QueueItem } from '#shared/api/queue.ts'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { QUEUE_KINDS, type QueueDecision } from '#shared/rules/queue.ts'
import { useTexts } from '#shared/texts.ts'
import { useAdmin } from '../../../kit/context.ts'
import { failureText, isSignedOut } from '../../../kit/failure.ts'
import { idOf } from '../../../kit/id-of.ts'
import { oneOf } from '../../../kit/one-of.ts'
import { usePlace } from '../../../kit/place.ts'
import { useLoaded } from '../../../kit/useLoaded.ts'
import { useDrafts } from './drafts.ts'
import {
  decidedElsewhere,
  isClaimed,
  isOpen,
  neighbour,
  pruned,
  putBack,
  refreshed,
  replaced,
  withMore,
  without,
  type QueuePage,
} from './queue-list.ts'

/** `made` resolves to the id of the decision, null where the call failed or there is none: then it `isFinal`. */
export type Decided = {
  item: QueueItem
  at: number
  decision: QueueDecision
  made: Promise<number | null>
  isFinal?: boolean
}

/** `moves` counts how often a key or a decision chose it, which takes the focus there. */
type Chosen = { id: number | null; isOpen: boolean; moves: number }

type ClaimedBody = { by?: { username: string } | null; until?: string }

const RENEW_MS = 8 * 60_000
/** With fewer the next page is loaded. */
const MIN_LOADED = 5

export type Queue = ReturnType<typeof useQueue>

export function useQueue() {
  const texts = useTexts('modmail')
  const { api, shell, t, me, scope } = useAdmin()
  const place = usePlace()
  const kind = oneOf(['all', ...QUEUE_KINDS], place.get('kind')) ?? 'all'
  const categoryId = idOf(place.get('category'))
  const which = { kind, ...(categoryId !== null && { category_id: categoryId }) }
  const key = JSON.stringify(which)
  const loaded = useLoaded<QueuePage>(key, (signal) => api.queue.list(which, { signal }))
  const drafts = useDrafts()
  const [chosen, setChosen] = useState<Chosen>({ id: null, isOpen: false, moves: 0 })
  const [decided, setDecided] = useState<readonly Decided[]>([])
  /** Another object each time that a reason is missing. */
  const [missing, setMissing] = useState<{ id: number } | null>(null)
  const [refusedId, setRefusedId] = useState<number | null>(null)
  const [isLoadingMore, setLoadingMore] = useState(false)
  const held = useRef<number | null>(null)
  const claims = useRef(new Map<number, Promise<void>>())
  /** What was decided here: an older answer may still list it. */
  const own = useRef(new Set<number>())
  /** Everything that is loaded was decided here, and more waits. */
  const isAhead = useRef(false)
  const writes = useRef(0)
  const refreshing = useRef({ isRunning: false, isWanted: false })

  const items = loaded.data?.items ?? []
  const at = items.findIndex(({ id }) => id === chosen.id)
  const open = chosen.isOpen ? (items[at] ?? null) : null

  /** What is shown when an answer comes, which may be later. */
  const shown = useRef({ key, items, openId: open?.id ?? null })
  useEffect(() => {
    shown.current = { key, items, openId: open?.id ?? null }
  })

  /** Somebody else has claimed it. What is open here is claimed here unless that was refused. */
  const isTaken = (item: QueueItem) =>
    isClaimed(item, me.username, Date.now()) &&
    (item.claimed_by !== null || open?.id !== item.id || refusedId === item.id)
  const isFree = (item: QueueItem) => isOpen(item) && !isTaken(item) && item.refusal === null

  function refused(error: unknown, id: number): boolean {
    if (isSignedOut(error)) shell.onSignedOut()
    if (!(error instanceof CallError)) return false
    const { by = null, until = null } = error.body as ClaimedBody
    if (error.code === 'claimed') {
      setRefusedId(id)
      loaded.change((page) => replaced(page, id, (item) => ({ ...item, claimed_by: by, claimed_until: until })))
    } else if (error.code === 'decided') loaded.change((page) => decidedElsewhere(page, id))
    return error.code === 'claimed' || error.code === 'decided'
  }

  /** Where nobody chose it, what is refused is passed over. */
  function claim(item: QueueItem, isChosen: boolean): void {
    const { id } = item
    held.current = id
    setRefusedId(null)
    const claiming = api.queue.claim({ item_id: id }).then(
      (answer) => loaded.change((page) => replaced(page, id, () => answer.item)),
      (error: unknown) => {
        if (held.current === id) held.current = null
        const { items: now, openId } = shown.current
        if (!refused(error, id) || isChosen || openId !== id) return
        shell.notify({ kind: 'info', text: t.queue.passedOver(titleOf(item, t)) })
        show(
          neighbour(
            now,
            now.findIndex((one) => one.id === id),
            isFree,
          ),
          true,
          false,
        )
      },
    )
    claims.current.set(id, claiming)
  }

  function release(): void {
    const id = held.current
    if (id === null) return
    held.current = null
    void claims.current
      .get(id)
      ?.then(() => api.queue.release({ item_id: id }))
      .then(
        ({ item }) => loaded.change((page) => replaced(page, id, () => item)),
        () => {},
      )
  }

  function show(item: QueueItem | null, isOpened: boolean, isChosen = true): void {
    if (held.current !== item?.id || !isOpened) release()
    if (item !== null && isOpened && held.current !== item.id && isOpen(item) && item.refusal === null)
      claim(item, isChosen)
    isAhead.current = false
    setMissing(null)
    loaded.change((page) => pruned(page, isOpened ? (item?.id ?? null) : null))
    setChosen(({ moves }) => ({ id: item?.id ?? null, isOpen: item !== null && isOpened, moves: moves + 1 }))
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
    if (!isNoneOpen) return
    leave()
    setChosen((now) => (now.isOpen ? { ...now, isOpen: false } : now))
  }, [isNoneOpen])
  useEffect(() => () => leave(), [])

  function asWrite<T>(call: Promise<T>): Promise<T> {
    writes.current += 1
    return call.finally(() => {
      writes.current += 1
    })
  }

  async function send(item: QueueItem, place: number, decision: QueueDecision): Promise<number | null> {
    const { id } = item
    const { reason, ruleId, text } = drafts.of(id)
    const title = titleOf(item, t)
    try {
      await claims.current.get(id)
      const answer = await asWrite(
        api.queue.decide({
          item_id: id,
          decision,
          text,
          ...(decision === 'remove' && { reason_code: reason, rule_id: ruleId }),
        }),
      )
      drafts.drop(id)
      if (answer.decision === null)
        setDecided((list) => list.map((one) => (one.item.id === id ? { ...one, isFinal: true } : one)))
      return answer.decision?.id ?? null
    } catch (error) {
      setDecided((list) => list.filter((one) => one.item.id !== id))
      const code = error instanceof CallError ? error.code : ''
      if (code === 'decided') {
        shell.notify({ kind: 'info', text: t.queue.decidedElsewhere(title) })
        return null
      }
      const { by = null, until = null } = (error instanceof CallError ? error.body : {}) as ClaimedBody
      const back = code === 'claimed' ? { ...item, claimed_by: by, claimed_until: until } : item
      own.current.delete(id)
      if (key === shown.current.key) loaded.change((page) => putBack(page, back, place, shown.current.openId))
      if (isSignedOut(error)) shell.onSignedOut()
      else if (code === 'claimed')
        shell.notify({ kind: 'info', text: t.queue.claimedElsewhere(title, by?.username ?? null) })
      else shell.notify({ kind: 'error', text: t.queue.putBack(title, failureText(error, t)) })
      return null
    }
  }

  function decide(decision: QueueDecision): void {
    if (open === null || open.status === 'decided' || open.refusal !== null || open.kind === 'mail') return
    if (decision === 'remove' && drafts.of(open.id).reason === null) return setMissing({ id: open.id })
    const item = open
    held.current = null
    own.current.add(item.id)
    loaded.change((page) => without(page, item.id))
    const next = neighbour(items, at, isFree)
    show(next, true, false)
    isAhead.current = next === null && (loaded.data?.total ?? 0) > 1
    const made = send(item, at, decision)
    setDecided((list) => [...list, { item, at, decision, made }])
  }

  /** Answers or puts away a thread of mod mail, which is no decision; `action` says in a sentence what it did. */
  async function actOnMail(item: QueueItem, action: () => Promise<{ text: string; isDone: boolean }>): Promise<void> {
    try {
      await claims.current.get(item.id)
      const { text, isDone } = await asWrite(action())
      shell.notify({ kind: 'success', text })
      if (!isDone) return
      held.current = null
      own.current.add(item.id)
      drafts.drop(item.id)
      loaded.change((page) => without(page, item.id))
      show(neighbour(items, at, isFree), true, false)
    } catch (error) {
      if (!refused(error, item.id)) shell.notify({ kind: 'error', text: t.kit.failed + failureText(error, t) })
    }
  }

  const archiveMail = (item: QueueItem) =>
    actOnMail(item, async () => {
      await api.modmail.archive({ thread_id: item.modmail_id!, archived: true })
      return { text: texts.archivedDone, isDone: true }
    })

  async function undo(): Promise<void> {
    const last = decided.at(-1)
    if (!last || last.isFinal) return
    setDecided((list) => list.filter((one) => one !== last))
    const id = await last.made
    if (id === null) return
    const title = titleOf(last.item, t)
    try {
      await asWrite(api.queue.undo({ decision_id: id }))
      const item: QueueItem = { ...last.item, status: 'open', claimed_by: null, claimed_until: null }
      own.current.delete(item.id)
      loaded.change((page) => putBack(page, item, last.at, null))
      show(item, true)
      shell.notify({ kind: 'success', text: t.queue.undone(title) })
    } catch (error) {
      if (isSignedOut(error)) return shell.onSignedOut()
      shell.notify({ kind: 'error', text: t.queue.undoFailed + failureText(error, t) })
      if (!(error instanceof CallError) || error.status === 0) setDecided((list) => [...list, last])
    }
  }

  async function loadMore(): Promise<void> {
    const cursor = loaded.data?.next_cursor
    if (isLoadingMore || cursor == null) return
    setLoadingMore(true)
    try {
      const more = await api.queue.list({ ...which, cursor })
      if (key === shown.current.key) loaded.change((page) => withMore(page, more))
    } catch (error) {
      if (isSignedOut(error)) shell.onSignedOut()
      else shell.notify({ kind: 'error', text: t.kit.failed + failureText(error, t) })
    } finally {
      setLoadingMore(false)
    }
  }

  const isBusy = loaded.isLoading || isLoadingMore
  const refresh = useEffectEvent(async () => {
    const now = refreshing.current
    now.isWanted = true
    if (now.isRunning || loaded.data === null || isBusy) return
    now.isRunning = true
    try {
      while (now.isWanted) {
        const before = writes.current
        now.isWanted = false
        const fresh = await api.queue.list({
          ...which,
          limit: Math.min(Math.max(PAGE.queue, items.length), LIMITS.listLimit),
        })
        if (key !== shown.current.key) break
        // What was written meanwhile may not be in it.
        if (before === writes.current) loaded.change((page) => refreshed(page, fresh, own.current))
        else now.isWanted = true
      }
    } catch (error) {
      if (isSignedOut(error)) shell.onSignedOut()
      else console.warn('Reading the queue again failed', error)
    } finally {
      now.isRunning = false
    }
  })
  const catchUp = useEffectEvent(() => {
    if (refreshing.current.isWanted) void refresh()
  })
  useEffect(() => {
    if (!isBusy) catchUp()
  }, [isBusy])
  const follow = useEffectEvent(() => shell.follow(scope, () => void refresh()))
  useEffect(() => follow(), [])

  const fill = useEffectEvent(() => {
    if (decided.length > 0) void loadMore()
  })
  useEffect(() => {
    if (items.length <= MIN_LOADED) fill()
  }, [items.length])

  const openNext = useEffectEvent(() => {
    const next = isAhead.current ? items.find((item) => isFree(item) && !own.current.has(item.id)) : undefined
    if (next) show(next, true, false)
  })
  useEffect(() => openNext(), [loaded.data])

  return {
    kind,
    loaded,
    items,
    chosen,
    open,
    missing,
    isLoadingMore,
    drafts,
    last: decided.at(-1) ?? null,
    isTaken,
    show,
    decide,
    actOnMail,
    archiveMail,
    undo,
    loadMore,
    toggle: (item: QueueItem) => show(item, open?.id !== item.id),
    move: (by: 1 | -1) => {
      const next = by === 1 ? items.slice(at + 1).find(isOpen) : items.slice(0, Math.max(0, at)).findLast(isOpen)
      if (next) show(next, false)
    },
    chooseReason: (reason: Parameters<typeof drafts.change>[1]['reason']) => {
      if (open === null) return
      setMissing(null)
      drafts.change(open.id, { reason })
    },
  }
}

export function titleOf(
  { target: { type, title, author }, notice }: QueueItem,
  { queue: t }: ReturnType<typeof useAdmin>['t'],
): string {
  if (title === '') return type === 'user' && author !== null ? author.username : (notice?.url ?? t.gone)
  return type === 'comment' ? t.commentUnder(title) : title
}
