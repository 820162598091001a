import { afterEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIFETIME, LIMITS } from '#shared/limits.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { mailsTo } from '../auth/testing/mails.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { deleteAccount } from '../users/removal/remove-account.ts'
import { readFactors } from './queries.ts'
import { passkey } from './table.ts'
import { createAuthenticator } from './testing/authenticator.ts'
import { createMemberWithTotp } from './testing/authenticator-app.ts'

const ORIGIN = 'https://watek.example'
const t = await createTestApp({ PUBLIC_URL: ORIGIN, ADULT_HOST: 'dorosli.example' })
const visitor = await t.as(null)
afterEach(() => {
  t.clock.now = () => new Date()
})

const newAuthenticator = () => createAuthenticator(ORIGIN, 'watek.example')
type Changes = Parameters<ReturnType<typeof newAuthenticator>['get']>[1]

async function createMemberWithPasskey(name = 'Telefon') {
  const member = await createMember(t)
  const api = await t.as(member)
  const authenticator = newAuthenticator()
  const added = await api.factors.addPasskey({
    name,
    response: authenticator.create(await api.factors.passkeyOptions()),
  })
  return { ...member, api, authenticator, added }
}

const signIn = async (authenticator: ReturnType<typeof newAuthenticator>, changes: Changes = {}, remember_me = false) =>
  visitor.factors.passkeyLogin({
    response: authenticator.get(await visitor.factors.passkeyLoginOptions(), changes),
    remember_me,
  })
const refusalOf = async (call: Promise<unknown>) => {
  const { status, code } = await failure(call)
  return { status, code }
}
const REFUSED = { status: 401, code: 'bad_passkey' }

test('ACCT-7 the options for a new passkey require a discoverable passkey and user verification', async () => {
  const { username, api, authenticator } = await createMemberWithPasskey()
  expect(await api.factors.passkeyOptions()).toMatchObject({
    rp: { id: 'watek.example', name: 'Wątek' },
    user: { name: username },
    challenge: expect.stringMatching(/^[\w-]{43}$/),
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: [{ id: authenticator.id, type: 'public-key' }],
  })
  expect(await visitor.factors.passkeyLoginOptions()).toMatchObject({
    rpId: 'watek.example',
    userVerification: 'required',
    allowCredentials: [],
  })
})

test('ACCT-7 a passkey is added with a name, is listed, and opens sessions', async () => {
  const { id, username, api, authenticator, added } = await createMemberWithPasskey('  Klucz do domu ')
  expect(added).toEqual({
    id: expect.any(Number),
    name: 'Klucz do domu',
    created_at: expect.any(String),
    last_used_at: null,
  })
  const answer = await signIn(authenticator)
  expect(answer).toMatchObject({ token_type: 'bearer', user: { id, username } })
  const me = await t.request('/api/users/me', { headers: { authorization: `Bearer ${answer.access_token}` } })
  expect(me.status).toBe(200)
  const { passkeys } = await api.account.get()
  expect(passkeys).toEqual([
    { id: added.id, name: 'Klucz do domu', created_at: added.created_at, last_used_at: expect.any(String) },
  ])
})

test('a login by passkey requires no authenticator code, and "remember me" applies to it', async () => {
  const { id, api } = await createMemberWithTotp(t)
  const authenticator = newAuthenticator()
  await api.factors.addPasskey({
    name: 'Laptop',
    response: authenticator.create(await api.factors.passkeyOptions({ password: PASSWORD })),
  })
  const { user, expires_at } = await signIn(authenticator, {}, true)
  expect(user.id).toBe(id)
  expect(new Date(expires_at).getTime() - t.clock.now().getTime()).toBeWithin(
    LIFETIME.rememberedSession - 1_000,
    LIFETIME.rememberedSession + 1,
  )
})

test.each<[string, Changes]>([
  ['another site', { origin: 'https://watek.example.evil.example' }],
  ['the adult host, which has another RP id here', { origin: 'https://dorosli.example' }],
  ['another RP id', { rpId: 'evil.example' }],
  ['no user verification', { isVerified: false }],
  ['the response to a passkey registration', { type: 'webauthn.create' }],
  ['a challenge that the server did not issue', { challenge: 'A'.repeat(43) }],
  ['a challenge with a NUL', { challenge: 'a\0b' }],
  ["another's user handle", { userHandle: 'B'.repeat(43) }],
  ['no user handle', { userHandle: null }],
])('a passkey response is refused with %s', async (_, changes) => {
  const { authenticator } = await createMemberWithPasskey()
  expect(await refusalOf(signIn(authenticator, changes))).toEqual(REFUSED)
  expect(await signIn(authenticator)).toMatchObject({ token_type: 'bearer' })
})

