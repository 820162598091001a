import { beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { auditLog } from '#server/features/audit/table.ts'
import { adminToken } from '#server/features/auth/table.ts'
import { user } from '#server/features/users/table.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { codeOf, createMemberWithTotp } from '../factors/testing/authenticator-app.ts'
import { createMember, PASSWORD } from './testing/member.ts'

const t = await createTestApp({ ADMIN_PASSWORD: '', RATE_LIMIT_SCALE: '1' })
const visitor = await t.as(null)
let addresses = 0
/** Each caller has another IP address, so that the rate limits of one test do not affect the others. */
const from = (caller: { id: number } | null, admin?: string) =>
  t.as(caller, { address: `198.51.100.${(addresses += 1)}`, ...(admin !== undefined && { admin }) })

beforeEach(async () => {
  t.clock.now = () => new Date()
  await t.db.execute(sql`truncate admin_token, audit_log`)
})

async function enter(account: { id: number }, code?: string) {
  const { adminAuth } = await from(account)
  return adminAuth.login({ account_password: PASSWORD, code })
}

test('RUN-14 an admin who enters the account password again gets a staff token for twelve hours', async () => {
  const admin = await createMember(t, { is_admin: true })
  const answer = await enter(admin)
  expect(answer).toEqual({
    success: true,
    admin_token: expect.stringMatching(/^wat_[\w-]{43}$/),
    expires_at: expect.any(String),
  })
  expect(Date.parse(answer.expires_at) - Date.now()).toBeGreaterThan(11 * 3_600_000)
  const bySession = await from(admin, answer.admin_token)
  expect(await bySession.admin.me()).toMatchObject({ scope: 'admin', username: admin.username })
  expect((await (await from(null, answer.admin_token)).admin.me()).scope).toBe('admin')
  expect(await t.db.select().from(auditLog)).toMatchObject([{ action: 'admin.login', actor_user_id: admin.id }])
})

test('RUN-14 opening the panel answers 401 to a visitor, 403 to a member, and 422 without a password', async () => {
  const [admin, member] = [await createMember(t, { is_admin: true }), await createMember(t)]
  const attempt = async (caller: { id: number } | null, input: object) =>
    failure((await from(caller)).adminAuth.login(input))
  expect(await attempt(null, { account_password: PASSWORD })).toMatchObject({ status: 401, code: 'not_signed_in' })
  expect(await attempt(member, { account_password: PASSWORD })).toMatchObject({ status: 403, code: 'not_staff' })
  expect(await attempt(admin, {})).toMatchObject({ status: 422, issues: { account_password: expect.any(String) } })
  expect(await attempt(admin, { password: PASSWORD })).toMatchObject({ status: 422 })
  expect(await t.db.$count(adminToken)).toBe(0)
})

test('RUN-14 a session cookie alone does not open the panel', async () => {
  const admin = await createMember(t, { is_admin: true })
  const answer = await t.request('/api/admin-auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: `session=${await t.bearerOf(admin)}` },
    body: JSON.stringify({ account_password: PASSWORD }),
  })
  expect(answer.status).toBe(401)
})

test('RUN-14 a wrong account password answers like a wrong admin password; ten block the panel login', async () => {
  const { adminAuth } = await from(await createMember(t, { is_admin: true }))
  const wrong = () => failure(adminAuth.login({ account_password: 'Zle-haslo-1' }))
  expect(await wrong()).toMatchObject({
    status: 401,
    body: { success: false, detail: 'Nieprawidłowe hasło', code: 'bad_admin_password' },
  })
  for (let at = 1; at < 10; at += 1) expect((await wrong()).code).toBe('bad_admin_password')
  expect(await wrong()).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect((await failure(adminAuth.login({ account_password: PASSWORD }))).status).toBe(429)
})

test('RUN-14 an admin with two-step login needs a code to open the panel, and each code works once', async () => {
  const admin = await createMemberWithTotp(t, { is_admin: true })
  const { adminAuth } = await from(admin)
  const login = (code?: string) => adminAuth.login({ account_password: PASSWORD, code })
  expect(await failure(login())).toMatchObject({ status: 401, code: 'second_factor' })
  expect(await failure(login('000000'))).toMatchObject({ status: 401, code: 'bad_code' })
  const code = codeOf(t, admin.secret)
  const outcomes = await Promise.all([1, 2, 3, 4, 5].map(() => login(code).catch(({ code: refusal }) => refusal)))
  expect(outcomes.filter((outcome) => typeof outcome === 'object')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'bad_code')).toHaveLength(4)
  expect(await login(admin.recovery_codes[0])).toMatchObject({ success: true })
  expect((await failure(login(admin.recovery_codes[0]))).code).toBe('bad_code')
})

test('RUN-14 wrong two-step codes at the panel count toward the same limit as those at a sign-in', async () => {
  const admin = await createMemberWithTotp(t, { is_admin: true })
  const { adminAuth } = await from(admin)
  const guess = () => failure(adminAuth.login({ account_password: PASSWORD, code: '000000' }))
  for (let at = 0; at < 10; at += 1) expect((await guess()).code).toBe('bad_code')
  expect((await guess()).code).toBe('too_many_requests')
})

test('RUN-14 a staff token ends with its session, a password change, or the loss of the admin flag', async () => {
  const isIn = async (token: string) => (await (await from(null)).adminAuth.verify({ password: token })).valid
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => createMember(t, { is_admin: true })))
  const session = await from(one!)
  const { admin_token: ofSession } = await session.adminAuth.login({ account_password: PASSWORD })
  expect(await isIn(ofSession)).toBeTrue()
  await session.auth.logout()
  expect(await isIn(ofSession)).toBeFalse()

  const { admin_token: elsewhere } = await enter(two!)
  await (await from(two!)).account.changePassword({ password: PASSWORD, new_password: 'Nowe-haslo-12' })
  expect(await isIn(elsewhere)).toBeFalse()

  const { admin_token: ofRights } = await enter(three!)
  await t.db.update(user).set({ is_admin: false }).where(eq(user.id, three!.id))
  expect(await isIn(ofRights)).toBeFalse()
  expect((await failure((await from(three!, ofRights)).admin.me())).code).toBe('admin_credential')
})

test('RUN-14 a staff token is refused while another member is signed in', async () => {
  const [admin, other] = [await createMember(t, { is_admin: true }), await createMember(t, { is_admin: true })]
  const { admin_token } = await enter(admin)
  expect((await failure((await from(other, admin_token)).admin.me())).code).toBe('admin_credential')
})

test('RUN-14 if no admin password is configured, none is accepted, not even an empty one', async () => {
  expect(await visitor.adminAuth.verify({ password: '' })).toEqual({ valid: false })
  for (const password of ['x', ' ', 'undefined', 'null', 'Staff-password-1'])
    expect(await (await from(null)).adminAuth.verify({ password })).toEqual({ valid: false })
  expect((await failure((await from(null, ' ')).admin.me())).status).toBe(401)
  expect((await failure((await from(null, 'x')).admin.me())).status).toBe(401)
})

test('RUN-14 everybody may query whether staff sign in by account or by password', async () => {
  expect(await visitor.adminAuth.mode()).toEqual({ by: 'account' })
  const withPassword = await createTestApp()
  expect(await (await withPassword.as(null)).adminAuth.mode()).toEqual({ by: 'password' })
  const admin = await createMember(withPassword, { is_admin: true })
  const { adminAuth } = await withPassword.as(admin)
  expect(await failure(adminAuth.login({ account_password: PASSWORD }))).toMatchObject({
    status: 422,
    issues: { password: expect.any(String) },
  })
})
