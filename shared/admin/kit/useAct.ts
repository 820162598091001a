import { useRef, useState } from 'react'
import type { Question } from '../shell.ts'
import { useAdmin } from './context.ts'
import { failureText, isSignedOut } from './failure.ts'

export type Act<T> = {
  /** What runs once at a time, for example 'delete 7'. */
  key: string
  /** Asked first, where the act destroys something. */
  ask?: Omit<Question, 'cancelLabel'>
  call: () => Promise<T>
  /** Said when it went through. */
  done?: string | ((answer: T) => string | undefined)
  /** What stands before the reason of a failure; 'Błąd: ' where nothing is given. */
  failed?: string
}

/** Asks, calls, and tells how it went. `act` answers null where it did not go through; `isBusy` while one runs. */
export function useAct() {
  const { shell, t } = useAdmin()
  const [busy, setBusy] = useState<readonly string[]>([])
  const running = useRef(new Set<string>())

  async function act<T>({ key, ask, call, done, failed = t.kit.failed }: Act<T>): Promise<{ answer: T } | null> {
    if (running.current.has(key)) return null
    running.current.add(key)
    try {
      if (ask && !await shell.confirm({ ...ask, cancelLabel: t.kit.cancel })) return null
      setBusy([...running.current])
      const answer = await call()
      const text = typeof done === 'function' ? done(answer) : done
      if (text !== undefined) shell.notify({ kind: 'success', text })
      return { answer }
    } catch (error) {
      if (isSignedOut(error)) shell.onSignedOut()
      else shell.notify({ kind: 'error', text: failed + failureText(error, t) })
      return null
    } finally {
      running.current.delete(key)
      setBusy([...running.current])
    }
  }

  return { act, isBusy: (key: string) => busy.includes(key) }
}
