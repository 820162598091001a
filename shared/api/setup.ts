import * as v from 'valibot'
import { newPassword, opened } from './auth.ts'
import { endpoint } from './contract.ts'
import { email, flag, nothing, success } from './fields.ts'
import { registry } from './settings/registry.ts'
import { isReservedUsername, isStaffName, USERNAME_PATTERN } from '../rules/username.ts'
import { LIMITS } from '../limits.ts'

/** The first admin may have a name that is reserved for staff. */
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
    scope: null,
    rate: 'setup',
    status: 201,
    repeat: 'succeeds_once',
    input: setupForm,
    output: opened,
    errors: ['setup_code', 'not_found', 'username_taken', 'invalid'],
    summary:
      'Names a new forum and makes its first admin, by the code that the server printed; 404 once there is an admin',
  }),
}

export const SETUP_ITEMS = ['mail', 'backups', 'https', 'texts', 'community', 'invites'] as const
export type SetupItem = (typeof SETUP_ITEMS)[number]

const SetupChecklist = v.object({
  items: v.array(v.object({ id: v.picklist(SETUP_ITEMS), is_done: v.boolean(), is_put_aside: v.boolean() })),
  /** Whether every step is done or dismissed. */
  is_finished: v.boolean(),
})
export type SetupChecklist = v.InferOutput<typeof SetupChecklist>

export const setupChecklist = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/setup-checklist',
    access: 'admin',
    scope: null,
    rate: 'read',
    input: nothing,
    output: SetupChecklist,
    summary: 'What a new forum still needs, as it is now',
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/api/admin/setup-checklist',
    access: 'admin',
    scope: null,
    rate: 'write',
    input: v.object({ id: v.picklist(SETUP_ITEMS, 'setup_item'), put_aside: flag }),
    output: SetupChecklist,
    summary: 'Puts a line of the checklist aside, or brings it back',
  }),
  sendTestMail: endpoint({
    method: 'POST',
    path: '/api/admin/test-mail',
    access: 'admin',
    scope: null,
    rate: 'email_change',
    repeat: 'sends_mail',
    input: v.object({ email }),
    output: success,
    errors: ['no_mail_server', 'mail_failed'],
    summary: 'Sends a mail through the mail server of the settings and waits until it is accepted',
  }),
}
