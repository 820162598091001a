import * as v from 'valibot'
import { opened, username } from './auth.ts'
import { endpoint } from './contract.ts'
import { email, flag, id, nothing, optionalText, success, time } from './fields.ts'
import { LIMITS } from '../limits.ts'
import { SIGN_IN_SERVICES } from '../rules/sign-in-services.ts'

const service = v.picklist(SIGN_IN_SERVICES)

const Service = v.object({ service, name: v.string() })

const LinkedService = v.object({
  id: v.number(),
  service,
  name: v.string(),
  /** The e-mail address that the service reported when it was linked. */
  email: v.nullable(v.string()),
  created_at: time,
  last_used_at: v.nullable(time),
})
export type LinkedService = v.InferOutput<typeof LinkedService>

const PendingSignIn = v.object({
  service,
  name: v.string(),
  /** What the page asks for next. */
  step: v.picklist([
    'register',
    // An account has this e-mail address, so its owner must sign in to it before it is linked.
    'sign_in',
    // The signed-in member confirms the link.
    'link',
    // `challenge` must be answered with a code of two-step login.
    'second_factor',
  ]),
  email: v.nullable(v.string()),
  email_verified: v.boolean(),
  /** A free name suggested from the service's data, or ''. */
  username: v.string(),
  challenge: v.nullable(v.string()),
  next: v.string(),
})
export type PendingSignIn = v.InferOutput<typeof PendingSignIn>

const registerByService = v.object({
  username,
  /** Required only if the service confirms no e-mail address. */
  email: v.optional(v.nullable(email)),
  age_confirmed: v.pipe(
    v.optional(flag, false),
    v.check((isConfirmed) => isConfirmed, 'age_confirmed'),
  ),
  invite: v.optional(v.nullable(v.pipe(v.string('invite'), v.maxLength(LIMITS.inviteCode, 'invite')))),
  approval_answer: optionalText(LIMITS.approvalAnswer, 'approval_answer'),
})

const maybePassword = v.optional(v.pipe(v.string('text'), v.maxLength(1_000, 'password_long')), '')

/** A sign-in itself begins with a plain link to `/sign-in/{service}`. */
export const signInServices = {
  list: endpoint({
    method: 'GET',
    path: '/api/auth/services',
    access: 'public',
    scope: null,
    rate: 'read',
    input: nothing,
    output: v.object({ services: v.array(Service), oidc_only: v.boolean() }),
    summary: 'The services that members may sign in with, and whether there is no other way in',
  }),
  pending: endpoint({
    method: 'GET',
    path: '/api/auth/services/pending',
    access: 'public',
    scope: null,
    rate: 'read',
    input: nothing,
    output: v.object({ pending: v.nullable(PendingSignIn) }),
    summary: 'The sign-in with a service that this browser has begun and not finished, by its cookie',
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/auth/services/register',
    access: 'public',
    scope: null,
    rate: 'register',
    repeat: 'succeeds_once',
    input: registerByService,
    output: v.object({
      status: v.picklist(['signed_in', 'awaiting_approval', 'verification_sent']),
      username: v.string(),
      email: v.string(),
      session: v.nullable(opened),
    }),
    errors: [
      'sign_in_expired',
      'address_has_account',
      'username_taken',
      'registration_closed',
      'invite_required',
      'invite_invalid',
      'invalid',
    ],
    summary: 'Makes an account for the sign-in that is pending in this browser',
  }),
  linked: endpoint({
    method: 'GET',
    path: '/api/account/services',
    access: 'user',
    scope: null,
    rate: 'read',
    input: nothing,
    output: v.object({ services: v.array(LinkedService) }),
    summary: 'The services that the caller may sign in with',
  }),
  link: endpoint({
    method: 'POST',
    path: '/api/account/services',
    access: 'user',
    scope: null,
    rate: 'login',
    repeat: 'succeeds_once',
    input: v.object({ password: maybePassword }),
    output: LinkedService,
    errors: ['sign_in_expired', 'already_linked', 'too_many_services', 'bad_credentials', 'invalid'],
    summary:
      'Links the sign-in that is pending in this browser to the account of the caller; the password is wanted ten ' +
      'minutes after sign-in',
  }),
  unlink: endpoint({
    method: 'DELETE',
    path: '/api/account/services/:link_id',
    access: 'user',
    scope: null,
    rate: 'login',
    from: 'json',
    input: v.object({ link_id: id, password: maybePassword }),
    output: success,
    errors: ['not_found', 'last_way_in', 'bad_credentials', 'invalid'],
    summary:
      'Takes a service off the account of the caller, unless it is the last way in; the password is wanted ten ' +
      'minutes after sign-in',
  }),
}
