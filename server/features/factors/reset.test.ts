import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, failure } from '#server/test/app.ts'
import { auditLog } from '../audit/table.ts'
import { mailsTo } from '../auth/testing/mails.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { readFactors } from './queries.ts'
import { resetFactors } from './reset.ts'
import { passkey } from './table.ts'
import { createMemberWithTotp } from './testing/authenticator-app.ts'

const t = await createTestApp()

test('resetting the second factors of a member who lost them keeps the password and mails the member', async () => {
  const { id, username, email, api } = await createMemberWithTotp(t)
  const untouched = await createMemberWithTotp(t)
  await t.db
    .insert(passkey)
    .values({
      user_id: id,
      name: 'Zgubiony',
      credential_id: crypto.randomUUID(),
      public_key: '',
      counter: 0,
      transports: [],
      rp_id: 'localhost',
      user_handle: 'x',
    })
  expect(await resetFactors(t.db, username.toUpperCase())).toBe(username)
  expect(await readFactors(t.db, id)).toEqual({ totp_enabled: false, recovery_codes_left: 0, passkeys: [] })
  expect(await failure(api.users.me())).toMatchObject({ status: 401 })
  expect(await (await t.as(null)).auth.login({ username, password: PASSWORD })).toMatchObject({ token_type: 'bearer' })
  expect((await mailsTo(t, email!)).map(({ subject }) => subject)).toContain(
    'Logowanie dwuetapowe wyłączone przez obsługę – Wątek',
  )
  expect(
    await t.db
      .select({ actor: auditLog.actor, action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.target_id, id)),
  ).toEqual([{ actor: 'command line', action: 'user.reset_factors' }])
  expect((await readFactors(t.db, untouched.id)).totp_enabled).toBeTrue()
})

test('resetting the second factors of an unknown user name reports that there is no such account', async () => {
  await createMember(t, { username: 'Ktokolwiek' })
  expect(await resetFactors(t.db, 'nikogo_tu_nie_ma')).toBeNull()
})
