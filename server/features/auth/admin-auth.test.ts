import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import { auditLog } from '#server/features/audit/table.ts'
import { adminToken } from '#server/features/auth/table.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const english = await t.as(null, { lang: 'en' })

const newToken = async () => (await visitor.adminAuth.login({ password: ADMIN_PASSWORD })).admin_token
const isGood = async (password: string) => (await visitor.adminAuth.verify({ password })).valid

test('API-10 the admin password is exchanged for a token that works for 12 hours and is stored hashed', async () => {
  const start = new Date()
  t.clock.now = () => start
  const answer = await visitor.adminAuth.login({ password: ADMIN_PASSWORD })
  expect(answer).toEqual({
    success: true,
    admin_token: expect.stringMatching(/^wat_[\w-]{43}$/),
    expires_at: expect.any(String),
  })
  expect(Date.parse(answer.expires_at) - start.getTime()).toBe(43_200_000)
  expect(JSON.stringify(await t.db.select().from(adminToken))).not.toContain(answer.admin_token)
  expect(await isGood(answer.admin_token)).toBeTrue()
  t.clock.now = () => new Date(start.getTime() + LIFETIME.adminToken)
  expect(await isGood(answer.admin_token)).toBeFalse()
  t.clock.now = () => new Date()
})

test('API-9 the call that verifies a staff credential answers true or false, never 401', async () => {
  expect(await isGood(ADMIN_PASSWORD)).toBeTrue()
  expect(await isGood(await newToken())).toBeTrue()
  expect(await isGood('wrong')).toBeFalse()
  expect(await isGood('wat_made-up')).toBeFalse()
  expect(await isGood('')).toBeFalse()
  expect(await visitor.adminAuth.verify()).toEqual({ valid: false })
})

test('API-10 a login with a wrong admin password answers 401 with success false, in both languages', async () => {
  const polish = await failure(visitor.adminAuth.login({ password: 'wrong' }))
  expect(polish.status).toBe(401)
  expect(polish.body).toEqual({ success: false, detail: 'Nieprawidłowe hasło', code: 'bad_admin_password' })
  expect((await failure(english.adminAuth.login({ password: 'wrong' }))).body).toEqual({
    success: false,
    detail: 'Wrong password',
    code: 'bad_admin_password',
  })
})

test('a staff token cannot be used to log in, so that a stolen one cannot be renewed', async () => {
  expect((await failure(visitor.adminAuth.login({ password: await newToken() }))).code).toBe('bad_admin_password')
})

test('a staff logout revokes the token in the Authorization header, and succeeds without a token', async () => {
  const [mine, other] = [await newToken(), await newToken()]
  const staff = await t.as(null, { admin: mine })
  expect(await staff.adminAuth.logout()).toEqual({ success: true })
  expect([await isGood(mine), await isGood(other)]).toEqual([false, true])
  expect(await staff.adminAuth.logout()).toEqual({ success: true })
  expect(await visitor.adminAuth.logout()).toEqual({ success: true })
})

test('staff logins and logouts are audited with token, IP address and account', async () => {
  const member = await createUser(t.db, { is_admin: true })
  const signedIn = await t.as(member, { address: '198.51.100.7' })
  const { admin_token } = await signedIn.adminAuth.login({ password: ADMIN_PASSWORD })
  const leaving = await t.as(member, { address: '198.51.100.7', admin: admin_token })
  await leaving.adminAuth.logout()
  const entries = await t.db.select().from(auditLog).where(eq(auditLog.address, '198.51.100.7')).orderBy(auditLog.id)
  const common = {
    actor: 'admin credential',
    actor_user_id: member.id,
    target_type: 'admin_token',
    admin_token_id: expect.any(Number),
  }
  expect(entries).toMatchObject([
    { ...common, action: 'admin.login' },
    { ...common, action: 'admin.logout' },
  ])
  expect(entries[0]!.admin_token_id).toBe(entries[1]!.admin_token_id)
  expect(JSON.stringify(entries)).not.toContain(admin_token)
})

test('if staff must have an account, the admin password logs in only together with an admin account', async () => {
  const strict = await createTestApp({ ADMIN_REQUIRE_ACCOUNT: 'true' })
  const [plain, admin] = [await createUser(strict.db), await createUser(strict.db, { is_admin: true })]
  const attempt = async (caller: { id: number } | null) =>
    (await strict.as(caller)).adminAuth.login({ password: ADMIN_PASSWORD })
  expect(await failure(attempt(null))).toMatchObject({ status: 403, code: 'not_staff' })
  expect(await failure(attempt(plain))).toMatchObject({ status: 403, code: 'not_staff' })
  expect(await attempt(admin)).toMatchObject({ success: true })
  expect(await strict.db.$count(adminToken)).toBe(1)
})
