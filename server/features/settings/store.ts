import * as v from 'valibot'
import {
  fallbackOf,
  isSettingKey,
  SETTING_KEYS,
  settingOf,
  type SettingKey,
  type SettingValues,
} from '#shared/api/settings/registry.ts'
import type { Surroundings } from '#shared/api/settings/setting.ts'
import type { Bus } from '#server/bus/bus.ts'
import { readMessage, type SettingsMessage } from '#server/bus/messages.ts'
import type { Services } from '#server/context.ts'
import type { Invalidations } from '#server/lib/invalidations.ts'
import { openSealed } from '#server/lib/sealed-text.ts'
import type { Settings } from '#server/lib/settings.ts'
import { readRevision, readSettings, type StoredSetting } from './queries.ts'

type Options = Pick<Services, 'config' | 'db' | 'log'> & { bus: Bus; invalidations: Invalidations }
type Some = Partial<SettingValues>

/** The settings are polled, because the bus message about a change may be lost. */
const WATCH_MS = 5_000

export const sealOf = (key: SettingKey) => ({ use: 'watek settings', boundTo: `setting ${key}` })

export const hostOf = (publicUrl: string) => new URL(publicUrl).hostname

/** The environment takes precedence over the panel. */
export function inForce(environment: Some, panel: Some, host: string): SettingValues {
  const set: Some = { ...panel, ...environment }
  const from: Surroundings = {
    host,
    siteName: set.site_name ?? (fallbackOf('site_name', { host, siteName: '' }) as string),
  }
  return Object.fromEntries(
    SETTING_KEYS.map((key) => [key, set[key] === undefined ? fallbackOf(key, from) : set[key]]),
  ) as SettingValues
}

/** Drops stored settings that are unknown or no longer valid. */
export async function readPanel(
  { config, log }: Pick<Options, 'config' | 'log'>,
  rows: StoredSetting[],
): Promise<Some> {
  const entries = await Promise.all(
    rows.map(async ({ key, value }) => {
      if (!isSettingKey(key)) return []
      const { schema, isSecret } = settingOf(key)
      const opened = isSecret ? (await openSealed(String(value), sealOf(key), config))?.text : value
      const parsed = v.safeParse(schema, opened)
      if (parsed.success) return [[key, parsed.output]]
      log.warn('A stored setting cannot be used; its default is', { key })
      return []
    }),
  )
  return Object.fromEntries(entries.flat()) as Some
}

export function createSettings({ config, db, log, bus, invalidations }: Options): Settings {
  const host = hostOf(config.publicUrl)
  let panel: Some = {}
  let values = inForce(config.environment, panel, host)
  let revision = 0
  let running: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | null = null

  async function read(): Promise<void> {
    // The revision is read first: after a change in between, the next poll sees a newer one and reads again.
    revision = await readRevision(db)
    panel = await readPanel({ config, log }, await readSettings(db))
    const before = values
    values = inForce(config.environment, panel, host)
    if (!Bun.deepEquals(values, before)) invalidations.publishHere(['*'])
  }

  const refresh = () =>
    (waiting ??= running
      .catch(() => {})
      .then(() => {
        waiting = null
        return (running = read())
      }))

  async function refreshSafely(): Promise<void> {
    await refresh().catch((error: unknown) =>
      log.warn('The settings could not be read; this is tried again', { error }),
    )
  }

  async function look(): Promise<void> {
    const stored = await readRevision(db).catch(() => revision)
    if (stored !== revision) await refreshSafely()
  }

  bus.subscribe(
    (text) => {
      if (readMessage(text).type === 'settings') void refreshSafely()
    },
    () => void refreshSafely(),
  )

  return {
    value: (key) => values[key],
    values: () => values,
    source: (key) =>
      config.environment[key] !== undefined ? 'environment' : panel[key] !== undefined ? 'panel' : 'default',
    fallback: (key) => fallbackOf(key, { host, siteName: values.site_name }) as never,
    refresh,
    async announce() {
      await bus.publish(JSON.stringify({ type: 'settings' } satisfies SettingsMessage))
      await refreshSafely()
    },
    watch() {
      const timer = setInterval(() => void look(), WATCH_MS)
      return () => clearInterval(timer)
    },
  }
}
