import type { Lang } from '#shared/i18n/plural.ts'
import type { SettingKey, SettingValues } from '#shared/api/settings/registry.ts'

type SettingSource = 'panel' | 'environment' | 'default'

/** The environment takes precedence over the panel, the panel over the default. */
export type Settings = {
  value: <Key extends SettingKey>(key: Key) => SettingValues[Key]
  values: () => Readonly<SettingValues>
  source: (key: SettingKey) => SettingSource
  /** Returns the default, ignoring environment and panel. */
  fallback: <Key extends SettingKey>(key: Key) => SettingValues[Key]
  /** Reads the stored settings again, after any read in progress, which may lack the latest change. */
  refresh: () => Promise<void>
  /** Called after the commit of a change: applies it in this process at once, and soon in every other process. */
  announce: () => Promise<void>
  /** Checks at intervals for a change whose announcement was missed; the returned function ends the checks. */
  watch: () => () => void
}

/** Returns the wanted language if the site has it, otherwise the site's default language. */
export function langOf(wanted: string | undefined, settings: Pick<Settings, 'value'>): Lang {
  const languages = settings.value('languages')
  const first = languages.includes(settings.value('default_language'))
    ? settings.value('default_language')
    : languages[0]
  return languages.find((lang) => lang === wanted) ?? first ?? 'pl'
}
