import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setDefaultTimeout, test } from 'bun:test'
import { report } from '#server/features/reports/table.ts'
import { ADMIN_PASSWORD, expect, startSite, untilAlive } from '../harness.ts'
import { openDesk } from './desk.ts'

// Draws the pictures of docs/pictures anew: bun run test ./e2e/desktop/pictures.ts

const OUT = process.env.PICTURES_DIR ?? resolve(import.meta.dir, '../../docs/pictures')
setDefaultTimeout(180_000)

const site = await startSite({ DEMO: 'on' })
const { start } = await openDesk(site)
await mkdir(OUT, { recursive: true })
// The figures of the dashboard are kept for a minute: a forum that still fills would be on the picture.
await expect.poll(() => site.db.$count(report), { timeout: 120_000 }).toBeGreaterThan(15)

test('pictures of the console', async () => {
  const { page, desk } = await start({ expectErrors: [/503/] })
  const shoot = async (name: string) => {
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(OUT, `console-${name}.png`), animations: 'disabled' })
  }
  await untilAlive(page)
  await page.getByLabel('Adres forum').fill(site.url)
  await page.getByRole('button', { name: 'Dodaj serwer' }).click()
  await expect(page.getByRole('heading', { name: 'Zaloguj się' })).toBeVisible()
  await shoot('sign-in')
  await page.getByText('Administrator', { exact: true }).click()
  await page.getByLabel('Hasło administratora').fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Zaloguj się' }).click()
  desk.go('tab=reports&status=pending')
  await expect(page.getByRole('article').nth(2)).toBeVisible()
  await shoot('reports')
  desk.go('tab=dashboard')
  await expect(page.getByRole('heading', { name: 'Trend 30 dni' })).toBeVisible()
  await shoot('dashboard')
  await page.getByRole('button', { name: 'Ustawienia' }).click()
  await page.getByRole('radio', { name: 'Ciemny' }).click()
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await shoot('settings')
  await page.keyboard.press('Escape')
  desk.go('tab=posts')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await site.stop()
  await desk.look()
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible()
  await shoot('offline')
  await site.start()
})
