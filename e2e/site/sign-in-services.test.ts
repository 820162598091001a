import { afterAll, test } from 'bun:test'
import type { Page } from 'playwright'
import { createUser } from '#server/test/factories.ts'
import { CLIENT, startProvider } from '#server/features/sign-in-services/testing/provider.ts'
import { ADMIN_PASSWORD, expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({ OIDC_ALLOW_PRIVATE: 'true' })
const provider = await startProvider([`${site.url}/sign-in/oidc/callback`])
afterAll(() => provider.close())
await createUser(site.db, { username: 'dawna', email: 'dawna@example.org', password: 'Zakwas1234' })

const staff = async (path: string, method: string, body: unknown, headers = {}) => {
  const answer = await fetch(`${site.url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { admin_token: string }
}
const { admin_token } = await staff('/api/admin-auth/login', 'POST', { password: ADMIN_PASSWORD })
const values = {
  oidc_issuer: provider.issuer,
  oidc_client_id: CLIENT.id,
  oidc_client_secret: CLIENT.secret,
  oidc_name: 'Firma',
}
await staff('/api/admin/settings', 'PATCH', { values }, { 'x-admin-password': admin_token })

async function pressService(page: Page): Promise<void> {
  await page.goto('/login')
  await untilHydrated(page)
  await page.getByRole('link', { name: 'Zaloguj się przez Firma' }).click()
}

test('SSO-1 the button of a sign-in service leads to the service and back, and creates an account', async () => {
  provider.person({ sub: 'nowa', email: 'nowa@example.org', email_verified: true, preferred_username: 'nowa' })
  const page = await site.newPage({ width: 390 })
  await pressService(page)
  await expect(page).toHaveURL('/sign-in/finish')
  await untilHydrated(page)
  await site.check(page)
  await page.locator('main [name=username]').fill('nowa_osoba')
  const age = page.locator('main [name=age_confirmed]')
  if ((await age.count()) > 0) await age.check()
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL('/')
  // Once hydrated, the page uses the login session that the form opened.
  await untilHydrated(page)
  await page.goto('/settings/security')
  await untilHydrated(page)
  await expect(page.getByText('Firma', { exact: true })).toBeVisible()
  await site.check(page)
})

test('SSO-2 a sign-in service is linked to the account with the same e-mail once its owner signs in', async () => {
  provider.person({ sub: 'dawna', email: 'dawna@example.org', email_verified: true })
  const page = await site.newPage({ width: 1280, dark: true })
  await pressService(page)
  await expect(page).toHaveURL('/sign-in/finish')
  await untilHydrated(page)
  await site.check(page)
  await expect(page.locator('main')).toContainText('dawna@example.org')
  await page.getByRole('link', { name: 'Zaloguj się jak dotąd' }).click()
  await page.locator('main [name=username]').fill('dawna')
  await page.locator('main [name=password]').fill('Zakwas1234')
  await page.locator('main button[type=submit]').first().click()
  await expect(page).toHaveURL('/sign-in/finish')
  await untilHydrated(page)
  await page.locator('main form button[type=submit]').first().click()
  await expect(page).not.toHaveURL('/sign-in/finish')
  await untilHydrated(page)
  await page.goto('/settings/security')
  await expect(page.locator('main')).toContainText('dawna@example.org')
})
