import type { Lang } from '#shared/i18n/plural.ts'
import type { SettingKey, SettingValues } from '#shared/api/settings/registry.ts'

type SettingSource = 'panel' | 'environment' | 'default'

/** The settings in force in this process: the environment before the panel, the panel before the default. */
export type Settings = {
  value: <Key extends SettingKey>(key: Key) => SettingValues[Key]
  values: () => Readonly<SettingValues>
  source: (key: SettingKey) => SettingSource
  /** Without environment and panel. */
  fallback: <Key extends SettingKey>(key: Key) => SettingValues[Key]
  /** Reads what the panel has stored. Resolves after a read that began with this call or later. */
  refresh: () => Promise<void>
  /** After the commit of a change: puts it in force here, and soon in every other process. */
  announce: () => Promise<void>
  /** Looks from time to time whether a change was missed. Returns how to end it. */
  watch: () => () => void
}

/** The wanted language where the site has it, else the default one where it has that. */
export function langOf(wanted: string | undefined, settings: Pick<Settings, 'value'>): Lang {
  const languages = settings.value('languages')
  const first = languages.includes(settings.value('default_language'))
    ? settings.value('default_language')
    : languages[0]
  return languages.find((lang) => lang === wanted) ?? first ?? 'pl'
}
