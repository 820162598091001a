import * as v from 'valibot'
import { newPassword, opened } from './auth.ts'
import { endpoint } from './contract.ts'
import { email } from './fields.ts'
import { registry } from './settings/registry.ts'
import { isReservedUsername, isStaffName, USERNAME_PATTERN } from '../rules/username.ts'
import { LIMITS } from '../limits.ts'

/** The first admin may have a name that would pass for staff. */
const adminName = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.minLength(LIMITS.usernameMin, 'username_short'),
  v.regex(USERNAME_PATTERN, 'username'),
  v.check((name) => isStaffName(name) || !isReservedUsername(name), 'username_reserved'),
)

export const setupForm = v.object({
  code: v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(LIMITS.typedCode, 'code')),
  site_name: v.pipe(v.string('required'), registry.site_name.schema),
  language: registry.default_language.schema,
  username: adminName,
  email,
  password: newPassword,
})
export type SetupForm = v.InferOutput<typeof setupForm>

export const setup = {
  complete: endpoint({
    method: 'POST',
    path: '/api/setup',
    access: 'public',
    rate: 'setup',
    status: 201,
    input: setupForm,
    output: opened,
    errors: ['setup_code', 'not_found', 'username_taken', 'invalid'],
    summary:
      'Names a new forum and makes its first admin, by the code that the server printed; 404 once there is an admin',
  }),
}
