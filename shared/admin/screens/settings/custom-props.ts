import type { SettingState } from '#shared/api/admin-settings.ts'

/** Props of a custom control, which is shown inside the field of its setting. */
export type CustomProps<Value> = {
  value: Value
  onChange: (value: Value) => void
  disabled: boolean
  state: SettingState
  label: string
}
