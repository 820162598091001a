import { describe, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright'
import type { Lang } from '#shared/i18n/plural.ts'
import { categoryFlair } from '#server/features/categories/table.ts'
import { lockContent, removeContent } from '#server/features/moderation/index.ts'
import { notification } from '#server/features/notifications/table.ts'
import { pollOption } from '#server/features/polls/table.ts'
import { hiddenPost, postVisit } from '#server/features/reading/table.ts'
import {
  createCategory,
  createComment,
  createMessage,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { expect, startSite, untilHydrated, type PageOptions } from '../harness.ts'

const site = await startSite()
const { db } = site
const [reader, writer] = [
  await createUser(db, { username: 'czytelniczka' }),
  await createUser(db, { username: 'autorka' }),
]
const home = await createCategory(db, { name: 'rozmaitosci', display_name: 'Rozmaitości', creator: writer })
await joinCategory(db, reader, home)

const LANGUAGES: [Lang][] = [['pl'], ['en']]
const WIDTHS = [390, 360]

async function open(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await site.newPage({ signedInAs: reader, width: 390, ...options })
  await page.goto(path)
  await untilHydrated(page)
  return page
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  return { ...box!, right: box!.x + box!.width, bottom: box!.y + box!.height }
}

/** Whether all elements are in one row within the width of the page. */
async function areInOneRow(all: Locator, width: number): Promise<boolean> {
  const boxes = await Promise.all((await all.all()).map(boxOf))
  const middles = boxes.map(({ y, height }) => y + height / 2)
  return (
    boxes.length > 1 &&
    boxes.every(({ x, right }) => x >= 0 && right <= width) &&
    Math.max(...middles) - Math.min(...middles) < 4
  )
}

describe('a gallery', async () => {
  const image = (at: number, width: number, height: number) => ({
    url: `/media/i/${`${at}b`.repeat(20)}-${width}x${height}.webp`,
    width,
    height,
    placeholder: null,
    alt: `Obraz ${at}`,
  })
  const images = [image(1, 1200, 800), image(2, 600, 1200), image(3, 800, 800)]
  const post = await createPost(db, {
    author: writer,
    category: home,
    title: 'Trzy obrazy',
    image_url: images[0]!.url,
    image_width: 1200,
    image_height: 800,
    images,
  })
  const show = async (page: Page) => {
    await page.route('**/media/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      }),
    )
    await page.goto(`/post/${post.id}`)
    await untilHydrated(page)
    return page.getByRole('group', { name: 'Zdjęcie do posta: Trzy obrazy' })
  }

  test('a gallery has the aspect ratio of its first picture, even if the others differ', async () => {
    const gallery = await show(await site.newPage({ width: 390, signedInAs: reader }))
    const { width, height } = await boxOf(gallery)
    expect(Math.abs(width / height - 1.5)).toBeLessThan(0.02)
    await expect(gallery.getByRole('img')).toHaveCount(3)
  })

  test('a gallery is browsed by its arrow buttons with the mouse and by arrow keys', async () => {
    const page = await site.newPage({ signedInAs: reader })
    const gallery = await show(page)
    const [previous, next] = [
      page.getByRole('button', { name: 'Poprzednie zdjęcie' }),
      page.getByRole('button', { name: 'Następne zdjęcie' }),
    ]
    await expect(previous).toHaveCount(0)
    await next.click()
    await expect(gallery.getByText('2 z 3')).toBeInViewport({ ratio: 1 })
    await expect(gallery).toBeFocused()
    await next.click()
    await expect(gallery.getByText('3 z 3')).toBeInViewport({ ratio: 1 })
    await expect(next).toHaveCount(0)
    await site.check(page)
    await page.keyboard.press('ArrowLeft')
    await expect(next).toBeVisible()
    await previous.click()
    await expect(previous).toHaveCount(0)
  })

  test('a gallery leaves no space for a picture that failed to load', async () => {
    const page = await site.newPage({ signedInAs: reader, expectErrors: [/Failed to load resource/] })
    await page.route('**/media/**', (route) => route.abort())
    await page.goto(`/post/${post.id}`)
    await untilHydrated(page)
    await expect(page.getByText('1 z 3')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Następne zdjęcie' })).toBeHidden()
  })
})

describe('the feed on a phone', async () => {
  const post = await createPost(db, {
    author: writer,
    category: home,
    title: 'Rozmowa, w której przybyło',
    upvotes: 50,
  })
  await db.insert(postVisit).values({ user_id: reader.id, post_id: post.id, visited_at: new Date(Date.now() - 60_000) })
  for (let at = 0; at < 12; at += 1) await createComment(db, { post, author: writer })

  test.each(LANGUAGES)('the actions of a post card with new comments are on one line on a phone (%s)', async (lang) => {
    const page = await open('/?feed=all', { lang })
    const card = page.getByRole('article', { name: 'Rozmowa, w której przybyło' })
    await expect(card.getByText(lang === 'pl' ? '12 nowych' : '12 new')).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      expect(await areInOneRow(card.locator('.post-card__foot').locator('a, button'), width)).toBe(true)
    }
  })

  test("the 'hide read posts' button has a text label and is beside the number of posts", async () => {
    const page = await open('/?feed=all', { width: 360 })
    const hide = page.getByRole('button', { name: 'Ukryj przeczytane' })
    await expect(hide).toHaveText('Ukryj przeczytane')
    expect(await areInOneRow(page.locator('.page-head > :not(h1)'), 360)).toBe(true)
    await hide.click()
    await expect(page).toHaveURL(/hide_read=true/)
    await expect(hide).toHaveAttribute('aria-pressed', 'true')
  })
})

test('a member opens the form of a new post from the top bar at 360, 700 and 1280 px, a visitor cannot', async () => {
  const page = await open('/notifications')
  const write = page.getByRole('banner').getByRole('link', { name: 'Nowy post' }).first()
  for (const width of [360, 700, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(write).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('combobox', { name: 'Szukaj' })).toBeInViewport({ ratio: 1 })
    await write.click()
    await expect(page).toHaveURL('/submit')
    await page.goBack()
    await expect(page).toHaveURL('/notifications')
  }
  const visitor = await site.newPage()
  await visitor.goto('/')
  await expect(visitor.getByRole('banner').getByRole('link', { name: 'Nowy post' })).toHaveCount(0)
})

test('a poll with long answers fits a phone', async () => {
  const poll = await createPost(db, {
    author: writer,
    category: home,
    title: 'Która mąka?',
    poll_closes_at: new Date(Date.now() + 86_400_000),
  })
  await db
    .insert(pollOption)
    .values(
      [
        'Pszenna chlebowa z młyna, który miele na kamieniach i sprzedaje w papierowych workach',
        'bezspacji'.repeat(11),
      ].map((text) => ({ post_id: poll.id, text })),
    )
  for (const options of [{ width: 360 }, { width: 360, javaScript: false, signedInAs: undefined }]) {
    const page = await site.newPage({ signedInAs: reader, ...options })
    await page.goto(`/post/${poll.id}`)
    await expect(page.getByRole('region', { name: 'Ankieta' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})

test('a collapsed thread shows its number of comments and that it can be expanded', async () => {
  const post = await createPost(db, { author: writer, category: home })
  const parent = await createComment(db, { post, author: writer })
  for (let at = 0; at < 3; at += 1) await createComment(db, { parent, author: reader })
  const page = await open(`/post/${post.id}`)
  await page.getByRole('button', { name: 'Zwiń wątek: autorka' }).click()
  const unfold = page.getByRole('button', { name: '+3, rozwiń wątek: autorka' })
  await expect(unfold).toHaveText('+3')
  await expect(unfold).toHaveAttribute('aria-expanded', 'false')
  await expect(unfold).toBeFocused()
  await site.check(page)
  await unfold.click()
  await expect(page.getByRole('button', { name: 'Zwiń wątek: autorka' })).toHaveAttribute('aria-expanded', 'true')
})

test('the last of several quick clicks on Hide and Undo is stored even if the page is reloaded meanwhile', async () => {
  const post = await createPost(db, { author: writer, category: home, title: 'Raz tak, raz nie', upvotes: 90 })
  const page = await open('/r/rozmaitosci')
  const card = page.getByRole('article', { name: post.title })
  const [hide, undo] = [card.getByRole('button', { name: 'Ukryj' }), page.getByRole('button', { name: 'Cofnij' })]
  const isHidden = async () => (await db.select().from(hiddenPost).where(eq(hiddenPost.post_id, post.id))).length === 1
  await hide.click()
  await expect.poll(isHidden).toBe(true)
  const unanswered = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  await page.route(
    '**/hide',
    async (route) => {
      await route.fetch()
      reached.resolve()
      await unanswered.promise
      await route.abort().catch(() => {})
    },
    { times: 1 },
  )
  await undo.click()
  await reached.promise
  await expect.poll(isHidden).toBe(false)
  await hide.click()
  await expect(undo).toBeVisible()
  await page.reload()
  unanswered.resolve()
  await expect.poll(isHidden).toBe(true)
})

describe('the search field', async () => {
  await createCategory(db, { name: 'zegarki', display_name: 'Zegarki', creator: writer })
  const field = (page: Page) => page.getByRole('combobox', { name: 'Szukaj' })

  /** Delays the suggestions for a text that contains `late` until the returned function is called. */
  async function hold(page: Page, late: string): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname === '/api/categories' && url.search.includes(late),
      async (route) => {
        await promise
        await route.continue()
      },
    )
    return resolve
  }

  test('Enter after arrow down in the search field opens the first suggestion even if it arrives later', async () => {
    const page = await open('/', { width: 1280 })
    const release = await hold(page, 'zegarki')
    await field(page).fill('zegarki')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    release()
    await expect(page).toHaveURL('/r/zegarki')
  })

  test('Enter in the search field searches if no suggestion arrives, or when pressed twice', async () => {
    const page = await open('/', { width: 1280 })
    await field(page).fill('niematakiejnazwy')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/search?q=niematakiejnazwy')
    await hold(page, 'zegarki')
    await field(page).fill('zegarki')
    for (const key of ['ArrowDown', 'Enter', 'Enter']) await page.keyboard.press(key)
    await expect(page).toHaveURL('/search?q=zegarki')
  })

  test('a chosen suggestion stays chosen when a later list of suggestions arrives', async () => {
    const page = await open('/', { width: 1280 })
    await field(page).fill('zegark')
    await expect(page.getByRole('option', { name: 'r/zegarki' })).toBeVisible()
    const release = await hold(page, 'niematakiego')
    const asked = page.waitForRequest((request) => request.url().includes('niematakiego'))
    let answers = 0
    page.on('requestfinished', (request) => {
      if (request.url().includes('niematakiego')) answers += 1
    })
    await field(page).fill('niematakiego')
    await page.keyboard.press('ArrowDown')
    await asked
    release()
    // The search field sends three requests: for posts, for people and for communities.
    await expect.poll(() => answers).toBe(3)
    // Waits for one more request and two frames, after which the page has applied the responses that arrived before.
    await page.evaluate(async () => {
      await fetch('/healthz')
      await new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done))
      })
    })
    await expect(page.locator('[role=option][aria-selected=true]')).toContainText('r/zegarki')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/r/zegarki')
  })
})

