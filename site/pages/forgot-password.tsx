import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { EmailForm } from '#site/features/auth/EmailForm.tsx'

export const page = definePage({
  guard: 'guest',
  load: async ({ api }) => (await api.signInServices.list()).oidc_only,
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'authScreens').forgot.title, noindex: true }),
  View: function ForgotPassword({ data: isOff }) {
    const texts = useTexts('authScreens')
    const services = useTexts('signInServices')
    const { api } = useSite()
    const text = useTexts('authScreens').forgot
    return (
      <AuthSheet
        title={text.title}
        lead={text.lead}
        foot={
          <Link className="auth__link" to={paths.login()}>
            {texts.backToLogin}
          </Link>
        }>
        {isOff ? (
          <Notice>{services.passwordOff}</Notice>
        ) : (
          <EmailForm
            draft="forgot-password"
            call="auth.requestPasswordReset"
            submitLabel={text.submit}
            busyLabel={text.busy}
            fallback={text.failed}
            send={async (email) => {
              await api.auth.requestPasswordReset({ email })
              return text.done
            }}
          />
        )}
      </AuthSheet>
    )
  },
})
