import { useRef, useState } from 'react'
import type { Question } from '../shell.ts'
import { useAdmin } from './context.ts'
import { failureText, isSignedOut } from './failure.ts'

type Action<T> = {
  /** Names the action, like 'delete 7'; it does not start while an action with the same key runs. */
  key: string
  ask?: Omit<Question, 'cancelLabel'>
  call: () => Promise<T>
  done?: string | ((answer: T) => string | undefined)
  /** Prefix of the error message; 'Błąd: ' by default. */
  failed?: string
}

/** `runAction` asks for confirmation and shows the outcome; it resolves to null after a failure or cancellation. */
export function useAction() {
  const { shell, t } = useAdmin()
  const [busy, setBusy] = useState<readonly string[]>([])
  const running = useRef(new Set<string>())

  async function runAction<T>({
    key,
    ask,
    call,
    done,
    failed = t.kit.failed,
  }: Action<T>): Promise<{ answer: T } | null> {
    if (running.current.has(key)) return null
    running.current.add(key)
    try {
      if (ask && !(await shell.confirm({ ...ask, cancelLabel: t.kit.cancel }))) return null
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

  return { runAction, isBusy: (key: string) => busy.includes(key) }
}
