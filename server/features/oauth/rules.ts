import { SCOPES, type Scope } from '#shared/api/scopes.ts'
import { isRegisteredRedirect } from '#shared/rules/redirect-uri.ts'
import { OauthError } from './errors.ts'
import type { StoredApplication } from './queries.ts'

const PROMPTS = ['none', 'login', 'consent', 'select_account'] as const
type Prompt = (typeof PROMPTS)[number]

export type AuthorizationRequest = {
  client_id: string
  redirect_uri: string
  scopes: Scope[]
  state: string | null
  nonce: string | null
  code_challenge: string
  prompts: Prompt[]
  /** In seconds. */
  max_age: number | null
  resource: string | null
  id_token_hint: string | null
}

/** The verified redirect URI and state, with which errors can be sent to the application. */
export type RequestTarget = { redirect_uri: string; state: string | null }

const CLIENT_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

export const isClientId = (text: string): boolean => CLIENT_ID.test(text)

/** Refuses a parameter that occurs twice, because it is unclear which value is intended. */
export function single(params: URLSearchParams, name: string): string | null {
  const values = params.getAll(name)
  if (values.length > 1) throw new OauthError('invalid_request', `${name} was given more than once`)
  const [value = ''] = values
  if (value.includes('\0') || !value.isWellFormed()) throw new OauthError('invalid_request', `${name} is malformed`)
  return value === '' ? null : value
}

/** Returns null if the redirect URI is not registered. */
export function targetOf(params: URLSearchParams, { redirect_uris }: StoredApplication): RequestTarget | null {
  const [redirect_uri, ...others] = params.getAll('redirect_uri')
  if (redirect_uri === undefined || others.length > 0 || !isRegisteredRedirect(redirect_uris, redirect_uri)) return null
  return { redirect_uri, state: params.get('state') }
}

/** Ignores unknown scopes, as OpenID Connect requires. */
export function scopesOf(text: string | null, { scopes }: Pick<StoredApplication, 'scopes'>): Scope[] {
  const names = (text ?? '').split(' ')
  const asked = SCOPES.filter((scope) => names.includes(scope))
  if (asked.length === 0) throw new OauthError('invalid_scope', 'No known scope was asked for')
  const foreign = asked.filter((scope) => !scopes.includes(scope))
  if (foreign.length > 0)
    throw new OauthError('invalid_scope', `The application is not registered for ${foreign.join(' ')}`)
  return asked
}

function promptsOf(text: string | null): Prompt[] {
  const words = (text ?? '').split(' ').filter((word) => word !== '')
  const prompts = PROMPTS.filter((prompt) => words.includes(prompt))
  if (prompts.length < new Set(words).size) throw new OauthError('invalid_request', 'prompt is unknown')
  if (prompts.includes('none') && prompts.length > 1)
    throw new OauthError('invalid_request', 'prompt=none stands alone')
  return prompts
}

function maxAgeOf(text: string | null): number | null {
  if (text === null) return null
  if (!/^\d{1,9}$/.test(text)) throw new OauthError('invalid_request', 'max_age is not a number of seconds')
  return Number(text)
}

export function resourceOf(text: string | null, known: readonly string[]): string | null {
  if (text !== null && !known.includes(text)) throw new OauthError('invalid_target', 'resource is not of this server')
  return text
}

function refuseUnsupported(params: URLSearchParams): void {
  const type = single(params, 'response_type')
  if (params.has('request')) throw new OauthError('request_not_supported', 'request objects are not supported')
  if (params.has('request_uri')) throw new OauthError('request_uri_not_supported', 'request_uri is not supported')
  if (params.has('registration')) throw new OauthError('registration_not_supported', 'registration is not supported')
  if (type === null) throw new OauthError('invalid_request', 'response_type is missing')
  if (type !== 'code') throw new OauthError('unsupported_response_type', 'response_type must be code')
  const mode = single(params, 'response_mode')
  if (mode !== null && mode !== 'query') throw new OauthError('invalid_request', 'response_mode must be query')
}

const CHALLENGE = /^[\w-]{43}$/

function challengeOf(params: URLSearchParams): string {
  const challenge = single(params, 'code_challenge')
  if (challenge === null) throw new OauthError('invalid_request', 'code_challenge is missing: PKCE is required')
  if (single(params, 'code_challenge_method') !== 'S256')
    throw new OauthError('invalid_request', 'code_challenge_method must be S256')
  if (!CHALLENGE.test(challenge)) throw new OauthError('invalid_request', 'code_challenge is malformed')
  return challenge
}

export function readRequest(
  params: URLSearchParams,
  application: StoredApplication,
  audiences: readonly string[],
): AuthorizationRequest {
  refuseUnsupported(params)
  return {
    client_id: application.client_id,
    redirect_uri: params.get('redirect_uri')!,
    state: single(params, 'state'),
    nonce: single(params, 'nonce'),
    scopes: scopesOf(single(params, 'scope'), application),
    code_challenge: challengeOf(params),
    prompts: promptsOf(single(params, 'prompt')),
    max_age: maxAgeOf(single(params, 'max_age')),
    resource: resourceOf(single(params, 'resource'), audiences),
    id_token_hint: single(params, 'id_token_hint'),
  }
}

export function withParams(uri: string, params: Record<string, string | null>): string {
  const given = Object.entries(params).filter((param): param is [string, string] => param[1] !== null)
  const query = new URLSearchParams(given).toString()
  return `${uri}${uri.includes('?') ? (uri.endsWith('?') || uri.endsWith('&') ? '' : '&') : '?'}${query}`
}

/** No other program can impersonate an application that has a secret, or a redirect URI with https. */
export const isSurelyItself = ({ kind }: Pick<StoredApplication, 'kind'>, redirectUri: string): boolean =>
  kind === 'confidential' || redirectUri.startsWith('https:')

const VERIFIER = /^[\w.~-]{43,128}$/

export function answersChallenge(verifier: string | null, challenge: string): boolean {
  if (verifier === null || !VERIFIER.test(verifier)) return false
  return new Bun.CryptoHasher('sha256').update(verifier).digest('base64url') === challenge
}
