import type { DeviceRequest } from '#shared/api/oauth.ts'
import { paths } from '#shared/paths.ts'
import { formPath } from '#shared/rules/forms.ts'
import { useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { AuthSheet } from '../auth/AuthSheet.tsx'
import { AskedSheet } from './Consent.tsx'

type Outcome = 'allow' | 'deny'

/** Asks for the code shown on a television or terminal, with a plain form. */
export function DeviceCode({ typed, isUnknown }: { typed: string; isUnknown: boolean }) {
  const text = useTexts('oauth').device
  return (
    <AuthSheet title={text.title} lead={text.lead}>
      <form method="get" action={paths.oauthDevice()} className="form">
        <Field label={text.code} hint={text.hint} error={isUnknown ? text.unknown : undefined}>
          <TextInput
            name="user_code"
            defaultValue={typed}
            required
            maxLength={20}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <button type="submit" className={buttonClass('primary', 'large', true)}>
          {text.submit}
        </button>
      </form>
    </AuthSheet>
  )
}

export function DeviceQuestion({ asked, typed }: { asked: DeviceRequest; typed: string }) {
  const text = useTexts('oauth')
  const { device } = text
  return (
    <AskedSheet asked={asked}>
      <Notice kind="warning">{device.warning}</Notice>
      <p className="consent__note">{text.end}</p>
      <div className="consent__actions">
        {(['deny', 'allow'] as const).map((decision) => (
          <form key={decision} method="post" action={formPath('oauth.decideDevice')}>
            <FormFields fields={{ user_code: typed, decision }} next={paths.oauthDevice(undefined, decision)} />
            <button
              type="submit"
              className={buttonClass(decision === 'allow' ? 'primary' : 'secondary', 'large', true)}>
              {text[decision]}
            </button>
          </form>
        ))}
      </div>
    </AskedSheet>
  )
}

export function DeviceDone({ outcome }: { outcome: Outcome }) {
  const text = useTexts('oauth').device
  return (
    <AuthSheet title={text.title}>
      <Notice kind={outcome === 'allow' ? 'success' : 'info'} role="status">
        {outcome === 'allow' ? text.allowed : text.denied}
      </Notice>
    </AuthSheet>
  )
}
