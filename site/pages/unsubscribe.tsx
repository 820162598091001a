import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { definePage } from '#site/core/page.ts'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'

type State = 'asks' | 'done' | 'failed' | 'invalid'

/** The page has a plain form, so that mails can be switched off in any browser. */
export const page = definePage({
  load: async ({ api, query }): Promise<{ state: State; token: string; subjects: string[] }> => {
    const token = query.get('token') ?? ''
    const outcome = query.get('outcome')
    try {
      const { subjects } = await api.notifications.unsubscribable({ token })
      return { state: outcome === 'done' || outcome === 'failed' ? outcome : 'asks', token, subjects }
    } catch (error) {
      const { status } = error as { status?: number }
      if (status !== 400 && status !== 422) throw error
      return { state: 'invalid', token, subjects: [] }
    }
  },
  meta: ({ state }, { t }) => ({
    title: state === 'invalid' ? textsFor(t.lang, 'unsubscribe').invalidTitle : textsFor(t.lang, 'unsubscribe').title,
    noindex: true,
  }),
  View: function Unsubscribe({ data: { state, token, subjects } }) {
    const t = useTexts('unsubscribe')
    const settings = (
      <Link className="auth__link" to={paths.settings('notifications')}>
        {t.settings}
      </Link>
    )
    if (state === 'invalid') return <AuthSheet title={t.invalidTitle} lead={t.invalid} foot={settings} />
    const list = (
      <ul className="auth__tips">
        {subjects.map((subject) => (
          <li key={subject}>{subject}</li>
        ))}
      </ul>
    )
    if (state === 'done') {
      return (
        <AuthSheet title={t.title} foot={settings}>
          <Notice kind="success" role="status">
            {t.done}
          </Notice>
          {list}
        </AuthSheet>
      )
    }
    return (
      <AuthSheet title={t.title} lead={t.lead} foot={settings}>
        <form method="post" action={paths.unsubscribe('')} className="form">
          {list}
          {state === 'failed' && (
            <Notice kind="danger" role="alert">
              {t.failed}
            </Notice>
          )}
          <input type="hidden" name="token" value={token} />
          <button type="submit" className={buttonClass('primary', 'large', true)}>
            {t.button}
          </button>
        </form>
      </AuthSheet>
    )
  },
})