test('a passkey whose counter does not increase is refused, because it may be a copy', async () => {
  const { authenticator } = await createMemberWithPasskey()
  await signIn(authenticator, { counter: 7 })
  expect(await refusalOf(signIn(authenticator, { counter: 7 }))).toEqual(REFUSED)
  expect(await refusalOf(signIn(authenticator, { counter: 6 }))).toEqual(REFUSED)
  expect(await signIn(authenticator, { counter: 8 })).toMatchObject({ token_type: 'bearer' })
})

test('a passkey without a counter, which always sends zero, is accepted', async () => {
  const member = await createMember(t)
  const api = await t.as(member)
  const authenticator = newAuthenticator()
  await api.factors.addPasskey({
    name: 'Synchronizowany',
    response: authenticator.create(await api.factors.passkeyOptions(), { counter: 0 }),
  })
  expect(await signIn(authenticator, { counter: 0 })).toMatchObject({ token_type: 'bearer' })
  expect(await signIn(authenticator, { counter: 0 })).toMatchObject({ token_type: 'bearer' })
})

test('a passkey challenge works once, also if the same response is sent ten times at once', async () => {
  const { authenticator } = await createMemberWithPasskey()
  const response = authenticator.get(await visitor.factors.passkeyLoginOptions())
  const sent = await Promise.allSettled(Array.from({ length: 10 }, () => visitor.factors.passkeyLogin({ response })))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a passkey challenge is valid for five minutes', async () => {
  const { authenticator } = await createMemberWithPasskey()
  const options = await visitor.factors.passkeyLoginOptions()
  const start = Date.now()
  t.clock.now = () => new Date(start + LIFETIME.passkeyChallenge + 5_000)
  expect(await refusalOf(visitor.factors.passkeyLogin({ response: authenticator.get(options) }))).toEqual(REFUSED)
})

test('a passkey signature by another key is refused', async () => {
  const { authenticator } = await createMemberWithPasskey()
  const options = await visitor.factors.passkeyLoginOptions()
  const right = authenticator.get(options)
  const forged = {
    ...right,
    response: { ...right.response, signature: newAuthenticator().get(options).response.signature },
  }
  expect(await refusalOf(visitor.factors.passkeyLogin({ response: forged }))).toEqual(REFUSED)
})

test('a passkey challenge is valid for its own account only, and for either sign-in or adding a passkey', async () => {
  const { api, authenticator } = await createMemberWithPasskey()
  const options = await api.factors.passkeyOptions()
  expect(await refusalOf(visitor.factors.passkeyLogin({ response: authenticator.get(options) }))).toEqual(REFUSED)
  const other = await t.as(await createMember(t))
  const stranger = newAuthenticator()
  const foreign = await failure(
    other.factors.addPasskey({ name: 'Obcy', response: stranger.create(await api.factors.passkeyOptions()) }),
  )
  expect(foreign).toMatchObject({ status: 422, issues: { response: expect.any(String) } })
  const login = await visitor.factors.passkeyLoginOptions()
  expect(
    (
      await failure(
        other.factors.addPasskey({ name: 'Obcy', response: stranger.create({ ...login, user: { id: 'eA' } }) }),
      )
    ).status,
  ).toBe(422)
})

test.each<[string, Changes]>([
  ['from another site', { origin: 'https://evil.example' }],
  ['of another RP id', { rpId: 'evil.example' }],
  ['without user verification', { isVerified: false }],
])('a passkey %s is not added', async (_, changes) => {
  const api = await t.as(await createMember(t))
  const response = newAuthenticator().create(await api.factors.passkeyOptions(), changes)
  expect((await failure(api.factors.addPasskey({ name: 'Nie', response }))).issues).toHaveProperty('response')
})

test('a passkey of one account cannot be added to another account', async () => {
  const { authenticator } = await createMemberWithPasskey()
  const other = await t.as(await createMember(t))
  const options = await other.factors.passkeyOptions()
  expect(
    (await failure(other.factors.addPasskey({ name: 'Nie', response: authenticator.create(options) }))).issues,
  ).toHaveProperty('response')
})

test('adding or removing a passkey requires the password unless the sign-in was within ten minutes', async () => {
  const { api, added } = await createMemberWithPasskey()
  expect((await failure(api.factors.passkeyOptions({ password: 'Zle123456' }))).code).toBe('bad_credentials')
  const start = Date.now()
  t.clock.now = () => new Date(start + LIFETIME.freshSession + 5_000)
  expect((await failure(api.factors.passkeyOptions())).issues).toHaveProperty('password')
  expect((await failure(api.factors.removePasskey({ passkey_id: added.id }))).issues).toHaveProperty('password')
  expect(await api.factors.passkeyOptions({ password: PASSWORD })).toMatchObject({ attestation: 'none' })
  expect(await api.factors.removePasskey({ passkey_id: added.id, password: PASSWORD })).toEqual({ success: true })
})

