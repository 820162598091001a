import { afterEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { addJob } from '#server/jobs/add.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { authTasks } from '../auth/jobs.ts'
import { lockById } from '../auth/queries.ts'
import { mailsTo } from '../auth/testing/mails.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { untilSomebodyWaits } from '../auth/testing/waiting.ts'
import { emailToken, session } from '../auth/table.ts'
import { endOtherSessions, voidPendingChanges } from './queries.ts'
import { emailChange } from './table.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const NEW = 'Nowe12345'
const MINUTE = 60_000
afterEach(() => {
  t.clock.now = () => new Date()
})

async function member(columns: Parameters<typeof createMember>[1] = {}) {
  const row = await createMember(t, columns)
  return { ...row, email: row.email!, api: await t.as(row) }
}

const signIn = async (username: string, password = PASSWORD) =>
  (await failure(visitor.auth.login({ username, password })).catch(() => null))?.code ?? 'signed in'
const subjectsTo = async (address: string) => (await mailsTo(t, address)).map(({ subject }) => subject)

describe("calls about the caller's own account", () => {
  test("ACCT-8 the account call returns the caller's own e-mail address, message policy and sessions", async () => {
    const anna = await member()
    const other = await t.as(anna)
    expect(await anna.api.account.get()).toEqual({
      email: anna.email,
      pending_email: null,
      created_at: anna.created_at.toISOString(),
      has_password: true,
      message_policy: 'everyone',
      totp_enabled: false,
      recovery_codes_left: 0,
      passkeys: [],
      sessions_count: 2,
      former_account: null,
    })
    expect(await other.account.edit({ message_policy: 'nobody' })).toMatchObject({
      email: anna.email,
      message_policy: 'nobody',
      sessions_count: 2,
    })
    expect(await failure(anna.api.account.edit({ message_policy: 'friends' as never }))).toMatchObject({
      status: 422,
      issues: { message_policy: expect.any(String) },
    })
  })
})

test('ACCT-10 a mail about a changed second factor is sent even if an older release queued its job', async () => {
  const anna = await member()
  await addJob(t.db, 'send_factor_mail', {
    user_id: anna.id,
    change: { kind: 'totp_on' },
    at: '2026-11-22T18:00:00.000Z',
    lang: 'pl',
    variant: 'normal',
  })
  expect(await subjectsTo(anna.email)).toEqual(['Logowanie dwuetapowe włączone – Wątek'])
})

describe('changing the password', () => {
  test('ACCT-3 changing the password requires the old one and ends all other sessions at once', async () => {
    const anna = await member()
    const [elsewhere, bystander] = [await t.as(anna), await member()]
    expect(await anna.api.account.changePassword({ password: PASSWORD, new_password: NEW })).toEqual({ success: true })
    expect((await anna.api.users.me()).id).toBe(anna.id)
    expect(await failure(elsewhere.users.me())).toMatchObject({ status: 401, code: 'not_signed_in' })
    expect((await bystander.api.users.me()).id).toBe(bystander.id)
    expect(await signIn(anna.username)).toBe('bad_credentials')
    expect(await signIn(anna.username, NEW)).toBe('signed in')
  })

  test('ACCT-3 a password change with a wrong old or a weak new password is refused and changes nothing', async () => {
    const anna = await member()
    const elsewhere = await t.as(anna)
    expect(await failure(anna.api.account.changePassword({ password: 'Zgaduje123', new_password: NEW }))).toMatchObject(
      { status: 401, code: 'bad_credentials' },
    )
    expect(await failure(anna.api.account.changePassword({ password: PASSWORD, new_password: 'slabe' }))).toMatchObject(
      { status: 422, issues: { new_password: expect.any(String) } },
    )
    expect((await elsewhere.users.me()).id).toBe(anna.id)
    expect(await signIn(anna.username)).toBe('signed in')
  })

  test('ACCT-3,10 a password change is mailed to the owner in their language, with a password reset link', async () => {
    const anna = await member()
    await (await t.as(anna, { lang: 'en' })).account.changePassword({ password: PASSWORD, new_password: NEW })
    const [mail] = await mailsTo(t, anna.email)
    expect(mail!.subject).toBe('Your password was changed – Wątek')
    expect(mail!.links).toEqual(['http://localhost:3000/settings/security', 'http://localhost:3000/forgot-password'])
  })

  test('only one of two simultaneous password changes succeeds', async () => {
    const anna = await member()
    const outcomes = await Promise.allSettled(
      ['Pierwsze1', 'Drugiee22'].map((new_password) =>
        anna.api.account.changePassword({ password: PASSWORD, new_password }),
      ),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'bad_credentials' } })
  })

  test("a password change voids reset links and other sessions' pending e-mail changes", async () => {
    const anna = await member()
    await (await t.as(anna)).account.changeEmail({ email: `obcy.${anna.username}@example.org`, password: PASSWORD })
    await visitor.auth.requestPasswordReset({ email: anna.email })
    const token = await tokenIn(anna.email, '/reset-password')
    const confirm = await tokenIn(`obcy.${anna.username}@example.org`, '/confirm-email')
    await anna.api.account.changePassword({ password: PASSWORD, new_password: NEW })
    expect(await failure(visitor.auth.confirmPasswordReset({ token, new_password: 'Inne12345' }))).toMatchObject({
      code: 'bad_token',
    })
    expect(await failure(visitor.account.confirmEmail({ token: confirm }))).toMatchObject({ code: 'bad_token' })
    expect((await anna.api.account.get()).pending_email).toBeNull()
  })

  test('ACCT-10 a password reset through a mailed link is also reported to the owner by mail', async () => {
    const anna = await member()
    await visitor.auth.requestPasswordReset({ email: anna.email })
    await visitor.auth.confirmPasswordReset({ token: await tokenIn(anna.email, '/reset-password'), new_password: NEW })
    expect(await subjectsTo(anna.email)).toContain('Ustawiono nowe hasło – Wątek')
  })
})

