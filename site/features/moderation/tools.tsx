import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { optionalText } from '#shared/api/fields.ts'
import type { Rule } from '#shared/api/shapes.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { LIMITS } from '#shared/limits.ts'
import { REASON_CODES, type ReasonCode } from '#shared/rules/moderation.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'
import { nearLimit } from '#site/core/text-input.ts'
import { useForm } from '#site/core/useForm.ts'
import { moderationApi } from './api.ts'
import { ReasonSelect } from './ReasonSelect.tsx'
import type { Thing, ThingAction } from './useModeration.tsx'

const refOf = ({ kind, id }: Thing) => (kind === 'post' ? { post_id: id } : { comment_id: id })

export async function decideThing(
  thing: Thing,
  action: Exclude<ThingAction, 'remove' | 'author'>,
  lang: Lang,
  onDone: () => Promise<void>,
): Promise<void> {
  const { tools } = textsFor(lang, 'moderation')
  try {
    await moderationApi[action](refOf(thing))
    showToast({ kind: 'success', text: action === 'restore' ? tools.restored : tools.approved })
    await onDone()
  } catch (error) {
    showFailure(error, tools.failed)
  }
}

const schema = v.object({
  rule_id: v.nullable(v.number()),
  reason_code: v.picklist(REASON_CODES, 'reason_code'),
  text: optionalText(LIMITS.decisionText, 'decision_text_long'),
})

type DialogProps = { thing: Thing; onClose: () => void; onRemoved: () => Promise<void> }

export function RemovalDialog(props: DialogProps) {
  const { tools } = useTexts('moderation')
  return (
    <Dialog open onClose={props.onClose} title={tools.removeTitle[props.thing.kind]} closeLabel={tools.cancel}>
      <RemovalForm {...props} />
    </Dialog>
  )
}

function useRules(categoryId: number): Rule[] | null {
  const { api } = useSite()
  const [rules, setRules] = useState<Rule[] | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    api.categories
      .rules({ category_id: categoryId }, { signal: abort.signal })
      .then((found) => setRules(found.rules))
      .catch((error: unknown) => {
        if (!abort.signal.aborted) console.warn('Loading the rules failed', error)
      })
    return () => abort.abort()
  }, [api, categoryId])
  return rules
}

function RemovalForm({ thing, onClose, onRemoved }: DialogProps) {
  const { tools } = useTexts('moderation')
  const rules = useRules(thing.category.id)
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: `removal:${thing.kind}:${thing.id}`,
    initial: { reason_code: '' as ReasonCode | '', rule_id: null as number | null, text: '' },
    schema,
    fallback: tools.failed,
    send: async ({ reason_code, rule_id, text }) => {
      await moderationApi.remove({
        ...refOf(thing),
        reason_code: reason_code as ReasonCode,
        rule_id: reason_code === 'rule' ? rule_id : null,
        text,
      })
      showToast({ kind: 'success', text: tools.removed })
      onClose()
      await onRemoved()
    },
  })
  return (
    <form className="form" method="dialog" noValidate onSubmit={(event) => void submit(event)}>
      <p className="dialog__lead">{tools.removeLead}</p>
      <FormFailure text={failure} />
      <ReasonSelect
        value={values.reason_code}
        error={issues.reason_code}
        isFocused
        onChange={(reason_code) => change({ reason_code })}
      />
      {values.reason_code === 'rule' && rules?.length !== 0 && (
        <Field label={tools.rule} error={issues.rule_id}>
          <Select
            name="rule_id"
            value={rules?.some(({ id }) => id === values.rule_id) ? values.rule_id! : ''}
            onChange={(event) => change({ rule_id: event.target.value === '' ? null : Number(event.target.value) })}>
            <option value="">{tools.noRule}</option>
            {rules?.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Field
        label={tools.text}
        hint={tools.textHint}
        error={issues.text}
        counter={nearLimit(values.text, LIMITS.decisionText)}>
        <TextArea
          name="text"
          value={values.text}
          rows={4}
          grow
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <div className="form__actions">
        <Button onClick={onClose}>{tools.cancel}</Button>
        <Button type="submit" variant="danger" busy={isBusy} busyLabel={tools.working}>
          {tools.removeNow}
        </Button>
      </div>
    </form>
  )
}
