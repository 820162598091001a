import { afterEach, expect, test } from 'bun:test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import * as oauth from 'oauth4webapi'
import * as client from 'openid-client'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { session } from '#server/features/auth/table.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { createMember } from '#server/features/auth/testing/member.ts'
import {
  browserOf,
  decide,
  discover,
  fetchOf,
  newRequest,
  REDIRECT,
  register,
  signInWith,
} from '#server/features/oauth/testing/relying-party.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

/* The names of these tests are those of the official conformance suite for the OpenID Connect basic profile. */

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const ISSUER = new URL(t.config.publicUrl).origin

afterEach(() => {
  t.clock.now = () => new Date()
})

const config = await discover(t, await register(t))
const newBrowser = async () => browserOf(t, await createUser(t.db))

/** Returns the query parameters with which the browser was redirected back to the application. */
const backOf = (answer: Response): Record<string, string> =>
  Object.fromEntries(new URL(answer.headers.get('location') ?? '', ISSUER).searchParams)

async function errorOf(options: Record<string, string>, browser?: Awaited<ReturnType<typeof newBrowser>>) {
  const { url, checks } = await newRequest(config, options)
  const back = backOf(await (browser ?? (await newBrowser())).open(url))
  expect(back.state).toBe(checks.expectedState)
  expect(back.iss).toBe(ISSUER)
  return back.error
}

test('OAUTH-1 oidcc-server: the code flow gives an ID token, an access token and claims', async () => {
  const { tokens } = await signInWith(t, config, await newBrowser())
  const { alg, kid } = decodeProtectedHeader(tokens.id_token!)
  expect([alg, typeof kid]).toEqual(['RS256', 'string'])
  expect(decodeJwt(tokens.id_token!)).toMatchObject({
    iss: ISSUER,
    aud: config.clientMetadata().client_id,
    at_hash: expect.any(String),
    auth_time: expect.any(Number),
    nonce: expect.any(String),
  })
})

test('OAUTH-1 oidcc-response-type-missing: a missing or unknown response type is refused', async () => {
  expect(await errorOf({ response_type: '' })).toBe('invalid_request')
  expect(await errorOf({ response_type: 'token' })).toBe('unsupported_response_type')
  expect(await errorOf({ response_type: 'code id_token' })).toBe('unsupported_response_type')
  expect(await errorOf({ response_mode: 'fragment' })).toBe('invalid_request')
})

test('OAUTH-1 oidcc-scope-profile and oidcc-scope-email: userinfo has only the claims of the scopes', async () => {
  const member = await createMember(t)
  const browser = await browserOf(t, member)
  const claimsOf = async (scope: string) => {
    const { tokens } = await signInWith(t, config, browser, { scope })
    return Object.keys(await client.fetchUserInfo(config, tokens.access_token, String(member.id))).toSorted()
  }
  expect(await claimsOf('openid')).toEqual(['sub'])
  expect(await claimsOf('openid profile')).toEqual(['name', 'preferred_username', 'profile', 'sub'])
  expect(await claimsOf('openid email')).toEqual(['email', 'email_verified', 'sub'])
})

test('OAUTH-1 oidcc-scope-address and unknown scopes are ignored', async () => {
  const { tokens } = await signInWith(t, config, await newBrowser(), { scope: 'openid address phone something' })
  expect(tokens.scope).toBe('openid')
  expect(await errorOf({ scope: 'something' })).toBe('invalid_scope')
})

test('OAUTH-1 oidcc-prompt-none: prompt=none redirects at once with a code or an error, without a page', async () => {
  const browser = await newBrowser()
  expect(await errorOf({ prompt: 'none' }, await browserOf(t, null))).toBe('login_required')
  expect(await errorOf({ prompt: 'none' }, browser)).toBe('consent_required')
  await signInWith(t, config, browser)
  const { url } = await newRequest(config, { prompt: 'none' })
  expect(backOf(await browser.open(url)).code).toBeString()
  expect(await errorOf({ prompt: 'none login' }, browser)).toBe('invalid_request')
})

