import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { count, id, success, time } from './fields.ts'
import { TOKEN_SCOPES } from './scopes.ts'
import { LIMITS } from '../limits.ts'

const scope = v.picklist(TOKEN_SCOPES, 'token_scopes')

const Token = v.object({
  id: v.number(),
  name: v.string(),
  scopes: v.array(scope),
  created_at: time,
  expires_at: time,
  last_used_at: v.nullable(time),
})

export type Token = v.InferOutput<typeof Token>

export const createToken = v.object({
  name: v.pipe(
    v.string('required'),
    v.transform((value) => value.toWellFormed().replaceAll('\0', '').trim()),
    v.minLength(1, 'required'),
    v.maxLength(LIMITS.tokenName, 'token_name'),
  ),
  scopes: v.pipe(
    v.array(scope, 'token_scopes'),
    v.minLength(1, 'token_scopes'),
    v.maxLength(TOKEN_SCOPES.length, 'token_scopes'),
    v.transform((scopes) => TOKEN_SCOPES.filter((one) => scopes.includes(one))),
  ),
  expires_in_days: count(1, LIMITS.tokenDays, 90),
})

/** With a personal token, a member's own program may call the API within the chosen scopes. */
export const tokens = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/tokens',
    access: 'user',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: v.object({ tokens: v.array(Token) }),
    summary: 'The personal tokens of the caller that have not expired, newest first',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/account/tokens',
    access: 'user',
    scope: null,
    rate: 'write',
    status: 201,
    repeat: 'can_be_ended',
    input: createToken,
    output: v.object({ id: v.number(), token: v.string() }),
    errors: ['too_many_tokens', 'invalid'],
    summary: 'Makes a personal token, which is shown this once; at most 20 at a time',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/tokens/:token_id',
    access: 'user',
    scope: null,
    rate: 'write',
    whileSuspended: true,
    input: v.object({ token_id: id }),
    output: success,
    errors: ['not_found'],
    summary: 'Ends a personal token of the caller at once',
  }),
}
