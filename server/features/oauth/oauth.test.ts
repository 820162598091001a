import { afterEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as client from 'openid-client'
import { createApp } from '#server/http/app.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { mailsTo } from '../auth/testing/mails.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { discover, newRequest, REDIRECT, register, signIn } from './testing/relying-party.ts'
import { oauthApplication, oauthGrant, oauthKey, oauthSession } from './table.ts'

const t = await createTestApp()
const OFFLINE = 'openid read read:private offline_access'

afterEach(() => {
  t.clock.now = () => new Date()
})

const later = (ms: number) => {
  t.clock.now = () => new Date(Date.now() + ms)
}

const read = (token: string, path = '/api/posts?limit=1', app: { request: typeof t.request } = t) =>
  app.request(path, { headers: { authorization: `Bearer ${token}` } })

const errorOf = async (call: Promise<unknown>): Promise<string> =>
  ((await failure(call)) as unknown as { error: string }).error

function send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  return t.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
}

async function signedIn(scope = OFFLINE) {
  const application = await register(t)
  const member = await createMember(t)
  const config = await discover(t, application)
  return { application, member, config, ...(await signIn(t, config, member, { scope })) }
}

describe('OAUTH-2 refresh tokens', () => {
  test('OAUTH-2 a refresh token is exchanged once for new tokens with the same scopes', async () => {
    const { config, tokens, member } = await signedIn()
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!)
    expect(next.scope).toBe(OFFLINE)
    expect(next.claims()?.sub).toBe(String(member.id))
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect((await read(next.access_token)).status).toBe(200)
    const third = await client.refreshTokenGrant(config, next.refresh_token!)
    expect((await read(third.access_token)).status).toBe(200)
  })

  test('OAUTH-2 using a refresh token twice ends the session, its tokens and the grant', async () => {
    const { config, tokens, member } = await signedIn()
    const next = await client.refreshTokenGrant(config, tokens.refresh_token!)
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
    expect(await errorOf(client.refreshTokenGrant(config, next.refresh_token!))).toBe('invalid_grant')
    expect((await read(next.access_token)).status).toBe(401)
    expect((await (await t.as(member)).grants.list()).grants).toEqual([])
  })

  test('OAUTH-2 reusing a refresh token ends that session, but not another session of the application', async () => {
    const { config, tokens, member } = await signedIn()
    const other = await signIn(t, config, member, { scope: OFFLINE })
    await client.refreshTokenGrant(config, tokens.refresh_token!)
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
    expect((await read(tokens.access_token)).status).toBe(401)
    expect((await read(other.tokens.access_token)).status).toBe(200)
    expect((await (await t.as(member)).grants.list()).grants).toHaveLength(1)
  })

  test('OAUTH-2 only one of several concurrent refreshes gets tokens, and the others revoke them', async () => {
    const { config, tokens } = await signedIn()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => client.refreshTokenGrant(config, tokens.refresh_token!)),
    )
    const given = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(given).toHaveLength(1)
    expect((await read(given[0]!.access_token)).status).toBe(401)
  })

  test('OAUTH-2 a refresh may request fewer scopes, but not more', async () => {
    const { config, tokens } = await signedIn()
    const less = await client.refreshTokenGrant(config, tokens.refresh_token!, { scope: 'read' })
    expect(less.scope).toBe('read')
    expect((await read(less.access_token, '/api/notifications')).status).toBe(403)
    const more = client.refreshTokenGrant(config, less.refresh_token!, { scope: 'read write:posts' })
    expect(await errorOf(more)).toBe('invalid_scope')
  })

  test('OAUTH-2 a refresh token works only for its application, and no other application can revoke it', async () => {
    const { tokens } = await signedIn()
    const foreign = await discover(t, await register(t))
    expect(await errorOf(client.refreshTokenGrant(foreign, tokens.refresh_token!))).toBe('invalid_grant')
    expect((await read(tokens.access_token)).status).toBe(200)
  })

  test('OAUTH-2 a session without offline_access ends after ten minutes', async () => {
    const { tokens } = await signedIn('openid read')
    expect(tokens.refresh_token).toBeUndefined()
    later(601_000)
    const answer = await read(tokens.access_token)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
  })

  test('OAUTH-2 an unused refresh token expires after 90 days', async () => {
    const { config, tokens } = await signedIn()
    later(91 * 86_400_000)
    expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
  })

  test('OAUTH-2 no token, code or secret is stored in plain text', async () => {
    const { tokens, callback, application } = await signedIn()
    const rows = JSON.stringify([await t.db.select().from(oauthSession), await t.db.select().from(oauthApplication)])
    for (const secret of [tokens.refresh_token!, callback.searchParams.get('code')!, application.client_secret!])
      expect(rows).not.toContain(secret)
    const [key] = await t.db.select().from(oauthKey)
    expect(key!.private_key).not.toContain('"d"')
  })
})