async function tokenIn(address: string, path: string): Promise<string> {
  const links = (await mailsTo(t, address)).flatMap((mail) => mail.links.map((link) => new URL(link)))
  return links.find(({ pathname }) => pathname === path)!.searchParams.get('token')!
}

async function moving(columns: Parameters<typeof createMember>[1] = {}) {
  const anna = await member(columns)
  const target = `nowy.${anna.username}@example.org`
  const answer = await anna.api.account.changeEmail({ email: target, password: PASSWORD })
  return { anna, target, answer }
}

const confirm = async (address: string) =>
  visitor.account.confirmEmail({ token: await tokenIn(address, '/confirm-email') })

describe('changing the e-mail address', () => {
  test('ACCT-4 a new e-mail address takes effect once its link is opened; the old address gets a notice', async () => {
    const { anna, target, answer } = await moving()
    expect(answer).toEqual({ pending_email: target })
    expect(await anna.api.account.get()).toMatchObject({ email: anna.email, pending_email: target })
    expect(await subjectsTo(target)).toEqual(['Potwierdź nowy adres e-mail – Wątek'])
    const [notice] = await mailsTo(t, anna.email)
    expect(notice).toMatchObject({
      subject: 'Prośba o zmianę adresu e-mail – Wątek',
      text: expect.stringContaining(target),
    })
    expect(await confirm(target)).toEqual({ email: target })
    expect(await anna.api.account.get()).toMatchObject({ email: target, pending_email: null })
    expect(await signIn(target)).toBe('signed in')
    expect(await signIn(anna.email)).toBe('bad_credentials')
    expect((await subjectsTo(anna.email))[0]).toBe('Adres e-mail został zmieniony – Wątek')
  })

  test('changing the e-mail address requires the password and a valid new address', async () => {
    const anna = await member()
    expect(
      await failure(anna.api.account.changeEmail({ email: 'inny@example.org', password: 'Zgaduje123' })),
    ).toMatchObject({ status: 401, code: 'bad_credentials' })
    expect(await failure(anna.api.account.changeEmail({ email: 'nie adres', password: PASSWORD }))).toMatchObject({
      status: 422,
      issues: { email: expect.any(String) },
    })
    expect(
      await failure(anna.api.account.changeEmail({ email: anna.email.toUpperCase(), password: PASSWORD })),
    ).toMatchObject({ status: 422, issues: { email: expect.any(String) } })
    expect((await anna.api.account.get()).pending_email).toBeNull()
    expect(await mailsTo(t, anna.email)).toBeEmpty()
  })

  test('ACCT-4 requesting a taken e-mail address gets the usual response and mails only its owner', async () => {
    const [anna, owner] = [await member(), await member()]
    expect(await anna.api.account.changeEmail({ email: owner.email.toUpperCase(), password: PASSWORD })).toEqual({
      pending_email: owner.email.toUpperCase(),
    })
    expect((await anna.api.account.get()).pending_email).toBe(owner.email.toUpperCase())
    expect(await subjectsTo(owner.email)).toEqual(['Ten adres ma już konto – Wątek'])
    expect(
      await t.db.$count(emailToken, and(eq(emailToken.user_id, anna.id), eq(emailToken.purpose, 'email_confirm'))),
    ).toBe(0)
    expect((await owner.api.account.get()).email).toBe(owner.email)
  })

  test('the link that confirms a new e-mail address is refused if another account took it meanwhile', async () => {
    const { anna, target } = await moving()
    const token = await tokenIn(target, '/confirm-email')
    await member({ email: target })
    expect(await failure(visitor.account.confirmEmail({ token }))).toMatchObject({ status: 400, code: 'bad_token' })
    expect((await anna.api.account.get()).email).toBe(anna.email)
  })

  test('if two accounts confirm the same new e-mail address at once, only one of them gets it', async () => {
    const [anna, bartek] = [await member(), await member()]
    const target = `wspolny.${anna.username}@example.org`
    await anna.api.account.changeEmail({ email: target, password: PASSWORD })
    const first = await tokenIn(target, '/confirm-email')
    await bartek.api.account.changeEmail({ email: target, password: PASSWORD })
    const second = await tokenIn(target, '/confirm-email')
    expect(second).not.toBe(first)
    const outcomes = await Promise.allSettled([first, second].map((token) => visitor.account.confirmEmail({ token })))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'bad_token' } })
  })

  test('the link that confirms a new e-mail address works once, for 24 hours; a later request voids it', async () => {
    const { anna, target } = await moving()
    const first = await tokenIn(target, '/confirm-email')
    const other = `inny.${anna.username}@example.org`
    await anna.api.account.changeEmail({ email: other, password: PASSWORD })
    expect(await failure(visitor.account.confirmEmail({ token: first }))).toMatchObject({ code: 'bad_token' })
    const token = await tokenIn(other, '/confirm-email')
    t.clock.now = () => new Date(Date.now() + 24 * 60 * MINUTE)
    expect(await failure(visitor.account.confirmEmail({ token }))).toMatchObject({ status: 400, code: 'bad_token' })
    t.clock.now = () => new Date(Date.now() + 23 * 60 * MINUTE)
    expect(await visitor.account.confirmEmail({ token })).toEqual({ email: other })
    expect(await failure(visitor.account.confirmEmail({ token }))).toMatchObject({ code: 'bad_token' })
  })

  test('the tokens of links that confirm a new e-mail address are stored hashed', async () => {
    const { anna, target } = await moving()
    const tokens = [await tokenIn(target, '/confirm-email'), await tokenIn(anna.email, '/undo-email')]
    const stored = JSON.stringify(await t.db.select().from(emailToken).where(eq(emailToken.user_id, anna.id)))
    for (const token of tokens) expect(stored).not.toContain(token)
  })

  test('a mailed link is refused for any purpose other than its own', async () => {
    const { anna, target } = await moving()
    const [forward, back] = [await tokenIn(target, '/confirm-email'), await tokenIn(anna.email, '/undo-email')]
    expect(await failure(visitor.account.undoEmail({ token: forward }))).toMatchObject({ code: 'bad_token' })
    expect(await failure(visitor.account.confirmEmail({ token: back }))).toMatchObject({ code: 'bad_token' })
    expect(await failure(visitor.auth.confirmPasswordReset({ token: back, new_password: NEW }))).toMatchObject({
      code: 'bad_token',
    })
  })

  test('confirming a new e-mail address voids password reset links sent to the old one', async () => {
    const { anna, target } = await moving()
    await visitor.auth.requestPasswordReset({ email: anna.email })
    const token = await tokenIn(anna.email, '/reset-password')
    await confirm(target)
    expect(await failure(visitor.auth.confirmPasswordReset({ token, new_password: NEW }))).toMatchObject({
      code: 'bad_token',
    })
  })
})

