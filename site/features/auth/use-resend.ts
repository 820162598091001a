import { useState } from 'react'
import { failureText, isToldAlready } from '#site/app/call-failed.ts'
import { useSite } from '#site/app/site-context.tsx'

type Outcome = { kind: 'sent' | 'failed', text: string }

/** Mails the verification link again and says how that went; `fallback` where the server says nothing. */
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
      const { message } = await api.auth.resendVerification({ email: typeof email === 'string' ? email : await email() })
      setOutcome({ kind: 'sent', text: message })
    } catch (error) {
      if (!isToldAlready(error)) setOutcome({ kind: 'failed', text: failureText(error, fallback) })
    } finally {
      setBusy(false)
    }
  }
  return { resend, outcome, isBusy }
}