describe('OAUTH-2 revocation of tokens', () => {
  test('OAUTH-2 revoking the access token or the refresh token ends the session in every server process', async () => {
    const other = createApp(t.services)
    const elsewhere = (token: string) =>
      other.request('/api/posts?limit=1', { headers: { authorization: `Bearer ${token}` } })
    for (const name of ['refresh_token', 'access_token'] as const) {
      const { config, tokens } = await signedIn()
      expect((await elsewhere(tokens.access_token)).status).toBe(200)
      await client.tokenRevocation(config, tokens[name]!)
      expect((await elsewhere(tokens.access_token)).status).toBe(401)
      expect(await errorOf(client.refreshTokenGrant(config, tokens.refresh_token!))).toBe('invalid_grant')
    }
  })

  test("OAUTH-2 revoking an unknown token or another application's token succeeds without effect", async () => {
    const { tokens } = await signedIn()
    const foreign = await discover(t, await register(t))
    for (const token of [tokens.access_token, tokens.refresh_token!, 'nonsense'])
      await client.tokenRevocation(foreign, token)
    expect((await read(tokens.access_token)).status).toBe(200)
  })

  test('OAUTH-2 an application introspects only its own tokens', async () => {
    const { config, tokens, member, application } = await signedIn()
    const { client_id } = application
    expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({
      active: true,
      client_id,
      sub: String(member.id),
      scope: OFFLINE,
      token_type: 'Bearer',
    })
    expect(await client.tokenIntrospection(config, tokens.refresh_token!)).toMatchObject({ active: true, client_id })
    const foreign = await discover(t, await register(t))
    expect(await client.tokenIntrospection(foreign, tokens.access_token)).toMatchObject({ active: false })
    await client.tokenRevocation(config, tokens.access_token)
    expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: false })
  })
})

describe('OAUTH-4 grants to applications', () => {
  test('OAUTH-4 a member sees which applications have access and their last use, and can revoke access', async () => {
    const { tokens, member, application } = await signedIn()
    const api = await t.as(member)
    await read(tokens.access_token)
    const { grants } = await api.grants.list()
    expect(grants).toMatchObject([
      {
        application: { client_id: application.client_id, name: 'Czytnik', url: 'https://app.example/' },
        scopes: OFFLINE.split(' '),
        last_used_at: expect.any(String),
      },
    ])
    expect((await failure((await t.as(application.owner)).grants.remove({ grant_id: grants[0]!.id }))).status).toBe(404)
    expect(await api.grants.remove({ grant_id: grants[0]!.id })).toEqual({ success: true })
    expect((await read(tokens.access_token)).status).toBe(401)
    expect((await api.grants.list()).grants).toEqual([])
  })

  test('OAUTH-4 an event stream of an application ends when the member revokes its access', async () => {
    const { tokens, member } = await signedIn()
    const stream = await read(tokens.access_token, '/api/events?topics=me')
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    const api = await t.as(member)
    await api.grants.remove({ grant_id: (await api.grants.list()).grants[0]!.id })
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value
    expect(text).toContain('event: signed_out')
  })

  test('OAUTH-4 a new password revokes all grants, and the access of applications that the member owns', async () => {
    const { tokens, member } = await signedIn()
    const api = await t.as(member)
    const own = await api.applications.create({
      name: 'Kopia',
      url: 'https://own.example',
      redirect_uris: [],
      kind: 'confidential',
      scopes: ['read'],
    })
    const config = await discover(t, own)
    const { access_token } = await client.clientCredentialsGrant(config)
    await api.account.changePassword({ password: PASSWORD, new_password: 'Inne12345' })
    expect((await read(tokens.access_token)).status).toBe(401)
    expect((await read(access_token)).status).toBe(401)
    expect(await errorOf(client.clientCredentialsGrant(config))).toBe('unauthorized_client')
  })

  test('OAUTH-4 deleting an application revokes all its access', async () => {
    const { tokens, application, member } = await signedIn()
    const { client_id } = application
    expect((await failure((await t.as(member)).applications.remove({ client_id }))).status).toBe(404)
    await (await t.as(application.owner)).applications.remove({ client_id })
    expect((await read(tokens.access_token)).status).toBe(401)
    expect(await t.db.$count(oauthGrant, eq(oauthGrant.client_id, client_id))).toBe(0)
  })
})

