import { useNavigate } from 'react-router-dom'
import { register } from '#shared/api/auth.ts'
import type { SiteApi } from '#shared/api/public.ts'
import { CallError } from '#shared/api/errors.ts'
import { DELAY, LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { passwordStrength, repeatIssue } from '#shared/rules/password.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { ChallengeWhenNeeded } from '#site/features/robots/ChallengeWhenNeeded.tsx'
import { Honeypot } from '#site/features/robots/Honeypot.tsx'
import { useFillTime } from '#site/features/robots/useFillTime.ts'
import { useProof } from '#site/features/robots/useProof.ts'
import { Accepted, Admission } from './Admission.tsx'
import { AgeField } from './AgeField.tsx'
import { NewPassword } from './NewPassword.tsx'
import { UsernameField } from './UsernameField.tsx'
import { useUsernameCheck } from './useUsernameCheck.ts'

type Values = {
  username: string
  email: string
  password: string
  confirmation: string
  age_confirmed: boolean
  website: string
  invite: string
  approval_answer: string
}

const empty: Values = {
  username: '',
  email: '',
  password: '',
  confirmation: '',
  age_confirmed: false,
  website: '',
  invite: '',
  approval_answer: '',
}

export type RegistrationInfo = Awaited<ReturnType<SiteApi['auth']['registration']>>

export function RegisterForm({ info, invite }: { info: RegistrationInfo; invite: string }) {
  const { api, site } = useSite()
  const text = useTexts('authScreens')
  const issueTexts = useTexts('issues')
  const navigate = useNavigate()
  const proof = useProof()
  const fillTime = useFillTime(DELAY.registrationForm)

  function rules({
    password,
    confirmation,
    age_confirmed,
    invite: code,
    approval_answer: answer,
  }: Values): Record<string, string> {
    const repeat = repeatIssue(password, confirmation)
    const missing = passwordStrength(password).missing.map((rule) => text.strength.rules[rule])
    return {
      ...(availability === 'taken' && { username: text.register.availability.taken }),
      ...(missing.length > 0 && { password: text.register.weak + missing.join(', ') }),
      ...(repeat !== null && { confirmation: issueTexts[repeat] }),
      ...(info.registration === 'invite' && code.trim() === '' && { invite: text.register.inviteMissing }),
      ...(info.question !== '' && answer.trim() === '' && { approval_answer: text.register.answerMissing }),
      ...(!age_confirmed && { age_confirmed: text.register.ageMissing(site.minimum_age) }),
    }
  }

  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: 'register',
    call: 'auth.register',
    exclude: ['password', 'confirmation', 'age_confirmed', 'website', 'invite'],
    initial: { ...empty, invite },
    schema: register,
    rules,
    fallback: text.register.failed,
    send: async ({ username, email, password, age_confirmed, website, invite, approval_answer }) => {
      const sent = { username, email, password, age_confirmed, website, invite, approval_answer }
      const altcha = await proof.solution()
      const elapsed_ms = await fillTime()
      const made = await api.auth.register({ ...sent, elapsed_ms, altcha }).catch((error: unknown) => {
        if (error instanceof CallError && error.issues.altcha !== undefined) proof.renew()
        if (error instanceof CallError && error.code === 'username_taken' && error.detail !== null) {
          throw new CallError(error.status, { ...error.body, issues: { username: error.detail } })
        }
        throw error
      })
      await navigate(paths.verifyEmailSent(), { state: { ...made, fromLogin: false } })
    },
  })
  const availability = useUsernameCheck(values.username)

  const problem = failure ?? issues.altcha ?? issues.website ?? issues.elapsed_ms ?? null
  return (
    <form
      className="form"
      {...useEarlyForm(change, 'auth.register')}
      onSubmit={(event) => void submit(event)}
      noValidate>
      <FormFields next={paths.verifyEmailSent()} />
      <FormFailure text={problem} />
      <Honeypot value={values.website} onValue={(website) => change({ website })} />
      <UsernameField
        value={values.username}
        onChange={(username) => change({ username })}
        availability={availability}
        issue={issues.username}
      />
      <EmailField email={values.email} issue={issues.email} onEmail={(email) => change({ email })} />
      <NewPassword label={text.password} values={values} change={change} issues={issues} />
      <Admission info={info} values={values} change={change} issues={issues} />
      <AgeField
        checked={values.age_confirmed}
        issue={issues.age_confirmed}
        onChecked={(age_confirmed) => change({ age_confirmed })}
      />
      <Accepted texts={info.accepts} />
      <ChallengeWhenNeeded proof={proof} />
      <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel={text.register.busy}>
        {text.register.submit}
      </Button>
    </form>
  )
}

type EmailFieldProps = { email: string; issue: string | undefined; onEmail: (email: string) => void }

function EmailField({ email, issue, onEmail }: EmailFieldProps) {
  const text = useTexts('authScreens')
  return (
    <Field label={text.email} hint={text.register.emailHint} error={issue}>
      <TextInput
        type="email"
        name="email"
        value={email}
        required
        maxLength={LIMITS.email}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => onEmail(event.target.value)}
      />
    </Field>
  )
}
