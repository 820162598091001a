import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { definePage } from '#site/core/page.ts'
import { useText } from '#site/core/site-context.tsx'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { ResetForm } from '#site/features/auth/ResetForm.tsx'
import { authTexts } from '#site/features/auth/texts.ts'

export const page = definePage({
  guard: 'guest',
  load: ({ query }) => ({ token: query.get('token')?.trim() ?? '' }),
  meta: ({ token }, { t }) => ({
    title: token === '' ? authTexts[t.lang].reset.invalidTitle : authTexts[t.lang].reset.title,
    noindex: true,
  }),
  View: function ResetPassword({ data: { token } }) {
    const { reset, backToLogin } = authTexts[useText().lang]
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
