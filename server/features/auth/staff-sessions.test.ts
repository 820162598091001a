import { beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createHttpApi } from '#shared/api/client.ts'
import { contract } from '#shared/api/index.ts'
import { createApp } from '#server/http/app.ts'
import { auditLog } from '#server/features/audit/table.ts'
import { adminToken } from '#server/features/auth/table.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUser } from '#server/test/factories.ts'
import { revokeAll } from './staff-sessions.ts'

const t = await createTestApp()

beforeEach(async () => {
  await t.db.execute(sql`truncate admin_token, audit_log`)
})

async function signIn(address = '127.0.0.1', account: { id: number } | null = null) {
  const { admin_token } = await (await t.as(account, { address })).adminAuth.login({ password: ADMIN_PASSWORD })
  return { admin_token, api: await t.as(account, { address, admin: admin_token }) }
}

async function isGoodWith(settings: Partial<typeof t.config>, admin_token: string): Promise<boolean> {
  const app = createApp({ ...t.services, config: { ...t.config, ...settings } })
  const api = createHttpApi(contract, (url, init) => app.request(url, init) as Promise<Response>)
  return (await api.adminAuth.verify({ password: admin_token })).valid
}

const actions = async () =>
  (await t.db.select().from(auditLog).orderBy(auditLog.id)).map(({ actor, action }) => `${actor}: ${action}`)

test('changing the admin password or the session secret ends every staff session', async () => {
  const { admin_token } = await signIn()
  expect(await isGoodWith({}, admin_token)).toBeTrue()
  expect(await isGoodWith({ adminPassword: 'Another-password-2' }, admin_token)).toBeFalse()
  expect(await isGoodWith({ sessionSecret: 'another-secret-another-secret-another' }, admin_token)).toBeFalse()
})

test('the panel lists open staff sessions with time, IP address and account, and marks the current one', async () => {
  const account = await createUser(t.db, { is_admin: true })
  const first = await signIn('198.51.100.7', account)
  const second = await signIn('2001:db8:1:2::3')
  await t.db.insert(adminToken).values([
    { token_hash: 'over', password_key: 'x', address: '::1', expires_at: new Date(Date.now() - 1_000) },
    { token_hash: 'of another password', password_key: 'x', address: '::1', expires_at: new Date(Date.now() + 60_000) },
  ])
  const { sessions } = await second.api.admin.staffSessions()
  expect(sessions).toEqual([
    {
      id: expect.any(Number),
      created_at: expect.any(String),
      expires_at: expect.any(String),
      address: '2001:db8:1:2::3',
      username: null,
      is_current: true,
    },
    {
      id: expect.any(Number),
      created_at: expect.any(String),
      expires_at: expect.any(String),
      address: '198.51.100.7',
      username: account.username,
      is_current: false,
    },
  ])
  const [own] = (await first.api.admin.staffSessions()).sessions.filter(({ is_current }) => is_current)
  expect(own!.address).toBe('198.51.100.7')
  expect(JSON.stringify(sessions)).not.toContain(second.admin_token)
})

test('a staff session can be ended at once, and the audit log records by whom', async () => {
  const [mine, other] = [await signIn(), await signIn('203.0.113.9')]
  const { sessions } = await mine.api.admin.staffSessions()
  const { id } = sessions.find(({ is_current }) => !is_current)!
  expect(await mine.api.admin.endStaffSession({ session_id: id })).toEqual({ success: true })
  expect((await failure(other.api.admin.me())).code).toBe('admin_credential')
  expect((await mine.api.admin.me()).scope).toBe('admin')
  expect(await failure(mine.api.admin.endStaffSession({ session_id: id }))).toMatchObject({
    status: 404,
    code: 'not_found',
  })
  const [entry] = await t.db
    .select()
    .from(auditLog)
    .where(sql`action = 'admin.end_session'`)
  expect(entry).toMatchObject({
    actor: 'admin credential',
    target_type: 'admin_token',
    target_id: id,
    detail: '203.0.113.9',
  })
})

test('a staff token can end all other staff sessions, the admin password can end all of them', async () => {
  const [mine, ...others] = [await signIn(), await signIn(), await signIn()]
  expect(await mine.api.admin.endStaffSessions()).toEqual({ ended: 2 })
  expect(await Promise.all(others.map(async ({ api }) => (await failure(api.admin.me())).code))).toEqual([
    'admin_credential',
    'admin_credential',
  ])
  expect(await (await t.as(null, { admin: ADMIN_PASSWORD })).admin.endStaffSessions()).toEqual({ ended: 1 })
  expect((await failure(mine.api.admin.me())).code).toBe('admin_credential')
  expect((await actions()).filter((action) => action.endsWith('end_sessions'))).toHaveLength(2)
})

test('a moderator can neither see nor end staff sessions', async () => {
  const { sessions } = await (await signIn()).api.admin.staffSessions()
  const creator = await createUser(t.db)
  await createCategory(t.db, { creator })
  const { admin } = await t.as(creator)
  const refused = await Promise.all(
    [admin.staffSessions(), admin.endStaffSession({ session_id: sessions[0]!.id }), admin.endStaffSessions()].map(
      failure,
    ),
  )
  expect(refused.map(({ code }) => code)).toEqual(['not_staff', 'not_staff', 'not_staff'])
})

test('a command ends all staff sessions and is recorded in the audit log', async () => {
  const { api } = await signIn()
  await signIn()
  expect(await revokeAll(t.db)).toBe(2)
  expect((await failure(api.admin.me())).code).toBe('admin_credential')
  expect((await actions()).at(-1)).toBe('command line: admin.end_sessions')
})

test('deleting an account ends the staff sessions opened while it was signed in', async () => {
  const [account] = [await createUser(t.db, { is_admin: true }), await createUser(t.db, { is_admin: true })]
  const { admin_token } = await signIn('127.0.0.1', account)
  await (await t.as(null, { admin: ADMIN_PASSWORD })).admin.removeUser({ user_id: account!.id })
  expect((await failure((await t.as(null, { admin: admin_token })).admin.me())).code).toBe('admin_credential')
})
