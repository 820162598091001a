import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { email, flag, forPeople, nothing, optionalText, success, time } from './fields.ts'
import { SessionUser } from './shapes.ts'
import { isReservedUsername, USERNAME_PATTERN } from '../rules/username.ts'
import { DELAY, LIMITS } from '../limits.ts'
import { REGISTRATION_MODES } from '../rules/registration.ts'
import { ACCEPTED_TEXTS } from '../rules/texts.ts'
import { passwordStrength } from '../rules/password.ts'

export const username = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.minLength(LIMITS.usernameMin, 'username_short'),
  v.regex(USERNAME_PATTERN, 'username'),
  v.check((name) => !isReservedUsername(name), 'username_reserved'),
)

export const newPassword = v.pipe(
  v.string('required'),
  v.minLength(1, 'required'),
  v.maxLength(LIMITS.passwordMax, 'password_long'),
  v.check((password) => passwordStrength(password).score === 100, 'password_weak'),
)

export const anyPassword = v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(1000, 'password_long'))
const anyName = v.pipe(
  v.string('required'),
  v.trim(),
  v.minLength(1, 'required'),
  v.maxLength(LIMITS.email, 'username'),
)
export const token = v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(200, 'token'))
const message = v.object({ message: v.string() })

export const opened = v.object({
  access_token: v.string(),
  token_type: v.literal('bearer'),
  expires_at: time,
  user: SessionUser,
})

export const register = v.object({
  username,
  email,
  password: newPassword,
  /** Confirms the minimum age; optional, since older clients do not send it. */
  age_confirmed: v.optional(
    v.nullable(
      v.pipe(
        v.boolean('boolean'),
        v.check((isConfirmed) => isConfirmed, 'age_confirmed'),
      ),
    ),
  ),
  /** The code of the invite link. */
  invite: v.optional(v.nullable(v.pipe(v.string('invite'), v.maxLength(LIMITS.inviteCode, 'invite')))),
  /** The applicant's answer to the admins' question. Required if admins approve each registration. */
  approval_answer: optionalText(LIMITS.approvalAnswer, 'approval_answer'),
  altcha: v.optional(v.nullable(v.pipe(v.string('challenge'), v.maxLength(LIMITS.solvedChallenge, 'challenge')))),
  ...forPeople(DELAY.registrationForm),
})
export const login = v.object({ username: anyName, password: anyPassword, remember_me: v.optional(flag, false) })
export const emailOnly = v.object({ email })
const resetConfirm = v.object({ token, new_password: newPassword })

