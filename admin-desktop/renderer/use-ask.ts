import { useRef, useState } from 'react'
import type { Outcome } from '../ipc.ts'
import { useConsole } from './context.ts'
import { issueText } from './issue-text.ts'

/** Calls the main process; `issue` is the reason of the last refusal. */
export function useAsk() {
  const { t } = useConsole()
  const [isBusy, setBusy] = useState(false)
  const [issue, setIssue] = useState<string | null>(null)
  const isInFlight = useRef(false)

  async function ask(call: () => Promise<Outcome>): Promise<Outcome | null> {
    if (isInFlight.current) return null
    isInFlight.current = true
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
      isInFlight.current = false
      setBusy(false)
    }
  }

  return { ask, isBusy, issue }
}
