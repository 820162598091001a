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

export type ReportTarget = { post_id: number } | { comment_id: number } | { category_id: number }

/** Like the contract's, without the target, which nobody types. */
const schema = v.object({ reason: text(1, LIMITS.reportReason, 'reason_length') })

function kindOf(target: ReportTarget): 'post' | 'comment' | 'category' {
  if ('post_id' in target) return 'post'
  return 'comment_id' in target ? 'comment' : 'category'
}

/** Address of the reported content: a community's is the open page, a comment's is that with its id. */
function addressOf(target: ReportTarget): string {
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
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: `report:${kindOf(target)}:${Object.values(target)[0]}`,
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
        hint={texts.reasonHint}
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
      <a className="report__notice" href={paths.notice({ url: addressOf(target) })}>
        {texts.illegal}
      </a>
      <div className="form__actions">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={texts.working}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
