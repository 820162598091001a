import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import { useHistoryState } from '#site/core/useHistoryState.ts'
import { definePage } from '#site/core/page.ts'
import { useText } from '#site/core/site-context.tsx'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { CameFrom } from '#site/features/auth/came-from.ts'
import { RegisterForm } from '#site/features/auth/RegisterForm.tsx'
import { authTexts } from '#site/features/auth/texts.ts'

export const page = definePage({
  guard: 'guest',
  meta: (_, { t }) => ({ title: authTexts[t.lang].register.title, noindex: true }),
  View: function Register() {
    const text = authTexts[useText().lang].register
    const from = safeNext(useHistoryState(CameFrom)?.from)
    return (
      <AuthSheet
        title={text.title}
        lead={text.lead}
        foot={
          <>
            {text.haveAccount}{' '}
            <Link className="auth__link" to={paths.login(from)}>
              {text.logIn}
            </Link>
          </>
        }>
        <RegisterForm />
      </AuthSheet>
    )
  },
})
