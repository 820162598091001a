import { test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { session } from '#server/features/auth/table.ts'
import { pointsEntry } from '#server/features/points/table.ts'
import { user } from '#server/features/users/table.ts'
import { createCategory, createComment, createPost, createSave, createUser } from '#server/test/factories.ts'
import { untilSameDay } from '#server/test/same-day.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({ SUPPORT_EMAIL: 'pomoc@example.org' })
const { db } = site
const author = await createUser(db, { username: 'zakwasowa_kasia', karma: 1284, is_admin: true, wpoints: 90 })
const category = await createCategory(db, { name: 'gotowanie' })
const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000)
const posts: Awaited<ReturnType<typeof createPost>>[] = []
for (let n = 1; n <= 45; n++)
  posts.push(await createPost(db, { author, category, title: `Zakwas nr ${n}`, created_at: minutesAgo(n) }))

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

test('RTE-14 SRCH-1,2,3 search has tabs with counts and pages of 20 posts, continued by "Załaduj więcej"', async () => {
  const page = await site.newPage({ width: 390 })
  await open(page, '/search?q=zakwas')
  await expect(page.getByRole('tab')).toHaveText(['Posty 45', 'Komentarze 0', 'Społeczności 0', 'Użytkownicy 1'])
  await expect(page.locator('.post-card')).toHaveCount(20)
  await page.getByRole('button', { name: 'Załaduj więcej' }).click()
  await expect(page.locator('.post-card')).toHaveCount(40)
  await page.getByRole('tab', { name: 'Użytkownicy' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'u/zakwasowa_kasia' })
  await expect(card).toContainText('1284')
  await expect(card).toContainText('Admin')
  await card.getByRole('link').click()
  await expect(page).toHaveURL('/user/zakwasowa_kasia')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Użytkownicy' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Posty' }).click()
  await expect(page.locator('.post-card')).toHaveCount(40)
  await page.getByRole('button', { name: 'Załaduj więcej' }).click()
  await expect(page.locator('.post-card')).toHaveCount(45)
  await expect(page.getByRole('button', { name: 'Załaduj więcej' })).toHaveCount(0)
})

test('search works without JavaScript: both tabs, and page by page', async () => {
  const page = await site.newPage({ javaScript: false })
  await page.goto('/search?q=zakwas&offset=20')
  await expect(page.locator('.post-card')).toHaveCount(20)
  await page.getByRole('button', { name: 'Załaduj więcej' }).click()
  await expect(page.locator('.post-card')).toHaveCount(5)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.getByRole('link', { name: 'Użytkownicy' }).click()
  await expect(page.locator('[aria-current=true]', { hasText: 'Użytkownicy' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'u/zakwasowa_kasia' })).toBeVisible()
})

test('FIND-1,2,3 search results are highlighted and sorted; misspelt and invalid queries are explained', async () => {
  const garden = await createCategory(db, {
    name: 'ogrodnicy',
    display_name: 'Ogrodnicy',
    description: 'Wszystko o grządkach',
  })
  const lily = await createPost(db, {
    category: garden,
    author,
    title: 'Lilie w cieniu',
    content: 'Moja **lilia** nie kwitnie <od lat>.',
    created_at: minutesAgo(1_000),
    upvotes: 3,
  })
  await createPost(db, { category: garden, author, title: 'Sadzonki lilii', created_at: minutesAgo(5) })
  await createComment(db, { post: lily, author, content: 'Liliom trzeba słońca.' })
  const page = await site.newPage({ width: 390 })
  await open(page, '/search?q=lilia')
  await expect(page.getByRole('tab')).toHaveText(['Posty 2', 'Komentarze 1', 'Społeczności 0', 'Użytkownicy 0'])
  await expect(page.locator('.post-card h2')).toHaveText(['Sadzonki lilii', 'Lilie w cieniu'])
  await expect(page.locator('.post-card mark')).toHaveText(['lilii', 'Lilie', 'lilia'])
  await expect(page.getByText('nie kwitnie <od lat>.')).toBeVisible()
  await page.getByRole('link', { name: 'Najwyżej oceniane' }).click()
  await expect(page.locator('.post-card h2')).toHaveText(['Lilie w cieniu', 'Sadzonki lilii'])
  await page.getByRole('tab', { name: 'Posty' }).press('ArrowRight')
  const comment = page.getByRole('listitem').filter({ hasText: 'Liliom trzeba słońca.' })
  await expect(comment.locator('mark')).toHaveText('Liliom')
  await site.check(page)
  await comment.getByRole('link', { name: 'Lilie w cieniu' }).click()
  await expect(page).toHaveURL(/\/post\/\d+\?comment=\d+/)
  await open(page, '/search?q=ogrodincy%20in%3Aogrodnicy')
  await expect(page.getByText('Brak wyników')).toBeVisible()
  await open(page, '/search?q=sadzonik%20in%3Aogrodnicy')
  await page.getByRole('link', { name: 'sadzonki in:ogrodnicy' }).click()
  await expect(page.locator('.post-card h2')).toHaveText(['Sadzonki lilii'])
  await open(page, '/search?q=lilia%20has%3Akwiat')
  await expect(page.getByText('Po „has:” wpisz image, video, link albo poll, na przykład has:image.')).toBeVisible()
  const plain = await site.newPage({ javaScript: false, lang: 'en', dark: true })
  await plain.goto('/search?q=lilia&tab=comments&sort=new')
  await expect(plain.locator('mark')).toHaveText('Liliom')
  await plain.getByRole('link', { name: 'Communities', exact: true }).click()
  await expect(plain.getByText('No results')).toBeVisible()
})

