import type { SettingState } from '#shared/api/admin-settings.ts'

/** Props of a control rendered inside the setting's field; `id` belongs on its first input. */
export type CustomProps<Value> = {
  value: Value
  onChange: (value: Value) => void
  disabled: boolean
  state: SettingState
  label: string
}
