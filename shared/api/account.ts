import * as v from 'valibot'
import { anyPassword, newPassword, token } from './auth.ts'
import { endpoint } from './contract.ts'
import { Passkey } from './factors.ts'
import { email, id, success, time } from './fields.ts'

export const MESSAGE_POLICIES = ['everyone', 'followed', 'nobody'] as const

const messagePolicy = v.picklist(MESSAGE_POLICIES, 'message_policy')
export type MessagePolicy = v.InferOutput<typeof messagePolicy>

export const Account = v.object({
  email: v.string(),
  pending_email: v.nullable(v.string()),
  created_at: time,
  /** Accounts without a password confirm changes by a login session under ten minutes old. */
  has_password: v.boolean(),
  message_policy: messagePolicy,
  totp_enabled: v.boolean(),
  recovery_codes_left: v.number(),
  passkeys: v.array(Passkey),
  sessions_count: v.number(),
  /** Null unless the account was imported; `username` is the name in the former forum. */
  former_account: v.nullable(v.object({ username: v.string(), forum: v.string() })),
})
export type Account = v.InferOutput<typeof Account>

/** `address`: the network part of the IP address; null for login sessions that are older than this field. */
export const AccountSession = v.object({
  id: v.number(),
  created_at: time,
  last_seen_at: time,
  device: v.string(),
  address: v.nullable(v.string()),
  is_current: v.boolean(),
})
export type AccountSession = v.InferOutput<typeof AccountSession>

export const editAccount = v.object({ message_policy: messagePolicy })
export const changePassword = v.object({ password: anyPassword, new_password: newPassword })
export const changeEmail = v.object({ email, password: anyPassword })
const mailedToken = v.object({ token })

export const account = {
  get: endpoint({
    method: 'GET',
    path: '/api/account',
    access: 'user',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: Account,
    summary: 'Address, safety and privacy of the own account',
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/account',
    access: 'user',
    scope: null,
    rate: 'write',
    input: editAccount,
    output: Account,
    errors: ['invalid'],
    summary: 'Sets who may begin a conversation with the caller',
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/account/password',
    access: 'user',
    scope: null,
    rate: 'login',
    repeat: 'sets_state',
    input: changePassword,
    output: success,
    errors: ['bad_credentials', 'invalid'],
    summary: 'Sets a new password and ends every other session',
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/account/email',
    access: 'user',
    scope: null,
    rate: 'email_change',
    repeat: 'replaces',
    input: changeEmail,
    output: v.object({ pending_email: v.string() }),
    errors: ['bad_credentials', 'invalid'],
    summary:
      'Mails a link to the new address and a notice to the old one; the answer is the same for an address that ' +
      'is taken',
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/account/email/confirm',
    access: 'public',
    scope: null,
    rate: 'login',
    repeat: 'succeeds_once',
    input: mailedToken,
    output: v.object({ email: v.string() }),
    errors: ['bad_token'],
    summary: 'Sets the new address by the token of the mail',
  }),
  undoEmail: endpoint({
    method: 'POST',
    path: '/api/account/email/undo',
    access: 'public',
    scope: null,
    rate: 'login',
    repeat: 'succeeds_once',
    input: mailedToken,
    output: v.object({ email: v.string() }),
    errors: ['bad_token'],
    summary: 'Restores the old address by the token of the notice, voids later changes and ends every session',
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    access: 'user',
    scope: null,
    rate: 'read',
    input: v.object({}),
    output: v.object({ sessions: v.array(AccountSession) }),
    summary: 'The open sessions of the caller, the current one first, then by last use',
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:session_id',
    access: 'user',
    scope: null,
    rate: 'write',
    input: v.object({ session_id: id }),
    output: success,
    errors: ['not_found'],
    summary: 'Ends one session of the caller',
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    access: 'user',
    scope: null,
    rate: 'write',
    input: v.object({}),
    output: v.object({ ended: v.number() }),
    summary: 'Ends every session of the caller but the current one',
  }),
}