describe('the notification centre on a phone', async () => {
  const post = await createPost(db, { author: reader, category: home, title: 'Mój post' })
  await db
    .insert(notification)
    .values(
      [1, 2].map((thing_id) => ({
        user_id: reader.id,
        kind: 'post_comment' as const,
        actor_id: writer.id,
        post_id: post.id,
        thing_id,
      })),
    )

  test.each(LANGUAGES)(
    'the notification filters are all visible on a phone, and no action overlaps another (%s)',
    async (lang) => {
      const page = await open('/notifications?filter=moderation', { lang })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        expect(await areInOneRow(page.locator('.page-tabs a'), width)).toBe(true)
        expect(await areInOneRow(page.locator('.page-head > *'), width)).toBe(true)
        expect(await areInOneRow(page.locator('.notification-head__state, .notification-head .btn'), width)).toBe(true)
      }
      await expect(
        page.getByRole('link', { name: lang === 'pl' ? 'Ustawienia powiadomień' : 'Notification settings' }),
      ).toBeVisible()
    },
  )
})

test('the author of a removed post sees a button that opens the removal decision', async () => {
  const post = await createPost(db, { author: reader, category: home, title: 'Ogłoszenie' })
  await db.transaction(async (tx) =>
    removeContent(
      tx,
      await lockContent(tx, { kind: 'post', id: post.id }),
      { reason_code: 'off_topic' },
      { by: { id: writer.id, isAdmin: false }, now: new Date() },
    ),
  )
  const page = await open(`/post/${post.id}`)
  const decision = page.getByRole('link', { name: 'Zobacz decyzję' })
  await expect(decision).toHaveClass(/\bbtn\b/)
  await decision.click()
  await expect(page).toHaveURL(/\/decisions/)
})

