import type { SettingState } from '#shared/api/admin-settings.ts'
import { settingOf, type SettingKey } from '#shared/api/settings/registry.ts'
import type { Control } from '#shared/api/settings/setting.ts'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../kit/context.ts'
import { customControls } from './custom.ts'
import type { CustomProps } from './custom-props.ts'
import type { Typed } from './typed.ts'

type ControlProps = {
  settingKey: SettingKey
  state: SettingState
  typed: Typed
  disabled: boolean
  onChange: (typed: Typed) => void
}

export function SettingControl({ settingKey, state, typed, disabled, onChange }: ControlProps) {
  const { t } = useAdmin()
  const { control } = settingOf(settingKey)
  const { label, options = {} } = t.settings.fields[settingKey]
  const Custom = customControls[settingKey] as React.ComponentType<CustomProps<unknown>> | undefined
  if (Custom) return <Custom {...{ state, disabled, label, onChange }} value={typed} />
  const common = { name: settingKey, disabled, autoComplete: 'off' }
  const text = { ...common, value: String(typed ?? ''), onChange: onText(onChange) }
  switch (control.kind) {
    case 'line':
      return <TextInput {...text} maxLength={control.max} />
    case 'secret':
      return (
        <TextInput
          {...text}
          type="password"
          autoComplete="new-password"
          maxLength={control.max}
          placeholder={state.is_set ? '••••••••' : undefined}
        />
      )
    case 'number':
      return <TextInput {...text} inputMode="numeric" className="setting__number" />
    case 'text':
      return <TextArea {...text} maxLength={control.max} rows={6} grow />
    case 'lines':
      return <TextArea {...text} rows={4} spellCheck={false} autoCapitalize="none" grow />
    case 'choice':
      return (
        <Select {...common} value={String(typed)} onChange={onText(onChange)}>
          {control.options.map((option) => (
            <option key={option} value={option}>
              {options[option] ?? option}
            </option>
          ))}
        </Select>
      )
    case 'choices':
      return <Choices {...{ control, options, disabled, onChange }} name={settingKey} chosen={typed as string[]} />
    default:
      return null
  }
}

const onText = (onChange: (typed: Typed) => void) => (event: { target: { value: string } }) =>
  onChange(event.target.value)

type ChoicesProps = {
  name: string
  control: Extract<Control, { options: readonly string[] }>
  options: Record<string, string>
  chosen: string[]
  disabled: boolean
  onChange: (chosen: string[]) => void
}

function Choices({ name, control, options, chosen, disabled, onChange }: ChoicesProps) {
  return (
    <div className="setting__choices">
      {control.options.map((option) => (
        <Checkbox
          key={option}
          name={name}
          label={options[option] ?? option}
          disabled={disabled}
          checked={chosen.includes(option)}
          onChange={({ target }) =>
            onChange(control.options.filter((each) => (each === option ? target.checked : chosen.includes(each))))
          }
        />
      ))}
    </div>
  )
}
