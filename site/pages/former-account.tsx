import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { definePage } from '#site/core/page.ts'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'

/** Claims or deletes an imported account by a link in an e-mail, without JavaScript and login session. */
export const page = definePage({
  load: async ({ query }) => ({ token: query.get('token') ?? '', outcome: query.get('outcome') }),
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'formerAccount').title, noindex: true }),
  View: function FormerAccount({ data: { token, outcome } }) {
    const t = useTexts('formerAccount')
    if (outcome === 'deleted')
      return (
        <AuthSheet title={t.title}>
          <Notice kind="success" role="status">
            {t.deleted}
          </Notice>
        </AuthSheet>
      )
    if (token === '')
      return (
        <AuthSheet title={t.title} lead={t.ask}>
          {outcome === 'failed' && <Failed />}
          <p>
            <Link className={buttonClass('primary', 'large', true)} to={paths.forgotPassword()}>
              {t.mailMe}
            </Link>
          </p>
        </AuthSheet>
      )
    return (
      <AuthSheet title={t.title} lead={t.lead}>
        {outcome === 'failed' && <Failed />}
        <p>
          <Link className={buttonClass('primary', 'large', true)} to={paths.resetPassword(token)}>
            {t.claim}
          </Link>
        </p>
        <form method="post" action="/former-account" className="form">
          <fieldset>
            <legend>{t.legend}</legend>
            <label>
              <input type="radio" name="content" value="keep" defaultChecked /> {t.keep}
            </label>{' '}
            <label>
              <input type="radio" name="content" value="remove" /> {t.remove}
            </label>
          </fieldset>
          <input type="hidden" name="token" value={token} />
          <button type="submit" className={buttonClass('danger', 'large', true)}>
            {t.button}
          </button>
        </form>
      </AuthSheet>
    )
  },
})

function Failed() {
  const { failed } = useTexts('formerAccount')
  return (
    <Notice kind="danger" role="alert">
      {failed}
    </Notice>
  )
}
