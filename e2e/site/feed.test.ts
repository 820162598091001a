import { describe, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { postRank } from '#server/features/posts/table.ts'
import { savedPost } from '#server/features/saves/table.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, reload, startSite, stopClock, untilHydrated, type Site } from '../harness.ts'

// Tests that click on cards use the second site, because the first one must never change.
const [unchanged, site] = await Promise.all([startSite(), startSite()])
const HOUR = 3_600_000
const VOTES: Record<number, { upvotes: number; downvotes?: number }> = {
  1: { upvotes: 100 },
  2: { upvotes: 50, downvotes: 50 },
  5: { upvotes: 60 },
}

async function fill({ db }: Site) {
  const author = await createUser(db, { username: 'ogrodnik' })
  const garden = await createCategory(db, { name: 'ogrod', display_name: 'r/Ogród', creator: author })
  const began = Date.now() - 100 * HOUR
  const posts: { id: number; title: string }[] = []
  for (let at = 1; at <= 23; at += 1) {
    posts.push(
      await createPost(db, {
        author,
        category: garden,
        title: `Post numer ${at}`,
        content: 'Pierwsza linia.\n\nDruga linia.\n\nTrzecia linia.\n\nCzwarta linia.',
        created_at: new Date(began + at * HOUR),
        ...VOTES[at],
      }),
    )
  }
  await createComment(db, { post: posts[21], author })
  await createComment(db, { post: posts[20], author })
  await createComment(db, { post: posts[20], author })
  return { author, garden, posts, newest: posts.at(-1)! }
}

const { newest: last } = await fill(unchanged)
const { author, garden, posts, newest } = await fill(site)
const reader = await createUser(site.db, { username: 'czytelnik', password: 'Demo1234' })

describe('the feed', () => {
  test('RTE-1 HOME-3,4,5 CON-1 a feed shows ten posts and the total of posts, then loads more to the end', async () => {
    const page = await unchanged.newPage()
    await page.goto('/?sort=new')
    await untilHydrated(page)
    await expect(page.getByText('23 posty')).toBeVisible()
    await expect(page.locator('.post-card')).toHaveCount(10)
    await page.getByRole('button', { name: 'Załaduj więcej' }).click()
    await expect(page.locator('.post-card')).toHaveCount(20)
    await page.getByRole('button', { name: 'Załaduj więcej' }).click()
    await expect(page.locator('.post-card')).toHaveCount(23)
    await expect(page.getByText('To już wszystkie posty!')).toBeVisible()
    await expect(page.getByText('Wyświetlono 23 z 23 postów')).toBeVisible()
  })

  test('long names on a card are truncated on a phone so that name and time stay on one line', async () => {
    const writer = await createUser(site.db, { username: 'a'.repeat(30) })
    const category = await createCategory(site.db, { name: 'b'.repeat(21), creator: writer })
    await createPost(site.db, { author: writer, category })
    const page = await site.newPage({ javaScript: false, width: 360 })
    await page.goto(`/r/${category.name}`)
    const [chip, name, time] = await page
      .locator('.post-card .meta > *')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect))
    expect(chip!.bottom).toBeGreaterThan(time!.top)
    expect(name!.left).toBeGreaterThan(chip!.right)
    expect(time!.left).toBeGreaterThan(name!.right)
    expect(time!.right).toBeLessThan(360)
  })

  test('the feed is read and paged without JavaScript', async () => {
    const page = await unchanged.newPage({ javaScript: false })
    await page.goto('/')
    await page.getByRole('button', { name: 'Najnowsze' }).click()
    await expect(page.locator('.post-card h2').first()).toHaveText('Post numer 23')
    await page.getByRole('button', { name: 'Załaduj więcej' }).click()
    await expect(page.locator('.post-card h2').first()).toHaveText('Post numer 13')
  })

  test.each([
    ['Popularne', 'hot', 'Post numer 5'],
    ['Najnowsze', 'new', 'Post numer 23'],
    ['Najlepsze', 'top', 'Post numer 1'],
    ['Kontrowersyjne', 'controversial', 'Post numer 2'],
  ])('HOME-1,2 the feed offers the order %s', async (label, sort, first) => {
    const page = await unchanged.newPage()
    await page.goto(sort === 'new' ? '/' : '/?sort=new')
    await untilHydrated(page)
    await page.getByRole('button', { name: label }).click()
    await expect(page).toHaveURL(new RegExp(`sort=${sort}$`))
    await expect(page.getByRole('button', { name: label })).toHaveAttribute('aria-current', 'true')
    await expect(page.locator('.post-card h2').first()).toHaveText(first)
  })

  test('the feed restores its loaded pages and scroll position when the reader returns from a post', async () => {
    const page = await unchanged.newPage({ width: 390 })
    await page.goto('/?sort=new')
    await untilHydrated(page)
    await page.getByRole('button', { name: 'Załaduj więcej' }).click()
    await expect(page.locator('.post-card')).toHaveCount(20)
    await page.getByRole('article', { name: 'Post numer 6', exact: true }).scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    await page.getByRole('link', { name: 'Post numer 6', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Post numer 6' })).toBeVisible()
    await page.goBack()
    await expect(page.locator('.post-card')).toHaveCount(20)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 5)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before + 5)
  })

  test('CARD-4 the feed opens a post without a full page load', async () => {
    const page = await unchanged.newPage()
    await page.goto('/?sort=new')
    await untilHydrated(page)
    await page.evaluate(() => {
      document.documentElement.dataset.same = 'yes'
    })
    await page.getByRole('link', { name: last.title, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: last.title })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset.same)).toBe('yes')
  })

  test('the feed keeps its posts and shows the reason where loading more fails', async () => {
    const page = await unchanged.newPage({ expectErrors: [/Failed to load resource/] })
    await page.goto('/?sort=new')
    await untilHydrated(page)
    await page.route('**/api/posts?**', (route) => route.abort())
    await page.getByRole('button', { name: 'Załaduj więcej' }).click()
    await expect(page.getByRole('alert')).toContainText('Nie udało się załadować postów')
    await expect(page.locator('.post-card')).toHaveCount(10)
  })
})

