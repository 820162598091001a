import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { year } from './fields.ts'
import { DECISION_ACTIONS, REASON_CODES } from '../rules/moderation.ts'

const forEach = <Key extends string>(keys: readonly Key[]) =>
  v.object(Object.fromEntries(keys.map((key) => [key, v.number()])) as Record<Key, v.NumberSchema<undefined>>)

const figures = v.object({
  year: v.number(),
  years: v.array(v.number()),
  notices: v.object({ received: v.number(), by_category: forEach(REASON_CODES), median_hours: v.nullable(v.number()) }),
  decisions: v.object({
    by_action: forEach(DECISION_ACTIONS),
    by_reason: forEach(REASON_CODES),
    automatic: v.number(),
  }),
  appeals: v.object({ received: v.number(), overturned: v.number() }),
  suspended: v.number(),
})

export type TransparencyFigures = v.InferOutput<typeof figures>

export const transparency = {
  get: endpoint({
    method: 'GET',
    path: '/api/transparency',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ year: v.optional(year) }),
    output: figures,
    errors: ['invalid'],
    summary:
      'What moderation did in a year of UTC, by default this one; at most a minute old. `suspended` counts ' +
      'accounts, `years` lists those that have figures',
  }),
}
