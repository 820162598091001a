import { LIMITS } from '#shared/limits.ts'
import { REASON_CODES, type ReasonCode } from '#shared/rules/moderation.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../kit/context.ts'
import { ACTIONS, useUserDecision, type Action } from './useUserDecision.ts'

export function UserDecisionForm({ userId, onDecided }: { userId: number; onDecided: () => Promise<void> }) {
  const { t } = useAdmin()
  const text = t.users.record
  const { values, change, issues, isBusy, submit } = useUserDecision(userId, onDecided)
  const { action, reason, days } = values
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
          error={issues.community}>
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
          <Field label={text.days} hint={text.daysHint} error={issues.days}>
            <TextInput
              value={days}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              onChange={(event) => change({ days: event.target.value.trim() })}
            />
          </Field>
          <Field label={text.reason} error={issues.reason}>
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
      <Field label={text.text} error={issues.text}>
        <TextArea
          grow
          rows={3}
          value={values.text}
          maxLength={LIMITS.decisionText}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <div className="form__actions">
        <Button type="submit" variant={action === 'warn' ? 'primary' : 'danger'} busy={isBusy}>
          {text.submit}
        </Button>
      </div>
    </form>
  )
}
