import type { Lang } from '#shared/i18n/plural.ts'
import type { SettingKey, SettingValues } from '#shared/api/settings/registry.ts'

type SettingSource = 'panel' | 'environment' | 'default'

/**
 * The settings in force in this process: the environment takes precedence over the panel, the panel over the default.
 */
export type Settings = {
  value: <Key extends SettingKey>(key: Key) => SettingValues[Key]
  values: () => Readonly<SettingValues>
  source: (key: SettingKey) => SettingSource
  /** Returns the default of a setting, without environment and panel. */
  fallback: <Key extends SettingKey>(key: Key) => SettingValues[Key]
  /** Reads what the panel has stored. Resolves after a read that began no earlier than this call. */
  refresh: () => Promise<void>
  /** Called after the commit of a change: puts it in force here, and soon in every other process. */
  announce: () => Promise<void>
  /** Checks at intervals whether the message of a change was missed. Returns the function that ends it. */
  watch: () => () => void
}

/** Returns the wanted language where the site has it, otherwise the site's default one. */
export function langOf(wanted: string | undefined, settings: Pick<Settings, 'value'>): Lang {
  const languages = settings.value('languages')
  const first = languages.includes(settings.value('default_language'))
    ? settings.value('default_language')
    : languages[0]
  return languages.find((lang) => lang === wanted) ?? first ?? 'pl'
}
