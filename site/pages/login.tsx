import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { useHistoryState } from '#site/core/useHistoryState.ts'
import { definePage } from '#site/core/page.ts'
import { useText } from '#site/core/site-context.tsx'
import { isUserPage } from '#site/features/auth/account-pages.ts'
import { CameFrom } from '#site/features/auth/came-from.ts'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { ServiceButtons } from '#site/features/sign-in-services/ServiceButtons.tsx'
import { LoginForm } from '#site/features/auth/LoginForm.tsx'

export const page = definePage({
  guard: 'guest',
  load: async ({ api, query }) => {
    const [ways, { pending }] = await Promise.all([api.signInServices.list(), api.signInServices.pending()])
    return { next: safeNext(query.get('next')), ways, isLinking: pending?.step === 'sign_in' }
  },
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'authScreens').login.submit, noindex: true }),
  View: function Login({ data: { next, ways, isLinking } }) {
    const t = useText()
    const text = useTexts('authScreens').login
    const before = useHistoryState(CameFrom)
    const from = next ?? safeNext(before?.from)
    return (
      <AuthSheet
        title={text.title}
        lead={text.lead}
        {...(!ways.oidc_only && {
          foot: (
            <>
              {text.newHere}{' '}
              <Link className="auth__link" to={paths.register()} state={{ from }}>
                {text.signUp}
              </Link>
            </>
          ),
        })}>
        {next !== null && isUserPage(next) && (
          <Notice kind="warning" role="alert">
            {t.app.mustSignIn}
          </Notice>
        )}
        {before?.message !== undefined && (
          <Notice kind="success" role="status">
            {before.message}
          </Notice>
        )}
        {/* Linking a service starts with a sign-in by password, even if `oidc_only` is set. */}
        {(!ways.oidc_only || isLinking) && <LoginForm next={from ?? '/'} />}
        {!isLinking && <ServiceButtons ways={ways} next={from ?? '/'} />}
      </AuthSheet>
    )
  },
})
