import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import jsqr from 'jsqr'
import { createHttpApi } from '#shared/api/client.ts'
import { contract } from '#shared/api/index.ts'
import { LIFETIME } from '#shared/limits.ts'
import { createApp } from '#server/http/app.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { mailsTo } from '../auth/testing/mails.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { authTasks } from '../auth/jobs.ts'
import { readFactors } from './queries.ts'
import { recoveryCode, totp } from './table.ts'
import { challengeOf, codeOf, createMemberWithTotp, passPeriods } from './testing/authenticator-app.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const SLOW_TIMEOUT_MS = 60_000
const login = (username: string) => visitor.auth.login({ username, password: PASSWORD })
const subjectsTo = async (email: string) =>
  (await mailsTo(t, email))
    .map(({ subject }) => subject)
    .filter((subject) => !subject.startsWith('Logowanie z nowego'))
    .toSorted()

const CODE = /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/

/** Renders the SVG of the QR code as pixels, because the decoder reads no SVG. */
function paint(svg: string) {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)![1])
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255)
  for (const [, left, top, side] of svg.matchAll(/M(\d+),(\d+)h(\d+)v\3h-\3z/g)) {
    for (let y = Number(top); y < Number(top) + Number(side); y += 1) {
      pixels.fill(0, (y * size + Number(left)) * 4, (y * size + Number(left) + Number(side)) * 4)
      for (let x = Number(left); x < Number(left) + Number(side); x += 1) pixels[(y * size + x) * 4 + 3] = 255
    }
  }
  return { pixels, size }
}

async function starting() {
  const member = await createMember(t)
  const api = await t.as(member)
  return { member, api, ...(await api.factors.startTotp({ password: PASSWORD })) }
}

test('ACCT-6 setting up the authenticator app requires the password; then each login requires a code', async () => {
  const member = await createMember(t)
  const api = await t.as(member)
  expect(await failure(api.factors.startTotp({ password: 'Zle123456' }))).toMatchObject({
    status: 401,
    code: 'bad_credentials',
  })
  const { secret, otpauth_url } = await api.factors.startTotp({ password: PASSWORD })
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const url = new URL(otpauth_url)
  expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual([
    'otpauth:',
    'totp',
    `/Wątek:${member.username}`,
  ])
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Wątek',
    secret,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(await login(member.username)).toMatchObject({ token_type: 'bearer' })
  expect(await failure(api.factors.confirmTotp({ code: '000000' }))).toMatchObject({
    status: 422,
    issues: { code: expect.any(String) },
  })
  const { recovery_codes } = await api.factors.confirmTotp({ code: ` ${codeOf(t, secret)} ` })
  expect(new Set(recovery_codes).size).toBe(10)
  for (const code of recovery_codes) expect(code).toMatch(CODE)
  expect(await api.account.get()).toMatchObject({ totp_enabled: true, recovery_codes_left: 10, passkeys: [] })
  expect(await failure(login(member.username))).toMatchObject({ status: 401, code: 'second_factor' })
})

test("ACCT-6 setting up two-step login shows a QR code of the app's otpauth URL", async () => {
  const { otpauth_url, qr_svg } = await starting()
  const { pixels, size } = paint(qr_svg)
  expect(jsqr(pixels, size, size)?.data).toBe(otpauth_url)
})

test('a second set-up of two-step login replaces an unconfirmed one, but is refused after confirmation', async () => {
  const { api, secret } = await starting()
  const again = await api.factors.startTotp({ password: PASSWORD })
  expect((await failure(api.factors.confirmTotp({ code: codeOf(t, secret) }))).status).toBe(422)
  await api.factors.confirmTotp({ code: codeOf(t, again.secret) })
  expect(await failure(api.factors.startTotp({ password: PASSWORD }))).toMatchObject({
    status: 409,
    code: 'totp_enabled',
  })
  expect(await failure(api.factors.confirmTotp({ code: codeOf(t, again.secret, 1) }))).toMatchObject({
    status: 409,
    code: 'totp_enabled',
  })
})

