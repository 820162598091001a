import { Link } from 'react-router-dom'
import * as v from 'valibot'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { useHistoryState } from '#site/core/useHistoryState.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { EmailForm } from '#site/features/auth/EmailForm.tsx'
import { useResend } from '#site/features/auth/useResend.ts'

const Registered = v.object({ email: v.string(), username: v.string(), fromLogin: v.boolean() })

export const page = definePage({
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'authScreens').sent.title, noindex: true }),
  View: function VerifyEmailSent() {
    const texts = useTexts('authScreens')
    const { api } = useSite()
    const text = useTexts('authScreens').sent
    const registered = useHistoryState(Registered)
    const lead = registered === null ? text.unknown : registered.fromLogin ? text.fromLogin : text.registered
    return (
      <AuthSheet
        title={text.title}
        lead={lead}
        foot={
          <Link className="auth__link" to={paths.login()}>
            {texts.backToLogin}
          </Link>
        }>
        <div className="form">
          {registered === null ? (
            <EmailForm
              draft="resend"
              call="auth.resendVerification"
              submitLabel={text.resend}
              busyLabel={text.busy}
              fallback={text.failed}
              send={async (email) => (await api.auth.resendVerification({ email })).message}
            />
          ) : (
            <Resend email={registered.email} username={registered.username} />
          )}
          <p>{text.validity}</p>
          <section>
            <h2 className="auth__subtitle">{text.tipsTitle}</h2>
            <ul className="auth__tips">
              {text.tips.map((tip) => (
                <li key={tip}>{tip}</li>
              ))}
            </ul>
          </section>
        </div>
      </AuthSheet>
    )
  },
})

function Resend({ email, username }: { email: string; username: string }) {
  const text = useTexts('authScreens')
  const { resend, outcome, isBusy } = useResend(text.sent.failed)
  return (
    <>
      <dl className="auth__facts">
        <div>
          <dt>{text.email}</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>{text.username}</dt>
          <dd>{username}</dd>
        </div>
      </dl>
      {outcome && (
        <Notice
          kind={outcome.kind === 'sent' ? 'success' : 'danger'}
          role={outcome.kind === 'sent' ? 'status' : 'alert'}>
          {outcome.text}
        </Notice>
      )}
      <Button
        variant="primary"
        size="large"
        wide
        busy={isBusy}
        busyLabel={text.sent.busy}
        onClick={() => void resend(email)}>
        {text.sent.resend}
      </Button>
    </>
  )
}
