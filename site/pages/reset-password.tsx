import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { definePage } from '#site/core/page.ts'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { ResetForm } from '#site/features/auth/ResetForm.tsx'

export const page = definePage({
  guard: 'guest',
  load: ({ query }) => ({ token: query.get('token')?.trim() ?? '' }),
  meta: ({ token }, { t }) => ({
    title:
      token === '' ? textsFor(t.lang, 'authScreens').reset.invalidTitle : textsFor(t.lang, 'authScreens').reset.title,
    noindex: true,
  }),
  View: function ResetPassword({ data: { token } }) {
    const { reset, backToLogin } = useTexts('authScreens')
    if (token === '') {
      return (
        <AuthSheet title={reset.invalidTitle} lead={reset.invalidText}>
          <Link className={buttonClass('primary', 'large', true)} to={paths.forgotPassword()}>
            {reset.requestNew}
          </Link>
        </AuthSheet>
      )
    }
    return (
      <AuthSheet
        title={reset.title}
        lead={reset.lead}
        foot={
          <Link className="auth__link" to={paths.login()}>
            {backToLogin}
          </Link>
        }>
        <ResetForm token={token} />
      </AuthSheet>
    )
  },
})
