import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, limit, nothing, time } from './fields.ts'
import { PAGE } from '../limits.ts'

/** `variable`: the environment variable that overrides the setting; `is_set`: whether a secret is stored. */
const SettingState = v.object({
  value: v.unknown(),
  default: v.unknown(),
  source: v.picklist(['panel', 'environment', 'default']),
  needs_restart: v.boolean(),
  variable: v.nullable(v.string()),
  is_set: v.boolean(),
})
export type SettingState = v.InferOutput<typeof SettingState>

const states = v.object({ settings: v.record(v.string(), SettingState) })
export type SettingStates = v.InferOutput<typeof states>['settings']

const SettingChange = v.object({
  key: v.string(),
  from: v.unknown(),
  to: v.unknown(),
  by: v.string(),
  created_at: time,
})
export type SettingChange = v.InferOutput<typeof SettingChange>

export const adminSettings = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: nothing,
    output: states,
    summary: 'Every setting of the site with its default and where its value comes from',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/settings',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: v.object({ values: v.record(v.string(), v.unknown(), 'setting_values') }),
    output: states,
    errors: ['invalid'],
    summary: 'Changes settings together; null removes a value of the panel',
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/admin/settings/history',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({ cursor, limit: limit(PAGE.settingChanges) }),
    output: v.object({ changes: v.array(SettingChange), next_cursor: v.nullable(v.string()) }),
    errors: ['bad_cursor'],
    summary: 'Who changed which setting when, newest first; the values of secrets are left out',
  }),
}
