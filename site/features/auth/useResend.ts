import { useState } from 'react'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'

type Outcome = { kind: 'sent' | 'failed'; text: string }

export function useResend(fallback: string): {
  resend: (email: string | (() => Promise<string>)) => Promise<void>
  outcome: Outcome | null
  isBusy: boolean
} {
  const { api } = useSite()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function resend(email: string | (() => Promise<string>)): Promise<void> {
    setBusy(true)
    setOutcome(null)
    try {
      const { message } = await api.auth.resendVerification({
        email: typeof email === 'string' ? email : await email(),
      })
      setOutcome({ kind: 'sent', text: message })
    } catch (error) {
      if (!hasOwnToast(error)) setOutcome({ kind: 'failed', text: failureText(error, fallback) })
    } finally {
      setBusy(false)
    }
  }
  return { resend, outcome, isBusy }
}
