import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { time } from './fields.ts'

/** `refused`: stopped before anything was changed; `undone`: the old version and its data were restored. */
export const UpdateEntry = v.object({
  at: time,
  kind: v.picklist(['update', 'rollback']),
  from: v.string(),
  to: v.string(),
  outcome: v.picklist(['done', 'undone', 'refused']),
  reason: v.nullable(v.string()),
  seconds: v.number(),
  read_only_seconds: v.number(),
  migrations: v.array(v.string()),
})
export type UpdateEntry = v.InferOutput<typeof UpdateEntry>

export const adminUpdates = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/updates',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: v.object({
      version: v.string(),
      in_flight: v.nullable(v.object({ from: v.string(), to: v.string(), step: v.string() })),
      updates: v.array(UpdateEntry),
    }),
    summary: 'The version of the program, an update that is going on, and the last twenty, newest first',
  }),
}
