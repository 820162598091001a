import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { count, cursor, id, limit, optionalText, success, time } from './fields.ts'
import { LIMITS, PAGE } from '../limits.ts'

/** `used` includes pending registrations; `by` is null for admins without an account. */
const Invite = v.object({
  id: v.number(),
  code: v.string(),
  uses: v.number(),
  used: v.number(),
  note: v.string(),
  created_at: time,
  expires_at: v.nullable(time),
  by: v.nullable(v.object({ username: v.string() })),
})

/** `invited`: the latest members who used the invite. */
const AdminInvite = v.object({
  ...Invite.entries,
  by_admin: v.boolean(),
  invited: v.array(v.object({ username: v.string(), created_at: time })),
})

export type Invite = v.InferOutput<typeof Invite>
export type AdminInvite = v.InferOutput<typeof AdminInvite>

const expiresAt = v.nullish(
  v.pipe(
    v.string('time'),
    v.check((value) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)), 'time'),
    v.check((value) => Date.parse(value) > Date.now(), 'time_past'),
    v.transform((value) => new Date(value)),
  ),
  null,
)
const note = optionalText(LIMITS.inviteNote, 'invite_note')

const page = v.object({ cursor, limit: limit(PAGE.invites) })

const createInvite = v.object({ uses: count(1, LIMITS.inviteUses, 1), expires_at: expiresAt, note })
export const createOwnInvite = v.object({ expires_at: expiresAt, note })

export const invites = {
  mine: endpoint({
    method: 'GET',
    path: '/api/account/invites',
    access: 'user',
    scope: null,
    rate: 'read',
    input: page,
    output: v.object({
      invites: v.array(Invite),
      /** How many invites the caller may still create. */
      left: v.number(),
      next_cursor: v.nullable(v.string()),
    }),
    errors: ['bad_cursor'],
    summary: 'The invites of the caller, newest first',
  }),
  createOwn: endpoint({
    method: 'POST',
    path: '/api/account/invites',
    access: 'user',
    scope: null,
    rate: 'write',
    status: 201,
    idempotent: true,
    input: createOwnInvite,
    output: v.object({ invite: Invite }),
    errors: ['forbidden', 'too_many_requests', 'invalid'],
    summary:
      'Makes a code that registers one person; three a month, for members of trust level 2 where they may invite',
  }),
}

export const adminInvites = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/invites',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: page,
    output: v.object({ invites: v.array(AdminInvite), next_cursor: v.nullable(v.string()) }),
    errors: ['bad_cursor'],
    summary: 'The invites of everybody that were not revoked, newest first, and who came by them',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/invites',
    access: 'admin',
    scope: null,
    rate: 'write',
    status: 201,
    idempotent: true,
    input: createInvite,
    output: v.object({ invite: AdminInvite }),
    errors: ['invalid'],
    summary: 'Makes a code that registers up to `uses` people',
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/admin/invites/:invite_id',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: v.object({ invite_id: id }),
    output: success,
    errors: ['not_found'],
    summary: 'Ends an invite; who registered by it stays',
  }),
}
