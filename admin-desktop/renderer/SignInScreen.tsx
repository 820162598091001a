import { Button } from '../../shared/ui/Button.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { Notice } from '../../shared/ui/Notice.tsx'
import { PasswordInput } from '../../shared/ui/PasswordInput.tsx'
import { Segmented } from '../../shared/ui/Segmented.tsx'
import { TextInput } from '../../shared/ui/TextInput.tsx'
import { hostOf, useConsole } from './context.ts'
import { Mark } from './Mark.tsx'
import { useSignIn, type Kind } from './use-sign-in.ts'

export function SignInScreen({ address, hasEnded }: { address: string; hasEnded: boolean }) {
  const { state, t } = useConsole()
  const text = t.signIn
  const form = useSignIn(address)
  const { kind, asksAdminPassword, values, change, issue, isBusy, isFilled } = form
  return (
    <main id="main" className="way-in" tabIndex={-1}>
      <div className="way-in__sheet">
        <Mark className="way-in__mark" />
        <h1 className="way-in__title">{text.title}</h1>
        <p className="way-in__lead">{text.to(hostOf(address))}</p>
        {hasEnded && (
          <Notice kind="warning" role="alert">
            {text.ended}
          </Notice>
        )}
        <form
          className="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            void form.send()
          }}>
          <Segmented<Kind>
            label={text.who}
            value={kind}
            onChange={form.setKind}
            options={[
              { value: 'moderator', label: text.moderator },
              { value: 'admin', label: text.admin },
            ]}
          />
          <p className="way-in__kind">
            {kind === 'moderator' ? text.moderatorLead : asksAdminPassword ? text.adminLead : text.adminAccountLead}
          </p>
          {asksAdminPassword && (
            <Field label={text.adminPassword}>
              <PasswordInput
                showLabel={text.show}
                hideLabel={text.hide}
                key="admin"
                autoFocus
                autoComplete="off"
                maxLength={1000}
                value={values.adminPassword}
                onChange={(event) => change({ adminPassword: event.target.value })}
              />
            </Field>
          )}
          {form.asksAccount && <AccountFields form={form} />}
          {issue !== null && (
            <Notice kind="danger" role="alert">
              {issue}
            </Notice>
          )}
          <Button type="submit" variant="primary" wide busy={isBusy} busyLabel={text.busy} disabled={!isFilled}>
            {text.submit}
          </Button>
          <p className="way-in__note">{state.keeps_sign_in ? text.kept : text.notKept}</p>
        </form>
      </div>
    </main>
  )
}

function AccountFields({ form }: { form: ReturnType<typeof useSignIn> }) {
  const text = useConsole().t.signIn
  const { kind, asksAdminPassword, values, change } = form
  return (
    <fieldset className="form">
      {asksAdminPassword && <legend className="way-in__legend">{text.accountLegend}</legend>}
      <Field label={text.username}>
        <TextInput
          autoFocus={kind === 'moderator'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={values.username}
          onChange={(event) => change({ username: event.target.value })}
        />
      </Field>
      <Field label={text.password}>
        <PasswordInput
          showLabel={text.show}
          hideLabel={text.hide}
          autoComplete="off"
          maxLength={1000}
          value={values.password}
          onChange={(event) => change({ password: event.target.value })}
        />
      </Field>
      {form.isCodeNeeded && (
        <Field label={text.code} hint={text.codeHint}>
          <TextInput
            autoFocus
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            value={values.code}
            onChange={(event) => change({ code: event.target.value })}
          />
        </Field>
      )}
    </fieldset>
  )
}
