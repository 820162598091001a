import { LIMITS } from '#shared/limits.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { textsFor } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'

export const SETUP_FIELDS = ['code', 'site_name', 'language', 'username', 'email', 'password'] as const
export type SetupValues = Record<(typeof SETUP_FIELDS)[number], string>

const NAME = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** After a refusal the form keeps all values except the password. */
export function SetupForm({
  lang,
  values,
  issues,
  failure,
  isNameFixed,
}: {
  lang: Lang
  values: SetupValues
  issues: Record<string, string>
  failure: string | null
  isNameFixed: boolean
}) {
  const text = textsFor(lang, 'setup')
  const firstIssue = SETUP_FIELDS.find((field) => field in issues)
  const field = (name: (typeof SETUP_FIELDS)[number]) => ({
    name,
    required: true,
    defaultValue: name === 'password' ? '' : values[name],
    autoFocus: name === (firstIssue ?? 'code'),
  })
  return (
    <div className="sheet auth">
      <header className="auth__head">
        <h1 className="auth__title">{text.title}</h1>
        <p className="auth__lead">{text.lead}</p>
      </header>
      <form method="post" action={`/setup?lang=${lang}`} className="form" id="setup">
        <FormFailure text={failure} />
        <Field label={text.code} hint={text.codeHint} error={issues.code}>
          <TextInput {...field('code')} {...NAME} maxLength={LIMITS.typedCode} autoComplete="off" />
        </Field>
        <Field label={text.siteName} hint={isNameFixed ? text.fixed : undefined} error={issues.site_name}>
          <TextInput {...field('site_name')} maxLength={LIMITS.siteName} autoComplete="off" readOnly={isNameFixed} />
        </Field>
        <Field label={text.language} hint={text.languageHint} error={issues.language}>
          <Select {...field('language')}>
            {(['pl', 'en'] as const).map((code) => (
              <option key={code} value={code}>
                {text.languages[code]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.username} hint={text.usernameHint} error={issues.username}>
          <TextInput {...field('username')} {...NAME} maxLength={LIMITS.usernameMax} autoComplete="username" />
        </Field>
        <Field label={text.email} error={issues.email}>
          <TextInput {...field('email')} {...NAME} type="email" maxLength={LIMITS.email} autoComplete="email" />
        </Field>
        <Field label={text.password} hint={text.passwordHint} error={issues.password}>
          <TextInput
            {...field('password')}
            type="password"
            maxLength={LIMITS.passwordMax}
            autoComplete="new-password"
          />
        </Field>
        <button type="submit" className={buttonClass('primary', 'large', true)}>
          {text.submit}
        </button>
      </form>
    </div>
  )
}
