import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id, nothing, success, text, time } from './fields.ts'
import { SCOPES } from './scopes.ts'
import { isRedirectUri } from '../rules/redirect-uri.ts'
import { LIMITS } from '../limits.ts'

const scope = v.picklist(SCOPES, 'token_scopes')

const scopes = v.pipe(
  v.array(scope, 'token_scopes'),
  v.minLength(1, 'token_scopes'),
  v.maxLength(SCOPES.length, 'token_scopes'),
  v.transform((chosen) => SCOPES.filter((one) => chosen.includes(one))),
)

const KINDS = ['public', 'confidential'] as const

const Application = v.object({
  client_id: v.string(),
  name: v.string(),
  url: v.string(),
  redirect_uris: v.array(v.string()),
  kind: v.picklist(KINDS),
  scopes: v.array(scope),
  created_at: time,
})
export type Application = v.InferOutput<typeof Application>

const homepage = v.pipe(
  v.string('application_url'),
  v.maxLength(LIMITS.applicationUrl, 'application_url'),
  v.check((value) => /^https?:$/.test(URL.parse(value)?.protocol ?? ''), 'application_url'),
  v.transform((value) => new URL(value).href),
)

/** A form sends all URIs in one field, one per line. */
const redirectUris = v.pipe(
  v.array(v.pipe(v.string('redirect_uris'), v.maxLength(LIMITS.redirectUri * LIMITS.redirectUris, 'redirect_uris'))),
  v.transform((lines) => [...new Set(lines.flatMap((line) => line.split(/\s+/)).filter((uri) => uri !== ''))]),
  v.maxLength(LIMITS.redirectUris, 'redirect_uris'),
  v.check((uris) => uris.every(isRedirectUri), 'redirect_uris'),
)

export const createApplication = v.object({
  name: text(1, LIMITS.applicationName, 'application_name'),
  url: homepage,
  redirect_uris: redirectUris,
  kind: v.picklist(KINDS, 'application_kind'),
  scopes,
})

const clientId = v.pipe(v.string(), v.regex(/^[\da-f-]{1,36}$/, 'id'))

/** Applications that members sign in with. */
export const applications = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/applications',
    access: 'user',
    scope: null,
    rate: 'read',
    input: nothing,
    output: v.object({ applications: v.array(Application) }),
    summary: 'The applications that the caller registered, newest first',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/account/applications',
    access: 'user',
    scope: null,
    rate: 'write',
    status: 201,
    repeat: 'can_be_ended',
    input: createApplication,
    output: v.object({ client_id: v.string(), client_secret: v.nullable(v.string()) }),
    errors: ['too_many_applications', 'invalid'],
    summary:
      'Registers an application; the secret of a confidential one is shown this once, a public one has none. ' +
      'At most 20 at a time',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/applications/:client_id',
    access: 'user',
    scope: null,
    rate: 'write',
    whileSuspended: true,
    input: v.object({ client_id: clientId }),
    output: success,
    errors: ['not_found'],
    summary: 'Deletes an application of the caller and ends at once what members allowed it',
  }),
}

const shownApplication = { name: v.string(), url: v.string() }

const Grant = v.object({
  id: v.number(),
  application: v.object({ client_id: v.string(), ...shownApplication }),
  scopes: v.array(scope),
  created_at: time,
  last_used_at: v.nullable(time),
})
export type Grant = v.InferOutput<typeof Grant>

/** Access that a member has granted to applications. */
export const grants = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/grants',
    access: 'user',
    scope: null,
    rate: 'read',
    input: nothing,
    output: v.object({ grants: v.array(Grant) }),
    summary: 'The applications that the caller allowed something, newest first',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/account/grants/:grant_id',
    access: 'user',
    scope: null,
    rate: 'write',
    whileSuspended: true,
    input: v.object({ grant_id: id }),
    output: success,
    errors: ['not_found'],
    summary: 'Ends the access of an application at once, with its open event streams',
  }),
}

/** 'sign_in': the application requires that members sign in again. */
const CONSENT_STEPS = ['consent', 'sign_in'] as const
const REQUEST_PROBLEMS = ['client', 'redirect_uri', 'request'] as const

/** `owner` is null for an application that registered itself; `missing`: scopes that `scopes` do not cover. */
const asked = {
  application: v.object({ ...shownApplication, owner: v.nullable(v.string()) }),
  scopes: v.array(scope),
  missing: v.array(scope),
}

const ConsentRequest = v.object({
  ...asked,
  step: v.picklist(CONSENT_STEPS),
  /** Origin or scheme to which the browser is redirected. */
  returns_to: v.string(),
  /** The path to return to after signing in again. */
  path: v.string(),
})
export type ConsentRequest = v.InferOutput<typeof ConsentRequest>

const decision = v.picklist(['allow', 'deny'], 'required')

/** A typed device code is truncated, since valid codes are never longer. */
const userCode = v.pipe(
  v.string('required'),
  v.transform((text) => text.slice(0, LIMITS.typedCode)),
)

const DeviceRequest = v.object(asked)
export type DeviceRequest = v.InferOutput<typeof DeviceRequest>

const requestQuery = v.pipe(v.string('required'), v.maxLength(LIMITS.authorizationRequest, 'range'))

export const oauth = {
  request: endpoint({
    method: 'GET',
    path: '/api/oauth/request',
    access: 'public',
    scope: null,
    rate: 'read',
    input: v.object({ request: requestQuery }),
    output: v.object({ problem: v.nullable(v.picklist(REQUEST_PROBLEMS)), request: v.nullable(ConsentRequest) }),
    summary: 'What the page of consent shows; `request` is the query that the application sent there',
  }),
  decide: endpoint({
    method: 'POST',
    path: '/api/oauth/decide',
    access: 'user',
    scope: null,
    rate: 'write',
    repeat: 'can_be_ended',
    input: v.object({ request: requestQuery, decision }),
    output: v.object({ redirect_to: v.string() }),
    errors: ['bad_request', 'invalid'],
    summary: 'Allows or denies what an application asks for; the browser is then sent to `redirect_to`',
  }),
  device: endpoint({
    method: 'GET',
    path: '/api/oauth/device',
    access: 'user',
    scope: null,
    rate: 'read',
    input: v.object({ user_code: userCode }),
    output: DeviceRequest,
    errors: ['not_found'],
    summary: 'What a television or terminal asks for that shows this code',
  }),
  decideDevice: endpoint({
    method: 'POST',
    path: '/api/oauth/device',
    access: 'user',
    scope: null,
    rate: 'write',
    repeat: 'succeeds_once',
    input: v.object({ user_code: userCode, decision }),
    output: success,
    errors: ['not_found', 'invalid'],
    summary: 'Allows or denies what a device asks for that shows this code',
  }),
}
