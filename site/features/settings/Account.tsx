import { useState } from 'react'
import { changeEmail, type Account } from '#shared/api/account.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { longDate } from '#site/core/dates.ts'
import type { LoadArgs } from '#site/core/page.ts'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { OwnInvites, type InvitesPage } from '#site/features/invites/OwnInvites.tsx'
import { CurrentPassword } from './CurrentPassword.tsx'
import { HasPassword, useFirstPassword } from './has-password.ts'
import { Outcome } from './Outcome.tsx'
import { SettingsPart } from './SettingsFrame.tsx'
import { useSettingsForm } from './useSettingsForm.ts'
import { atPasswordField } from './wrong-password.ts'

type AccountData = { account: Account; invites: InvitesPage }

export async function loadAccountSection({ api }: LoadArgs): Promise<AccountData> {
  const [account, invites] = await Promise.all([api.account.get(), api.invites.mine({})])
  return { account, invites }
}

export function AccountSection({ data: { account: data, invites } }: { data: AccountData }) {
  const { viewer, lang, site } = useSite()
  const text = useTexts('settings')
  const [pending, setPending] = useState(data.pending_email)
  return (
    <>
      <SettingsPart title={text.username.title} lead={text.username.fixed}>
        <p>
          <strong>u/{viewer?.username}</strong>
        </p>
        {data.former_account && data.former_account.username !== viewer?.username && (
          <p>{text.username.former(data.former_account.forum, data.former_account.username)}</p>
        )}
        <p className="settings__lead">{text.username.since(longDate(data.created_at, lang, site.time_zone))}</p>
      </SettingsPart>
      <SettingsPart title={text.email.title} lead={text.email.present(data.email)}>
        {pending !== null && <Notice>{text.email.pending(pending)}</Notice>}
        <HasPassword value={data.has_password}>
          <EmailForm onSent={setPending} />
        </HasPassword>
      </SettingsPart>
      <OwnInvites first={invites} />
    </>
  )
}

function EmailForm({ onSent }: { onSent: (pending: string) => void }) {
  const { api } = useSite()
  const text = useTexts('settings')
  const password = useFirstPassword()
  const { values, change, issues, failure, done, isBusy, submit } = useSettingsForm({
    draft: 'new-email',
    call: 'account.changeEmail',
    exclude: ['password'],
    initial: { email: '', password },
    schema: changeEmail,
    fallback: text.email.failed,
    send: async (form) => {
      const { pending_email } = await atPasswordField(api.account.changeEmail(form), text.wrongPassword)
      onSent(pending_email)
      return { done: text.email.done(pending_email) }
    },
  })
  return (
    <form
      className="form"
      {...useEarlyForm(change, 'account.changeEmail')}
      onSubmit={(event) => void submit(event)}
      noValidate>
      <FormFields />
      <Field label={text.email.label} hint={text.email.hint} error={issues.email}>
        <TextInput
          type="email"
          name="email"
          value={values.email}
          required
          maxLength={LIMITS.email}
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => change({ email: event.target.value })}
        />
      </Field>
      <CurrentPassword value={values.password} error={issues.password} onValue={(password) => change({ password })} />
      <Outcome done={done} failure={failure} />
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy}>
          {text.email.submit}
        </Button>
      </div>
    </form>
  )
}
