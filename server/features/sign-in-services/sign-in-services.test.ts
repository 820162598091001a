import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { SettingValues } from '#shared/api/settings/registry.ts'
import { acceptance } from '#server/features/texts/table.ts'
import { user } from '#server/features/users/table.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { linkTo, mailsTo } from '../auth/testing/mails.ts'
import { createMember } from '../auth/testing/member.ts'
import { linkedService } from './table.ts'
import { createBrowser } from './testing/browser.ts'
import { CLIENT, startProvider } from './testing/provider.ts'

const t = await createTestApp({ OIDC_ALLOW_PRIVATE: 'true' })
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const provider = await startProvider([`${t.config.publicUrl}/sign-in/oidc/callback`])
afterAll(provider.close)

const set = (values: { [Key in keyof SettingValues]?: SettingValues[Key] | null }) =>
  admin.adminSettings.change({ values })

beforeEach(() =>
  set({
    oidc_issuer: provider.issuer,
    oidc_client_id: CLIENT.id,
    oidc_client_secret: CLIENT.secret,
    oidc_name: 'Firma',
    registration: 'open',
    allowed_mail_domains: [],
    terms_pl: null,
    terms_version: null,
  }),
)

let people = 0
function person(more: Record<string, unknown> = {}) {
  people += 1
  const one = {
    sub: `person-${people}`,
    email: `osoba${people}@example.org`,
    email_verified: true as unknown,
    preferred_username: `osoba_${people}`,
    ...more,
  }
  provider.person(one)
  return one
}

const REGISTER = '/api/auth/services/register'

async function newMember(more: Record<string, unknown> = {}) {
  const one = person(more)
  const browser = createBrowser(t)
  await browser.signIn()
  const { body } = await browser.call('POST', REGISTER, { username: one.preferred_username, age_confirmed: true })
  expect(body.status).toBe('signed_in')
  const [account] = await t.db.select().from(user).where(eq(user.username, one.preferred_username))
  return { one, browser, account: account! }
}

