import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { nothing, success, time } from './fields.ts'
import { LIMITS } from '../limits.ts'

const staffPassword = v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(1000, 'password_long'))

export const adminLogin = v.object({ password: staffPassword })

/** Login to the panel of a forum that has no admin password. */
export const accountLogin = v.object({
  account_password: staffPassword,
  code: v.optional(v.nullable(v.pipe(v.string('text'), v.trim(), v.maxLength(LIMITS.typedCode, 'code')))),
})

export const adminAuth = {
  mode: endpoint({
    method: 'GET',
    path: '/api/admin-auth/mode',
    access: 'public',
    scope: null,
    rate: 'read',
    input: nothing,
    output: v.object({ by: v.picklist(['password', 'account']) }),
    summary: 'Whether the panel is entered by the admin password or by the account of an admin',
  }),
  verify: endpoint({
    method: 'POST',
    path: '/api/admin-auth/verify',
    whileReadOnly: 'allowed',
    access: 'public',
    scope: null,
    rate: 'admin_login',
    repeat: 'writes_nothing',
    input: v.object({ password: v.optional(v.pipe(v.string(), v.maxLength(1000)), '') }),
    output: v.object({ valid: v.boolean() }),
    summary: 'Whether an admin password or admin_token is good; never 401',
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/admin-auth/login',
    whileReadOnly: 'allowed',
    access: 'public',
    scope: null,
    rate: 'admin_login',
    repeat: 'can_be_ended',
    input: v.partial(v.object({ ...adminLogin.entries, ...accountLogin.entries })),
    output: v.object({ success: v.literal(true), admin_token: v.string(), expires_at: time }),
    errors: ['bad_admin_password', 'not_signed_in', 'not_staff', 'second_factor', 'bad_code'],
    summary:
      'Changes the admin password for an expiring admin_token (12 hours); on a forum without one the password of the ' +
      "signed-in admin's account, with a code where it has two-step login",
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/admin-auth/logout',
    whileReadOnly: 'allowed',
    access: 'public',
    scope: null,
    repeat: 'succeeds_once',
    input: nothing,
    output: success,
    summary: 'Revokes the admin_token of the header',
  }),
}
