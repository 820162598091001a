import { afterAll, beforeEach, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { SetupItem } from '#shared/api/setup.ts'
import { startSmtpServer } from '#server/mail/testing/smtp-server.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUser } from '#server/test/factories.ts'
import { backup } from '../backups/table.ts'

const t = await createTestApp({ NODE_ENV: 'production' })
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const smtp = startSmtpServer()
afterAll(() => smtp.stop())

beforeEach(async () => {
  await t.db.execute(sql`truncate setup_item, setting, backup, category, "user" cascade`)
  await t.services.settings.refresh()
})

async function done(): Promise<SetupItem[]> {
  const { items } = await admin.setupChecklist.get()
  return items.filter(({ is_done }) => is_done).map(({ id }) => id)
}

test('RUN-2 every step of the set-up checklist is open on a new forum', async () => {
  const { items, is_finished } = await admin.setupChecklist.get()
  expect(items).toEqual(
    (['mail', 'backups', 'https', 'texts', 'community', 'invites'] as const).map((id) => ({
      id,
      is_done: false,
      is_put_aside: false,
    })),
  )
  expect(is_finished).toBeFalse()
})

test('RUN-2 the mail step of the set-up is done after a successful test mail, until the sender changes', async () => {
  expect(await failure(admin.setupChecklist.sendTestMail({ email: 'ala@example.org' }))).toMatchObject({
    status: 409,
    code: 'no_mail_server',
  })
  await admin.adminSettings.change({ values: { smtp_url: 'smtp://127.0.0.1:1' } })
  const refused = await failure(admin.setupChecklist.sendTestMail({ email: 'ala@example.org' }))
  expect([refused.status, refused.code]).toEqual([502, 'mail_failed'])
  await admin.adminSettings.change({ values: { smtp_url: smtp.url } })
  expect(await done()).toEqual([])
  await admin.setupChecklist.sendTestMail({ email: 'ala@example.org' })
  expect(smtp.received.at(-1)!.recipients).toEqual(['ala@example.org'])
  expect(await done()).toEqual(['mail'])
  await admin.adminSettings.change({ values: { mail_from: 'Inny <inny@example.org>' } })
  expect(await done()).toEqual([])
})

test('RUN-2 the set-up step for backups is done after a successful backup outside of the data folder', async () => {
  const now = new Date()
  const made = { started_at: now, finished_at: now }
  await admin.adminSettings.change({ values: { backup_to: '/mnt/elsewhere' } })
  await t.db.insert(backup).values({ ...made, error: 'full disk' })
  expect(await done()).toEqual([])
  await t.db.insert(backup).values({ ...made, name: 'a' })
  expect(await done()).toEqual(['backups'])
  await admin.adminSettings.change({ values: { backup_to: `${t.config.dataDir}/inside` } })
  expect(await done()).toEqual([])
  await admin.adminSettings.change({ values: { backup_to: '/mnt/elsewhere', backup_every: 'off' } })
  expect(await done()).toEqual([])
})

test("RUN-2 the set-up step for texts needs terms and privacy policy in the forum's default language", async () => {
  await admin.adminSettings.change({ values: { terms_pl: 'Regulamin', privacy_policy_en: 'Privacy' } })
  expect(await done()).toEqual([])
  await admin.adminSettings.change({ values: { privacy_policy_pl: 'Prywatność' } })
  expect(await done()).toEqual(['texts'])
  await admin.adminSettings.change({ values: { default_language: 'en' } })
  expect(await done()).toEqual([])
})

test('RUN-2 the set-up step for https is done when the public URL is https', async () => {
  const site = await createTestApp({ PUBLIC_URL: 'https://watek.example' })
  const { items } = await (await site.as(null, { admin: ADMIN_PASSWORD })).setupChecklist.get()
  expect(items.find(({ id }) => id === 'https')!.is_done).toBeTrue()
})

test('RUN-2 the set-up checklist needs a community by an admin, and a member who is no admin and no bot', async () => {
  const boss = await createUser(t.db, { is_admin: true })
  await createUser(t.db, { is_bot: true })
  expect(await done()).toEqual([])
  await createCategory(t.db, { creator: boss })
  expect(await done()).toEqual(['community'])
  await createUser(t.db)
  expect(await done()).toEqual(['community', 'invites'])
})

test('RUN-2 a set-up step can be put aside and reopened; the checklist is finished without open steps', async () => {
  for (const id of ['mail', 'backups', 'https', 'texts', 'community', 'invites'] as const) {
    const { items } = await admin.setupChecklist.change({ id, put_aside: true })
    expect(items.find((item) => item.id === id)).toEqual({ id, is_done: false, is_put_aside: true })
  }
  expect((await admin.setupChecklist.get()).is_finished).toBeTrue()
  const { is_finished } = await admin.setupChecklist.change({ id: 'https', put_aside: false })
  expect(is_finished).toBeFalse()
  const wrong = await failure(admin.setupChecklist.change({ id: 'other' as never, put_aside: true }))
  expect([wrong.status, Object.keys(wrong.issues)]).toEqual([422, ['id']])
})

test('RUN-2 members and moderators cannot use the set-up checklist or send a test mail', async () => {
  const creator = await createUser(t.db)
  await createCategory(t.db, { creator })
  const { setupChecklist } = await t.as(creator)
  const calls = [
    setupChecklist.get(),
    setupChecklist.change({ id: 'mail', put_aside: true }),
    setupChecklist.sendTestMail({ email: 'ala@example.org' }),
  ]
  expect((await Promise.all(calls.map(failure))).map(({ code }) => code)).toEqual(Array(3).fill('not_staff'))
})
