import { useEffect, useState } from 'react'
import { Button } from '../../shared/ui/Button.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { Notice } from '../../shared/ui/Notice.tsx'
import { PasswordInput } from '../../shared/ui/PasswordInput.tsx'
import { Segmented } from '../../shared/ui/Segmented.tsx'
import { TextInput } from '../../shared/ui/TextInput.tsx'
import type { AdminMode, SignIn } from '../ipc.ts'
import { bridge } from './bridge.ts'
import { hostOf, useConsole } from './context.ts'
import { Mark } from './Mark.tsx'
import { useAsk } from './use-ask.ts'

type Kind = SignIn['kind']

export function SignInScreen({ address, hasEnded }: { address: string; hasEnded: boolean }) {
  const { state, t } = useConsole()
  const text = t.signIn
  const [kind, setKind] = useState<Kind>('moderator')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [adminPassword, setAdminPassword] = useState('')
  /** The server also wants an account of admins. */
  const [isAccountNeeded, setAccountNeeded] = useState(false)
  const [isCodeNeeded, setCodeNeeded] = useState(false)
  const [code, setCode] = useState('')
  const { ask, isBusy, issue } = useAsk()
  const [adminMode, setAdminMode] = useState<AdminMode>(null)
  const asksAdminPassword = kind === 'admin' && adminMode !== 'account'
  const asksAccount = kind === 'moderator' || isAccountNeeded || !asksAdminPassword
  const isFilled =
    (!asksAdminPassword || adminPassword !== '') && (!asksAccount || (username.trim() !== '' && password !== ''))

  useEffect(() => {
    if (kind === 'admin') void bridge.adminMode().then(setAdminMode)
  }, [kind, address])

  async function send() {
    if (!isFilled) return
    const account = { username: username.trim(), password, code: code.trim() }
    const outcome = await ask(() =>
      bridge.signIn(
        kind === 'moderator'
          ? { kind, ...account }
          : { kind, password: asksAdminPassword ? adminPassword : '', account: asksAccount ? account : null },
      ),
    )
    if (!outcome || outcome.ok) return
    if (outcome.issue === 'account_needed') setAccountNeeded(true)
    if (outcome.issue === 'code_needed' || outcome.issue === 'next_code_needed') setCodeNeeded(true)
    if (outcome.issue === 'next_code_needed') setCode('')
  }

  const passwordTexts = { showLabel: text.show, hideLabel: text.hide }
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
            void send()
          }}>
          <Segmented<Kind>
            label={text.who}
            value={kind}
            onChange={setKind}
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
                {...passwordTexts}
                key="admin"
                autoFocus
                autoComplete="off"
                maxLength={1000}
                value={adminPassword}
                onChange={(event) => setAdminPassword(event.target.value)}
              />
            </Field>
          )}
          {asksAccount && (
            <fieldset className="form">
              {asksAdminPassword && <legend className="way-in__legend">{text.accountLegend}</legend>}
              <Field label={text.username}>
                <TextInput
                  autoFocus={kind === 'moderator'}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={254}
                  value={username}
                  onChange={(event) => setUsername(event.target.value)}
                />
              </Field>
              <Field label={text.password}>
                <PasswordInput
                  {...passwordTexts}
                  autoComplete="off"
                  maxLength={1000}
                  value={password}
                  onChange={(event) => setPassword(event.target.value)}
                />
              </Field>
              {isCodeNeeded && (
                <Field label={text.code} hint={text.codeHint}>
                  <TextInput
                    autoFocus
                    autoComplete="one-time-code"
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={40}
                    value={code}
                    onChange={(event) => setCode(event.target.value)}
                  />
                </Field>
              )}
            </fieldset>
          )}
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