describe('undoing a change of e-mail address', () => {
  test('ACCT-4,10 undoing an e-mail change by the mailed link ends all sessions and mails a reset link', async () => {
    const { anna, target } = await moving()
    await confirm(target)
    expect(await visitor.account.undoEmail({ token: await tokenIn(anna.email, '/undo-email') })).toEqual({
      email: anna.email,
    })
    expect(await t.db.$count(session, eq(session.user_id, anna.id))).toBe(0)
    expect(await failure(anna.api.users.me())).toMatchObject({ status: 401 })
    const [mail] = await mailsTo(t, anna.email)
    expect(mail!.subject).toBe('Zmiana adresu e-mail została cofnięta – Wątek')
    await visitor.auth.confirmPasswordReset({ token: await tokenIn(anna.email, '/reset-password'), new_password: NEW })
    expect(await (await t.as(anna)).account.get()).toMatchObject({ email: anna.email, pending_email: null })
  })

  test('the undo link mailed to the old address cancels a change that is not confirmed yet', async () => {
    const { anna, target } = await moving()
    const token = await tokenIn(target, '/confirm-email')
    expect(await visitor.account.undoEmail({ token: await tokenIn(anna.email, '/undo-email') })).toEqual({
      email: anna.email,
    })
    expect(await failure(visitor.account.confirmEmail({ token }))).toMatchObject({ code: 'bad_token' })
    expect(await failure(anna.api.users.me())).toMatchObject({ status: 401 })
  })

  test('the undo link mailed to the first address undoes a chain of changes and voids their other links', async () => {
    const { anna, target } = await moving()
    const undo = await tokenIn(anna.email, '/undo-email')
    await confirm(target)
    const further = `dalej.${anna.username}@example.org`
    await anna.api.account.changeEmail({ email: further, password: PASSWORD })
    await confirm(further)
    await visitor.auth.requestPasswordReset({ email: further })
    const [theirUndo, theirReset] = [await tokenIn(target, '/undo-email'), await tokenIn(further, '/reset-password')]
    expect(await visitor.account.undoEmail({ token: undo })).toEqual({ email: anna.email })
    expect(await failure(visitor.account.undoEmail({ token: theirUndo }))).toMatchObject({ code: 'bad_token' })
    expect(await failure(visitor.auth.confirmPasswordReset({ token: theirReset, new_password: NEW }))).toMatchObject({
      code: 'bad_token',
    })
    expect((await (await t.as(anna)).account.get()).email).toBe(anna.email)
  })

  test('the undo link mailed to the old address works once, until 72 hours after the confirmation', async () => {
    const { anna, target } = await moving()
    const start = Date.now()
    t.clock.now = () => new Date(start + 20 * 60 * MINUTE)
    await confirm(target)
    const early = await tokenIn(anna.email, '/undo-email')
    t.clock.now = () => new Date(start + 92 * 60 * MINUTE + MINUTE)
    expect(await failure(visitor.account.undoEmail({ token: early }))).toMatchObject({ status: 400, code: 'bad_token' })
    t.clock.now = () => new Date(start + 92 * 60 * MINUTE - MINUTE)
    expect(await visitor.account.undoEmail({ token: early })).toEqual({ email: anna.email })
    expect(await failure(visitor.account.undoEmail({ token: early }))).toMatchObject({ code: 'bad_token' })
  })

  test('the old e-mail address is deleted from the database once the change can no longer be undone', async () => {
    const { anna, target } = await moving()
    await confirm(target)
    const purge = () => authTasks.purge_accounts(t.services, {}, new AbortController().signal)
    await purge()
    expect(await t.db.$count(emailChange, eq(emailChange.user_id, anna.id))).toBe(1)
    t.clock.now = () => new Date(Date.now() + 97 * 60 * MINUTE)
    await purge()
    expect(await t.db.$count(emailChange, eq(emailChange.user_id, anna.id))).toBe(0)
  })
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 ' +
  'Mobile/15E148 Safari/604.1'

async function openedBy(username: string, { agent = FIREFOX, address = '203.0.113.77', cookie = '' } = {}) {
  const body = JSON.stringify({ username, password: PASSWORD })
  const answer = await t.request(
    '/api/auth/login',
    {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'user-agent': agent, cookie: `language=pl; ${cookie}` },
    },
    address,
  )
  const known = answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('known_browser='))!
    .split(';')[0]!
  return { token: ((await answer.json()) as { access_token: string }).access_token, known }
}

