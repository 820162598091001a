import { useState } from 'react'
import { appealText } from '#shared/api/appeals.ts'
import type { Appeal, Decision } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { useClock } from '#site/core/clock.tsx'
import { longDate } from '#site/core/dates.ts'
import { moveFocus } from '#site/core/move-focus.ts'
import { nearLimit } from '#site/core/text-input.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import { ActionLink } from '#site/core/ActionLink.tsx'
import { paths } from '#shared/paths.ts'
import { formPath } from '#shared/rules/forms.ts'
import { useSearchParams } from 'react-router-dom'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'

export function AppealPart({ decision: { id, appeal, can_appeal_until } }: { decision: Decision }) {
  const { lang, site } = useSite()
  const { appeals: texts } = useTexts('moderation')
  const { now } = useClock()
  const [made, setMade] = useState<Appeal | null>(null)
  const [isOpen, setOpen] = useState(useSearchParams()[0].get('appeal') === String(id))
  const shown = appeal ?? made
  if (shown !== null) return <AppealState id={id} appeal={shown} />
  if (can_appeal_until === null || Date.parse(can_appeal_until) < now) return null
  const close = (change: () => void) => moveFocus(change, () => document.getElementById(`appeal-${id}`))
  if (!isOpen) {
    return (
      <div className="appeal">
        <p>{texts.until(longDate(can_appeal_until, lang, site.time_zone))}</p>
        <ActionLink
          id={`appeal-${id}`}
          className={buttonClass('secondary', 'small')}
          href={`${paths.decisions()}?appeal=${id}#decision-${id}`}
          onPress={() => setOpen(true)}>
          {texts.open}
        </ActionLink>
      </div>
    )
  }
  return (
    <AppealForm
      decisionId={id}
      onSent={(sent) => close(() => setMade(sent))}
      onCancel={() => close(() => setOpen(false))}
    />
  )
}

function AppealState({ id, appeal: { status, text, answer } }: { id: number; appeal: Appeal }) {
  const { appeals: texts } = useTexts('moderation')
  return (
    <section className="appeal" id={`appeal-${id}`} tabIndex={-1} aria-label={texts.yours}>
      <h3 className="appeal__title">{texts.yours}</h3>
      <p className="decision__text">{text}</p>
      <p>{texts.status[status]}</p>
      {answer && (
        <>
          <h3 className="appeal__title">{texts.answer}</h3>
          <p className="decision__text">{answer}</p>
        </>
      )}
    </section>
  )
}

function AppealForm({
  decisionId,
  onSent,
  onCancel,
}: {
  decisionId: number
  onSent: (appeal: Appeal) => void
  onCancel: () => void
}) {
  const { api } = useSite()
  const { appeals: texts } = useTexts('moderation')
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: `appeal:${decisionId}`,
    call: 'appeals.create',
    ids: ['decision_id'],
    initial: { decision_id: decisionId, text: '' },
    schema: appealText,
    fallback: texts.failed,
    send: async ({ text }, idempotencyKey) => {
      onSent(await api.appeals.create({ decision_id: decisionId, text }, { idempotencyKey }))
      showToast({ kind: 'success', text: texts.sent })
    },
  })
  return (
    <form
      className="form appeal"
      method="post"
      action={formPath('appeals.create')}
      noValidate
      onSubmit={(event) => void submit(event)}>
      <FormFields fields={{ decision_id: decisionId }} next={paths.decisions(decisionId)} />
      <FormFailure text={failure} />
      <Field
        label={texts.label}
        hint={texts.hint}
        error={issues.text}
        counter={nearLimit(values.text, LIMITS.appealText)}>
        <TextArea
          name="text"
          value={values.text}
          rows={4}
          grow
          required
          autoFocus
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <div className="form__actions">
        <Button variant="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.working}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
