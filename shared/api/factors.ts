import * as v from 'valibot'
import { anyPassword, opened } from './auth.ts'
import { endpoint } from './contract.ts'
import { flag, id, nothing, success, text, time } from './fields.ts'
import { LIMITS } from '../limits.ts'

const code = v.pipe(v.string('required'), v.trim(), v.minLength(1, 'required'), v.maxLength(LIMITS.typedCode, 'code'))
const challenge = v.pipe(v.string('required'), v.minLength(1, 'required'), v.maxLength(200, 'invalid'))
const base64url = (max: number) =>
  v.pipe(v.string('passkey'), v.maxLength(max, 'passkey'), v.regex(/^[\w-]*$/, 'passkey'))
const transport = v.pipe(v.string('passkey'), v.maxLength(20, 'passkey'))

export const Passkey = v.object({ id: v.number(), name: v.string(), created_at: time, last_used_at: v.nullable(time) })
export type Passkey = v.InferOutput<typeof Passkey>

const CredentialRef = v.object({
  type: v.literal('public-key'),
  id: v.string(),
  transports: v.optional(v.array(v.string())),
})

const CreationOptions = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  attestation: v.literal('none'),
  excludeCredentials: v.array(CredentialRef),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
})

/** The options list no credentials, so that the browser offers all passkeys it has for this site. */
const RequestOptions = v.object({
  challenge: v.string(),
  timeout: v.number(),
  rpId: v.string(),
  allowCredentials: v.array(CredentialRef),
  userVerification: v.literal('required'),
})

const credential = { id: base64url(1_400), rawId: base64url(1_400), type: v.literal('public-key', 'passkey') }

const attestation = v.object(
  {
    ...credential,
    response: v.object(
      {
        clientDataJSON: base64url(4_000),
        attestationObject: base64url(60_000),
        transports: v.optional(v.pipe(v.array(transport, 'passkey'), v.maxLength(10, 'passkey')), []),
      },
      'passkey',
    ),
  },
  'passkey',
)

const assertion = v.object(
  {
    ...credential,
    response: v.object(
      {
        clientDataJSON: base64url(4_000),
        authenticatorData: base64url(4_000),
        signature: base64url(8_000),
        userHandle: v.optional(v.nullable(base64url(100)), null),
      },
      'passkey',
    ),
  },
  'passkey',
)

export type Attestation = v.InferOutput<typeof attestation>
export type Assertion = v.InferOutput<typeof assertion>

const recoveryCodes = v.object({ recovery_codes: v.array(v.string()) })

export const onlyPassword = v.object({ password: anyPassword })
export const onlyCode = v.object({ code })
export const passwordAndCode = v.object({ password: anyPassword, code })
export const passkeyName = text(1, LIMITS.passkeyName, 'passkey_name')
const maybePassword = v.optional(v.pipe(v.string('text'), v.maxLength(1000, 'password_long')), '')
const secondFactor = v.object({ challenge, code })

export const factors = {
  startTotp: endpoint({
    method: 'POST',
    path: '/api/account/totp',
    access: 'user',
    scope: null,
    rate: 'login',
    repeat: 'replaces',
    input: onlyPassword,
    output: v.object({ secret: v.string(), otpauth_url: v.string(), qr_svg: v.string() }),
    errors: ['bad_credentials', 'totp_enabled'],
    summary: 'The secret for an authenticator app; nothing changes until a code confirms it',
  }),
  confirmTotp: endpoint({
    method: 'POST',
    path: '/api/account/totp/confirm',
    access: 'user',
    scope: null,
    rate: 'write',
    repeat: 'succeeds_once',
    input: onlyCode,
    output: recoveryCodes,
    errors: ['totp_enabled', 'totp_not_started'],
    summary: 'Turns codes at sign-in on and returns ten recovery codes, this once',
  }),
  removeTotp: endpoint({
    method: 'DELETE',
    path: '/api/account/totp',
    access: 'user',
    scope: null,
    rate: 'login',
    from: 'json',
    input: passwordAndCode,
    output: success,
    errors: ['bad_credentials', 'not_found'],
    summary: 'Turns codes at sign-in off and voids the recovery codes',
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/recovery-codes',
    access: 'user',
    scope: null,
    rate: 'login',
    repeat: 'succeeds_once',
    input: passwordAndCode,
    output: recoveryCodes,
    errors: ['bad_credentials', 'not_found'],
    summary: 'Ten new recovery codes, returned this once; the old ones are void',
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/api/account/passkeys/options',
    access: 'user',
    scope: null,
    rate: 'login',
    repeat: 'succeeds_once',
    input: v.object({ password: maybePassword }),
    output: CreationOptions,
    errors: ['bad_credentials', 'too_many_passkeys'],
    summary: 'WebAuthn options for a new passkey; the password is wanted ten minutes after sign-in',
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkeys',
    access: 'user',
    scope: null,
    rate: 'write',
    repeat: 'succeeds_once',
    input: v.object({ name: passkeyName, response: attestation }),
    output: Passkey,
    errors: ['too_many_passkeys'],
    summary: 'Adds the passkey that the browser made with the options',
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/account/passkeys/:passkey_id',
    access: 'user',
    scope: null,
    rate: 'login',
    from: 'json',
    input: v.object({ passkey_id: id, password: maybePassword }),
    output: success,
    errors: ['bad_credentials', 'not_found'],
    summary: 'Removes an own passkey; the password is wanted ten minutes after sign-in',
  }),
  secondFactor: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor',
    whileReadOnly: 'allowed',
    access: 'public',
    scope: null,
    rate: 'login',
    repeat: 'succeeds_once',
    input: secondFactor,
    output: opened,
    errors: ['bad_code', 'challenge_expired'],
    summary: 'Opens a session by the challenge of a login and a code of the app, or a recovery code',
  }),
  passkeyLoginOptions: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/options',
    whileReadOnly: 'allowed',
    access: 'public',
    scope: null,
    rate: 'passkey_options',
    repeat: 'succeeds_once',
    input: nothing,
    output: RequestOptions,
    isOwnSignIn: true,
    summary: 'WebAuthn options for signing in with a passkey',
  }),
  passkeyLogin: endpoint({
    method: 'POST',
    path: '/api/auth/passkey',
    whileReadOnly: 'allowed',
    access: 'public',
    scope: null,
    rate: 'login',
    repeat: 'succeeds_once',
    input: v.object({ response: assertion, remember_me: v.optional(flag, false) }),
    output: opened,
    errors: ['bad_passkey'],
    isOwnSignIn: true,
    summary: 'Opens a session by a passkey',
  }),
}
