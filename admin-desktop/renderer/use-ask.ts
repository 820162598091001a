import { useRef, useState } from 'react'
import type { Outcome } from '../ipc.ts'
import { useConsole } from './context.ts'
import { issueText } from './issue-text.ts'

/** Asks the main process for something, once at a time; keeps why it was refused until it is asked again. */
export function useAsk() {
  const { t } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [issue, setIssue] = useState<string | null>(null)
  const isUnderWay = useRef(false)

  async function ask(call: () => Promise<Outcome>): Promise<Outcome | null> {
    if (isUnderWay.current) return null
    isUnderWay.current = true
    setBusy(true)
    setIssue(null)
    try {
      const outcome = await call()
      setIssue(issueText(outcome, t))
      return outcome
    } catch {
      setIssue(t.issues.failed)
      return null
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }

  return { ask, isBusy, issue }
}
