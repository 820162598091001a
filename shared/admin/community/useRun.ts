import { useRef, useState } from 'react'
import type { Tools } from './tools.ts'

export type Outcome = { kind: 'success' | 'danger'; text: string }

/** Runs one action at a time; `outcome` is the message it returned, or the reason of its failure. */
export function useRun({ failed }: Tools, fallback: string) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const running = useRef(false)

  async function run(what: string, action: () => Promise<string>): Promise<boolean> {
    if (running.current) return false
    running.current = true
    setBusy(what)
    setOutcome(null)
    try {
      setOutcome({ kind: 'success', text: await action() })
      return true
    } catch (error) {
      const text = failed(error, fallback)
      setOutcome(text === null ? null : { kind: 'danger', text })
      return false
    } finally {
      running.current = false
      setBusy(null)
    }
  }

  return {
    run,
    busy,
    outcome,
    fail: (text: string) => setOutcome({ kind: 'danger', text }),
    clear: () => setOutcome(null),
  }
}