test('OAUTH-4 the consent page lists the user name as withheld only if the scope read is not requested', async () => {
  const { client_id } = await register(t)
  const api = await t.as(await createUser(t.db))
  const missingOf = async (scope: string) => {
    const { url } = await newRequest(await discover(t, { client_id, client_secret: null }), { scope })
    return (await api.oauth.request({ request: url.search.slice(1) })).request!.missing
  }
  expect(await missingOf('openid')).toContain('profile')
  for (const promise of ['openid', 'profile'] as const) expect(await missingOf('read')).not.toContain(promise)
  expect(await missingOf('read')).toContain('email')
})

test('OAUTH-4 the owner of an account is mailed once about each new application with access to it', async () => {
  const member = await createMember(t)
  const application = await register(t)
  const config = await discover(t, application)
  await signIn(t, config, member)
  await signIn(t, config, member)
  const api = await t.as(member)
  const own = { name: 'Kopia', url: 'https://own.example', redirect_uris: [], scopes: ['read' as const] }
  await api.applications.create({ ...own, kind: 'public' })
  await api.applications.create({ ...own, kind: 'confidential' })
  const subjects = (await mailsTo(t, member.email!)).map(({ subject }) => subject)
  expect(subjects.toSorted()).toEqual([
    'Aplikacja dostała dostęp do Twojego konta – Wątek',
    'Zgłoszono aplikację z Twojego konta – Wątek',
  ])
})

describe('OAUTH-1 authorization codes', () => {
  const exchange = async (changed: Record<string, string>, ageMs = 0) => {
    const application = await register(t, { kind: 'public' })
    const config = await discover(t, application)
    const { url, checks } = await newRequest(config)
    const api = await t.as(await createUser(t.db))
    const { redirect_to } = await api.oauth.decide({ request: url.search.slice(1), decision: 'allow' })
    later(ageMs)
    const fields = {
      grant_type: 'authorization_code',
      client_id: application.client_id,
      code: new URL(redirect_to).searchParams.get('code')!,
      redirect_uri: REDIRECT,
      code_verifier: checks.pkceCodeVerifier,
    }
    const first = await send('/oauth/token', { ...fields, ...changed })
    return { first, fields, status: first.status, body: (await first.json()) as Record<string, string> }
  }

  test('OAUTH-1 an authorization code used twice is refused and its tokens are revoked', async () => {
    const { fields, body } = await exchange({})
    expect((await read(body.access_token!)).status).toBe(403)
    const again = await send('/oauth/token', fields)
    expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect((await read(body.access_token!)).status).toBe(401)
  })

  test.each([
    ['another verifier', { code_verifier: 'a'.repeat(43) }, 0],
    ['a verifier that is too short', { code_verifier: 'a' }, 0],
    ['another redirect_uri', { redirect_uri: 'https://app.example/other' }, 0],
    ['a code that is made up', { code: 'a'.repeat(43) }, 0],
    ['a code of more than a minute', {}, 60_001],
  ])('OAUTH-1 a token request with %s gets no token', async (_, changed, ageMs) => {
    expect(await exchange(changed, ageMs)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('OAUTH-1 an authorization code issued to another application gets no token', async () => {
    const { client_id } = await register(t, { kind: 'public' })
    expect(await exchange({ client_id })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })

  test('OAUTH-1 a response with tokens must not be cached', async () => {
    const { first } = await exchange({})
    expect(first.headers.get('cache-control')).toContain('no-store')
    expect(first.headers.get('pragma')).toBe('no-cache')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
  })

  test.each([
    [{}, 400, 'invalid_request'],
    [{ grant_type: 'password' }, 400, 'unsupported_grant_type'],
    [{ client_secret: 'wrong' }, 401, 'invalid_client'],
    [{ client_id: 'nobody' }, 401, 'invalid_client'],
  ])('OAUTH-1 a token request with %j is refused as RFC 6749 requires', async (changed, status, error) => {
    const { client_id } = await register(t, { kind: 'public' })
    const answer = await send('/oauth/token', { client_id, ...changed })
    expect([answer.status, await answer.json()]).toMatchObject([status, { error }])
  })

  test('OAUTH-1 a confidential application sends its secret in the header or in the form', async () => {
    const application = await register(t)
    const { client_id, client_secret } = application
    const member = await createUser(t.db)
    for (const authentication of [client.ClientSecretBasic(client_secret!), client.ClientSecretPost(client_secret!)]) {
      const config = await discover(t, application, authentication)
      expect((await signIn(t, config, member)).tokens.id_token).toBeString()
    }
    for (const authentication of [client.None(), client.ClientSecretPost('wrong'), client.ClientSecretBasic('wrong')]) {
      const config = await discover(t, { client_id, client_secret }, authentication)
      expect(await failure(signIn(t, config, member))).toMatchObject({ status: 401 })
    }
  })

  test('OAUTH-1 a token request with a JSON body is refused', async () => {
    const answer = await t.request('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"grant_type":"client_credentials"}',
    })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_request' }])
  })
})

describe('OAUTH-1 client credentials', () => {
  test('OAUTH-1 a confidential application can call on behalf of its owner within its scopes', async () => {
    const application = await register(t, { scopes: ['openid', 'read', 'write:votes'] })
    const config = await discover(t, application)
    const all = await client.clientCredentialsGrant(config)
    expect(all).toMatchObject({ scope: 'read write:votes', expires_in: 600 })
    expect(all.refresh_token).toBeUndefined()
    const me = await read(all.access_token, '/api/users/me')
    expect(await me.json()).toMatchObject({ id: application.owner.id, email: '' })
    const less = await client.clientCredentialsGrant(config, { scope: 'write:votes' })
    expect((await read(less.access_token, '/api/users/me')).status).toBe(403)
    expect(await errorOf(client.clientCredentialsGrant(config, { scope: 'moderate' }))).toBe('invalid_scope')
  })

  test('OAUTH-1 a public application cannot use client credentials', async () => {
    const { client_id } = await register(t, { kind: 'public' })
    const answer = await send('/oauth/token', { client_id, grant_type: 'client_credentials' })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'unauthorized_client' }])
  })
})