test('CON-3 search shows at most 30 people', async () => {
  await Promise.all(Array.from({ length: 31 }, (_, at) => createUser(db, { username: `liczna_${at}` })))
  const html = await (await fetch(`${site.url}/search?q=liczna&tab=users`)).text()
  expect(html.match(/<li class="row[^>]*>/g)).toHaveLength(30)
})

test('SRCH-4 ERR-4 an empty search asks for a query; a failure to load more is logged but not shown', async () => {
  const page = await site.newPage({ lang: 'en', dark: true, expectErrors: [/The search failed/, /ERR_FAILED/] })
  await open(page, '/search')
  await expect(page.getByText('What are you looking for?')).toBeVisible()
  await site.check(page)
  await open(page, '/search?q=qqqqqq')
  await expect(page.getByRole('tab', { name: 'Posts' })).toHaveText('Posts 0')
  await site.check(page)
  await open(page, '/search?q=zakwas')
  await page.route('**/api/search?**', (route) => route.abort())
  await page.getByRole('button', { name: 'Load more' }).click()
  await expect(page.getByRole('button', { name: 'Load more' })).not.toHaveAttribute('aria-busy')
  await expect(page.locator('.post-card')).toHaveCount(20)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('RTE-15 SAVED-1,2 CON-1 saved posts come 20 a page with numbered buttons and the time of saving', async () => {
  const reader = await createUser(db)
  for (const [at, post] of posts.entries()) await createSave(db, reader, post, { created_at: minutesAgo(at + 1) })
  const page = await site.newPage({ signedInAs: reader, width: 390 })
  await open(page, '/saved')
  await expect(page.locator('.post-card')).toHaveCount(20)
  await expect(page.locator('.post-card').first()).toContainText('Zapisano 1 min temu')
  await expect(page.getByRole('link', { name: /^Strona/ })).toHaveText(['1', '2', '3'])
  await page.getByRole('link', { name: 'Strona 3' }).click()
  await expect(page.locator('.post-card')).toHaveCount(5)
  await expect(page).toHaveURL('/saved?page=3')
  await page.getByRole('button', { name: 'Zapisano' }).first().click()
  await expect(page.getByRole('button', { name: 'Zapisz', exact: true })).toHaveCount(1)
  await open(page, '/saved?page=9')
  await expect(page).toHaveURL('/saved?page=3')
})

test('SAVED-3,4 a list without saved posts shows a notice; a visitor is sent to the login', async () => {
  const reader = await createUser(db)
  const page = await site.newPage({ signedInAs: reader })
  await open(page, '/saved')
  await expect(page.getByText('Nie masz zapisanych postów')).toBeVisible()
  await site.check(page)
  await open(page, '/')
  await db.delete(session).where(eq(session.user_id, reader.id))
  await page.locator('summary', { hasText: 'Menu' }).click()
  await page.getByRole('link', { name: 'Zapisane' }).click()
  await expect(page).toHaveURL('/login?next=%2Fsaved')
})

test("GEN-4 RTE-18 PTS-1,2,3,4 CON-3 the points page has balance, today's sum, history and the top ten", async () => {
  await untilSameDay()
  const reader = await createUser(db, { username: 'nocny_marek', wpoints: 101 })
  const entry = (cause_id: number, points: number, created_at: Date) =>
    ({
      user_id: reader.id,
      reason: points > 0 ? 'post' : 'downvote',
      points,
      cause: 'post',
      cause_id,
      actor_id: reader.id,
      is_open: true,
      created_at,
    }) as const
  await db
    .insert(pointsEntry)
    .values([
      ...Array.from({ length: 50 }, (_, at) => entry(at + 1, 5, new Date('2026-03-03T12:00:00Z'))),
      entry(101, -1, new Date()),
      entry(102, 5, new Date()),
    ])
  for (let n = 1; n <= 10; n++) await createUser(db, { wpoints: n })
  const page = await site.newPage({ signedInAs: reader, width: 390, dark: true })
  await open(page, '/wpoints')
  const balance = page.getByRole('region', { name: 'Stan punktów' })
  await expect(balance).toContainText('101punktów')
  await expect(balance).toContainText('+4dziś')
  const history = page.locator('.row-list').first().getByRole('listitem')
  await expect(history).toHaveCount(50)
  await expect(history.nth(0)).toContainText('+5')
  await expect(history.nth(1)).toContainText('-1')
  await expect(history.nth(1)).toContainText('Głos w dół od innej osoby')
  await expect(history.nth(2)).toContainText('3 marca 2026')
  await site.check(page)
  await page.getByRole('button', { name: 'Starsze wpisy' }).click()
  await expect(history).toHaveCount(52)
  const leaders = page.locator('ol.row-list').getByRole('listitem')
  await expect(leaders).toHaveCount(10)
  await expect(leaders.nth(0)).toContainText('1. u/nocny_marek')
  await expect(leaders.nth(1)).toContainText('2. u/zakwasowa_kasia')
  expect((await db.select().from(user).where(eq(user.id, reader.id)))[0]!.wpoints).toBe(101)
})

test('RTE-22 PRIV-1,2 POL-1 the privacy policy has a date, the required topics and a language switch', async () => {
  const page = await site.newPage({ width: 390 })
  await open(page, '/privacy-policy')
  await expect(page.locator('main[lang="pl"]')).toContainText('24 października 2025')
  await page.getByRole('link', { name: 'English' }).click()
  const policy = page.locator('main[lang="en"]')
  await expect(policy).toContainText('24 October 2025')
  await expect(policy.getByRole('heading', { level: 2 })).toContainText([
    'Data we collect',
    'Advertising partners',
    'GDPR',
    'CCPA',
    'Children',
    'Contact',
  ])
  await expect(policy).toContainText('children under 13')
  await expect(policy.getByRole('link', { name: 'pomoc@example.org' })).toHaveAttribute(
    'href',
    'mailto:pomoc@example.org',
  )
})

test('RTE-21 the page for developers is public and links to the description of the API', async () => {
  const page = await site.newPage({ lang: 'en' })
  await open(page, '/dev-info')
  const href = await page.getByRole('link', { name: 'OpenAPI' }).getAttribute('href')
  expect((await page.request.get(href!)).status()).toBe(200)
})

test("PORTAL-1 a member runs an API call on the developers' page, which sends no request to another site", async () => {
  const page = await site.newPage({ lang: 'en', signedInAs: author })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).protocol.startsWith('http') && !request.url().startsWith(site.url))
      elsewhere.push(request.url())
  })
  await open(page, '/dev-info?group=users')
  await site.check(page)
  await page.getByRole('button', { name: 'Open the console' }).click()
  await page.locator('.opblock-tag').click()
  await page.getByText('The own account', { exact: true }).last().click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table .response-col_status').nth(1)).toContainText('200')
  await expect(page.locator('.live-responses-table')).toContainText('zakwasowa_kasia')
  expect(elsewhere).toEqual([])
})
