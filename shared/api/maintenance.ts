import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { flag, nothing, optionalText } from './fields.ts'
import { LIMITS } from '../limits.ts'

const Maintenance = v.object({ read_only: v.boolean(), message_pl: v.string(), message_en: v.string() })
export type Maintenance = v.InferOutput<typeof Maintenance>

const message = v.optional(optionalText(LIMITS.announcement, 'setting_long'))

const changeMaintenance = v.object({ read_only: v.optional(flag), message_pl: message, message_en: message })

export const adminMaintenance = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/maintenance',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: nothing,
    output: Maintenance,
    summary: 'Whether only admins can write now',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/maintenance',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: changeMaintenance,
    output: Maintenance,
    errors: ['invalid'],
    summary: 'Turns read-only mode on or off, and says what its bar says; a field that is left out stays',
  }),
}