describe('SSO-1 signing in with an OpenID Connect provider', () => {
  test('SSO-1 a new member chooses a username, has an account without a password, and comes back to it', async () => {
    const one = person({ preferred_username: 'Łucja Żak' })
    const browser = createBrowser(t)
    expect(await browser.signIn('oidc', '/saved')).toBe('/sign-in/finish')
    const { body } = await browser.call('GET', '/api/auth/services/pending')
    expect(body.pending).toMatchObject({
      service: 'oidc',
      name: 'Firma',
      step: 'register',
      email: one.email,
      email_verified: true,
      username: 'Lucja_Zak',
      next: '/saved',
    })
    const made = await browser.call('POST', REGISTER, { username: 'Lucja_Zak', age_confirmed: true })
    expect(made.body).toMatchObject({ status: 'signed_in', session: { token_type: 'bearer' } })
    expect(await browser.me()).toBe('Lucja_Zak')
    const [account] = await t.db.select().from(user).where(eq(user.username, 'Lucja_Zak'))
    expect(account).toMatchObject({ email: one.email, email_verified: true, password_hash: null })
    expect((await mailsTo(t, one.email)).length).toBe(0)

    const again = createBrowser(t)
    expect(await again.signIn('oidc', '/saved')).toBe('/saved')
    expect(await again.me()).toBe('Lucja_Zak')
    expect(again.cookies.has('sign_in_flow')).toBe(false)
    const [link] = await t.db.select().from(linkedService).where(eq(linkedService.user_id, account!.id))
    expect(link).toMatchObject({ issuer: provider.issuer, subject: one.sub, registration_id: null })
    expect(link!.last_used_at).not.toBeNull()
  })

  test('SSO-1 the login page gets the services that are set up, without their secrets', async () => {
    const visitor = await t.as(null)
    expect(await visitor.signInServices.list()).toEqual({
      services: [{ service: 'oidc', name: 'Firma' }],
      oidc_only: false,
    })
    const { settings } = await admin.adminSettings.get()
    expect(settings.oidc_client_secret).toMatchObject({ value: null, is_set: true })
    expect(JSON.stringify(settings)).not.toContain(CLIENT.secret)
    await set({ oidc_issuer: null })
    expect((await visitor.signInServices.list()).services).toEqual([])
    expect((await t.request('/sign-in/oidc')).status).toBe(404)
    expect((await t.request('/sign-in/google')).status).toBe(404)
  })

  test('SSO-1 registration by a service keeps the mode, the mail domains, the age and the name rules', async () => {
    const ask = async (more: Record<string, unknown> = {}) => {
      const one = person()
      const browser = createBrowser(t)
      await browser.signIn()
      const answer = await browser.call('POST', REGISTER, {
        username: one.preferred_username,
        age_confirmed: true,
        ...more,
      })
      return { ...answer, one, browser }
    }
    expect((await ask({ age_confirmed: false })).body.issues).toHaveProperty('age_confirmed')
    expect((await ask({ username: 'admin' })).status).toBe(422)
    const taken = await createUser(t.db)
    expect((await ask({ username: taken.username })).body.code).toBe('username_taken')
    await set({ registration: 'closed' })
    expect((await ask()).body.code).toBe('registration_closed')
    await set({ registration: 'invite' })
    expect((await ask()).body.code).toBe('invite_required')
    expect((await ask({ invite: 'NOTACODE' })).body.code).toBe('invite_invalid')
    const { invite } = await admin.adminInvites.create({ uses: 1 })
    expect((await ask({ invite: invite.code })).body.status).toBe('signed_in')
    await set({ registration: 'open', allowed_mail_domains: ['example.com'] })
    expect((await ask()).body.issues).toHaveProperty('email')
    await set({ allowed_mail_domains: [], registration: 'approval' })
    const waiting = await ask()
    expect(waiting.body).toMatchObject({ status: 'awaiting_approval', session: null })
    expect(await waiting.browser.me()).toBeNull()
  })

  test('SSO-1 an approved registration becomes an account that the service opens', async () => {
    await set({ registration: 'approval' })
    const one = person()
    const browser = createBrowser(t)
    await browser.signIn()
    await browser.call('POST', REGISTER, { username: one.preferred_username, age_confirmed: true })
    const { items } = await admin.queue.list({ kind: 'registration' } as never)
    const item = items.find(({ target }) => JSON.stringify(target).includes(one.preferred_username))!
    await admin.queue.decide({ item_id: item.id, decision: 'approve' } as never)
    const again = createBrowser(t)
    expect(await again.signIn()).toBe('/')
    expect(await again.me()).toBe(one.preferred_username)
  })

  test('SSO-1 the texts in force are accepted with the registration', async () => {
    await set({ terms_pl: 'Regulamin', terms_version: 3 })
    const { account } = await newMember()
    expect(await t.db.select().from(acceptance).where(eq(acceptance.user_id, account.id))).toMatchObject([
      { text: 'terms', version: 3 },
    ])
  })

  test("SSO-1 an address without the provider's word is verified by mail before there is an account", async () => {
    for (const email_verified of [false, undefined, 'true']) {
      const one = person({ email_verified })
      const browser = createBrowser(t)
      await browser.signIn()
      expect((await browser.call('GET', '/api/auth/services/pending')).body.pending).toMatchObject({
        step: 'register',
        email_verified: false,
      })
      expect(
        (await browser.call('POST', REGISTER, { username: one.preferred_username, age_confirmed: true })).body.issues,
      ).toHaveProperty('email')
      const own = `wlasny${people}@example.org`
      const { body } = await browser.call('POST', REGISTER, {
        username: one.preferred_username,
        email: own,
        age_confirmed: true,
      })
      expect(body).toMatchObject({ status: 'verification_sent', session: null })
      expect(await t.db.$count(user, eq(user.username, one.preferred_username))).toBe(0)
      const { token } = await linkTo(t, own)
      await (await t.as(null)).auth.verifyEmail({ token })
      const again = createBrowser(t)
      expect(await again.signIn()).toBe('/')
      expect(await again.me()).toBe(one.preferred_username)
    }
  })

  test('SSO-1 a provider that lies about an address gets nobody into the account that has it', async () => {
    const owner = await createMember(t, { email: 'wlasciciel@example.org', email_verified: true })
    for (const email_verified of [true, false, undefined]) {
      const one = person({ email: 'wlasciciel@example.org', email_verified })
      const browser = createBrowser(t)
      expect(await browser.signIn()).toBe('/sign-in/finish')
      expect(await browser.me()).toBeNull()
      const { pending } = (await browser.call('GET', '/api/auth/services/pending')).body
      expect(pending.step).toBe(email_verified ? 'sign_in' : 'register')
      const answer = await browser.call('POST', REGISTER, {
        username: one.preferred_username,
        email: 'wlasciciel@example.org',
        age_confirmed: true,
      })
      // Without a word of the provider the answer does not show whether the address has an account.
      expect(answer.body.code ?? answer.body.status).toBe(email_verified ? 'address_has_account' : 'verification_sent')
      expect(await browser.me()).toBeNull()
    }
    expect(await t.db.$count(linkedService, eq(linkedService.user_id, owner.id))).toBe(0)
  })

  test('SSO-1 another subject with the address of a member is somebody else', async () => {
    const { one } = await newMember()
    provider.person({ ...one, sub: 'another-subject' })
    const other = createBrowser(t)
    expect(await other.signIn()).toBe('/sign-in/finish')
    expect((await other.call('GET', '/api/auth/services/pending')).body.pending.step).toBe('sign_in')
    expect(await other.me()).toBeNull()
  })

  test('SSO-1 a sign-in counts only in the browser that began it, once and in time', async () => {
    const { browser } = await newMember()
    const failed = (path: string | null) => expect(path).toBe('/login?next=%2F')
    const begin = async (one = createBrowser(t)) => {
      const left = await one.open('/sign-in/oidc?next=/')
      return { one, back: await one.visit(left.headers.get('location')!) }
    }
    const arrive = async (one: typeof browser, url: URL) =>
      (await one.open(url.pathname + url.search)).headers.get('location')

    const stolen = await begin()
    expect(await arrive(createBrowser(t), stolen.back)).toBe('/login')
    const wrongState = await begin()
    wrongState.back.searchParams.set('state', 'another')
    failed(await arrive(wrongState.one, wrongState.back))
    const replayed = await begin()
    const flow = replayed.one.cookies.get('sign_in_flow')!
    expect(await arrive(replayed.one, replayed.back)).toBe('/')
    replayed.one.cookies.set('sign_in_flow', flow)
    failed(await arrive(replayed.one, replayed.back))
    const mixed = await begin()
    const other = await begin()
    mixed.one.cookies.set('sign_in_flow', other.one.cookies.get('sign_in_flow')!)
    failed(await arrive(mixed.one, mixed.back))
    const late = await begin()
    t.clock.now = () => new Date(Date.now() + 16 * 60_000)
    expect(await arrive(late.one, late.back)).toBe('/login')
    t.clock.now = () => new Date()
    const refused = await begin()
    const state = refused.back.searchParams.get('state')!
    failed(
      await arrive(
        refused.one,
        new URL(`${refused.back.origin}${refused.back.pathname}?error=access_denied&state=${state}`),
      ),
    )
    expect(await refused.one.me()).toBeNull()
  })

  test('SSO-1 the cookies are out of reach of scripts and other sites, and say nothing', async () => {
    person()
    const browser = createBrowser(t)
    const left = await browser.open('/sign-in/oidc?next=//evil.example')
    const [cookie] = left.headers.getSetCookie()
    expect(cookie).toMatch(/^sign_in_flow=[\w-]+; Path=\/sign-in; Max-Age=900; HttpOnly; SameSite=Lax$/)
    const url = new URL(left.headers.get('location')!)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(cookie).not.toContain(url.searchParams.get('state')!)
    const back = await browser.visit(url.href)
    const arrived = await browser.open(back.pathname + back.search)
    expect(arrived.headers.getSetCookie().join('\n')).toMatch(
      /pending_sign_in=[\w-]+; Path=\/; Max-Age=1800; HttpOnly; SameSite=Lax/,
    )
    expect((await browser.call('GET', '/api/auth/services/pending')).body.pending.next).toBe('/')
  })

  test('SSO-1 a provider at a private address is not asked unless the operator allows it', async () => {
    const strict = await createTestApp({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    })
    const answer = await strict.request('/sign-in/oidc')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/login?next=%2F')
    expect(answer.headers.getSetCookie().join()).toContain('flash=error.sign_in_failed')
  })
})
