import { afterAll, describe, expect, test } from 'bun:test'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { endpoints } from './endpoints.ts'
import { createBrowser } from './testing/browser.ts'
import { startStandIns } from './testing/stand-ins.ts'

const t = await createTestApp({ OIDC_ALLOW_PRIVATE: 'true' })
const standIns = await startStandIns()
const real = structuredClone(endpoints)
Object.assign(endpoints, standIns.endpoints)
afterAll(() => {
  Object.assign(endpoints, real)
  void standIns.close()
})

const admin = await t.as(null, { admin: ADMIN_PASSWORD })
await admin.adminSettings.change({
  values: {
    apple_client_id: 'org.example.web',
    apple_team_id: 'TEAM123456',
    apple_key_id: 'KEY1234567',
    // The settings field is a single line, so the PEM file's line breaks become spaces.
    apple_private_key: standIns.appleKey.replaceAll('\n', ' '),
    facebook_client_id: '1234',
    facebook_client_secret: 'facebook-secret',
    github_client_id: 'Iv1.test',
    github_client_secret: 'github-secret',
  },
})

const PENDING = '/api/auth/services/pending'
const REGISTER = '/api/auth/services/register'

describe('SSO-1 signing in with GitHub, Facebook and Apple', () => {
  test("SSO-1 a GitHub account's primary e-mail address counts as verified if GitHub verified it", async () => {
    const before = standIns.seen.verifiers
    const browser = createBrowser(t)
    expect(await browser.signIn('github')).toBe('/sign-in/finish')
    const { pending } = (await browser.call('GET', PENDING)).body
    expect(pending).toMatchObject({ name: 'GitHub', email: 'octo@example.org', email_verified: true })
    expect(pending.username).toBe('octo_cat')
    await browser.call('POST', REGISTER, { username: 'octo_cat', age_confirmed: true })
    expect(await browser.me()).toBe('octo_cat')
    standIns.github.verified = false
    const again = createBrowser(t)
    expect(await again.signIn('github')).toBe('/')
    expect(await again.me()).toBe('octo_cat')
    expect(standIns.seen.verifiers).toBe(before + 2)
  })

  test('SSO-1 an e-mail address from Facebook is unverified, and requests carry the app secret proof', async () => {
    const browser = createBrowser(t)
    expect(await browser.signIn('facebook')).toBe('/sign-in/finish')
    const { pending } = (await browser.call('GET', PENDING)).body
    expect(pending).toMatchObject({ name: 'Facebook', email: 'fela@example.org', email_verified: false })
    expect(pending.username).toBe('Fela_Buk')
    expect(standIns.seen.proof).toBe(
      new Bun.CryptoHasher('sha256', 'facebook-secret').update('token-of-a-test').digest('hex'),
    )
  })

  test("SSO-1 the client secret for Apple is signed, and Apple's cross-site form POST is accepted", async () => {
    const browser = createBrowser(t)
    const left = await browser.open('/sign-in/apple?next=/saved')
    const url = new URL(left.headers.get('location')!)
    expect(url.searchParams.get('response_mode')).toBe('form_post')
    const back = await browser.visit(url.href)
    // Browsers send no SameSite=Lax cookies with a cross-site POST.
    const posted = await t.request(back.pathname, {
      method: 'POST',
      headers: { origin: 'https://appleid.apple.com', 'content-type': 'application/x-www-form-urlencoded' },
      body: `${back.searchParams.toString()}&user=%7B%7D`,
    })
    expect(posted.status).toBe(303)
    const arrived = await browser.open(posted.headers.get('location')!)
    expect(arrived.headers.get('location')).toBe('/sign-in/finish')
    expect((await browser.call('GET', PENDING)).body.pending).toMatchObject({
      name: 'Apple',
      email: 'jablko@example.org',
      email_verified: true,
      next: '/saved',
    })
    expect(standIns.seen.appleSecret).toMatchObject({
      alg: 'ES256',
      kid: 'KEY1234567',
      iss: 'TEAM123456',
      sub: 'org.example.web',
    })
  })
})
