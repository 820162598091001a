import { Link } from 'react-router-dom'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { AcceptedText } from '#shared/rules/texts.ts'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useText } from '#site/core/site-context.tsx'
import { nearLimit } from '#site/core/text-input.ts'
import type { RegistrationInfo } from './RegisterForm.tsx'

type Values = { invite: string; approval_answer: string }

type AdmissionProps = {
  info: RegistrationInfo
  values: Values
  change: (part: Partial<Values>) => void
  issues: Record<string, string>
}

/** Extra fields of a restricted registration: the invite code, or the answer to the admins' question. */
export function Admission({ info: { registration, question }, values, change, issues }: AdmissionProps) {
  const text = useTexts('authScreens').register
  return (
    <>
      {registration === 'invite' ? (
        <Field label={text.invite} hint={text.inviteHint} error={issues.invite}>
          <TextInput
            name="invite"
            value={values.invite}
            required
            maxLength={LIMITS.inviteCode}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => change({ invite: event.target.value })}
          />
        </Field>
      ) : (
        values.invite !== '' && <input type="hidden" name="invite" value={values.invite} />
      )}
      {question !== '' && (
        <Field
          label={question}
          hint={text.answerHint}
          error={issues.approval_answer}
          counter={nearLimit(values.approval_answer, LIMITS.approvalAnswer)}>
          <TextArea
            name="approval_answer"
            value={values.approval_answer}
            rows={3}
            grow
            required
            maxLength={LIMITS.approvalAnswer}
            onChange={(event) => change({ approval_answer: event.target.value })}
          />
        </Field>
      )}
    </>
  )
}

const PATHS = { terms: paths.terms(), privacy_policy: paths.privacyPolicy() }

export function Accepted({ texts }: { texts: AcceptedText[] }) {
  const t = useText()
  const text = useTexts('authScreens').register
  if (texts.length === 0) return null
  return (
    <p className="field__hint">
      {text.accepts}{' '}
      {texts.map((each, at) => (
        <span key={each}>
          {at > 0 && ', '}
          <Link className="auth__link" to={PATHS[each]} target="_blank">
            {t.layout.texts[each]}
          </Link>
        </span>
      ))}
    </p>
  )
}
