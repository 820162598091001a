import * as v from 'valibot'
import { text } from '#shared/api/fields.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { nearLimit } from '#site/core/text-input.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'

export type ReportTarget =
  | { post_id: number }
  | { comment_id: number }
  | { category_id: number }
  | { message_id: number }
  | { user_id: number }

/** Like the contract's, without the target, which nobody types. */
const schema = v.object({ reason: text(1, LIMITS.reportReason, 'reason_length') })

const KINDS = {
  post_id: 'post',
  comment_id: 'comment',
  category_id: 'category',
  message_id: 'message',
  user_id: 'user',
} as const

const kindOf = (target: ReportTarget) => KINDS[Object.keys(target)[0] as keyof typeof KINDS]

/**
 * Address of the reported content: a community's or a member's is the open page, a comment's is that with its id. Null
 * for a private message.
 */
function addressOf(target: ReportTarget): string | null {
  if ('message_id' in target) return null
  if ('post_id' in target) return paths.post(target.post_id)
  return 'comment_id' in target ? `${location.pathname}?comment=${target.comment_id}` : location.pathname
}

export function ReportDialog({ target, open, onClose }: { target: ReportTarget; open: boolean; onClose: () => void }) {
  const texts = useTexts('reportsForm')
  return (
    <Dialog open={open} onClose={onClose} title={texts.title[kindOf(target)]} closeLabel={texts.cancel}>
      <ReportForm target={target} onClose={onClose} />
    </Dialog>
  )
}

function ReportForm({ target, onClose }: { target: ReportTarget; onClose: () => void }) {
  const { api } = useSite()
  const texts = useTexts('reportsForm')
  const kind = kindOf(target)
  const address = addressOf(target)
  const hints = { message: texts.reasonHintMessage, user: texts.reasonHintUser }
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: `report:${kind}:${Object.values(target)[0]}`,
    initial: { reason: '' },
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
    <form className="form" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
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
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.working}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