describe('OAUTH-1 sign-in of devices', () => {
  const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'

  async function waiting() {
    const { client_id } = await register(t, { kind: 'public' })
    const answer = await send('/oauth/device', { client_id, scope: 'openid read' })
    const device = (await answer.json()) as { device_code: string; user_code: string; interval: number }
    const ask = async () => {
      const asked = await send('/oauth/token', { client_id, grant_type: DEVICE, device_code: device.device_code })
      return (await asked.json()) as Record<string, string>
    }
    return { ...device, ask, client_id }
  }

  test('OAUTH-1 a device gets its tokens once, after a member entered the code', async () => {
    const member = await createMember(t)
    const api = await t.as(member)
    const { user_code, ask } = await waiting()
    expect(user_code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/)
    expect(await ask()).toMatchObject({ error: 'authorization_pending' })
    expect(await ask()).toMatchObject({ error: 'slow_down' })
    expect(await api.oauth.device({ user_code: ` ${user_code.toLowerCase().replace('-', ' ')}` })).toMatchObject({
      application: { name: 'Czytnik' },
      scopes: ['openid', 'read'],
    })
    await api.oauth.decideDevice({ user_code, decision: 'allow' })
    expect(await mailsTo(t, member.email!)).toHaveLength(1)
    const tokens = await ask()
    expect((await read(tokens.access_token!)).status).toBe(200)
    expect(tokens.id_token).toBeString()
    expect(await ask()).toMatchObject({ error: 'invalid_grant' })
    expect((await failure(api.oauth.decideDevice({ user_code, decision: 'allow' }))).status).toBe(404)
    expect((await api.grants.list()).grants).toHaveLength(1)
  })

  test('OAUTH-1 a device gets no tokens if the member denies it or lets its code expire', async () => {
    const api = await t.as(await createUser(t.db))
    const denied = await waiting()
    await api.oauth.decideDevice({ user_code: denied.user_code, decision: 'deny' })
    expect(await denied.ask()).toMatchObject({ error: 'access_denied' })
    const forgotten = await waiting()
    later(600_001)
    expect(await forgotten.ask()).toMatchObject({ error: 'expired_token' })
    expect((await failure(api.oauth.device({ user_code: forgotten.user_code }))).status).toBe(404)
  })

  test('OAUTH-1 guesses of device codes are rate limited', async () => {
    const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' })
    const api = await strict.as(await createUser(strict.db))
    const codes: string[] = []
    for (let at = 0; at < 31; at += 1) codes.push((await failure(api.oauth.device({ user_code: 'BCDF-GHJK' }))).code)
    expect([codes[0], codes[30]]).toEqual(['not_found', 'too_many_requests'])
  })
})

