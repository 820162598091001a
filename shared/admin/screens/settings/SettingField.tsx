import type { SettingState } from '#shared/api/admin-settings.ts'
import { settingOf, type SettingKey } from '#shared/api/settings/registry.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { AdPicture } from '../ads/AdPicture.tsx'
import { useAdmin } from '../../kit/context.ts'
import { describeValue } from './describe.ts'
import { SettingControl } from './SettingControl.tsx'
import type { Typed } from './typed.ts'

type FieldProps = {
  settingKey: SettingKey
  state: SettingState
  typed: Typed
  issue: string | undefined
  onChange: (typed: Typed) => void
  /** Resets the setting to its default when saved. */
  onReset: () => void
}

/** Controls with several inputs, which need a legend instead of a label. */
const GROUPS = new Set(['choices', 'custom'])

export function SettingField(props: FieldProps) {
  const { settingKey, state, typed, issue, onChange } = props
  const { t } = useAdmin()
  const { control } = settingOf(settingKey)
  const { label, hint } = t.settings.fields[settingKey]
  const disabled = state.source === 'environment'
  const notes = <SettingNotes {...props} />
  if (control.kind === 'flag') {
    return (
      <div className="setting" id={`setting-${settingKey}`}>
        <Checkbox
          name={settingKey}
          label={label}
          hint={hint}
          disabled={disabled}
          checked={typed === true}
          onChange={({ target }) => onChange(target.checked)}
        />
        {issue !== undefined && <p className="field__error">{issue}</p>}
        {notes}
      </div>
    )
  }
  if (control.kind === 'picture') {
    return (
      <div className="setting" id={`setting-${settingKey}`}>
        <AdPicture
          label={label}
          hint={hint ?? ''}
          url={typed as string | null}
          error={issue}
          disabled={disabled}
          onUrl={onChange}
          onSending={() => {}}
        />
        {notes}
      </div>
    )
  }
  const input = <SettingControl {...{ settingKey, state, typed, disabled, onChange }} />
  return (
    <div className="setting" id={`setting-${settingKey}`}>
      {GROUPS.has(control.kind) ? (
        <fieldset className="setting__group">
          <legend className="field__label">{label}</legend>
          {hint !== undefined && <p className="field__hint">{hint}</p>}
          {input}
          {issue !== undefined && (
            <p className="field__error" role="alert">
              {issue}
            </p>
          )}
        </fieldset>
      ) : (
        <Field label={label} hint={hint} error={issue}>
          {input}
        </Field>
      )}
      {notes}
    </div>
  )
}

function SettingNotes({ settingKey, state, onReset }: FieldProps) {
  const { t } = useAdmin()
  const text = t.settings
  const { isSecret } = settingOf(settingKey)
  if (state.source === 'environment')
    return <p className="setting__note">{text.byEnvironment(state.variable ?? settingKey)}</p>
  return (
    <div className="setting__note">
      <span>
        {state.source === 'default'
          ? text.isFallback
          : isSecret
            ? text.secretSet
            : text.fallback(describeValue(t, settingKey, state.default))}
        {state.needs_restart && ` ${text.needsRestart}`}
      </span>
      {state.source === 'panel' && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${isSecret ? text.secretRemove : text.toFallback}: ${text.fields[settingKey].label}`}
          onClick={onReset}>
          {isSecret ? text.secretRemove : text.toFallback}
        </Button>
      )}
    </div>
  )
}
