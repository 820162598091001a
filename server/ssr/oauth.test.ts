import { describe, expect, test } from 'bun:test'
import { createRemoteJWKSet, customFetch, decodeJwt, jwtVerify } from 'jose'
import * as client from 'openid-client'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { createMember } from '#server/features/auth/testing/member.ts'
import {
  browserOf,
  decide,
  discover,
  fetchOf,
  newRequest,
  register,
  signInWith,
} from '#server/features/oauth/testing/relying-party.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const ISSUER = new URL(t.config.publicUrl).origin

describe('OAUTH-1 discovery and the code flow', () => {
  test('OAUTH-1 both discovery documents describe the same server and allow any origin', async () => {
    for (const name of ['openid-configuration', 'oauth-authorization-server']) {
      const answer = await t.request(`/.well-known/${name}`, { headers: { origin: 'https://app.example' } })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(await answer.json()).toMatchObject({
        issuer: ISSUER,
        authorization_endpoint: `${ISSUER}/oauth/authorize`,
        token_endpoint: `${ISSUER}/oauth/token`,
        code_challenge_methods_supported: ['S256'],
        response_types_supported: ['code'],
      })
    }
  })

  test('OAUTH-1 a member signs in with a confidential application, and openid-client accepts every token', async () => {
    const member = await createMember(t)
    const config = await discover(t, await register(t))
    const { tokens } = await signInWith(t, config, await browserOf(t, member), { scope: 'openid profile email' })
    expect(tokens.claims()).toMatchObject({ sub: String(member.id), iss: ISSUER })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 600, scope: 'openid profile email' })
    expect(tokens.refresh_token).toBeUndefined()
    const userinfo = await client.fetchUserInfo(config, tokens.access_token, String(member.id))
    expect(userinfo).toMatchObject({
      sub: String(member.id),
      preferred_username: member.username,
      profile: `${ISSUER}/u/${member.username}`,
      email: member.email!,
      email_verified: true,
    })
  })

  test('OAUTH-1 the access token is a JWT of this server with its scope and application', async () => {
    const member = await createUser(t.db)
    const application = await register(t, { kind: 'public' })
    const config = await discover(t, application)
    const { tokens } = await signInWith(t, config, await browserOf(t, member), { scope: 'read write:votes' })
    const keys = createRemoteJWKSet(new URL(`${ISSUER}/oauth/jwks`), { [customFetch]: fetchOf(t) })
    const { payload } = await jwtVerify(tokens.access_token, keys, { typ: 'at+jwt', issuer: ISSUER })
    expect(payload).toMatchObject({
      scope: 'read write:votes',
      client_id: application.client_id,
      sub: String(member.id),
      aud: `${ISSUER}/api`,
    })
    expect(payload.exp! - payload.iat!).toBe(600)
    const read = (path: string) => t.request(path, { headers: { authorization: `Bearer ${tokens.access_token}` } })
    expect((await read('/api/posts?limit=1')).status).toBe(200)
    const beyond = await read('/api/notifications')
    expect([beyond.status, beyond.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="read:private"',
    ])
  })
})

describe('OAUTH-4 the consent page', () => {
  test('OAUTH-4 the consent page lists application, URL, granted and withheld data, and forbids frames', async () => {
    const member = await createUser(t.db)
    const { url } = await newRequest(await discover(t, await register(t)), { scope: 'openid read' })
    const page = await (await browserOf(t, member)).open(url)
    const html = await page.text()
    for (const text of ['Czytnik', 'https://app.example/', member.username, 'It will know that it is you.'])
      expect(html).toContain(text)
    for (const text of ['It will read what everybody sees', 'It will publish nothing in your name.', 'your password'])
      expect(html).toContain(text)
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    const policy = page.headers.get('content-security-policy')!
    expect(policy).toContain("form-action 'self' https://app.example;")
    expect(policy).toContain("frame-ancestors 'none'")
  })

  test('OAUTH-4 a refused consent redirects with access_denied, and grants nothing', async () => {
    const member = await createUser(t.db)
    const browser = await browserOf(t, member)
    const { url, checks } = await newRequest(await discover(t, await register(t)))
    const back = await decide(t, browser, await browser.open(url), 'deny')
    const { origin, searchParams } = new URL(back.headers.get('location')!)
    expect(origin).toBe('https://app.example')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      error: 'access_denied',
      state: checks.expectedState,
      iss: ISSUER,
    })
    expect((await (await t.as(member)).grants.list()).grants).toEqual([])
  })

  test('OAUTH-4 a granted scope is not asked for again, an additional one is', async () => {
    const browser = await browserOf(t, await createUser(t.db))
    const config = await discover(t, await register(t))
    await signInWith(t, config, browser, { scope: 'openid read' })
    const again = await browser.open((await newRequest(config, { scope: 'openid read' })).url)
    expect([again.status, new URL(again.headers.get('location')!).searchParams.has('code')]).toEqual([303, true])
    expect((await browser.open((await newRequest(config, { scope: 'openid email' })).url)).status).toBe(200)
  })
})

test('the claim sub is the id of the member', async () => {
  const member = await createUser(t.db)
  const { tokens } = await signInWith(t, await discover(t, await register(t)), await browserOf(t, member))
  expect(decodeJwt(tokens.id_token!).sub).toBe(String(member.id))
})
