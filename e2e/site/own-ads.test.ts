import { test } from 'bun:test'
import { ad } from '#server/features/ads/table.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({ ADS: 'own' })
const { db } = site
const author = await createUser(db)
const category = await createCategory(db, { name: 'gotowanie' })
for (let n = 1; n <= 30; n++) await createPost(db, { category, author })
await db
  .insert(ad)
  .values({
    name: 'Zima',
    title: 'Noże kuchenne',
    text: 'Ostrzone ręcznie, z gwarancją na całe życie.',
    url: 'https://shop.example/',
    variant: 'both',
    starts_at: new Date('2026-01-01T00:00:00Z'),
    is_enabled: true,
    weight: 1,
  })

test("ADS-11 the operator's ads are labelled and appear in the home feed, also among posts loaded later", async () => {
  const page = await site.newPage({ width: 390 })
  await page.goto('/')
  await untilHydrated(page)
  const own = page.locator('.promo').filter({ hasText: 'Noże kuchenne' })
  await expect(own.first()).toContainText('Reklama')
  await expect(own).toHaveCount(2)
  await site.check(page)
  await page.getByRole('button', { name: 'Załaduj więcej' }).click()
  await expect(own).toHaveCount(5)
})
