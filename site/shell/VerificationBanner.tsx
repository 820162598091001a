import { useEffect, useState } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { storedUser, type StoredUser } from '#site/core/session.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useResend } from '#site/features/auth/useResend.ts'

export function VerificationBanner() {
  const { viewer, api, t } = useSite()
  const [user, setUser] = useState<StoredUser | null>(null)
  useEffect(() => setUser(storedUser()), [])
  const { resend, outcome, isBusy } = useResend(t.layout.resendFailed)
  if (user === null || user.email_verified) return null
  return (
    <section className="banner banner--info" aria-label={t.layout.verifyTitle}>
      <Notice
        actions={
          <Button
            size="small"
            busy={isBusy}
            onClick={() => void resend(async () => viewer?.email ?? (await api.users.me()).email)}>
            {t.layout.resend}
          </Button>
        }>
        {t.layout.verifyBanner}
        <span role={outcome?.kind === 'failed' ? 'alert' : 'status'} className="banner__outcome">
          {outcome?.text}
        </span>
      </Notice>
    </section>
  )
}
