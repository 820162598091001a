import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { AccountLoginForm } from '#site/features/admin/AccountLoginForm.tsx'
import { AdminLoginForm } from '#site/features/admin/AdminLoginForm.tsx'
import { PanelNeedsScripts } from '#site/features/admin/PanelNeedsScripts.tsx'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'

function panelPath(next: string | null): string {
  const path = safeNext(next)
  return path !== null && /^\/admin(\?|$)/.test(path) ? path : paths.admin()
}

export const page = definePage({
  load: ({ query }) => ({ next: panelPath(query.get('next')) }),
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'adminFrame').login.title, noindex: true }),
  View: function AdminLogin({ data: { next } }) {
    const text = useTexts('adminFrame').login
    const { viewer, site } = useSite()
    const byAccount = site.panel_by === 'account'
    const account = byAccount ? viewer : null
    return (
      <AuthSheet
        title={text.title}
        lead={byAccount ? text.accountLead : text.lead}
        foot={
          <Link className="auth__link" to="/">
            {text.home}
          </Link>
        }>
        <PanelNeedsScripts />
        {!byAccount && <AdminLoginForm next={next} />}
        {account?.is_admin === true && <AccountLoginForm username={account.username} next={next} />}
        {account?.is_admin === false && <p className="auth__lead">{text.noAdmin(account.username)}</p>}
        {byAccount && account === null && (
          <Link className={buttonClass('primary', 'large', true)} to={paths.login(paths.adminLogin(next))}>
            {text.signIn}
          </Link>
        )}
        {viewer !== null && (
          <p className="auth__foot">
            {text.moderator}{' '}
            <Link className="auth__link" to={paths.admin()}>
              {text.moderatorEnter}
            </Link>
          </p>
        )}
      </AuthSheet>
    )
  },
})