const sessionsOf = async (token: string, lang = 'pl') => {
  const answer = await t.request('/api/account/sessions', {
    headers: { authorization: `Bearer ${token}`, cookie: `language=${lang}` },
  })
  return (
    (await answer.json()) as {
      sessions: { id: number; device: string; address: string | null; last_seen_at: string; is_current: boolean }[]
    }
  ).sessions
}

describe('the sessions of an account', () => {
  test('ACCT-5 sessions are listed with device and network, the current session first', async () => {
    const anna = await member()
    await t.db.delete(session).where(eq(session.user_id, anna.id))
    await openedBy(anna.username, { agent: SAFARI, address: '2001:db8:1:2:3:4:5:6' })
    await openedBy(anna.username, { agent: 'narzedzie/1.0 (skrypt)' })
    const { token } = await openedBy(anna.username)
    const sessions = await sessionsOf(token)
    expect(sessions.map(({ device, address, is_current }) => ({ device, address, is_current }))).toEqual([
      { device: 'Firefox, Linux', address: '203.0.113.0/24', is_current: true },
      { device: 'narzedzie', address: '203.0.113.0/24', is_current: false },
      { device: 'Safari, iOS', address: '2001:db8:1::/48', is_current: false },
    ])
  })

  test("a session of an unknown device is labelled as unknown in the reader's language", async () => {
    const anna = await member()
    const token = await t.bearerOf(anna)
    expect((await sessionsOf(token))[0]).toMatchObject({ device: 'Nieznane urządzenie', address: null })
    expect((await sessionsOf(token, 'en'))[0]!.device).toBe('Unknown device')
  })

  test('ACCT-5 the last use of a session is recorded to the minute, at most every five minutes', async () => {
    const anna = await member()
    t.clock.now = () => new Date('2026-03-01T10:00:40.123Z')
    const { token } = await openedBy(anna.username)
    const seen = async (time: string) => {
      t.clock.now = () => new Date(time)
      return (await sessionsOf(token))[0]!.last_seen_at
    }
    expect(await seen('2026-03-01T10:04:59Z')).toBe('2026-03-01T10:00:00.000Z')
    expect(await seen('2026-03-01T10:07:30Z')).toBe('2026-03-01T10:07:00.000Z')
    expect(await seen('2026-03-01T10:11:59Z')).toBe('2026-03-01T10:07:00.000Z')
  })

  test('ACCT-5,10 ending one session takes effect at once and is reported by mail; other sessions stay', async () => {
    const anna = await member()
    const [mine, lost, third] = [
      await openedBy(anna.username),
      await openedBy(anna.username, { agent: SAFARI }),
      await openedBy(anna.username, { agent: 'x' }),
    ]
    const found = (await sessionsOf(mine.token)).find(({ device }) => device === 'Safari, iOS')!
    const answer = await t.request(`/api/account/sessions/${found.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${mine.token}` },
    })
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
    expect(answer.headers.getSetCookie()).toBeEmpty()
    expect((await t.request('/api/users/me', { headers: { authorization: `Bearer ${lost.token}` } })).status).toBe(401)
    expect((await t.request('/api/users/me', { headers: { authorization: `Bearer ${third.token}` } })).status).toBe(200)
    expect(await subjectsTo(anna.email)).toContain('Zakończono sesje – Wątek')
  })

  test('ending the current session clears its cookie, as logging out does', async () => {
    const anna = await member()
    const token = await t.bearerOf(anna)
    const [current] = (await sessionsOf(token)).filter(({ is_current }) => is_current)
    const answer = await t.request(`/api/account/sessions/${current!.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.headers.get('set-cookie')).toMatch(/^session=;/)
    expect((await t.request('/api/users/me', { headers: { authorization: `Bearer ${token}` } })).status).toBe(401)
  })

  test('ACCT-5 ending all other sessions keeps the current one and the sessions of other accounts', async () => {
    const [anna, bartek] = [await member(), await member()]
    const others = [await t.as(anna), await t.as(anna)]
    expect(await anna.api.account.endOtherSessions()).toEqual({ ended: 2 })
    for (const api of others) expect(await failure(api.users.me())).toMatchObject({ status: 401 })
    expect(await anna.api.account.get()).toMatchObject({ sessions_count: 1 })
    expect(await anna.api.account.endOtherSessions()).toEqual({ ended: 0 })
    expect((await bartek.api.users.me()).id).toBe(bartek.id)
    expect(await subjectsTo(anna.email)).toEqual(['Zakończono sesje – Wątek'])
  })

  test('ending a session of another account answers 404 and leaves that session open', async () => {
    const [anna, bartek] = [await member(), await member()]
    const {
      sessions: [own],
    } = await anna.api.account.sessions()
    expect(await failure(bartek.api.account.endSession({ session_id: own!.id }))).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect((await anna.api.users.me()).id).toBe(anna.id)
  })

  test('ending a session during a password change causes no deadlock', async () => {
    const anna = await member()
    const thief = await t.as(anna)
    await thief.account.changeEmail({ email: `zlodziej.${anna.username}@example.org`, password: PASSWORD })
    const { sessions } = await anna.api.account.sessions()
    const [own, other] = [
      sessions.find(({ is_current }) => is_current)!,
      sessions.find(({ is_current }) => !is_current)!,
    ]
    const [current] = await t.db.select({ id: session.id }).from(session).where(eq(session.number, own.id))
    const { late } = await t.db.transaction(async (tx) => {
      await lockById(tx, anna.id)
      await voidPendingChanges(tx, anna.id, new Date())
      const overlapping = failure(anna.api.account.endSession({ session_id: other.id }))
      await untilSomebodyWaits(t.db)
      await endOtherSessions(tx, anna.id, current!.id, new Date())
      return { late: overlapping }
    })
    expect(await late).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('ending the session that requested a new e-mail address cancels the change', async () => {
    const anna = await member()
    const thief = await t.as(anna)
    await thief.account.changeEmail({ email: `zlodziej.${anna.username}@example.org`, password: PASSWORD })
    await anna.api.account.endOtherSessions()
    expect((await anna.api.account.get()).pending_email).toBeNull()
  })
})

describe('a login from a new device', () => {
  const NEW_DEVICE = 'Logowanie z nowego urządzenia – Wątek'

  test('ACCT-5,10 a login from a new device is reported by mail with device, network and time', async () => {
    const anna = await member()
    t.clock.now = () => new Date('2026-03-01T10:00:00Z')
    await openedBy(anna.username)
    const [mail] = await mailsTo(t, anna.email)
    expect(mail!.subject).toBe(NEW_DEVICE)
    expect(mail!.text).toContain('Urządzenie: Firefox, Linux. Sieć: 203.0.113.0/24. Czas: 1 marca 2026 11:00.')
  })

  test('a login with a known browser cookie, or a known device in the same network, sends no mail', async () => {
    const anna = await member()
    const { known } = await openedBy(anna.username)
    await openedBy(anna.username, { cookie: known, agent: SAFARI, address: '198.51.100.4' })
    await openedBy(anna.username, { address: '203.0.113.9' })
    expect(await subjectsTo(anna.email)).toEqual([NEW_DEVICE])
    await openedBy(anna.username, { address: '192.0.2.1' })
    await openedBy(anna.username, { agent: SAFARI })
    expect(await subjectsTo(anna.email)).toEqual([NEW_DEVICE, NEW_DEVICE, NEW_DEVICE])
  })

  test('a login is reported as from a new device if only other members have used that browser', async () => {
    const [anna, bartek] = [await member(), await member()]
    const { known } = await openedBy(anna.username)
    await failure(visitor.auth.login({ username: bartek.username, password: 'Zgaduje123' }))
    expect(await mailsTo(t, bartek.email)).toBeEmpty()
    await openedBy(bartek.username, { cookie: known })
    expect(await subjectsTo(bartek.email)).toEqual([NEW_DEVICE])
  })
})

test('the account call reports that an account created by a sign-in service has no password', async () => {
  const api = await t.as(await createUser(t.db))
  expect(await api.account.get()).toMatchObject({ has_password: false })
})