test('two simultaneous confirmations of two-step login return recovery codes once, and these work', async () => {
  const { member, api, secret } = await starting()
  const both = await Promise.allSettled([1, 2].map(() => api.factors.confirmTotp({ code: codeOf(t, secret) })))
  const given = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.recovery_codes] : []))
  expect(given).toHaveLength(1)
  const challenge = await challengeOf(login(member.username))
  expect(await visitor.factors.secondFactor({ challenge, code: given[0]![0]! })).toMatchObject({ token_type: 'bearer' })
})

test('a set-up of two-step login is valid for an hour and is purged afterwards', async () => {
  const { member, api, secret } = await starting()
  passPeriods(t, LIFETIME.totpSetup / 30_000 + 1)
  expect(await failure(api.factors.confirmTotp({ code: codeOf(t, secret) }))).toMatchObject({
    status: 409,
    code: 'totp_not_started',
  })
  await authTasks.purge_accounts(t.services, {}, new AbortController().signal)
  expect(await t.db.select().from(totp).where(eq(totp.user_id, member.id))).toEqual([])
})

test('ACCT-6 turning two-step login off requires the password and a code, and voids the recovery codes', async () => {
  const { api, secret, username, email, id, recovery_codes } = await createMemberWithTotp(t)
  expect((await failure(api.factors.removeTotp({ password: 'Zle123456', code: codeOf(t, secret) }))).code).toBe(
    'bad_credentials',
  )
  expect((await failure(api.factors.removeTotp({ password: PASSWORD, code: '000000' }))).issues).toHaveProperty('code')
  const challenge = await challengeOf(login(username))
  expect(await api.factors.removeTotp({ password: PASSWORD, code: codeOf(t, secret) })).toEqual({ success: true })
  expect(await readFactors(t.db, id)).toMatchObject({ totp_enabled: false, recovery_codes_left: 0 })
  expect(await login(username)).toMatchObject({ token_type: 'bearer' })
  expect((await failure(visitor.factors.secondFactor({ challenge, code: recovery_codes[0]! }))).code).toBe(
    'challenge_expired',
  )
  expect(await failure(api.factors.removeTotp({ password: PASSWORD, code: '000000' }))).toMatchObject({
    status: 404,
    code: 'not_found',
  })
  expect(await subjectsTo(email!)).toEqual(
    ['Logowanie dwuetapowe wyłączone – Wątek', 'Logowanie dwuetapowe włączone – Wątek'].toSorted(),
  )
})

test('a recovery code also turns two-step login off, for members who lost their phone', async () => {
  const { api, username, recovery_codes } = await createMemberWithTotp(t)
  expect(await api.factors.removeTotp({ password: PASSWORD, code: recovery_codes[3]! })).toEqual({ success: true })
  expect(await login(username)).toMatchObject({ token_type: 'bearer' })
})

test('generating recovery codes requires the password and a code, and voids the old ones', async () => {
  const { api, secret, username, email, recovery_codes } = await createMemberWithTotp(t)
  expect((await failure(api.factors.renewRecoveryCodes({ password: 'Zle123456', code: codeOf(t, secret) }))).code).toBe(
    'bad_credentials',
  )
  const renewed = (await api.factors.renewRecoveryCodes({ password: PASSWORD, code: codeOf(t, secret) })).recovery_codes
  expect(renewed).toHaveLength(10)
  expect(renewed.some((code) => recovery_codes.includes(code))).toBeFalse()
  const challenge = await challengeOf(login(username))
  expect((await failure(visitor.factors.secondFactor({ challenge, code: recovery_codes[0]! }))).code).toBe('bad_code')
  expect(await visitor.factors.secondFactor({ challenge, code: renewed[0]! })).toMatchObject({ token_type: 'bearer' })
  expect(await subjectsTo(email!)).toContain('Nowe kody odzyskiwania – Wątek')
})

