import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { useHistoryState } from '#site/core/useHistoryState.ts'
import { definePage } from '#site/core/page.ts'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { CameFrom } from '#site/features/auth/came-from.ts'
import { RegisterForm } from '#site/features/auth/RegisterForm.tsx'

export const page = definePage({
  guard: 'guest',
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'authScreens').register.title, noindex: true }),
  View: function Register() {
    const text = useTexts('authScreens').register
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
