import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import type { SettingKey } from '#shared/api/settings/registry.ts'

const MAX_LENGTH = 60

export function describeValue(t: AdminTexts, key: SettingKey, value: unknown): string {
  const { fields, nothing, on, off, empty, accent } = t.settings
  const nameOf = (word: unknown) => fields[key]?.options?.[String(word)] ?? String(word)
  if (value === null || value === undefined) return nothing
  if (typeof value === 'boolean') return value ? on : off
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.length === 0 ? empty : value.map(nameOf).join(', ')
  if (Array.isArray(value)) return String(value.length)
  if (key === 'accent') return Object.values(value).map(Number).map(accent.degrees).join(', ')
  if (typeof value === 'object') return JSON.stringify(value).slice(0, MAX_LENGTH)
  const text = nameOf(value)
  if (text === '') return empty
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}
