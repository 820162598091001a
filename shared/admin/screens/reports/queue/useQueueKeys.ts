import { useEffect, useEffectEvent, useRef } from 'react'
import { REASON_CODES } from '#shared/rules/moderation.ts'
import { singleKey } from '#shared/ui/single-keys.ts'
import { useAdmin } from '../../../kit/context.ts'
import { answersTo } from './queue-list.ts'
import type { Queue } from './useQueue.ts'

export const reasonKey = (at: number): string | null => (at < 9 ? String(at + 1) : null)

const MOVES = new Set(['j', 'k', 'Enter'])
const DECISIONS = /^[axz1-9]$/

export function useQueueKeys(queue: Queue): void {
  const { shell, t } = useAdmin()
  const isLoaded = queue.loaded.data !== null
  const early = useRef<string[]>([])
  const { open, chosen, items, move, show, decide, chooseReason, undo } = queue

  /** Returns false for a key that does nothing at the moment. */
  function press(key: string): boolean {
    if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1)
    else if (key === 'z') void undo()
    else if (key === 'Enter' && document.activeElement === document.body)
      show(items.find(({ id }) => id === chosen.id) ?? items[0] ?? null, true)
    else if (key === 'Escape' && open !== null) show(open, false)
    else if (open === null || open.refusal !== null) return false
    else if (open.kind === 'mail') {
      if (queue.isTaken(open) || (key !== 'a' && key !== 'r')) return false
      if (key === 'a') void queue.archiveMail(open)
      else document.querySelector<HTMLElement>('.queue__item--chosen [data-answer]')?.focus()
    } else if (key === 'a' || key === 'x') {
      const answer = answersTo(open)[key === 'a' ? 'keep' : 'remove']
      if (answer === null || queue.isTaken(open)) return false
      decide(answer)
    } else {
      const reason = REASON_CODES.find((_, at) => reasonKey(at) === key)
      if (reason === undefined || open.kind === 'appeals') return false
      chooseReason(reason)
    }
    return true
  }

  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKey(event)
    if (key !== null && !isLoaded) return void early.current.push(key)
    if (key === null || (event.repeat && key !== 'j' && key !== 'k')) return
    if (press(key)) event.preventDefault()
  })

  /** Keys pressed before this code was loaded must not decide a case that nobody has seen. */
  const handleEarly = useEffectEvent(() => {
    const keys = early.current.splice(0)
    const decision = keys.find((key) => DECISIONS.test(key))
    if (decision !== undefined && items.length > 0) shell.notify({ kind: 'info', text: t.queue.tooEarly(decision) })
    if (keys.some((key) => MOVES.has(key))) show(items[0] ?? null, true)
  })

  const takeOver = useEffectEvent(() => early.current.push(...(shell.takeEarlyKeys?.() ?? [])))

  useEffect(() => {
    takeOver()
    const listener = (event: KeyboardEvent) => handle(event)
    // Capturing listeners run before the site's own shortcuts.
    addEventListener('keydown', listener, true)
    return () => removeEventListener('keydown', listener, true)
  }, [])

  useEffect(() => {
    if (isLoaded) handleEarly()
  }, [isLoaded])
}
