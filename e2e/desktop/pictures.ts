import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setDefaultTimeout, test } from 'bun:test'
import sharp from 'sharp'
import { report } from '#server/features/moderation/tables.ts'
import { ADMIN_PASSWORD, expect, startSite, untilHydrated } from '../harness.ts'
import { openConsole } from './console-fixture.ts'

// Takes the screenshots of docs/pictures: bun run test ./e2e/desktop/pictures.ts

const OUT = process.env.PICTURES_DIR ?? resolve(import.meta.dir, '../../docs/pictures')
setDefaultTimeout(180_000)

const site = await startSite({ DEMO: 'on' })
const { start } = await openConsole(site)
await mkdir(OUT, { recursive: true })
// The dashboard caches its numbers for a minute, so the demo forum must be complete first.
await expect.poll(() => site.db.$count(report), { timeout: 120_000 }).toBeGreaterThan(15)

test('pictures of the console', async () => {
  const { page, desktop } = await start({ expectErrors: [/503/] })
  const shoot = async (name: string) => {
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    await sharp(await page.screenshot({ animations: 'disabled' }))
      .resize({ width: 880 })
      .webp({ quality: 50 })
      .toFile(join(OUT, `console-${name}.webp`))
  }
  await untilHydrated(page)
  await page.getByLabel('Adres forum').fill(site.url)
  await page.getByRole('button', { name: 'Dodaj serwer' }).click()
  await expect(page.getByRole('heading', { name: 'Zaloguj się' })).toBeVisible()
  await page.getByText('Administrator', { exact: true }).click()
  await page.getByLabel('Hasło administratora').fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Zaloguj się' }).click()
  desktop.openPlace('tab=reports&status=pending')
  await expect(page.getByRole('article').nth(2)).toBeVisible()
  await shoot('reports')
  desktop.openPlace('tab=dashboard')
  await expect(page.getByRole('heading', { name: 'Trend 30 dni' })).toBeVisible()
  await shoot('dashboard')
  await page.getByRole('button', { name: 'Ustawienia' }).click()
  await page.getByRole('radio', { name: 'Ciemny' }).click()
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.keyboard.press('Escape')
  desktop.openPlace('tab=posts')
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await site.stop()
  await desktop.checkReports()
  await expect(page.getByRole('button', { name: 'Try now' })).toBeVisible()
  await shoot('offline')
  await site.start()
})
