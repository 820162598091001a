import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { EmailForm } from '#site/features/auth/EmailForm.tsx'
import { authTexts } from '#site/features/auth/texts.ts'

export const page = definePage({
  guard: 'guest',
  meta: (_, { t }) => ({ title: authTexts[t.lang].forgot.title, noindex: true }),
  View: function ForgotPassword() {
    const { api, t } = useSite()
    const text = authTexts[t.lang].forgot
    return (
      <AuthSheet
        title={text.title}
        lead={text.lead}
        foot={
          <Link className="auth__link" to={paths.login()}>
            {authTexts[t.lang].backToLogin}
          </Link>
        }>
        <EmailForm
          draft="forgot-password"
          submitLabel={text.submit}
          busyLabel={text.busy}
          fallback={text.failed}
          send={async (email) => {
            await api.auth.requestPasswordReset({ email })
            return text.done
          }}
        />
      </AuthSheet>
    )
  },
})
