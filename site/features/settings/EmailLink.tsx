import { useRef, useState, type FormEvent } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { definePage } from '#site/core/page.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import { formPath } from '#shared/rules/forms.ts'
import { useSite } from '#site/core/site-context.tsx'
import { AuthSheet } from '#site/features/auth/AuthSheet.tsx'

type Kind = 'confirm' | 'undo'

const CALLS = { confirm: 'account.confirmEmail', undo: 'account.undoEmail' } as const

/** Programs may open links in e-mails automatically, so only the page's button makes the call. */
export function emailLinkPage(kind: Kind) {
  return definePage<{ token: string }>({
    load: ({ query }) => ({ token: query.get('token')?.trim() ?? '' }),
    meta: (_, { t }) => ({ title: textsFor(t.lang, 'settings').emailLinks[kind].title, noindex: true }),
    View: ({ data }) => <EmailLink key={data.token} kind={kind} token={data.token} />,
  })
}

function EmailLink({ kind, token }: { kind: Kind; token: string }) {
  const { api, isSignedIn } = useSite()
  const {
    emailLinks: { [kind]: text, ...common },
  } = useTexts('settings')
  const [outcome, setOutcome] = useState<{ email: string; way: { to: string; label: string } } | null>(null)
  const [failure, setFailure] = useState<string | null>(token === '' ? common.incomplete : null)
  const [isBusy, setBusy] = useState(false)
  const sending = useRef(false)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (sending.current) return
    sending.current = true
    setBusy(true)
    setFailure(null)
    try {
      const { email } = await (kind === 'confirm'
        ? api.account.confirmEmail({ token })
        : api.account.undoEmail({ token }))
      const toSettings = { to: paths.settings('account'), label: common.toSettings }
      setOutcome({ email, way: kind === 'confirm' && isSignedIn() ? toSettings : { to: '/', label: common.toHome } })
    } catch (error) {
      setFailure(hasOwnToast(error) ? null : failureText(error, common.failed))
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  if (outcome !== null) {
    return (
      <AuthSheet title={text.doneTitle}>
        <Notice kind="success" role="status">
          {text.done(outcome.email)}
        </Notice>
        <Link className={buttonClass('primary', 'large', true)} to={outcome.way.to} reloadDocument>
          {outcome.way.label}
        </Link>
      </AuthSheet>
    )
  }
  return (
    <AuthSheet title={text.title} lead={token === '' ? undefined : text.lead}>
      <form className="form" method="post" action={formPath(CALLS[kind])} onSubmit={(event) => void submit(event)}>
        <FormFields fields={{ token }} next={kind === 'confirm' && isSignedIn() ? paths.settings('account') : '/'} />
        <FormFailure text={failure} />
        {token !== '' && (
          <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel={text.busy}>
            {text.submit}
          </Button>
        )}
      </form>
    </AuthSheet>
  )
}
