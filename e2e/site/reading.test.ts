import { describe, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { user } from '#server/features/users/table.ts'
import { createCategory, createFollow, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const DAY = 24 * 3_600_000

describe('feeds', async () => {
  const reader = await createUser(db, { username: 'czytelniczka' })
  const [joined, other] = [await createCategory(db, { name: 'rowery' }), await createCategory(db, { name: 'filmy' })]
  await joinCategory(db, reader, joined)
  const friend = await createUser(db, { username: 'znajomy' })
  await createFollow(db, reader, friend)
  await createPost(db, { category: joined, title: 'Stary hit o rowerach', created_at: new Date(Date.now() - 400 * DAY), upvotes: 90, downvotes: 3 })
  await createPost(db, { category: joined, title: 'Nowe siodełko', upvotes: 2, downvotes: 1 })
  await createPost(db, { category: other, author: friend, title: 'Film znajomego', upvotes: 1, downvotes: 1 })

  test('READ-1 a member chooses one of three, finds it again, and cuts it off by a period, all in the address', async () => {
    const page = await site.newPage({ signedInAs: reader, width: 390 })
    const titles = page.locator('.post-card h2')
    const choice = page.getByRole('group', { name: 'Co czytasz' })
    await page.goto('/')
    await untilHydrated(page)
    await expect(choice.getByRole('button', { name: 'Wszystkie' })).toHaveAttribute('aria-current', 'true')
    await expect(titles).toHaveCount(3)
    await choice.getByRole('button', { name: 'Obserwowani' }).click()
    await expect(page).toHaveURL(/\/\?feed=following$/)
    await expect(titles).toHaveText(['Film znajomego'])
    await choice.getByRole('button', { name: 'Moje' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Moje społeczności' })).toBeVisible()
    await expect(titles).toHaveText(['Nowe siodełko', 'Stary hit o rowerach'])
    await expect.poll(async () => (await db.select().from(user).where(eq(user.id, reader.id)))[0]!.home_feed).toBe('joined')
    await page.goto('/')
    await expect(titles).toHaveCount(2)
    await untilHydrated(page)
    await page.getByRole('button', { name: 'Najlepsze' }).click()
    await expect(titles).toHaveText(['Stary hit o rowerach', 'Nowe siodełko'])
    await page.getByRole('combobox', { name: 'Okres' }).selectOption('Ostatni rok')
    await expect(page).toHaveURL(/\/\?sort=top&window=year$/)
    await expect(titles).toHaveText(['Nowe siodełko'])
    await expect(page.getByRole('combobox', { name: 'Okres' })).toHaveValue('year')
    await site.check(page)
    await page.goBack()
    await expect(titles).toHaveCount(2)
  })

  test('READ-1 they are read without scripts, periods of a community too; a visitor has one and is asked to sign in for others', async () => {
    const plain = await site.newPage({ signedInAs: reader, javaScript: false, lang: 'en' })
    await plain.goto('/?feed=following&sort=top')
    await plain.getByRole('combobox', { name: 'Period' }).selectOption('Last 24 hours')
    await plain.getByRole('button', { name: 'Top', exact: true }).click()
    await expect(plain).toHaveURL(/feed=following&sort=top&window=day$/)
    await expect(plain.locator('.post-card h2')).toHaveText(['Film znajomego'])
    await plain.goto('/r/rowery?sort=controversial&window=week')
    await expect(plain.locator('.post-card h2')).toHaveText(['Nowe siodełko'])

    const visitor = await site.newPage()
    await visitor.goto('/')
    await expect(visitor.locator('.post-card')).toHaveCount(3)
    await expect(visitor.getByRole('group', { name: 'Co czytasz' })).toHaveCount(0)
    await visitor.goto('/?feed=joined')
    await expect(visitor).toHaveURL(/\/login\?next=%2F%3Ffeed%3Djoined$/)
  })
})