test('OAUTH-1 oidcc-prompt-login: the member signs in again, and auth_time is when that happened', async () => {
  const member = await createUser(t.db)
  const before = await browserOf(t, member)
  const { tokens: first } = await signInWith(t, config, before)
  t.clock.now = () => new Date(Date.now() + 5_000)
  const { url, checks } = await newRequest(config, { prompt: 'login' })
  const marked = await before.open(url)
  const page = marked.headers.get('location')!
  expect(page).toContain('asked_at=')
  expect(await (await before.open(page)).text()).toContain('Sign in again')
  expect((await (await browserOf(t, null)).open(page)).headers.get('location')).toStartWith('/login?next=')
  t.clock.now = () => new Date(Date.now() + 6_000)
  const { id, expires_at } = { id: crypto.randomUUID(), expires_at: new Date(Date.now() + 86_400_000) }
  await t.db.insert(session).values({ id, user_id: member.id, expires_at, created_at: t.clock.now() })
  const cookie = `session=${await signAccessToken(t.config.sessionSecret, id, member.id, expires_at)}`
  const back = await t.request(page, { headers: { cookie } })
  const tokens = await client.authorizationCodeGrant(config, new URL(back.headers.get('location')!), checks)
  expect(Number(tokens.claims()!.auth_time)).toBeGreaterThan(Number(first.claims()!.auth_time))
})

test('OAUTH-1 oidcc-max-age: an old sign-in must be repeated, a recent one is accepted', async () => {
  const browser = await newBrowser()
  await signInWith(t, config, browser)
  const { url, checks } = await newRequest(config, { max_age: '10000' })
  const back = await browser.open(url)
  const tokens = await client.authorizationCodeGrant(config, new URL(back.headers.get('location')!), {
    ...checks,
    maxAge: 10_000,
  })
  expect(tokens.claims()!.auth_time).toBeNumber()
  t.clock.now = () => new Date(Date.now() + 5_000)
  expect(await (await browser.open((await newRequest(config, { max_age: '1' })).url)).text()).toContain('Sign in again')
  expect(await errorOf({ max_age: '1', prompt: 'none' }, browser)).toBe('login_required')
  expect(await errorOf({ max_age: 'old' }, browser)).toBe('invalid_request')
})

test('OAUTH-1 oidcc-id-token-hint: prompt=none succeeds only for the member in the hint', async () => {
  const browser = await newBrowser()
  const { tokens } = await signInWith(t, config, browser)
  const hint = { prompt: 'none', id_token_hint: tokens.id_token! }
  expect(backOf(await browser.open((await newRequest(config, hint)).url)).code).toBeString()
  const other = await newBrowser()
  await signInWith(t, config, other)
  expect(await errorOf(hint, other)).toBe('login_required')
})

test('OAUTH-1 oidcc-ensure-request-with-unknown-parameter: unknown parameters are ignored', async () => {
  const more = { extra: 'foobar', display: 'page', ui_locales: 'se', acr_values: '1 2', login_hint: 'kasia' }
  expect((await signInWith(t, config, await newBrowser(), more)).tokens.id_token).toBeString()
})

test('OAUTH-1 oidcc-ensure-request-without-nonce: an ID token can be issued without a nonce', async () => {
  const browser = await newBrowser()
  const { url, checks } = await newRequest(config)
  url.searchParams.delete('nonce')
  const back = await decide(t, browser, await browser.open(url), 'allow')
  const { expectedNonce: _, ...others } = checks
  const tokens = await client.authorizationCodeGrant(config, new URL(back.headers.get('location')!), others)
  expect(tokens.claims()).not.toHaveProperty('nonce')
})

test('OAUTH-1 oidcc-ensure-registered-redirect-uri: an unregistered redirect URI is refused', async () => {
  const browser = await newBrowser()
  for (const redirect_uri of ['https://evil.example/', `${REDIRECT}?a=b`, `${REDIRECT}/`, 'javascript:alert(1)']) {
    const answer = await browser.open((await newRequest(config, { redirect_uri })).url)
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null])
    expect(await answer.text()).toContain('is not one that it registered')
  }
  const { url } = await newRequest(config)
  url.searchParams.set('client_id', crypto.randomUUID())
  expect((await browser.open(url)).status).toBe(400)
})

