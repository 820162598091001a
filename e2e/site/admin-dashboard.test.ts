import { test } from 'bun:test'
import type { Page } from 'playwright'
import { adminToken } from '#server/features/auth/table.ts'
import { user } from '#server/features/users/table.ts'
import { createComment, createPost } from '#server/test/factories.ts'
import { untilSameDay } from '#server/test/same-day.ts'
import { expect, reload, startSite } from '../harness.ts'

// The dashboard caches its numbers for a minute. The next test would not see a change of them, so no test of this file
// may change them.
const site = await startSite()
await untilSameDay()
await createComment(site.db, { post: await createPost(site.db) })

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })

test('ADM-6,7,8,9,10 FRAME-6 the dashboard shows totals, bars per day, the trend and staff actions', async () => {
  const page = await site.newPage({ admin: true })
  await page.goto('/admin')
  const card = (name: string) => page.locator('.stat').filter({ has: page.getByText(name, { exact: true }) })
  await expect(card('Użytkownicy').locator('.stat__value')).toHaveText(String(await site.db.$count(user)))
  await expect(card('Posty')).toContainText('+1 w 24 h')
  await expect(card('Komentarze').locator('.stat__value')).toHaveText('1')
  await expect(card('Wiadomości').locator('.stat__value')).toHaveText('0')
  await expect(card('Społeczności')).toContainText('w tym NSFW: 0')
  await expect(card('Streamy')).toContainText('na żywo: 0')
  await expect(card('Zgłoszenia')).toContainText('nierozwiązane: 0')
  await expect(card('Ostatnie 30 dni')).toContainText('nowe posty: 1')
  await expect(card('Zadania w tle')).toContainText('nieudane: 0')
  await expect(card('Poczta')).toContainText('skrzynka nadawcza')
  const days = page.locator('.activity__day')
  await expect(days).toHaveCount(7)
  await expect(days.last()).toContainText(/1 post.*1 komentarz.*0 streamów/)
  await expect(days.last().locator('rect')).toHaveAttribute('width', /^([2-9]0|100)%$/)
  await expect(page.locator('.recharts-line')).toHaveCount(4)
  await page.getByText('Pokaż liczby w tabeli').click()
  await expect(page.getByRole('table', { name: 'Trend 30 dni' }).getByRole('row')).toHaveCount(31)
})

test("the dashboard lists and ends panel sessions, and lists moderators' actions apart from admins'", async () => {
  await site.db.delete(adminToken)
  const [other, page] = [await site.newPage({ admin: true }), await site.newPage({ admin: true })]
  await page.goto('/admin')
  const sessions = page.getByRole('table', { name: 'Otwarte sesje panelu' })
  await expect(sessions.locator('tbody tr')).toHaveCount(2)
  await expect(sessions.getByRole('row').filter({ hasText: 'ta sesja' })).toHaveCount(1)
  await sessions.getByRole('button', { name: /^Zakończ sesję z adresu/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zakończ sesję' }).click()
  await expect(toast(page, 'Zakończono')).toBeVisible()
  await expect(sessions.locator('tbody tr')).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Zakończ wszystkie inne' })).toHaveCount(0)
  await other.goto('/admin')
  await expect(other).toHaveURL(/\/admin\/login$/)

  const log = page.getByRole('table', { name: 'Ostatnie działania obsługi' })
  await reload(page)
  await expect(log.locator('tbody tr').first()).toContainText('zakończenie sesji panelu')
  await page.getByText('Moderatorzy społeczności', { exact: true }).click()
  await expect(page).toHaveURL(/by=moderators/)
  await expect(log).not.toContainText('zakończenie sesji panelu')
  await site.check(page)
})
