import { expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const PATHS = [
  '/settings/account',
  '/settings/security',
  '/settings/security?totp=on',
  '/settings/data?confirm=delete-account',
]

async function passwordFieldsOf(member: { id: number; username: string }, path: string): Promise<string[]> {
  const headers = { cookie: `session=${await t.bearerOf(member)}`, host: 'localhost:3000' }
  const html = await (await t.request(path, { headers })).text()
  return html.match(/<input[^>]* name="password"[^>]*>|<input[^>]*autoComplete="current-password"[^>]*>/g) ?? []
}

test('the settings ask only members who have a password for their current password', async () => {
  const withPassword = await createUser(t.db, { password: 'Zakwas1234' })
  const withoutPassword = await createUser(t.db)
  for (const path of PATHS) {
    expect((await passwordFieldsOf(withPassword, path)).join()).toContain('type="password"')
    const hidden = await passwordFieldsOf(withoutPassword, path)
    expect(hidden.length).toBeGreaterThan(0)
    for (const field of hidden) expect(field).toContain('type="hidden"')
  }
})