test("ACCT-7 a removed passkey opens no session, and a member cannot remove another's passkey", async () => {
  const { id, api, authenticator, added } = await createMemberWithPasskey()
  const other = await t.as(await createMember(t))
  expect(await failure(other.factors.removePasskey({ passkey_id: added.id }))).toMatchObject({
    status: 404,
    code: 'not_found',
  })
  expect(await api.factors.removePasskey({ passkey_id: added.id })).toEqual({ success: true })
  expect((await readFactors(t.db, id)).passkeys).toEqual([])
  expect(await refusalOf(signIn(authenticator))).toEqual(REFUSED)
  expect(await failure(api.factors.removePasskey({ passkey_id: added.id }))).toMatchObject({ status: 404 })
})

test("ACCT-10 adding or removing a passkey is reported to its owner by mail, with the passkey's name", async () => {
  const { email, api, added } = await createMemberWithPasskey('Klucz <b>z biura</b>')
  await api.factors.removePasskey({ passkey_id: added.id })
  const mails = await mailsTo(t, email!)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Dodano klucz dostępu – Wątek',
    'Usunięto klucz dostępu – Wątek',
  ])
  for (const { text, html, links } of mails) {
    expect(text).toContain('„Klucz <b>z biura</b>”')
    expect(html).not.toContain('<b>')
    expect(links).toEqual([`${ORIGIN}/settings/security`, `${ORIGIN}/forgot-password`])
  }
})

test('an account has at most twenty passkeys', async () => {
  const { id, api } = await createMemberWithPasskey()
  const [row] = await t.db.select().from(passkey).where(eq(passkey.user_id, id))
  const options = await api.factors.passkeyOptions()
  const { id: _, ...columns } = row!
  await t.db
    .insert(passkey)
    .values(
      Array.from({ length: LIMITS.passkeys - 1 }, (_, at) => ({
        ...columns,
        credential_id: `${row!.credential_id}${at}`,
      })),
    )
  expect(await failure(api.factors.passkeyOptions())).toMatchObject({ status: 409, code: 'too_many_passkeys' })
  expect(
    (await failure(api.factors.addPasskey({ name: 'Jeszcze', response: newAuthenticator().create(options) }))).code,
  ).toBe('too_many_passkeys')
})

test('a passkey of one host, normal or adult, is refused on the other, which has its own passkeys', async () => {
  const member = await createMember(t)
  const adult = { headers: { host: 'dorosli.example' } }
  const [api, adultApi, adultVisitor] = [await t.as(member), await t.as(member, adult), await t.as(null, adult)]
  const [here, there] = [newAuthenticator(), createAuthenticator('https://dorosli.example', 'dorosli.example')]
  await api.factors.addPasskey({ name: 'Tu', response: here.create(await api.factors.passkeyOptions()) })
  const options = await adultApi.factors.passkeyOptions()
  expect(options).toMatchObject({ rp: { id: 'dorosli.example' }, excludeCredentials: [] })
  await adultApi.factors.addPasskey({ name: 'Tam', response: there.create(options) })
  expect(
    await adultVisitor.factors.passkeyLogin({ response: there.get(await adultVisitor.factors.passkeyLoginOptions()) }),
  ).toMatchObject({ token_type: 'bearer' })
  const crossed = here.get(await adultVisitor.factors.passkeyLoginOptions())
  expect(await refusalOf(adultVisitor.factors.passkeyLogin({ response: crossed }))).toEqual(REFUSED)
  expect(await refusalOf(signIn(there as never))).toEqual(REFUSED)
})

test('the passkeys of a deleted account open no session', async () => {
  const { id, authenticator } = await createMemberWithPasskey()
  await t.db.transaction((tx) => deleteAccount(tx, { userId: id, content: 'keep' }, new Date()))
  expect(await t.db.select().from(passkey).where(eq(passkey.user_id, id))).toEqual([])
  expect(await refusalOf(signIn(authenticator))).toEqual(REFUSED)
})

test('a login by passkey is limited by IP address like any other login', async () => {
  const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' })
  const api = await strict.as(null, { address: '10.30.0.1' })
  const response = newAuthenticator().get({ challenge: 'A'.repeat(43) })
  const codes: string[] = []
  for (let at = 0; at < 51; at += 1) codes.push((await failure(api.factors.passkeyLogin({ response }))).code)
  expect(codes).toEqual([...Array(50).fill('bad_passkey'), 'too_many_requests'])
})
