import { test } from 'bun:test'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const author = await createUser(db)
const category = await createCategory(db, { name: 'gotowanie' })
const adult = await createCategory(db, { name: 'noca', is_nsfw: true })
for (let n = 1; n <= 9; n++) {
  await createPost(db, { category, author })
  await createPost(db, { category: adult, author })
}
const [post, adultPost] = [
  await createPost(db, { category, author }),
  await createPost(db, { category: adult, author }),
]
for (let n = 1; n <= 11; n++) {
  const comment = await createComment(db, { post, author })
  await createComment(db, { parent: comment, author })
  await createComment(db, { post: adultPost, author })
}

const kinds = (elements: Element[]) => elements.map((element) => (element.matches('.promo') ? 'promotion' : 'item'))
const ITEM = 'item'
const PROMOTION = 'promotion'
const FOUR = [ITEM, ITEM, ITEM, ITEM, PROMOTION]
const FIVE = [ITEM, ...FOUR]
const TWO = [ITEM, ITEM, PROMOTION]
const THREE = [ITEM, ...TWO]

test('ADS-1,4 a labelled promotion follows every fourth post on the page of a community', async () => {
  const page = await site.newPage({ width: 390 })
  await page.goto('/r/gotowanie')
  await untilHydrated(page)
  expect(await page.locator('.feed > :is(article, .promo)').evaluateAll(kinds)).toEqual([...FOUR, ...FOUR, ITEM, ITEM])
  await expect(page.locator('.promo').first()).toContainText('Promocja własna')
  await site.check(page)
})

test('ADS-5 a labelled promotion follows every second post on the page of an adult community', async () => {
  const page = await site.newPage({ variant: 'adult', dark: true, lang: 'en' })
  await page.goto('/r/noca')
  await untilHydrated(page)
  expect(await page.locator('.feed > :is(article, .promo)').evaluateAll(kinds)).toEqual([
    ...TWO,
    ...TWO,
    ...TWO,
    ...TWO,
    ...TWO,
  ])
  await site.check(page)
})

test('ADS-2,3 a labelled promotion follows every fifth top-level comment, under adult posts every third', async () => {
  const page = await site.newPage()
  await page.goto(`/post/${post.id}`)
  await untilHydrated(page)
  await expect(page.locator('.comments > .comment')).toHaveCount(11)
  expect(await page.locator('.comments > *').evaluateAll(kinds)).toEqual([...FIVE, ...FIVE, ITEM])
  await site.check(page)
  const other = await site.newPage({ variant: 'adult' })
  await other.goto(`/post/${adultPost.id}`)
  await untilHydrated(other)
  await expect(other.locator('.comments > .comment')).toHaveCount(11)
  expect(await other.locator('.comments > *').evaluateAll(kinds)).toEqual([...THREE, ...THREE, ...THREE, ITEM, ITEM])
})

test('ADS-1 the home feed has no ads; a promotion requests nothing from other hosts', async () => {
  const page = await site.newPage({ signedInAs: author })
  const hosts = new Set<string>()
  page.on('request', (request) => hosts.add(new URL(request.url()).host))
  await page.goto('/')
  await untilHydrated(page)
  await expect(page.locator('.promo')).toHaveCount(0)
  await page.goto('/r/gotowanie')
  await untilHydrated(page)
  await page.locator('.promo').first().getByRole('link').click()
  await expect(page).toHaveURL('/create-community')
  expect([...hosts]).toEqual([new URL(site.url).host])
})