test('only the chosen flair of a community is filled with its colour', async () => {
  const category = await createCategory(db, { creator: writer })
  const labels = ['Przepis', 'Pytanie', 'Sprzęt']
  const flairs = await db
    .insert(categoryFlair)
    .values(labels.map((label, position) => ({ category_id: category.id, position, label, color: 'green' as const })))
    .returning()
  const page = await open(`/r/${category.name}?flair=${flairs[1]!.id}`)
  const links = page.getByRole('navigation', { name: 'Filtr etykiet' }).getByRole('link')
  await expect(links).toHaveText(['Wszystkie', ...labels])
  const fills = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).backgroundColor))
  expect(new Set(fills.toSpliced(2, 1)).size).toBe(1)
  expect(fills[2]).not.toBe(fills[0])
  await site.check(page)
})

test.each(LANGUAGES)(
  'search on a phone shows its tabs in one row, and its sort orders in another (%s)',
  async (lang) => {
    const page = await open('/search?q=rozmowa', { lang })
    const [kinds, orders] = [
      page.getByRole('tab'),
      page
        .getByRole('navigation', { name: lang === 'pl' ? 'Kolejność wyników' : 'Order of the results' })
        .getByRole('link'),
    ]
    await expect(kinds).toHaveCount(4)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      expect(await areInOneRow(kinds, width)).toBe(true)
      expect(await areInOneRow(orders, width)).toBe(true)
    }
    await expect(orders.first()).toHaveClass(/segmented/)
    await orders.nth(1).click()
    await expect(page).toHaveURL(/sort=new/)
  },
)

test('the reply field is at the bottom of a phone screen, also above the on-screen keyboard', async () => {
  for (let at = 0; at < 30; at += 1) await createMessage(db, writer, reader)
  const page = await open('/conversation/autorka')
  for (const height of [844, 420]) {
    await page.setViewportSize({ width: 390, height })
    await expect.poll(async () => (await boxOf(page.locator('.thread-form'))).bottom).toBe(height)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(height)
    await expect(page.getByRole('textbox', { name: 'Wiadomość' })).toBeInViewport({ ratio: 1 })
  }
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /interactive-widget=resizes-content/)
  await site.check(page)
})
