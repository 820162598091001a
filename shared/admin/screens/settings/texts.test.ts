import { expect, test } from 'bun:test'
import { SETTING_KEYS, settingOf } from '#shared/api/settings/registry.ts'
import { adminSettings as en } from '#shared/i18n/en/admin-settings.ts'
import { adminSettings as pl } from '#shared/i18n/pl/admin-settings.ts'

test.each([pl, en].flatMap((texts) => SETTING_KEYS.map((key) => [key, texts] as const)))(
  'RUN-3 the setting %s has a label, and a text for each of its options',
  (key, { fields }) => {
    const { control } = settingOf(key)
    const { label, options = {} } = fields[key]
    expect(label).not.toBe('')
    expect(Object.keys(options)).toEqual('options' in control ? [...control.options] : [])
  },
)