export const auth = {
  register: endpoint({
    method: 'POST',
    path: '/api/auth/register',
    access: 'public',
    scope: null,
    rate: 'register',
    status: 201,
    repeat: 'replaces',
    input: register,
    output: v.object({ email: v.string(), username: v.string() }),
    errors: ['username_taken', 'registration_closed', 'invite_required', 'invite_invalid', 'invalid'],
    isOwnSignIn: true,
    summary: 'Stores a registration and mails the link that makes an account of it',
  }),
  registration: endpoint({
    method: 'GET',
    path: '/api/auth/registration',
    access: 'public',
    scope: null,
    rate: 'read',
    input: nothing,
    output: v.object({
      registration: v.picklist(REGISTRATION_MODES),
      /** The question that applicants must answer, in the caller's language; '' for none. */
      question: v.string(),
      accepts: v.array(v.picklist(ACCEPTED_TEXTS)),
      minimum_age: v.number(),
    }),
    summary: 'Who may register now and what they are asked',
  }),
  challenge: endpoint({
    method: 'GET',
    path: '/api/auth/challenge',
    access: 'public',
    scope: null,
    rate: 'check_username',
    input: nothing,
    output: v.object({
      parameters: v.object({
        algorithm: v.string(),
        nonce: v.string(),
        salt: v.string(),
        cost: v.number(),
        keyLength: v.number(),
        keyPrefix: v.string(),
        keySignature: v.optional(v.string()),
        expiresAt: v.optional(v.number()),
      }),
      signature: v.string(),
    }),
    errors: ['not_found'],
    summary:
      'The proof of work (ALTCHA) whose solution a registration sends as `altcha`, once; 404 where registrations ' +
      'need none',
  }),
  checkUsername: endpoint({
    method: 'GET',
    path: '/api/auth/check-username',
    access: 'public',
    scope: null,
    rate: 'check_username',
    input: v.object({ username: v.optional(v.pipe(v.string(), v.maxLength(200, 'username')), '') }),
    output: v.object({ available: v.boolean() }),
    summary: 'Whether a username is free and keeps the rules',
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    whileReadOnly: 'allowed',
    access: 'public',
    scope: null,
    rate: 'login',
    repeat: 'can_be_ended',
    input: login,
    output: opened,
    errors: ['bad_credentials', 'email_not_verified', 'awaiting_approval', 'second_factor'],
    isOwnSignIn: true,
    summary:
      'Opens a session by username or e-mail and password, or answers 401 with the challenge for the second factor',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    whileReadOnly: 'allowed',
    access: 'public',
    scope: null,
    repeat: 'succeeds_once',
    input: nothing,
    output: success,
    summary: 'Ends the session of the bearer, also of a dead one, and clears the cookie',
  }),
  openSession: endpoint({
    method: 'POST',
    path: '/api/auth/session',
    whileReadOnly: 'allowed',
    access: 'user',
    scope: null,
    whileSuspended: true,
    rate: 'write',
    repeat: 'sets_state',
    input: nothing,
    output: v.object({ user: SessionUser }),
    summary: 'Sets the cookie for the session of the bearer',
  }),
  closeSession: endpoint({
    method: 'DELETE',
    path: '/api/auth/session',
    whileReadOnly: 'allowed',
    access: 'public',
    scope: null,
    input: nothing,
    output: success,
    summary: 'Clears the session cookie',
  }),
  resendVerification: endpoint({
    method: 'POST',
    path: '/api/auth/resend-verification',
    access: 'public',
    scope: null,
    rate: 'verification_mail',
    repeat: 'sends_mail',
    input: emailOnly,
    output: message,
    summary: 'Mails a new verification link; the answer never tells whether the account exists',
  }),
  verifyEmail: endpoint({
    method: 'GET',
    path: '/api/auth/verify-email',
    access: 'public',
    scope: null,
    rate: 'read',
    writes: true,
    input: v.object({
      token: v.optional(v.pipe(v.string(), v.maxLength(200, 'token')), ''),
      email: v.optional(v.pipe(v.string(), v.maxLength(LIMITS.email, 'email'))),
    }),
    output: v.object({
      message: v.string(),
      username: v.string(),
      already_verified: v.boolean(),
      /** The e-mail address is verified, but an admin has to approve the account. */
      awaiting_approval: v.optional(v.literal(true)),
      access_token: v.nullable(v.string()),
      expires_at: v.nullable(time),
      user: v.nullable(SessionUser),
    }),
    errors: ['bad_token', 'username_taken'],
    summary: 'Makes the account of a registration by the token of the mail and opens a session',
  }),
  requestPasswordReset: endpoint({
    method: 'POST',
    path: '/api/auth/password-reset-request',
    access: 'public',
    scope: null,
    rate: 'reset_mail',
    repeat: 'sends_mail',
    input: emailOnly,
    output: message,
    isOwnSignIn: true,
    summary: 'Mails a reset link; the answer is always the same',
  }),
  confirmPasswordReset: endpoint({
    method: 'POST',
    path: '/api/auth/password-reset-confirm',
    access: 'public',
    scope: null,
    rate: 'login',
    repeat: 'succeeds_once',
    input: resetConfirm,
    output: message,
    errors: ['bad_token'],
    isOwnSignIn: true,
    summary: 'Sets a new password by the token of the mail and ends every session of the account',
  }),
}
