import { Link } from 'react-router-dom'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { useHistoryState } from '#site/core/useHistoryState.ts'
import { definePage } from '#site/core/page.ts'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'
import { CameFrom } from '#site/features/auth/came-from.ts'
import { ServiceButtons } from '#site/features/sign-in-services/ServiceButtons.tsx'
import { RegisterForm } from '#site/features/auth/RegisterForm.tsx'

export const page = definePage({
  guard: 'guest',
  load: async ({ api, query }) => {
    const [info, ways] = await Promise.all([api.auth.registration(), api.signInServices.list()])
    return { info, ways, invite: (query.get('invite') ?? '').slice(0, LIMITS.inviteCode) }
  },
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'authScreens').register.title, noindex: true }),
  View: function Register({ data: { info, ways, invite } }) {
    const text = useTexts('authScreens').register
    const from = safeNext(useHistoryState(CameFrom)?.from)
    const { registration } = info
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
        {registration === 'closed' ? (
          <Notice>{text.closed}</Notice>
        ) : (
          <>
            {registration === 'approval' && <Notice>{text.approval}</Notice>}
            {registration === 'invite' && invite === '' && <Notice>{text.byInvite}</Notice>}
            {!ways.oidc_only && <RegisterForm key={invite} info={info} invite={invite} />}
          </>
        )}
        {registration !== 'closed' && <ServiceButtons ways={ways} next={from ?? '/'} />}
      </AuthSheet>
    )
  },
})
