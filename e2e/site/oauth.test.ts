import { afterAll, test } from 'bun:test'
import { createUser } from '#server/test/factories.ts'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { oauthApplication } from '#server/features/oauth/table.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({}, 'development')
const PASSWORD = 'Zakwas1234'
const app = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('Signed in') })
afterAll(() => app.stop(true))

const owner = await createUser(site.db, { username: 'autorka' })
const client_id = crypto.randomUUID()
await site.db
  .insert(oauthApplication)
  .values({
    client_id,
    user_id: owner.id,
    name: 'Czytnik forum',
    url: 'https://czytnik.example/',
    kind: 'public',
    redirect_uris: ['http://127.0.0.1/callback'],
    scopes: ['openid', 'profile', 'read'],
  })

const request = (more: Record<string, string> = {}) =>
  `/oauth/authorize?${new URLSearchParams({
    client_id,
    redirect_uri: `http://127.0.0.1:${app.port}/callback`,
    response_type: 'code',
    scope: 'openid profile read',
    state: 'stan',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    ...more,
  })}`

test('OAUTH-4 a member grants an application access and returns to it, even if first asked to sign in', async () => {
  const member = await createUser(site.db, { password_hash: await hashPassword(PASSWORD) })
  const page = await site.newPage({ width: 390 })
  await page.goto(request())
  await expect(page).toHaveURL(/\/login\?next=/)
  await untilHydrated(page)
  await page.getByLabel(/Nazwa użytkownika/).fill(member.username)
  await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zezwolić aplikacji Czytnik forum?')
  await untilHydrated(page)
  await site.check(page)
  await page.getByRole('button', { name: 'Zezwól' }).click()
  await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/callback\?code=[\w-]+&state=stan&iss=/)
  await page.goto(site.url + request({ prompt: 'login' }))
  await page.getByRole('button', { name: 'Zaloguj się ponownie' }).click()
  await expect(page).toHaveURL(/\/login\?next=/)
})
