import { test } from 'bun:test'
import { createPost, createUser } from '#server/test/factories.ts'
import { ADMIN_PASSWORD, expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()

const asAdmin = (path: string, body: object) =>
  fetch(site.url + path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'x-admin-password': ADMIN_PASSWORD },
    body: JSON.stringify(body),
  })

test('RUN-7 a comment refused by read-only mode keeps its text, and the banner appears', async () => {
  const [member, post] = [await createUser(site.db), await createPost(site.db)]
  const page = await site.newPage({ signedInAs: member, lang: 'en', expectErrors: [/503/] })
  await page.goto(`/post/${post.id}`)
  await untilHydrated(page)
  await asAdmin('/api/admin/maintenance', { read_only: true, message_en: 'Back at 10 pm.' })
  const field = page.getByRole('textbox', { name: 'Comment' }).first()
  await field.fill('Nothing of this is lost')
  await page.getByRole('button', { name: 'Comment', exact: true }).first().click()
  await expect(page.locator('.banner', { hasText: 'Back at 10 pm.' })).toBeVisible()
  await expect(field).toHaveValue('Nothing of this is lost')
  await asAdmin('/api/admin/maintenance', { read_only: false })
})

test('RUN-7 a dismissed announcement stays dismissed after a reload', async () => {
  const announcement = { text_pl: 'Przerwa w piątek', text_en: '', kind: 'info', audience: 'all' }
  await asAdmin('/api/admin/settings', { values: { announcements: [announcement] } })
  const page = await site.newPage({})
  await page.goto('/')
  await untilHydrated(page)
  await page.getByRole('region', { name: 'Ogłoszenie' }).getByRole('button', { name: 'Zamknij' }).click()
  await expect(page.getByText('Przerwa w piątek')).toHaveCount(0)
  await page.reload()
  await untilHydrated(page)
  await expect(page.getByText('Przerwa w piątek')).toHaveCount(0)
})