test('OAUTH-1 oidcc-ensure-post-request: the authorization request may be a POST form', async () => {
  const { url } = await newRequest(config)
  const answer = await t.request('/oauth/authorize', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://app.example' },
    body: url.search.slice(1),
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/oauth/authorize${url.search}`])
})

test('OAUTH-1 oidcc-request-object: a request object is refused with request_not_supported', async () => {
  expect(await errorOf({ request: 'a.b.c' })).toBe('request_not_supported')
  expect(await errorOf({ request_uri: 'https://app.example/request' })).toBe('request_uri_not_supported')
})

test('OAUTH-1 PKCE with S256 is required', async () => {
  expect(await errorOf({ code_challenge: '' })).toBe('invalid_request')
  expect(await errorOf({ code_challenge_method: 'plain' })).toBe('invalid_request')
  expect(await errorOf({ code_challenge: 'short' })).toBe('invalid_request')
})

test("OAUTH-1 the resource parameter must belong to this server and becomes the token's audience", async () => {
  const { tokens } = await signInWith(t, config, await newBrowser(), { resource: ISSUER })
  expect(decodeJwt(tokens.access_token).aud).toBe(ISSUER)
  expect(await errorOf({ resource: 'https://api.example' })).toBe('invalid_target')
})

test('OAUTH-1 oidcc-userinfo: a token with the scope openid is accepted in the header or in a form', async () => {
  const { tokens } = await signInWith(t, config, await newBrowser())
  const authorization = `Bearer ${tokens.access_token}`
  for (const method of ['GET', 'POST'])
    expect((await t.request('/oauth/userinfo', { method, headers: { authorization } })).status).toBe(200)
  const form = new URLSearchParams({ access_token: tokens.access_token }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await t.request('/oauth/userinfo', { method: 'POST', headers: type, body: form })).status).toBe(200)
  const none = await t.request('/oauth/userinfo')
  expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  const forged = await t.request('/oauth/userinfo', { headers: { authorization: `${authorization}x` } })
  expect([forged.status, forged.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
})

test('OAUTH-1 an ID token is not accepted as access token', async () => {
  const { tokens } = await signInWith(t, config, await newBrowser(), { scope: 'openid read' })
  const answer = await t.request('/api/posts?limit=1', { headers: { authorization: `Bearer ${tokens.id_token}` } })
  expect(answer.status).toBe(401)
})

test('OAUTH-1 oauth4webapi accepts every step of a public application as well', async () => {
  const { client_id } = await register(t, { kind: 'public' })
  const rules = { [oauth.customFetch]: fetchOf(t), [oauth.allowInsecureRequests]: true }
  const issuer = new URL(ISSUER)
  const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, rules))
  const app: oauth.Client = { client_id }
  const [verifier, nonce, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomNonce(), 'stan']
  const scope = 'openid read offline_access'
  const query = {
    client_id,
    redirect_uri: REDIRECT,
    response_type: 'code',
    scope,
    nonce,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  const browser = await newBrowser()
  const page = await browser.open(`${server.authorization_endpoint}?${new URLSearchParams(query)}`)
  const back = new URL((await decide(t, browser, page, 'allow')).headers.get('location')!)
  const params = oauth.validateAuthResponse(server, app, back, state)
  const none = oauth.None()
  const answer = await oauth.authorizationCodeGrantRequest(server, app, none, params, REDIRECT, verifier, rules)
  const tokens = await oauth.processAuthorizationCodeResponse(server, app, answer, {
    expectedNonce: nonce,
    requireIdToken: true,
  })
  await oauth.validateApplicationLevelSignature(server, answer, rules)
  const refreshed = await oauth.refreshTokenGrantRequest(server, app, none, tokens.refresh_token!, rules)
  const next = await oauth.processRefreshTokenResponse(server, app, refreshed)
  const { sub } = oauth.getValidatedIdTokenClaims(tokens)!
  const info = await oauth.userInfoRequest(server, app, next.access_token, rules)
  expect((await oauth.processUserInfoResponse(server, app, sub, info)).sub).toBe(sub)
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, app, none, next.refresh_token!, rules))
})
