import { Link } from 'react-router-dom'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { PasswordInput } from '#shared/ui/PasswordInput.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'

type Values = { username: string; password: string; remember_me: boolean }

type LoginFieldsProps = { values: Values; change: (part: Partial<Values>) => void; issues: Record<string, string> }

export function LoginFields({ values, change, issues }: LoginFieldsProps) {
  const text = useTexts('authScreens')
  return (
    <>
      <Field label={text.username} hint={text.login.usernameHint} error={issues.username}>
        <TextInput
          name="username"
          value={values.username}
          required
          maxLength={LIMITS.email}
          autoComplete="username webauthn"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onChange={(event) => change({ username: event.target.value })}
        />
      </Field>
      <Field label={text.password} error={issues.password}>
        <PasswordInput
          name="password"
          value={values.password}
          required
          autoComplete="current-password"
          showLabel={text.showPassword}
          hideLabel={text.hidePassword}
          onChange={(event) => change({ password: event.target.value })}
        />
      </Field>
      <div className="auth__between">
        <Checkbox
          label={text.login.remember}
          name="remember_me"
          checked={values.remember_me}
          onChange={(event) => change({ remember_me: event.target.checked })}
        />{' '}
        <Link className="auth__link" to={paths.forgotPassword()}>
          {text.login.forgot}
        </Link>
      </div>
    </>
  )
}
