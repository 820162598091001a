import type { BaseCtx } from '#server/context.ts'
import { constantTimeEqual, hashToken } from '../auth/tokens.ts'
import { OauthError } from './errors.ts'
import { findApplication, type StoredApplication } from './queries.ts'
import { isClientId, single } from './rules.ts'

/** 'none' is for public applications, which have no secret. */
export const CLIENT_AUTH = ['client_secret_basic', 'client_secret_post', 'none'] as const

type Credentials = { client_id: string; secret: string | null }

const decoded = (text: string) => decodeURIComponent(text.replaceAll('+', ' '))

function fromHeader(header: string): Credentials {
  const encoded = /^Basic +([\w+/=-]+) *$/i.exec(header)?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
  const at = text.indexOf(':')
  try {
    if (at > 0) return { client_id: decoded(text.slice(0, at)), secret: decoded(text.slice(at + 1)) }
  } catch {
    // Malformed percent encoding is refused like a malformed header.
  }
  throw new OauthError('invalid_client', 'The Authorization header is malformed')
}

function credentialsOf(request: Request, params: URLSearchParams): Credentials {
  const header = request.headers.get('authorization')
  const client_id = single(params, 'client_id')
  const secret = single(params, 'client_secret')
  if (header !== null) {
    const given = fromHeader(header)
    if (secret !== null || (client_id !== null && client_id !== given.client_id))
      throw new OauthError('invalid_request', 'The client authenticates in two ways')
    return given
  }
  if (client_id === null) throw new OauthError('invalid_client', 'client_id is missing')
  return { client_id, secret }
}

export async function authenticateClient(
  { db }: Pick<BaseCtx, 'db'>,
  request: Request,
  params: URLSearchParams,
): Promise<StoredApplication> {
  const { client_id, secret } = credentialsOf(request, params)
  const application = isClientId(client_id) ? await findApplication(db, client_id) : null
  const isRight =
    application !== null &&
    (application.secret_hash === null
      ? secret === null
      : secret !== null && constantTimeEqual(hashToken(secret), application.secret_hash))
  if (!isRight) throw new OauthError('invalid_client', 'The client is unknown or its secret is wrong')
  return application
}
