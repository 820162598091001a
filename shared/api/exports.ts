import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { time } from './fields.ts'

/** `url`, `size` (bytes) and `expires_at` are null until the export is ready. */
export const DataExport = v.object({
  status: v.picklist(['none', 'preparing', 'ready']),
  url: v.nullable(v.string()),
  size: v.nullable(v.number()),
  expires_at: v.nullable(time),
})
export type DataExport = v.InferOutput<typeof DataExport>

export const dataExports = {
  request: endpoint({
    method: 'POST',
    path: '/api/account/export',
    access: 'user',
    scope: null,
    rate: 'write',
    whileSuspended: true,
    status: 202,
    repeat: 'succeeds_once',
    input: v.object({}),
    output: v.object({ status: v.literal('preparing') }),
    summary: 'Begins a ZIP file of everything that the caller wrote and received, with media; one a day',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/account/export',
    access: 'user',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: DataExport,
    summary: 'The ZIP file of the caller; its url answers their own session only, for seven days',
  }),
}
