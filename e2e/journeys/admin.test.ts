import { test } from 'bun:test'
import type { Page } from 'playwright'
import { createUser } from '#server/test/factories.ts'
import { ADMIN_PASSWORD, expect, startSite, untilAlive, type PageOptions } from '../harness.ts'

const site = await startSite()

/** A page of the panel, signed in with the admin password. */
async function panelPage(options: PageOptions = {}, path = '/admin'): Promise<Page> {
  const page = await site.newPage(options)
  await page.goto('/admin/login')
  await untilAlive(page)
  await page.locator('input[name=password]').fill(ADMIN_PASSWORD)
  await page.locator('form button[type=submit]').click()
  await expect(page.getByRole('tablist')).toBeVisible()
  if (path !== '/admin') await page.goto(path)
  return page
}

test('the panel opens with the admin password', async () => {
  await createUser(site.db, { username: 'ada' })
  const page = await panelPage({}, '/admin?tab=users')
  await expect(page.getByRole('row', { name: /ada@/ })).toBeVisible()
  await page.screenshot({ path: '/tmp/panela/users.png' })
  await site.check(page)
})
