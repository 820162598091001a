import { describe, expect, test } from 'bun:test'
import { createOutboxMailer } from '#server/mail/outbox.ts'
import { createTestApp } from '#server/test/app.ts'

const t = await createTestApp()
const production = await createTestApp({
  NODE_ENV: 'production',
  ADMIN_PASSWORD: 'Staff-password-1',
  PUBLIC_URL: 'http://forum.example',
})
await createOutboxMailer(t.config.dataDir, 'forum@example.org').send({
  to: 'kasia@example.org',
  subject: 'Potwierdź <b>adres</b>',
  text: 'Kliknij https://forum.example/verify?token=abc',
  html: '<p>x</p>',
})

describe('the outbox page', () => {
  test('the outbox page shows the mails of development with their links, as text', async () => {
    const page = await (await t.request('/dev/outbox')).text()
    expect(page).toContain('Potwierdź &lt;b&gt;adres&lt;/b&gt;')
    expect(page).toContain('<a href="https://forum.example/verify?token=abc">')
  })

  test('the outbox page is hidden from other machines', async () => {
    expect((await t.request('/dev/outbox', {}, '192.0.2.7')).status).toBe(404)
  })

  test('the outbox page is hidden behind a proxy', async () => {
    expect((await t.request('/dev/outbox', { headers: { 'x-forwarded-for': '192.0.2.7' } })).status).toBe(404)
  })

  test('the outbox page does not exist in production', async () => {
    expect((await production.request('/dev/outbox')).status).toBe(404)
  })
})
