import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { nothing, success, time } from './fields.ts'

const staffPassword = v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(1000, 'password_long'))

export const adminLogin = v.object({ password: staffPassword })

export const adminAuth = {
  verify: endpoint({
    method: 'POST',
    path: '/api/admin-auth/verify',
    access: 'public',
    rate: 'admin_login',
    input: v.object({ password: v.optional(v.pipe(v.string(), v.maxLength(1000)), '') }),
    output: v.object({ valid: v.boolean() }),
    summary: 'Whether an admin password or admin_token is good; never 401',
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/admin-auth/login',
    access: 'public',
    rate: 'admin_login',
    input: adminLogin,
    output: v.object({ success: v.literal(true), admin_token: v.string(), expires_at: time }),
    errors: ['bad_admin_password', 'not_staff'],
    summary: 'Changes the admin password for an expiring admin_token (12 hours)',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/admin-auth/logout',
    access: 'public',
    input: nothing,
    output: success,
    summary: 'Revokes the admin_token of the header',
  }),
}
