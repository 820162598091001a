import { useEffect, useState } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { storedUser, type StoredUser } from '#site/app/session.ts'
import { useSite } from '#site/app/site-context.tsx'
import { useResend } from '#site/features/auth/use-resend.ts'

/** Reminds of the link that was mailed, for as long as the stored account is not verified. */
export function VerificationBanner() {
  const { viewer, api, t } = useSite()
  const [user, setUser] = useState<StoredUser | null>(null)
  useEffect(() => setUser(storedUser()), [])
  const { resend, outcome, isBusy } = useResend(t.layout.resendFailed)
  if (user === null || user.email_verified) return null
  return (
    <section className="banner banner--info" aria-label={t.layout.verifyTitle}>
      <Notice
        acts={<Button size="small" busy={isBusy} onClick={() => void resend(async () => viewer?.email ?? (await api.users.me()).email)}>{t.layout.resend}</Button>}
      >
        {t.layout.verifyBanner}
        <span role={outcome?.kind === 'failed' ? 'alert' : 'status'} className="banner__outcome">{outcome?.text}</span>
      </Notice>
    </section>
  )
}
