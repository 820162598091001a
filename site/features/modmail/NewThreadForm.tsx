import { useNavigate } from 'react-router-dom'
import { startModmail } from '#shared/api/modmail.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { isSendKey, nearLimit } from '#site/core/text-input.ts'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useForm } from '#site/core/useForm.ts'
import { useSignInFirst } from '#site/core/useSignInFirst.ts'

type NewThread = { category_id: number | null; subject: string; text: string }

type NewThreadFormProps = { categoryId: number | null; name: string | null; subject?: string }

export function NewThreadForm({ categoryId, name, subject: given = '' }: NewThreadFormProps) {
  const { api } = useSite()
  const texts = useTexts('modmail')
  const navigate = useNavigate()
  const signInFirst = useSignInFirst()
  const { values, change, issues, failure, isBusy, submit } = useForm<NewThread>({
    draft: `modmail:${name ?? ''}`,
    call: 'modmail.start',
    ids: ['category_id'],
    initial: { category_id: categoryId, subject: given, text: '' },
    schema: startModmail,
    fallback: texts.failed,
    send: async ({ subject, text }, idempotencyKey) => {
      const { thread } = await api.modmail.start({ category_id: categoryId, subject, text }, { idempotencyKey })
      await navigate(paths.modmail(thread.id))
    },
  })
  const early = useEarlyForm<NewThread>(change, 'modmail.start')
  return (
    <form
      className="form"
      noValidate
      {...early}
      onSubmit={(event) => {
        if (signInFirst(texts.signIn)) void submit(event)
        else event.preventDefault()
      }}>
      <FormFields fields={categoryId === null ? {} : { category_id: categoryId }} />
      <FormFailure text={failure} />
      <p>
        {texts.to}: <strong>{texts.with(name)}</strong>
      </p>
      <Field label={texts.subject} error={issues.subject} counter={nearLimit(values.subject, LIMITS.modmailSubject)}>
        <TextInput
          name="subject"
          value={values.subject}
          required
          onChange={(event) => change({ subject: event.target.value })}
        />
      </Field>
      <Field label={texts.text} error={issues.text} counter={nearLimit(values.text, LIMITS.modmailText)}>
        <TextArea
          name="text"
          grow
          rows={5}
          value={values.text}
          required
          onChange={(event) => change({ text: event.target.value })}
          onKeyDown={(event) => {
            if (isSendKey(event)) event.currentTarget.form?.requestSubmit()
          }}
        />
      </Field>
      <p className="field__hint">{texts.newHint}</p>
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.sending}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
