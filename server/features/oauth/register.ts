import * as v from 'valibot'
import { SCOPES } from '#shared/api/scopes.ts'
import { LIMITS } from '#shared/limits.ts'
import { isRedirectUri, sourceOf } from '#shared/rules/redirect-uri.ts'
import type { BaseCtx } from '#server/context.ts'
import { hashToken } from '../auth/tokens.ts'
import { CLIENT_AUTH } from './client-auth.ts'
import { OauthError } from './errors.ts'
import { newSecret } from './handlers.ts'
import { insertApplication } from './queries.ts'

/** The supported client metadata of RFC 7591. Other fields are ignored, as the RFC allows. */
const Metadata = v.object({
  redirect_uris: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(LIMITS.redirectUris)),
  client_name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LIMITS.applicationName))),
  client_uri: v.optional(v.pipe(v.string(), v.maxLength(LIMITS.applicationUrl), v.url())),
  token_endpoint_auth_method: v.optional(v.picklist(CLIENT_AUTH), 'client_secret_basic'),
  scope: v.optional(v.string(), 'openid profile'),
  grant_types: v.optional(v.array(v.string()), ['authorization_code']),
  response_types: v.optional(v.array(v.literal('code')), ['code']),
})

const plain = (text: string) => text.toWellFormed().replaceAll('\0', '')

export async function registerApplication({ db, now }: Pick<BaseCtx, 'db' | 'now'>, body: unknown) {
  const read = v.safeParse(Metadata, body)
  if (!read.success) {
    const field = String(read.issues[0].path?.[0]?.key ?? 'body')
    const code = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw new OauthError(code, `${field} is missing or malformed`)
  }
  const { redirect_uris, client_name, client_uri, token_endpoint_auth_method, scope, ...types } = read.output
  if (!redirect_uris.every(isRedirectUri))
    throw new OauthError('invalid_redirect_uri', 'A redirect URI is neither https nor of the device')
  if (client_uri !== undefined && !/^https?:/.test(client_uri))
    throw new OauthError('invalid_client_metadata', 'client_uri is no web address')
  const scopes = SCOPES.filter((one) => scope.split(' ').includes(one))
  if (scopes.length === 0) throw new OauthError('invalid_client_metadata', 'scope has no known scope')
  const isPublic = token_endpoint_auth_method === 'none'
  const secret = isPublic ? null : newSecret()
  const client_id = crypto.randomUUID()
  const issued_at = now()
  const name = plain(client_name ?? sourceOf(redirect_uris[0]!)).slice(0, LIMITS.applicationName)
  await insertApplication(db, {
    client_id,
    name,
    url: plain(client_uri ?? sourceOf(redirect_uris[0]!)),
    kind: isPublic ? 'public' : 'confidential',
    secret_hash: secret === null ? null : hashToken(secret),
    redirect_uris,
    scopes,
    created_at: issued_at,
  })
  return {
    client_id,
    client_id_issued_at: Math.floor(issued_at.getTime() / 1_000),
    ...(secret !== null && { client_secret: secret, client_secret_expires_at: 0 }),
    client_name: name,
    redirect_uris,
    token_endpoint_auth_method,
    scope: scopes.join(' '),
    ...types,
  }
}