describe('OAUTH-1 registration of applications', () => {
  const METADATA = { redirect_uris: [REDIRECT], client_name: 'Sam się zgłosił', scope: 'openid read' }
  const post = (app: typeof t, body: object) =>
    app.request('/oauth/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('OAUTH-1 applications can register themselves only if the operator allows it', async () => {
    expect((await post(t, METADATA)).status).toBe(403)
    const discovery = await (await t.request('/.well-known/openid-configuration')).json()
    expect(discovery).not.toHaveProperty('registration_endpoint')
  })

  test('OAUTH-1 a self-registered application can sign members in', async () => {
    const open = await createTestApp({ OAUTH_REGISTRATION: 'on' })
    const answer = await post(open, METADATA)
    expect(answer.status).toBe(201)
    const made = (await answer.json()) as { client_id: string; client_secret: string }
    expect(made).toMatchObject({ client_secret_expires_at: 0, token_endpoint_auth_method: 'client_secret_basic' })
    const { tokens } = await signIn(open, await discover(open, made), await createUser(open.db), { scope: 'openid' })
    expect(tokens.id_token).toBeString()
    for (const [body, error] of [
      [{ ...METADATA, redirect_uris: ['http://app.example/'] }, 'invalid_redirect_uri'],
      [{ ...METADATA, redirect_uris: [] }, 'invalid_redirect_uri'],
      [{ ...METADATA, client_uri: 'javascript:alert(1)' }, 'invalid_client_metadata'],
      [{ ...METADATA, token_endpoint_auth_method: 'tls' }, 'invalid_client_metadata'],
    ] as const) {
      const refused = await post(open, body)
      expect([refused.status, await refused.json()]).toMatchObject([400, { error }])
    }
  })
})

describe('applications of members', () => {
  const VALID = {
    name: 'Czytnik',
    url: 'https://app.example',
    redirect_uris: [REDIRECT],
    kind: 'public' as const,
    scopes: ['read' as const],
  }

  test('OAUTH-1 an application is registered, listed without its secret, and deleted', async () => {
    const api = await t.as(await createUser(t.db))
    const { client_id, client_secret } = await api.applications.create({ ...VALID, kind: 'confidential' })
    expect(client_secret).toMatch(/^wcs_[\w-]{43}$/)
    const { applications } = await api.applications.list()
    expect(applications).toMatchObject([{ ...VALID, url: 'https://app.example/', kind: 'confidential', client_id }])
    expect(JSON.stringify(applications)).not.toContain(client_secret)
    expect((await api.applications.create(VALID)).client_secret).toBeNull()
    expect(await api.applications.remove({ client_id })).toEqual({ success: true })
    expect((await api.applications.list()).applications).toHaveLength(1)
  })

  test.each([
    ['http://app.example/callback'],
    ['https://app.example/callback#part'],
    ['https://me:secret@app.example/callback'],
    ['javascript:alert(1)'],
    ['app:/callback'],
    ['/callback'],
  ])('OAUTH-1 an application cannot register the redirect URI %s', async (uri) => {
    const api = await t.as(await createUser(t.db))
    expect(await failure(api.applications.create({ ...VALID, redirect_uris: [uri] }))).toMatchObject({
      status: 422,
      issues: { redirect_uris: expect.any(String) },
    })
  })

  test("OAUTH-1 a redirect URI may use any port of 127.0.0.1, or an app's own scheme", async () => {
    const api = await t.as(await createUser(t.db))
    const redirect_uris = ['http://127.0.0.1/cb', 'com.example.app:/cb']
    const { client_id } = await api.applications.create({ ...VALID, redirect_uris })
    const decide = async (redirect_uri: string) => {
      const { url } = await newRequest(await discover(t, { client_id, client_secret: null }), {
        redirect_uri,
        scope: 'read',
      })
      return api.oauth.decide({ request: url.search.slice(1), decision: 'allow' })
    }
    expect((await decide('http://127.0.0.1:51004/cb')).redirect_to).toStartWith('http://127.0.0.1:51004/cb?code=')
    expect((await decide('com.example.app:/cb')).redirect_to).toStartWith('com.example.app:/cb?code=')
    expect((await failure(decide('http://127.0.0.1:51004/other'))).status).toBe(400)
    expect((await failure(decide('https://127.0.0.1/cb'))).status).toBe(400)
  })

  test('a member can register at most 20 applications, even concurrently', async () => {
    const api = await t.as(await createUser(t.db))
    const made = await Promise.allSettled(Array.from({ length: 25 }, () => api.applications.create(VALID)))
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect((await failure(api.applications.create(VALID))).code).toBe('too_many_applications')
  })
})
