import { importPKCS8, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client'
import { ApiError } from '#shared/api/errors.ts'
import type { SignInService } from '#shared/rules/sign-in-services.ts'
import type { Services } from '#server/context.ts'
import { sendOutgoing } from '#server/lib/outgoing.ts'
import { endpoints } from './endpoints.ts'

export const loadClient = () => import('openid-client')

const TIMEOUT_S = 10
const MAX_ANSWER_BYTES = 512 * 1024
const HOUR_MS = 3_600_000
/**
 * Apple's client secret lives longer than a cached configuration (one hour), shorter than Apple's maximum (six months).
 */
const APPLE_SECRET_LIFE = '2h'

/** The key contains all settings that a configuration depends on, so that a changed setting leads to a new one. */
const configurations = new LRUCache<string, Configuration>({ max: 50, ttl: HOUR_MS })

/**
 * Protects requests to providers like all outgoing ones (against SSRF): public IP addresses, no redirects, limited
 * size.
 */
function outgoingFetch(allowPrivate: boolean): CustomFetch {
  return async (url, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined
    const answer = await sendOutgoing(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: { ...headers, 'user-agent': 'Watek' },
      ...(text !== undefined && { body: text }),
      timeoutMs: TIMEOUT_S * 1_000,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      allowPrivate,
    })
    const type = answer.headers.get('content-type')
    return new Response(answer.status === 204 || answer.status === 304 ? null : answer.text, {
      status: answer.status,
      headers: type === null ? {} : { 'content-type': type },
    })
  }
}

type Client = {
  issuer: string
  id: string
  secret: string | null
  /** Endpoints of a sign-in service that has no discovery document. */
  server?: { issuer: string; authorization_endpoint: string; token_endpoint: string }
  auth?: () => Promise<ClientAuth>
}

export function configurationOf(service: SignInService, services: Services): Promise<Configuration> {
  return configure(clientOf(service, services.settings), services.config.oidcAllowPrivate)
}

function clientOf(service: SignInService, { value }: Services['settings']): Client {
  const required = <T>(setting: T | null): T => {
    if (setting === null) throw new ApiError('not_found')
    return setting
  }
  switch (service) {
    case 'oidc':
      return {
        issuer: required(value('oidc_issuer')),
        id: required(value('oidc_client_id')),
        secret: value('oidc_client_secret'),
      }
    case 'google':
      return {
        ...endpoints.google,
        id: required(value('google_client_id')),
        secret: required(value('google_client_secret')),
      }
    case 'apple': {
      const apple = {
        id: required(value('apple_client_id')),
        team: required(value('apple_team_id')),
        keyId: required(value('apple_key_id')),
        key: required(value('apple_private_key')),
      }
      return { ...endpoints.apple, id: apple.id, secret: apple.key, auth: () => appleSecret(apple) }
    }
    case 'facebook':
      return {
        server: endpoints.facebook,
        issuer: endpoints.facebook.issuer,
        id: required(value('facebook_client_id')),
        secret: required(value('facebook_client_secret')),
      }
    case 'github':
      return {
        server: endpoints.github,
        issuer: endpoints.github.issuer,
        id: required(value('github_client_id')),
        secret: required(value('github_client_secret')),
      }
  }
}

type AppleKey = { id: string; team: string; keyId: string; key: string }

async function appleSecret({ id, team, keyId, key }: AppleKey): Promise<ClientAuth> {
  const pem = `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----`
  const secret = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(team)
    .setSubject(id)
    .setAudience(endpoints.apple.issuer)
    .setIssuedAt()
    .setExpirationTime(APPLE_SECRET_LIFE)
    .sign(await importPKCS8(pem, 'ES256'))
  return (await loadClient()).ClientSecretPost(secret)
}

async function configure(client: Client, allowPrivate: boolean): Promise<Configuration> {
  const key = JSON.stringify([client, allowPrivate])
  const known = configurations.get(key)
  if (known) return known
  const openid = await loadClient()
  const { ClientSecretPost, Configuration, None, allowInsecureRequests, discovery } = openid
  const auth = client.auth ? await client.auth() : client.secret === null ? None() : ClientSecretPost(client.secret)
  const fetcher = outgoingFetch(allowPrivate)
  let made: Configuration
  if (client.server) {
    const { issuer, authorization_endpoint, token_endpoint } = client.server
    made = new Configuration({ issuer, authorization_endpoint, token_endpoint }, client.id, undefined, auth)
    made[openid.customFetch] = fetcher
    made.timeout = TIMEOUT_S
    if (allowPrivate) allowInsecureRequests(made)
  } else {
    made = await discovery(new URL(client.issuer), client.id, undefined, auth, {
      [openid.customFetch]: fetcher,
      timeout: TIMEOUT_S,
      // Also verifies the signature of ID tokens, instead of relying on TLS alone.
      execute: [openid.enableNonRepudiationChecks, ...(allowPrivate ? [allowInsecureRequests] : [])],
    })
  }
  configurations.set(key, made)
  return made
}
