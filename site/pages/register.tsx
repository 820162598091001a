import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import { useHistoryState } from '#site/app/history-state.ts'
import { definePage } from '#site/app/page.ts'
import { useText } from '#site/app/site-context.tsx'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { FromBefore } from '#site/features/auth/from-before.ts'
import { RegisterForm } from '#site/features/auth/RegisterForm.tsx'

export const page = definePage({
  guard: 'guest',
  meta: (_, { t }) => ({ title: t.authScreens.register.title, noindex: true }),
  View: function Register() {
    const text = useText().authScreens.register
    const from = safeNext(useHistoryState(FromBefore)?.from)
    return (
      <AuthSheet
        title={text.title}
        lead={text.lead}
        foot={<>{text.haveAccount} <Link className="auth__link" to={paths.login(from)}>{text.logIn}</Link></>}
      >
        <RegisterForm />
      </AuthSheet>
    )
  },
})
