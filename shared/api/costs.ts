import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { count, time } from './fields.ts'

const Costs = v.object({
  members: v.number(),
  cores: v.number(),
  memory_bytes: v.number(),
  disk_bytes: v.number(),
  disk_bytes_per_month: v.number(),
  traffic_bytes_per_day: v.number(),
  mails_per_day: v.number(),
})
export type Costs = v.InferOutput<typeof Costs>

const CostEstimate = v.object({
  measured: v.object({ since: time, hours: v.number(), members: v.number(), has_database: v.boolean() }),
  now: Costs,
  per_1000: Costs,
  wanted: Costs,
  growth_bytes_per_month: v.nullable(v.number()),
  disk: v.object({ free: v.number(), total: v.number(), full_at: v.nullable(time) }),
})
export type CostEstimate = v.InferOutput<typeof CostEstimate>

export const adminCosts = {
  show: endpoint({
    method: 'GET',
    path: '/api/admin/costs',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: v.object({ members: count(1, 100_000_000, 1_000) }),
    output: v.object({ estimate: v.nullable(CostEstimate) }),
    summary:
      'What the forum costs per 1,000 daily members, measured in the last seven days; null before the first hour',
  }),
}
