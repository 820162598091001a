import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { safeNext } from '#shared/rules/next-path.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { AdminLoginForm } from '#site/features/admin/AdminLoginForm.tsx'
import { loadEntryTexts } from '#site/features/admin/entry-texts.ts'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'

function panelPath(next: string | null): string {
  const path = safeNext(next)
  return path !== null && /^\/admin(\?|$)/.test(path) ? path : paths.admin()
}

export const page = definePage({
  load: async ({ lang, query }) => ({ text: (await loadEntryTexts(lang)).login, next: panelPath(query.get('next')) }),
  meta: ({ text }) => ({ title: text.title, noindex: true }),
  View: function AdminLogin({ data: { text, next } }) {
    const { viewer } = useSite()
    return (
      <AuthSheet
        title={text.title}
        lead={text.lead}
        foot={
          <Link className="auth__link" to="/">
            {text.home}
          </Link>
        }>
        <AdminLoginForm text={text} next={next} />
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
