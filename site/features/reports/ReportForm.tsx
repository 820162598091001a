import { useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { text } from '#shared/api/fields.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { formPath } from '#shared/rules/forms.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { nearLimit } from '#site/core/text-input.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'

export type ReportTarget =
  | { post_id: number }
  | { comment_id: number }
  | { category_id: number }
  | { message_id: number }
  | { user_id: number }

/** The schema of the call without the reported content, which is not entered in the form. */
const schema = v.object({ reason: text(1, LIMITS.reportReason, 'reason_length') })

const KINDS = {
  post_id: 'post',
  comment_id: 'comment',
  category_id: 'category',
  message_id: 'message',
  user_id: 'user',
} as const

export const kindOfTarget = (target: ReportTarget) => KINDS[Object.keys(target)[0] as keyof typeof KINDS]

/** Returns null for a private message, which has no URL. */
function addressOf(target: ReportTarget, pathname: string): string | null {
  if ('message_id' in target) return null
  if ('post_id' in target) return paths.post(target.post_id)
  return 'comment_id' in target ? `${pathname}?comment=${target.comment_id}` : pathname
}

type Draft = { reason: string } & Partial<Record<keyof typeof KINDS, number>>

type ReportFormProps = {
  target: ReportTarget
  onClose: () => void
  canCancel?: boolean
  /** Path to open afterwards without JavaScript. */
  next?: string
}

export function ReportForm({ target, onClose, canCancel = false, next }: ReportFormProps) {
  const { api } = useSite()
  const texts = useTexts('reportsForm')
  const kind = kindOfTarget(target)
  const { pathname } = useLocation()
  const address = addressOf(target, pathname)
  const hints = { message: texts.reasonHintMessage, user: texts.reasonHintUser }
  const { values, change, issues, failure, isBusy, submit } = useForm<Draft>({
    draft: `report:${kind}:${Object.values(target)[0]}`,
    call: 'reports.create',
    ids: Object.keys(KINDS) as (keyof typeof KINDS)[],
    initial: { ...target, reason: '' },
    schema,
    rules: ({ reason }): Record<string, string> => (reason.trim() === '' ? { reason: texts.reasonMissing } : {}),
    fallback: texts.failed,
    send: async ({ reason }, idempotencyKey) => {
      await api.reports.create({ ...target, reason }, { idempotencyKey })
      showToast({ kind: 'success', text: texts.sent })
      onClose()
    },
  })
  return (
    <form
      className="form"
      method="post"
      action={formPath('reports.create')}
      noValidate
      onSubmit={(event) => void submit(event)}>
      <FormFields fields={target} next={next} />
      <FormFailure text={failure} />
      <Field
        label={texts.reason}
        hint={kind === 'message' || kind === 'user' ? hints[kind] : texts.reasonHint}
        error={issues.reason}
        counter={nearLimit(values.reason, LIMITS.reportReason)}>
        <TextArea
          name="reason"
          value={values.reason}
          rows={4}
          grow
          required
          data-autofocus
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field>
      {address !== null && (
        <a className="report__notice" href={paths.notice({ url: address })}>
          {texts.illegal}
        </a>
      )}
      <div className="form__actions">
        {canCancel && <Button onClick={onClose}>{texts.cancel}</Button>}
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.working}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
