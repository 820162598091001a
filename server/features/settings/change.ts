import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import {
  contradictions,
  isSettingKey,
  settingOf,
  type SettingKey,
  type SettingValues,
} from '#shared/api/settings/registry.ts'
import type { Services } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { sealText } from '#server/lib/sealed-text.ts'
import { insertChange, lockSettings, readSettings, storeSetting } from './queries.ts'
import { exchangePicture } from './pictures.ts'
import { hostOf, inForce, readPanel, sealOf } from './store.ts'

const HIDDEN = '***'

type Change = { key: SettingKey; from: unknown; to: unknown }
type Issues = Record<string, string>

function parseWanted(wanted: Record<string, unknown>, environment: Partial<SettingValues>) {
  const issues: Issues = {}
  const parsed: { key: SettingKey; value: unknown }[] = []
  for (const [key, value] of Object.entries(wanted)) {
    if (!isSettingKey(key)) issues[key] = 'setting_unknown'
    else if (environment[key] !== undefined) issues[key] = 'setting_environment'
    else if (value === null) parsed.push({ key, value })
    else {
      const result = v.safeParse(settingOf(key).schema, value, { abortPipeEarly: true })
      if (result.success) parsed.push({ key, value: result.output })
      else issues[key] = result.issues[0].message
    }
  }
  return { parsed, issues }
}

/** Contradictions that existed before do not block changes of other settings. */
function newContradictions(before: SettingValues, after: SettingValues, keys: SettingKey[]): Issues {
  const known = contradictions(before)
  return Object.fromEntries(
    Object.entries(contradictions(after)).filter(
      ([key, issue]) => known[key as SettingKey] !== issue || keys.includes(key as SettingKey),
    ),
  )
}

/** Throws `invalid` with an issue for each invalid key. The caller must call `settings.announce()` after the commit. */
export async function changeSettings(
  tx: Tx,
  { config, log, now }: Pick<Services, 'config' | 'log' | 'now'>,
  { values, byUserId }: { values: Record<string, unknown>; byUserId: number | null },
): Promise<Change[]> {
  const { parsed, issues } = parseWanted(values, config.environment)
  await lockSettings(tx)
  const panel = await readPanel({ config, log }, await readSettings(tx))
  const wanted = Object.fromEntries(parsed.map(({ key, value }) => [key, value ?? undefined]))
  const host = hostOf(config.publicUrl)
  const [before, after] = [panel, { ...panel, ...wanted }].map((set) => inForce(config.environment, set, host))
  const keys = parsed.map(({ key }) => key)
  const refused = { ...newContradictions(before!, after!, keys), ...issues }
  if (Object.keys(refused).length > 0) throw new ApiError('invalid', { issues: refused })

  const changes: Change[] = parsed
    .map(({ key, value }) => ({ key, from: panel[key] ?? null, to: value }))
    .filter(({ from, to }) => !Bun.deepEquals(from, to))
  for (const { key, from, to } of changes) {
    const { control, isSecret } = settingOf(key)
    const shown = (value: unknown) => (value === null || !isSecret ? value : HIDDEN)
    const stored = to !== null && isSecret ? await sealText(String(to), sealOf(key), config) : to
    await storeSetting(tx, { key, value: stored }, now())
    // `exchangePicture` keeps a file that any stored setting uses, so it runs after the setting is stored.
    if (control.kind === 'picture') await exchangePicture(tx, { key, from, to }, now())
    await insertChange(tx, { key, from: shown(from), to: shown(to), by_user_id: byUserId, created_at: now() })
  }
  return changes
}
