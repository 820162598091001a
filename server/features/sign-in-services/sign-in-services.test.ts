import { afterAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { SettingValues } from '#shared/api/settings/registry.ts'
import { acceptance } from '#server/features/texts/table.ts'
import { categoryMembership } from '#server/features/categories/table.ts'
import { totp } from '#server/features/factors/table.ts'
import { user } from '#server/features/users/table.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { linkTo, mailsTo } from '../auth/testing/mails.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { linkedService } from './table.ts'
import { createBrowser } from './testing/browser.ts'
import { startLyingProvider } from './testing/lying-provider.ts'
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
    oidc_groups: null,
    oidc_only: null,
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
  test('SSO-1 a new member chooses a user name and gets an account without a password', async () => {
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

  test('SSO-1 the login page gets the configured services without their secrets', async () => {
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

  test('SSO-1 registration by a service obeys registration mode, mail domains, minimum age, user names', async () => {
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

  test("SSO-1 a service signs a person in once an admin has approved the person's registration", async () => {
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

  test('SSO-1 registration by a service stores the accepted versions of terms and privacy policy', async () => {
    await set({ terms_pl: 'Regulamin', terms_version: 3 })
    const { account } = await newMember()
    expect(await t.db.select().from(acceptance).where(eq(acceptance.user_id, account.id))).toMatchObject([
      { text: 'terms', version: 3 },
    ])
  })

  test('SSO-1 an e-mail address that the provider did not verify is verified by mail before sign-up', async () => {
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

  test("SSO-1 a provider that claims a member's e-mail address cannot sign in to that account", async () => {
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
      // The response reveals that an account uses an e-mail address only if the address is verified.
      expect(answer.body.code ?? answer.body.status).toBe(email_verified ? 'address_has_account' : 'verification_sent')
      expect(await browser.me()).toBeNull()
    }
    expect(await t.db.$count(linkedService, eq(linkedService.user_id, owner.id))).toBe(0)
  })

  test('SSO-1 a different account at the service, with the same e-mail address, is not signed in', async () => {
    const { one } = await newMember()
    provider.person({ ...one, sub: 'another-subject' })
    const other = createBrowser(t)
    expect(await other.signIn()).toBe('/sign-in/finish')
    expect((await other.call('GET', '/api/auth/services/pending')).body.pending.step).toBe('sign_in')
    expect(await other.me()).toBeNull()
  })

  test('SSO-1 a sign-in with a service works once, before expiry, only in the browser that began it', async () => {
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

  test('SSO-1 the cookies of a sign-in are encrypted, HttpOnly and SameSite=Lax', async () => {
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

  test('SSO-1 a provider at a private IP address is refused unless the operator allows it', async () => {
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

const LINKS = '/api/account/services'
const PENDING = '/api/auth/services/pending'

describe('SSO-1 ID tokens of a provider', () => {
  test('SSO-1 an ID token that is expired or has a wrong nonce, audience, issuer or key is refused', async () => {
    const liar = await startLyingProvider(CLIENT)
    await set({ oidc_issuer: liar.issuer })
    const past = Math.floor(Date.now() / 1_000) - 3_600
    const lies: Record<string, unknown>[] = [
      { nonce: 'another' },
      { nonce: undefined },
      { aud: 'another-client' },
      { iss: 'https://another.example' },
      { exp: past, iat: past - 60 },
      { sub: undefined },
    ]
    for (const claims of lies) {
      Object.assign(liar.state, { claims })
      expect(await createBrowser(t).signIn()).toBe('/login?next=%2F')
    }
    Object.assign(liar.state, { claims: {}, isForged: true })
    expect(await createBrowser(t).signIn()).toBe('/login?next=%2F')
    liar.state.isForged = false
    expect(await createBrowser(t).signIn()).toBe('/sign-in/finish')
    await liar.close()
  })
})

describe('SSO-2 SSO-3 linked services', () => {
  async function signedInByPassword(more: Parameters<typeof createMember>[1] = {}) {
    const member = await createMember(t, { email_verified: true, ...more })
    const browser = createBrowser(t)
    await browser.call('POST', '/api/auth/login', { username: member.username, password: PASSWORD })
    return { member, browser }
  }

  test('SSO-2 a service is linked after the owner of its e-mail address signed in with the password', async () => {
    const member = await createMember(t, { email: 'dawny@example.org', email_verified: true })
    person({ email: 'Dawny@example.org' })
    const browser = createBrowser(t)
    expect(await browser.signIn()).toBe('/sign-in/finish')
    expect((await browser.call('GET', PENDING)).body.pending.step).toBe('sign_in')
    await browser.call('POST', '/api/auth/login', { username: member.username, password: PASSWORD })
    expect((await browser.call('GET', PENDING)).body.pending.step).toBe('link')
    expect(await t.db.$count(linkedService, eq(linkedService.user_id, member.id))).toBe(0)
    const linked = await browser.call('POST', LINKS, {})
    expect(linked.body).toMatchObject({ service: 'oidc', name: 'Firma', email: 'Dawny@example.org' })
    expect((await browser.call('GET', PENDING)).body.pending).toBeNull()
    const again = createBrowser(t)
    expect(await again.signIn()).toBe('/')
    expect(await again.me()).toBe(member.username)
    expect((await mailsTo(t, 'dawny@example.org')).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining('Połączono konto z usługą'),
    )
  })

  test('SSO-2 a service cannot be linked to a second account', async () => {
    const { browser: first } = await newMember()
    const { browser } = await signedInByPassword()
    expect(await browser.signIn()).toBe('/settings/security')
    expect(await browser.me()).not.toBe(await first.me())
    expect((await browser.call('GET', LINKS)).body.services).toEqual([])
    expect((await browser.call('POST', LINKS, {})).body.code).toBe('sign_in_expired')
  })

  test('SSO-2 linking or unlinking a sign-in service requires the password unless the session is recent', async () => {
    person()
    const { browser } = await signedInByPassword()
    expect(await browser.signIn()).toBe('/sign-in/finish')
    t.clock.now = () => new Date(Date.now() + 11 * 60_000)
    expect((await browser.call('POST', LINKS, {})).body.issues).toHaveProperty('password')
    expect((await browser.call('POST', LINKS, { password: 'Zle12345' })).body.code).toBe('bad_credentials')
    const { body } = await browser.call('POST', LINKS, { password: PASSWORD })
    expect((await browser.call('DELETE', `${LINKS}/${body.id}`, {})).body.issues).toHaveProperty('password')
    expect((await browser.call('DELETE', `${LINKS}/${body.id}`, { password: PASSWORD })).status).toBe(200)
    t.clock.now = () => new Date()
  })

  test('SSO-3 a service can be unlinked unless it is the last way to sign in', async () => {
    const { browser, one } = await newMember()
    const [link] = (await browser.call('GET', LINKS)).body.services
    expect(link).toMatchObject({ service: 'oidc', name: 'Firma', email: one.email })
    const last = await browser.call('DELETE', `${LINKS}/${link.id}`, {})
    expect(last).toMatchObject({ status: 409, body: { code: 'last_way_in' } })
    const other = await newMember()
    expect((await other.browser.call('DELETE', `${LINKS}/${link.id}`, {})).status).toBe(404)
    const changed = await browser.call('POST', '/api/account/password', { password: '-', new_password: PASSWORD })
    expect(changed.status).toBe(200)
    expect((await browser.call('DELETE', `${LINKS}/${link.id}`, {})).body).toEqual({ success: true })
    provider.person(one)
    expect(await createBrowser(t).signIn()).toBe('/sign-in/finish')
  })

  test('SSO-2 a member without a password can set a password only in a recent session', async () => {
    const { browser, account } = await newMember()
    t.clock.now = () => new Date(Date.now() + 11 * 60_000)
    const late = await browser.call('POST', '/api/account/password', { password: '-', new_password: PASSWORD })
    expect(late.body.issues).toHaveProperty('password')
    t.clock.now = () => new Date()
    const [row] = await t.db.select().from(user).where(eq(user.id, account.id))
    expect(row!.password_hash).toBeNull()
  })

  test('SSO-2 an account with two-step login needs a code also after a sign-in through another service', async () => {
    const { account, one } = await newMember()
    await t.db.insert(totp).values({ user_id: account.id, encrypted_secret: 'x', confirmed_at: new Date() })
    provider.person(one)
    const browser = createBrowser(t)
    expect(await browser.signIn('oidc', '/saved')).toBe('/sign-in/finish')
    expect(await browser.me()).toBeNull()
    const { pending } = (await browser.call('GET', PENDING)).body
    expect(pending).toMatchObject({ step: 'second_factor', next: '/saved' })
    const wrong = await browser.call('POST', '/api/auth/second-factor', { challenge: pending.challenge, code: '1' })
    expect(wrong.body.code).toBe('bad_code')
    expect((await browser.call('POST', REGISTER, { username: 'inna_osoba', age_confirmed: true })).status).toBe(401)
  })

  test('SSO-2 a suspended member stays suspended when signing in with a service', async () => {
    const { account, one } = await newMember()
    await t.db.update(user).set({ suspension_id: 1 }).where(eq(user.id, account.id))
    provider.person(one)
    const browser = createBrowser(t)
    await browser.signIn()
    const home = await createCategory(t.db)
    const joined = await browser.call('POST', `/api/categories/${home.id}/join`, {})
    expect(joined.body.code).toBe('suspended')
  })
})

describe('SSO-4 the setting OIDC_ONLY', () => {
  test('SSO-4 OIDC_ONLY refuses sign-in and registration by password or passkey', async () => {
    const member = await createMember(t, { email: 'pracownik@example.org', email_verified: true })
    await set({ oidc_only: true })
    const browser = createBrowser(t)
    const refused = async (path: string, body: unknown) => {
      const answer = await browser.call('POST', path, body)
      expect([path, answer.status, answer.body.code]).toEqual([path, 403, 'oidc_only'])
    }
    await refused('/api/auth/login', { username: member.username, password: PASSWORD })
    await refused('/api/auth/register', { username: 'nowa_osoba', email: 'n@example.org', password: PASSWORD })
    await refused('/api/auth/password-reset-request', { email: 'pracownik@example.org' })
    await refused('/api/auth/password-reset-confirm', { token: 'x', new_password: PASSWORD })
    await refused('/api/auth/passkey/options', {})
    expect((await browser.call('GET', '/api/auth/services')).body.oidc_only).toBe(true)

    const { browser: employee } = await newMember()
    expect(await employee.me()).not.toBeNull()
  })

  test('SSO-4 OIDC_ONLY still accepts the password of the account that is being linked', async () => {
    const member = await createMember(t, { email: 'stary@example.org', email_verified: true })
    const other = await createMember(t)
    await set({ oidc_only: true })
    person({ email: 'stary@example.org' })
    const browser = createBrowser(t)
    await browser.signIn()
    const login = (username: string) => browser.call('POST', '/api/auth/login', { username, password: PASSWORD })
    expect((await login(other.username)).body.code).toBe('oidc_only')
    expect((await login(member.username)).status).toBe(200)
    const { body } = await browser.call('POST', LINKS, {})
    const again = createBrowser(t)
    await again.signIn()
    expect(await again.me()).toBe(member.username)
    // With OIDC_ONLY a password does not count as another way to sign in.
    expect((await browser.call('DELETE', `${LINKS}/${body.id}`, {})).body.code).toBe('last_way_in')
  })

  test('SSO-4 OIDC_ONLY requires a configured service, and the environment can turn it off', async () => {
    const refused = await set({ oidc_issuer: null, oidc_only: true }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 422, issues: { oidc_only: expect.any(String) } })
    const open = await createTestApp({ OIDC_ONLY: 'false' })
    expect(open.services.settings.source('oidc_only')).toBe('environment')
  })
})

describe('SSO-4 groups of an OpenID Connect provider', () => {
  const memberships = async (id: number) =>
    (await t.db.select().from(categoryMembership).where(eq(categoryMembership.user_id, id)))
      .map(({ category_id }) => category_id)
      .sort((a, b) => a - b)

  test('SSO-4 a sign-in adds and removes memberships by group and keeps those the member chose', async () => {
    const [code, ops, own] = [await createCategory(t.db), await createCategory(t.db), await createCategory(t.db)]
    await set({ oidc_groups: { devs: code.name, ops: ops.name, club: own.name } })
    const { account, one } = await newMember({ groups: ['devs', 'other', 7] })
    expect(await memberships(account.id)).toEqual([code.id])
    await joinCategory(t.db, account, own)
    const signIn = async (groups: unknown) => {
      provider.person({ ...one, groups })
      const browser = createBrowser(t)
      expect(await browser.signIn()).toBe('/')
    }
    await signIn(['devs', 'ops', 'club'])
    expect(await memberships(account.id)).toEqual([code.id, ops.id, own.id].sort((a, b) => a - b))
    const visitor = await t.as(null)
    expect((await visitor.categories.byName({ name: ops.name })).member_count).toBe(ops.member_count + 1)
    await signIn(['ops'])
    expect(await memberships(account.id)).toEqual([ops.id, own.id].sort((a, b) => a - b))
    await signIn(undefined)
    expect(await memberships(account.id)).toEqual([own.id])
    await set({ oidc_groups: { devs: 'nie_ma_takiej' } })
    await signIn(['devs'])
    expect(await memberships(account.id)).toEqual([own.id])
  })
})
