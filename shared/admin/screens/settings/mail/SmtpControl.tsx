import { useState } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../../kit/context.ts'
import type { CustomProps } from '../custom-props.ts'
import { EMPTY_SERVER, smtpUrlOf, type SmtpServer } from './smtp-url.ts'

/** The stored URL is never shown, because it contains the password. */
export function SmtpControl({ onChange, disabled, state }: CustomProps<string | null>) {
  const { t } = useAdmin()
  const text = t.settings.smtp
  const [server, setServer] = useState<SmtpServer | null>(null)
  if (server === null || disabled) {
    return (
      <div className="setting__group">
        {state.is_set && <p>{text.keep}</p>}
        {!disabled && (
          <div>
            <Button onClick={() => setServer(EMPTY_SERVER)}>{state.is_set ? text.change : text.set}</Button>
          </div>
        )}
      </div>
    )
  }

  function change(part: Partial<SmtpServer>) {
    const next = { ...EMPTY_SERVER, ...server, ...part }
    setServer(next)
    onChange(smtpUrlOf(next))
  }
  const input = (name: 'host' | 'port' | 'user') => ({
    value: server[name],
    autoComplete: 'off',
    autoCapitalize: 'none',
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <div className="setting__parts">
      <Field label={text.host}>
        <TextInput name="smtp_url" {...input('host')} />
      </Field>
      <Field label={text.port}>
        <TextInput {...input('port')} inputMode="numeric" />
      </Field>
      <Field label={text.security}>
        <Select
          value={server.security}
          onChange={({ target }) => change({ security: target.value as SmtpServer['security'] })}>
          <option value="smtps">{text.securities.smtps}</option>
          <option value="smtp">{text.securities.smtp}</option>
        </Select>
      </Field>
      <Field label={text.user}>
        <TextInput {...input('user')} />
      </Field>
      <Field label={text.password}>
        <PasswordInput
          value={server.password}
          autoComplete="new-password"
          showLabel={text.show}
          hideLabel={text.hide}
          onChange={({ target }) => change({ password: target.value })}
        />
      </Field>
    </div>
  )
}
