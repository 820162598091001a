import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id, text } from './fields.ts'
import { Appeal } from './shapes.ts'
import { LIMITS } from '../limits.ts'

const words = { text: text(LIMITS.appealTextMin, LIMITS.appealText, 'appeal_length') }

export const appealText = v.object(words)

export const appeals = {
  create: endpoint({
    method: 'POST',
    path: '/api/account/decisions/:decision_id/appeal',
    access: 'user',
    scope: 'write:messages',
    rate: 'write',
    status: 201,
    idempotent: true,
    whileSuspended: true,
    input: v.object({ decision_id: id, ...words }),
    output: Appeal,
    errors: ['not_found', 'already_appealed', 'not_appealable', 'invalid'],
    summary:
      'Appeals against a decision about the caller, once, within 180 days; somebody else than who decided looks at it',
  }),
}