test("the database contains neither the app's secret nor a recovery code in plain text", async () => {
  const { id, secret, recovery_codes } = await createMemberWithTotp(t)
  const rows = JSON.stringify([
    await t.db.select().from(totp).where(eq(totp.user_id, id)),
    await t.db.select().from(recoveryCode).where(eq(recoveryCode.user_id, id)),
  ])
  expect(rows).not.toContain(secret)
  for (const code of recovery_codes)
    for (const spelling of [code, code.replaceAll('-', '')]) expect(rows).not.toContain(spelling)
})

test('the secret of an authenticator app, copied to another account, cannot be used there', async () => {
  const [victim, thief] = [await createMemberWithTotp(t), await createMemberWithTotp(t)]
  const [row] = await t.db.select().from(totp).where(eq(totp.user_id, thief.id))
  await t.db.update(totp).set({ encrypted_secret: row!.encrypted_secret }).where(eq(totp.user_id, victim.id))
  const challenge = await challengeOf(login(victim.username))
  expect((await failure(visitor.factors.secondFactor({ challenge, code: codeOf(t, thief.secret) }))).code).toBe(
    'bad_code',
  )
})

test("the previous SESSION_SECRET decrypts the app's secret until it is encrypted again", async () => {
  const { username, secret, recovery_codes } = await createMemberWithTotp(t)
  const previousSessionSecret = t.config.sessionSecret
  const changed = { sessionSecret: 'another-secret-another-secret-another', previousSessionSecret: null }
  const apiWith = (settings: Partial<typeof t.config>) => {
    const app = createApp({
      ...t.services,
      log: { ...t.services.log, error: () => {} },
      config: { ...t.config, ...settings },
    })
    return createHttpApi(contract, (url, init) => app.request(url, init) as Promise<Response>)
  }
  const signIn = async (settings: Partial<typeof t.config>, code: string) => {
    const api = apiWith(settings)
    return api.factors.secondFactor({
      challenge: await challengeOf(api.auth.login({ username, password: PASSWORD })),
      code,
    })
  }
  expect((await failure(signIn(changed, codeOf(t, secret)))).code).toBe('bad_code')
  expect(await signIn(changed, recovery_codes[0]!)).toMatchObject({ token_type: 'bearer' })
  expect(await signIn({ ...changed, previousSessionSecret }, codeOf(t, secret))).toMatchObject({ token_type: 'bearer' })
  passPeriods(t)
  expect(await signIn(changed, codeOf(t, secret))).toMatchObject({ token_type: 'bearer' })
})

test(
  'guessing a thousand codes in the set-up of two-step login is stopped; a known browser has its own limit',
  async () => {
    const strict = await createTestApp({ RATE_LIMIT_SCALE: '1' })
    const member = await createMember(strict)
    const signedIn = await strict.request('/api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: member.username, password: PASSWORD }),
    })
    const known = signedIn.headers
      .getSetCookie()
      .find((line) => line.startsWith('known_browser='))!
      .split(';')[0]!
    const api = await strict.as(member)
    const { secret } = await api.factors.startTotp({ password: PASSWORD })
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${await strict.bearerOf(member)}` }
    const confirm = async (code: string, at: number, cookie = '') =>
      (
        await strict.request(
          '/api/account/totp/confirm',
          { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify({ code }) },
          `10.${at >> 8}.${at & 255}.1`,
        )
      ).status
    const statuses: number[] = []
    for (let at = 0; at < 1_000; at += 1) {
      if (at % 100 === 0) passPeriods(strict, 2)
      statuses.push(await confirm('x', at))
    }
    expect([
      statuses.filter((status) => status === 422).length,
      statuses.filter((status) => status === 429).length,
    ]).toEqual([30, 970])
    passPeriods(strict, 2)
    expect([await confirm(codeOf(strict, secret), 1_000), await confirm(codeOf(strict, secret), 1_000, known)]).toEqual(
      [429, 200],
    )
  },
  SLOW_TIMEOUT_MS,
)