describe('a card', () => {
  test('CARD-2,3,6,7,8 a card has community, author, time, title, excerpt, comment count and save button', async () => {
    const page = await site.newPage()
    await page.goto('/?sort=new')
    await untilHydrated(page)
    const first = page.getByRole('article', { name: newest.title, exact: true })
    await expect(first.getByRole('link', { name: 'r/ogrod' })).toHaveAttribute('href', '/r/ogrod')
    await expect(first.getByRole('link', { name: 'u/ogrodnik' })).toHaveAttribute('href', '/u/ogrodnik')
    await expect(first.locator('time')).toHaveText(/^3 d temu$/)
    await expect(first.locator('time')).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    await expect(first.getByText('0 Komentarzy')).toBeVisible()
    await expect(page.getByRole('article', { name: 'Post numer 22', exact: true })).toContainText(/1 Komentarz(?!y)/)
    await expect(page.getByRole('article', { name: 'Post numer 21', exact: true })).toContainText('2 Komentarzy')
    await expect(first.locator('.post-card__text')).toHaveCSS('-webkit-line-clamp', '3')
    await expect(first.getByRole('button', { name: 'Zapisz' })).toBeVisible()
  })

  test('CARD-1 VOTE-2 a vote on a card shows the score returned by the server, and can be taken back', async () => {
    const page = await site.newPage({ signedInAs: reader })
    await page.goto('/?sort=new')
    await untilHydrated(page)
    const first = page.getByRole('article', { name: newest.title, exact: true })
    await first.getByRole('button', { name: 'Głosuj za' }).click()
    await expect(first.locator('.votes__score')).toHaveText('1')
    await expect
      .poll(async () => (await site.db.select().from(postRank).where(eq(postRank.post_id, newest.id)))[0]?.upvotes)
      .toBe(1)
    await reload(page)
    await untilHydrated(page)
    await expect(first.getByRole('button', { name: 'Głosuj za' })).toHaveAttribute('aria-pressed', 'true')
    await first.getByRole('button', { name: 'Głosuj za' }).click()
    await expect(first.locator('.votes__score')).toHaveText('0')
    await expect
      .poll(async () => (await site.db.select().from(postRank).where(eq(postRank.post_id, newest.id)))[0]?.upvotes)
      .toBe(0)
  })

  test('VOTE-3 REQ-3,4 a card shows after a vote the score of the response, including votes of others', async () => {
    const page = await site.newPage({ signedInAs: reader })
    await page.goto('/?sort=new')
    await untilHydrated(page)
    await site.db.update(postRank).set({ upvotes: 7, downvotes: 2 }).where(eq(postRank.post_id, posts[17]!.id))
    const voted = page.getByRole('article', { name: 'Post numer 18', exact: true })
    const sent = page.waitForRequest('**/api/votes/*')
    await voted.getByRole('button', { name: 'Głosuj za' }).click()
    await expect(voted.locator('.votes__score')).toHaveText('6')
    const headers = await (await sent).allHeaders()
    expect(headers['content-type']).toBe('application/json')
    expect(headers.authorization).toBe(`Bearer ${await page.evaluate(() => localStorage.getItem('token'))}`)
    expect(headers.cookie).toContain('session=')
  })

  test('CARD-1 only the last of several quick clicks on a vote counts', async () => {
    const page = await site.newPage({ signedInAs: reader })
    await page.goto('/?sort=new')
    await untilHydrated(page)
    const up = page
      .getByRole('article', { name: 'Post numer 22', exact: true })
      .getByRole('button', { name: 'Głosuj za' })
    const down = page
      .getByRole('article', { name: 'Post numer 22', exact: true })
      .getByRole('button', { name: 'Głosuj przeciw' })
    await up.click()
    await up.click()
    await up.click()
    await down.click()
    await expect(page.getByRole('article', { name: 'Post numer 22', exact: true }).locator('.votes__score')).toHaveText(
      '-1',
    )
    await expect
      .poll(async () => {
        const [rank] = await site.db.select().from(postRank).where(eq(postRank.post_id, posts[21]!.id))
        return [rank?.upvotes, rank?.downvotes]
      })
      .toEqual([0, 1])
  })

  test('VOTE-6 a card whose vote is refused restores the previous vote and shows the reason', async () => {
    const page = await site.newPage({ signedInAs: reader, expectErrors: [/Failed to load resource/] })
    await page.goto('/?sort=new')
    await untilHydrated(page)
    await page.route('**/api/votes/**', (route) =>
      route.fulfill({ status: 500, json: { detail: 'Coś poszło nie tak', code: 'internal' } }),
    )
    const first = page.getByRole('article', { name: 'Post numer 21', exact: true })
    await first.getByRole('button', { name: 'Głosuj za' }).click()
    await expect(page.getByRole('alert')).toContainText('Nie udało się zagłosować: Coś poszło nie tak')
    await expect(first.locator('.votes__score')).toHaveText('0')
    await page.unroute('**/api/votes/**')
    await page.route('**/api/votes/**', (route) => route.abort())
    await first.getByRole('button', { name: 'Głosuj przeciw' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Nie udało się zagłosować: brak połączenia' })).toBeVisible()
    await expect(first.locator('.votes__score')).toHaveText('0')
  })

  test('VOTE-5 a visitor who votes on a card is asked to log in, and the vote is cast after returning', async () => {
    const page = await site.newPage()
    await page.goto('/?sort=new')
    await untilHydrated(page)
    await page
      .getByRole('article', { name: 'Post numer 20', exact: true })
      .getByRole('button', { name: 'Głosuj za' })
      .click()
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Musisz się zalogować, aby głosować')
    await alert.getByRole('link', { name: 'Zaloguj się' }).click()
    await page.getByLabel('Nazwa użytkownika').fill('czytelnik')
    await page.getByLabel('Hasło', { exact: true }).fill('Demo1234')
    await page.locator('main').getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL(/\?sort=new$/)
    await expect(
      page.getByRole('article', { name: 'Post numer 20', exact: true }).getByRole('button', { name: 'Głosuj za' }),
    ).toHaveAttribute('aria-pressed', 'true')
    await expect
      .poll(async () => (await site.db.select().from(postRank).where(eq(postRank.post_id, posts[19]!.id)))[0]?.upvotes)
      .toBe(1)
  })

  test('SAVE-1 the button of a card saves and unsaves its post', async () => {
    const page = await site.newPage({ signedInAs: reader })
    await page.goto('/?sort=new')
    await untilHydrated(page)
    const button = page
      .getByRole('article', { name: 'Post numer 19', exact: true })
      .locator('button[data-action="save"]')
    const kept = () =>
      site.db
        .select()
        .from(savedPost)
        .where(and(eq(savedPost.user_id, reader.id), eq(savedPost.post_id, posts[18]!.id)))
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(async () => (await kept()).length).toBe(1)
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(async () => (await kept()).length).toBe(0)
  })

  test('SAVE-2 a visitor who saves a post sees for three seconds that saving requires a login', async () => {
    const page = await site.newPage()
    await stopClock(page)
    await page.goto('/?sort=new')
    await untilHydrated(page)
    const first = page.getByRole('article', { name: newest.title, exact: true })
    await first.getByRole('button', { name: 'Zapisz' }).click()
    const tip = first.getByText('Musisz być zalogowany aby zapisywać posty')
    await expect(tip).toBeVisible()
    await page.clock.runFor(3_000)
    await expect(tip).toBeHidden()
    await first.getByRole('button', { name: 'Zapisz' }).click()
    await expect(tip).toBeVisible()
    await page.clock.runFor(2_900)
    await expect(tip).toBeVisible()
    await page.clock.runFor(200)
    await expect(tip).toBeHidden()
  })

  test('SAVE-3 a failed save shows an error beside the button for three seconds', async () => {
    const page = await site.newPage({ signedInAs: reader, expectErrors: [/Failed to load resource/] })
    await page.goto('/?sort=new')
    await untilHydrated(page)
    await page.route('**/save', (route) => route.fulfill({ status: 500, json: { detail: 'x', code: 'internal' } }))
    await stopClock(page)
    const first = page.getByRole('article', { name: newest.title, exact: true })
    await first.getByRole('button', { name: 'Zapisz' }).click()
    await expect(first.getByText('Wystąpił błąd')).toBeVisible()
    await expect(first.getByRole('button', { name: 'Zapisz' })).toHaveAttribute('aria-pressed', 'false')
    await page.clock.runFor(2_900)
    await expect(first.getByText('Wystąpił błąd')).toBeVisible()
    await page.clock.runFor(200)
    await expect(first.getByText('Wystąpił błąd')).toBeHidden()
  })

  test('CARD-5 a card shows the picture or video of its post', async () => {
    const image = await createPost(site.db, {
      author,
      category: garden,
      title: 'Z obrazem',
      image_url: `/media/i/${'0a'.repeat(20)}-80x60.webp`,
      image_width: 80,
      image_height: 60,
    })
    const video = await createPost(site.db, {
      author,
      category: garden,
      title: 'Z filmem',
      video_url: '/media/v/film.webm',
      video_poster_url: '/favicon.svg',
    })
    // Signs the reader in, because visitors may get a cached page.
    const page = await site.newPage({ signedInAs: reader })
    await page.route('**/media/i/**', (route) => route.fulfill({ contentType: 'image/png', body: makePng(80, 60) }))
    await page.goto('/?sort=new')
    await untilHydrated(page)
    await expect(page.getByRole('article', { name: image.title, exact: true }).locator('img')).toBeVisible()
    await expect(page.getByRole('article', { name: video.title, exact: true }).locator('video')).toHaveAttribute(
      'src',
      '/media/v/film.webm',
    )
  })

  test('CARD-5 a card whose picture fails to load hides it and its space', async () => {
    const broken = await createPost(site.db, {
      author,
      category: garden,
      title: 'Zepsute zdjęcie',
      image_url: '/media/nothing.webp',
      image_width: 800,
      image_height: 600,
    })
    const page = await site.newPage({ signedInAs: reader })
    await page.goto('/?sort=new')
    await untilHydrated(page)
    await expect(page.getByRole('article', { name: broken.title, exact: true }).locator('img')).toHaveCount(0)
    await expect(page.getByRole('article', { name: broken.title, exact: true }).locator('.media')).toHaveCount(0)
  })
})
