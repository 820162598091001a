import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type * as v from 'valibot'
import { onlyCode, onlyPassword, passwordAndCode } from '#shared/api/factors.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { FailedForm } from '#shared/rules/forms.ts'
import { useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { focusNoticed } from '#shared/ui/focus-noticed.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { announce } from '#site/core/announce.ts'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { CurrentPassword } from '../settings/CurrentPassword.tsx'
import { useFirstPassword } from '../settings/has-password.ts'
import { Outcome } from '../settings/Outcome.tsx'
import { SettingsPart } from '../settings/SettingsFrame.tsx'
import { atPasswordField } from '../settings/wrong-password.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** `qr_svg` is missing if the form is shown again after a wrong code. */
type Setup = { secret: string; otpauth_url: string; qr_svg?: string }

type Step =
  | { kind: 'overview'; done: string | null }
  | { kind: 'password' | 'turn off' | 'renew' }
  | { kind: 'scan'; setup: Setup }
  | { kind: 'codes'; codes: string[] }

const FEW_CODES = 3
const FOCUSABLE = '[tabindex], input:not([type=hidden]), a[role=button], button'

/** Steps that a link can open without JavaScript, by the value of its parameter `totp`. */
const ASKED = { on: 'password', off: 'turn off', codes: 'renew' } as const

const hrefOf = (word: keyof typeof ASKED) => `${paths.settings('security')}?totp=${word}`

/** Without JavaScript each step is a page, which the server sends in response to the form of the previous step. */
function firstStep(failed: FailedForm | null, asked: string | null): Step {
  const extra: Record<string, unknown> = failed?.extra ?? {}
  if (failed?.call === 'factors.renewRecoveryCodes' && Array.isArray(extra.recovery_codes))
    return { kind: 'codes', codes: extra.recovery_codes as string[] }
  if (failed?.call === 'factors.confirmTotp') {
    const { secret, otpauth_url } =
      typeof extra.secret === 'string' ? (extra as Setup) : (failed.values as unknown as Setup)
    return { kind: 'scan', setup: { secret, otpauth_url, qr_svg: extra.qr_svg as string | undefined } }
  }
  return asked !== null && Object.hasOwn(ASKED, asked)
    ? { kind: ASKED[asked as keyof typeof ASKED] }
    : { kind: 'overview', done: null }
}

export function TotpPart({ loaded }: { loaded: { totp_enabled: boolean; recovery_codes_left: number } }) {
  const text = useTexts('factors').totp
  const [isOn, setOn] = useState(loaded.totp_enabled)
  const [left, setLeft] = useState(loaded.recovery_codes_left)
  const { failed_form } = useSite()
  const [query] = useSearchParams()
  const [step, setStep] = useState(() => firstStep(failed_form, query.get('totp')))
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(step.kind)
  useEffect(() => {
    // The clicked button was removed with the previous step, so the new step gets the focus.
    if (shown.current === step.kind) return undefined
    shown.current = step.kind
    const heading = box.current?.closest('section')?.querySelector<HTMLElement>('h2')
    return focusNoticed(heading, () => {
      // The screen reader Orca may not read a field focused so soon, so the step is announced as well.
      if (step.kind in text.steps) announce(text.steps[step.kind as keyof typeof text.steps])
      return box.current?.querySelector<HTMLElement>(FOCUSABLE)
    })
  }, [step.kind, text])
  const toOverview = (done: string | null = null) => setStep({ kind: 'overview', done })

  function showCodes(codes: string[]): void {
    setOn(true)
    setLeft(codes.length)
    setStep({ kind: 'codes', codes })
  }

  function content() {
    switch (step.kind) {
      case 'password':
        return <PasswordForm onSetup={(setup) => setStep({ kind: 'scan', setup })} onCancel={() => toOverview()} />
      case 'scan':
        return <ScanForm setup={step.setup} onCodes={showCodes} onCancel={() => toOverview()} />
      case 'codes':
        return <RecoveryCodes codes={step.codes} onDone={() => toOverview(text.on)} />
      case 'turn off':
        return (
          <TurnOffForm
            onDone={() => {
              setOn(false)
              toOverview(text.turnedOff)
            }}
            onCancel={() => toOverview()}
          />
        )
      case 'renew':
        return <RenewForm onCodes={showCodes} onCancel={() => toOverview()} />
      case 'overview':
        return <Overview isOn={isOn} left={left} done={step.done} onStep={setStep} />
    }
  }
  return (
    <SettingsPart title={text.title} lead={text.lead}>
      <div ref={box} className="totp">
        {content()}
      </div>
    </SettingsPart>
  )
}

function Overview({
  isOn,
  left,
  done,
  onStep,
}: {
  isOn: boolean
  left: number
  done: string | null
  onStep: (step: Step) => void
}) {
  const text = useTexts('factors').totp
  return (
    <>
      {done === null ? (
        <p>{isOn ? text.on : text.off}</p>
      ) : (
        <Notice kind="success" role="status">
          {done}
        </Notice>
      )}
      {isOn &&
        (left > FEW_CODES ? (
          <p>{text.left(left)}</p>
        ) : (
          <Notice kind="warning">
            {text.left(left)} {text.fewLeft}
          </Notice>
        ))}
      <div className="form__actions">
        {isOn ? (
          <>
            <ActionLink
              className={buttonClass('danger')}
              href={hrefOf('off')}
              onPress={() => onStep({ kind: 'turn off' })}>
              {text.turnOff}
            </ActionLink>
            <ActionLink className={buttonClass()} href={hrefOf('codes')} onPress={() => onStep({ kind: 'renew' })}>
              {text.renew}
            </ActionLink>
          </>
        ) : (
          <ActionLink
            className={buttonClass('primary')}
            href={hrefOf('on')}
            onPress={() => onStep({ kind: 'password' })}>
            {text.begin}
          </ActionLink>
        )}
      </div>
    </>
  )
}

type Cancel = { onCancel: () => void }

function PasswordForm({ onSetup, onCancel }: Cancel & { onSetup: (setup: Setup) => void }) {
  const { api, t } = useSite()
  const text = useTexts('factors').totp
  const { wrongPassword } = useTexts('settings')
  const { values, change, issues, failure, isBusy, submit } = useForm<v.InferInput<typeof onlyPassword>>({
    draft: null,
    call: 'factors.startTotp',
    initial: { password: useFirstPassword() },
    schema: onlyPassword,
    fallback: text.failed,
    send: async (form) => onSetup(await atPasswordField(api.factors.startTotp(form), wrongPassword)),
  })
  return (
    <form
      className="form"
      {...useEarlyForm(change, 'factors.startTotp')}
      onSubmit={(event) => void submit(event)}
      noValidate>
      <FormFields next={paths.settings('security')} />
      <CurrentPassword
        value={values.password}
        error={issues.password}
        autoFocus
        onValue={(password) => change({ password })}
      />
      <Outcome done={null} failure={failure} />
      <div className="form__actions">
        <ActionLink className={buttonClass('quiet')} href={paths.settings('security')} onPress={onCancel}>
          {t.app.cancel}
        </ActionLink>
        <Button type="submit" variant="primary" busy={isBusy}>
          {text.next}
        </Button>
      </div>
    </form>
  )
}

function ScanForm({ setup, onCodes, onCancel }: Cancel & { setup: Setup; onCodes: (codes: string[]) => void }) {
  const { api, t } = useSite()
  const { totp: text, login } = useTexts('factors')
  const { values, change, issues, failure, isBusy, submit } = useForm<v.InferInput<typeof onlyCode>>({
    draft: null,
    call: 'factors.confirmTotp',
    initial: { code: '' },
    schema: onlyCode,
    fallback: text.failed,
    send: async (form) => onCodes((await api.factors.confirmTotp(form)).recovery_codes),
  })
  return (
    <form
      className="form"
      {...useEarlyForm(change, 'factors.confirmTotp')}
      onSubmit={(event) => void submit(event)}
      noValidate>
      <FormFields fields={{ secret: setup.secret, otpauth_url: setup.otpauth_url }} next={paths.settings('security')} />
      <p>{text.scan}</p>
      {setup.qr_svg !== undefined && (
        <img
          className="totp__qr"
          src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
          alt={text.qr}
          width={220}
          height={220}
        />
      )}
      <p>
        {text.secret}: <code className="totp__secret">{setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p>
        <a href={setup.otpauth_url}>{text.open}</a>
      </p>
      <Field label={login.code} hint={login.codeHint} error={issues.code}>
        <TextInput
          name="code"
          autoFocus
          value={values.code}
          required
          maxLength={LIMITS.typedCode}
          autoComplete="one-time-code"
          inputMode="numeric"
          onChange={(event) => change({ code: event.target.value })}
        />
      </Field>
      <Outcome done={null} failure={failure} />
      <div className="form__actions">
        <ActionLink className={buttonClass('quiet')} href={paths.settings('security')} onPress={onCancel}>
          {t.app.cancel}
        </ActionLink>
        <Button type="submit" variant="primary" busy={isBusy}>
          {text.confirm}
        </Button>
      </div>
    </form>
  )
}

function TurnOffForm({ onDone, onCancel }: Cancel & { onDone: () => void }) {
  const { api } = useSite()
  const text = useTexts('factors').totp
  return (
    <PasswordAndCodeForm
      call="factors.removeTotp"
      lead={text.turnOffLead}
      submitLabel={text.turnOffSubmit}
      isDangerous
      onCancel={onCancel}
      send={async (form) => {
        await api.factors.removeTotp(form)
        onDone()
      }}
    />
  )
}

function RenewForm({ onCodes, onCancel }: Cancel & { onCodes: (codes: string[]) => void }) {
  const { api } = useSite()
  const text = useTexts('factors').totp
  return (
    <PasswordAndCodeForm
      call="factors.renewRecoveryCodes"
      lead={text.renewLead}
      submitLabel={text.renewSubmit}
      onCancel={onCancel}
      send={async (form) => onCodes((await api.factors.renewRecoveryCodes(form)).recovery_codes)}
    />
  )
}

type Both = v.InferInput<typeof passwordAndCode>

type BothProps = Cancel & {
  call: 'factors.removeTotp' | 'factors.renewRecoveryCodes'
  lead: string
  submitLabel: string
  isDangerous?: boolean
  send: (form: Both) => Promise<void>
}

function PasswordAndCodeForm({ call, lead, submitLabel, isDangerous = false, send, onCancel }: BothProps) {
  const { t } = useSite()
  const text = useTexts('factors').totp
  const { wrongPassword } = useTexts('settings')
  const { values, change, issues, failure, isBusy, submit } = useForm<Both>({
    draft: null,
    call,
    initial: { password: useFirstPassword(), code: '' },
    schema: passwordAndCode,
    fallback: text.failed,
    send: (form) => atPasswordField(send(form), wrongPassword),
  })
  return (
    <form className="form" {...useEarlyForm(change, call)} onSubmit={(event) => void submit(event)} noValidate>
      <FormFields next={paths.settings('security')} />
      <p>{lead}</p>
      <CurrentPassword
        value={values.password}
        error={issues.password}
        autoFocus
        onValue={(password) => change({ password })}
      />
      <Field label={text.anyCode} error={issues.code}>
        <TextInput
          name="code"
          value={values.code}
          required
          maxLength={LIMITS.typedCode}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => change({ code: event.target.value })}
        />
      </Field>
      <Outcome done={null} failure={failure} />
      <div className="form__actions">
        <ActionLink className={buttonClass('quiet')} href={paths.settings('security')} onPress={onCancel}>
          {t.app.cancel}
        </ActionLink>
        <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
