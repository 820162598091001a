import { useState, type FormEvent } from 'react'
import { LIMITS } from '#shared/limits.ts'
import { REASON_CODES, type ReasonCode } from '#shared/rules/moderation.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../kit/context.ts'
import { useAction } from '../../kit/useAction.ts'
import { useIdempotencyKey } from '../../kit/useIdempotencyKey.ts'

const ACTIONS = ['suspend', 'ban', 'warn'] as const
type Action = (typeof ACTIONS)[number]

type Values = { action: Action; community: string; days: string; reason: ReasonCode | ''; text: string }
const EMPTY: Values = { action: 'suspend', community: '', days: '', reason: '', text: '' }

export function UserDecisionForm({ userId, onDecided }: { userId: number; onDecided: () => Promise<void> }) {
  const { api, t } = useAdmin()
  const text = t.users.record
  const { runAction, isBusy } = useAction()
  const { keyOf, renew } = useIdempotencyKey()
  const [values, setValues] = useState(EMPTY)
  const [isChecked, setChecked] = useState(false)
  const { action, reason, days } = values
  const community = values.community.trim().replace(/^\/?r\//, '')
  const issues = {
    community: action === 'ban' && community === '' ? text.noCommunity : undefined,
    days:
      action !== 'warn' &&
      !(days === '' || (/^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= LIMITS.banDays))
        ? text.badDays
        : undefined,
    reason: action !== 'warn' && reason === '' ? text.chooseReason : undefined,
    text: action === 'warn' && values.text.trim() === '' ? text.noText : undefined,
  }
  const shown: Partial<typeof issues> = isChecked ? issues : {}
  const change = (part: Partial<Values>) => setValues((now) => ({ ...now, ...part }))

  async function send() {
    const category_id =
      action === 'suspend' || community === '' ? null : (await api.categories.byName({ name: community })).id
    const about = { user_id: userId, category_id, text: values.text }
    if (action === 'warn') return api.moderation.warn(about, { idempotencyKey: keyOf(about) })
    return api.moderation.ban({ ...about, reason_code: reason as ReasonCode, days: days === '' ? null : Number(days) })
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    if (Object.values(issues).some((issue) => issue !== undefined)) return
    const done = await runAction({ key: 'decide', call: send, done: text.done[action] })
    if (!done) return
    renew()
    setValues({ ...EMPTY, action })
    setChecked(false)
    await onDecided()
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={text.action}>
        <Select value={action} onChange={(event) => change({ action: event.target.value as Action })}>
          {ACTIONS.map((each) => (
            <option key={each} value={each}>
              {text.actions[each]}
            </option>
          ))}
        </Select>
      </Field>
      {action !== 'suspend' && (
        <Field
          label={text.community}
          hint={action === 'warn' ? text.everywhere : text.communityHint}
          error={shown.community}>
          <TextInput
            value={values.community}
            autoComplete="off"
            autoCapitalize="none"
            maxLength={LIMITS.categoryNameMax + 2}
            onChange={(event) => change({ community: event.target.value })}
          />
        </Field>
      )}
      {action !== 'warn' && (
        <>
          <Field label={text.days} hint={text.daysHint} error={shown.days}>
            <TextInput
              value={days}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              onChange={(event) => change({ days: event.target.value.trim() })}
            />
          </Field>
          <Field label={text.reason} error={shown.reason}>
            <Select value={reason} onChange={(event) => change({ reason: event.target.value as ReasonCode })}>
              <option value="" disabled>
                {text.chooseReason}
              </option>
              {REASON_CODES.map((code) => (
                <option key={code} value={code}>
                  {t.queue.reasons[code]}
                </option>
              ))}
            </Select>
          </Field>
        </>
      )}
      <Field label={text.text} error={shown.text}>
        <TextArea
          grow
          rows={3}
          value={values.text}
          maxLength={LIMITS.decisionText}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <div className="form__actions">
        <Button type="submit" variant={action === 'warn' ? 'primary' : 'danger'} busy={isBusy('decide')}>
          {text.submit}
        </Button>
      </div>
    </form>
  )
}
