import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { PendingSignIn } from '#shared/api/sign-in-services.ts'
import { LIMITS } from '#shared/limits.ts'
import { formPath } from '#shared/rules/forms.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { Accepted, Admission } from '../auth/Admission.tsx'
import { AgeField } from '../auth/AgeField.tsx'
import type { RegistrationInfo } from '../auth/RegisterForm.tsx'
import { UsernameField } from '../auth/UsernameField.tsx'
import { useUsernameCheck } from '../auth/useUsernameCheck.ts'

const CALL = 'signInServices.register'

/** A plain form even with JavaScript, because redirects lead to the page and away from it. */
export function RegisterByService({ pending, info }: { pending: PendingSignIn; info: RegistrationInfo }) {
  const { failed_form } = useSite()
  const screens = useTexts('authScreens')
  const text = useTexts('signInServices').finish
  const failed = failed_form?.call === CALL ? failed_form : null
  const sent = (name: string, otherwise: string) => {
    const value = failed?.values[name]
    return typeof value === 'string' ? value : otherwise
  }
  const [values, setValues] = useState({
    username: sent('username', pending.username),
    email: sent('email', pending.email ?? ''),
    invite: sent('invite', ''),
    approval_answer: sent('approval_answer', ''),
    age_confirmed: sent('age_confirmed', '') !== '',
  })
  const change = (part: Partial<typeof values>) => setValues((now) => ({ ...now, ...part }))
  const availability = useUsernameCheck(values.username)
  const issues = failed?.issues ?? {}
  return (
    <form className="form" method="post" action={formPath(CALL)}>
      <FormFields next={pending.next} />
      <FormFailure text={failed && Object.keys(issues).length === 0 ? failed.message : null} />
      <UsernameField
        value={values.username}
        onChange={(username) => change({ username })}
        availability={availability}
        issue={issues.username}
      />
      {pending.email_verified && pending.email !== null ? (
        <p className="field__hint">{text.address(pending.email)}</p>
      ) : (
        <Field label={screens.email} hint={text.emailHint(pending.name)} error={issues.email}>
          <TextInput
            type="email"
            name="email"
            value={values.email}
            required
            maxLength={LIMITS.email}
            autoComplete="email"
            onChange={({ target }) => change({ email: target.value })}
          />
        </Field>
      )}
      <Admission info={info} values={values} change={change} issues={issues} />
      <AgeField
        checked={values.age_confirmed}
        issue={issues.age_confirmed}
        onChecked={(age_confirmed) => change({ age_confirmed })}
      />
      <Accepted texts={info.accepts} />
      <Button type="submit" variant="primary" size="large" wide>
        {text.submit}
      </Button>
      <p>
        {text.haveAccount}{' '}
        <Link className="auth__link" to={paths.login(paths.finishSignIn())}>
          {text.linkIt}
        </Link>
      </p>
    </form>
  )
}
