import { describe, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { catalog } from '#shared/i18n/index.ts'
import { comments as commentsEn } from '#shared/i18n/en/comments.ts'
import { polls as pollsEn } from '#shared/i18n/en/polls.ts'
import { searchPage as searchEn } from '#shared/i18n/en/search-page.ts'
import { comments as commentsPl } from '#shared/i18n/pl/comments.ts'
import { polls as pollsPl } from '#shared/i18n/pl/polls.ts'
import { searchPage as searchPl } from '#shared/i18n/pl/search-page.ts'
import { pollOption } from '#server/features/polls/table.ts'
import { hiddenPost, postVisit } from '#server/features/reading/table.ts'
import { recordVisit } from '#server/features/reading/queries.ts'
import { user } from '#server/features/users/table.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import {
  createCategory,
  createComment,
  createFollow,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const DAY = 24 * 3_600_000
const daysAgo = (n: number) => new Date(Date.now() - n * DAY)

describe('feeds', async () => {
  const reader = await createUser(db, { username: 'czytelniczka' })
  const [joined, other] = [await createCategory(db, { name: 'rowery' }), await createCategory(db, { name: 'filmy' })]
  await joinCategory(db, reader, joined)
  const friend = await createUser(db, { username: 'znajomy' })
  await createFollow(db, reader, friend)
  await createPost(db, {
    category: joined,
    title: 'Stary hit o rowerach',
    created_at: daysAgo(400),
    upvotes: 90,
    downvotes: 3,
  })
  const seat = await createPost(db, { category: joined, title: 'Nowe siodełko', upvotes: 2, downvotes: 1 })
  await createPost(db, { category: other, author: friend, title: 'Film znajomego', upvotes: 1, downvotes: 1 })

  test('READ-1 a feed and period chosen by a member stay in the URL and are restored on the next visit', async () => {
    const page = await site.newPage({ signedInAs: reader, width: 390 })
    const titles = page.locator('.post-card h2')
    const choice = page.getByRole('group', { name: 'Co czytasz' })
    await page.goto('/')
    await untilHydrated(page)
    await expect(choice.getByRole('button', { name: 'Wszystkie' })).toHaveAttribute('aria-current', 'true')
    await expect(titles.filter({ hasText: 'Film znajomego' })).toBeVisible()
    await expect(titles.filter({ hasText: 'Nowe siodełko' })).toBeVisible()
    await choice.getByRole('button', { name: 'Obserwowani' }).click()
    await expect(page).toHaveURL(/\/\?feed=following$/)
    await expect(titles).toHaveText(['Film znajomego'])
    await choice.getByRole('button', { name: 'Moje' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Moje społeczności' })).toBeVisible()
    await expect(titles).toHaveText(['Nowe siodełko', 'Stary hit o rowerach'])
    await expect
      .poll(async () => (await db.select().from(user).where(eq(user.id, reader.id)))[0]!.home_feed)
      .toBe('joined')
    await page.goto('/')
    await expect(titles).toHaveCount(2)
    await untilHydrated(page)
    await page.getByRole('button', { name: 'Najlepsze' }).click()
    await expect(titles).toHaveText(['Stary hit o rowerach', 'Nowe siodełko'])
    await page.getByRole('combobox', { name: 'Okres' }).selectOption('Ostatni rok')
    await expect(page).toHaveURL(/\/\?sort=top&window=year$/)
    await expect(titles).toHaveText(['Nowe siodełko'])
    await expect(page.getByRole('combobox', { name: 'Okres' })).toHaveValue('year')
    await page.goBack()
    await expect(titles).toHaveCount(2)
  })

  test('READ-1 READ-2 feeds, periods and hiding work without JavaScript; a visitor is asked to sign in', async () => {
    const plain = await site.newPage({ signedInAs: reader, javaScript: false, lang: 'en' })
    await plain.goto('/?feed=following&sort=top')
    await plain.getByRole('combobox', { name: 'Period' }).selectOption('Last 24 hours')
    await plain.getByRole('button', { name: 'Top', exact: true }).click()
    await expect(plain).toHaveURL(/feed=following&sort=top&window=day$/)
    await expect(plain.locator('.post-card h2')).toHaveText(['Film znajomego'])
    await plain.goto('/r/rowery?sort=controversial&window=week')
    await expect(plain.locator('.post-card h2')).toHaveText(['Nowe siodełko'])

    await recordVisit(db, reader.id, seat.id, new Date())
    await plain.goto('/?feed=joined&sort=new')
    await plain.getByRole('button', { name: 'Hide read posts' }).click()
    await expect(plain).toHaveURL(/sort=new&feed=joined&hide_read=true$/)
    await expect(plain.locator('.post-card h2')).toHaveText(['Stary hit o rowerach'])
    await plain.getByRole('button', { name: 'Following' }).click()
    await expect(plain.getByRole('button', { name: 'Hide read posts', pressed: true })).toBeVisible()
    await plain.getByRole('button', { name: 'Mine' }).click()
    await plain.getByRole('button', { name: 'Hide read posts' }).click()
    await expect(plain.locator('.post-card h2')).toHaveText(['Nowe siodełko', 'Stary hit o rowerach'])

    const visitor = await site.newPage()
    await visitor.goto('/')
    await expect(visitor.getByRole('article', { name: 'Nowe siodełko' })).toBeVisible()
    await expect(visitor.getByRole('group', { name: 'Co czytasz' })).toHaveCount(0)
    await visitor.goto('/?feed=joined')
    await expect(visitor).toHaveURL(/\/login\?next=%2F%3Ffeed%3Djoined$/)
  })
})

describe('a thread visited before', async () => {
  const reader = await createUser(db, { username: 'powracajaca' })
  const home = await createCategory(db, { name: 'ogrody' })
  const friend = await createUser(db, { username: 'rozmowca' })
  const at = (minutes: number) => new Date(Date.now() - 3_600_000 + minutes * 60_000)

  test('READ-2 a revisited thread counts new comments, jumps between them, and stores the visit', async () => {
    const thread = await createPost(db, { category: home, title: 'Wracam tu' })
    const old = await createComment(db, { post: thread, author: friend, content: 'Stary', created_at: at(1) })
    await recordVisit(db, reader.id, thread.id, at(2))
    await createComment(db, { parent: old, author: friend, content: 'Nowa odpowiedź', created_at: at(3) })
    await createComment(db, { post: thread, author: reader, content: 'Mój własny', created_at: at(4) })
    await createComment(db, { post: thread, author: friend, content: 'Nowy na końcu', created_at: at(5) })
    const page = await site.newPage({ signedInAs: reader, width: 390 })
    await page.goto('/r/ogrody')
    const card = page.getByRole('article', { name: 'Wracam tu' })
    await expect(card.getByText('2 nowe')).toBeVisible()
    await untilHydrated(page)
    await card.getByRole('link', { name: 'Wracam tu' }).click()
    await expect(page.getByText('2 nowe komentarze od Twojej ostatniej wizyty')).toBeVisible()
    const unread = page.locator('.comment--new > .comment__main')
    await expect(unread).toHaveCount(2)
    await expect
      .poll(async () =>
        (
          await db
            .select()
            .from(postVisit)
            .where(and(eq(postVisit.user_id, reader.id), eq(postVisit.post_id, thread.id)))
        )[0]!.visited_at.getTime(),
      )
      .toBeGreaterThan(at(5).getTime())
    await expect(unread).toHaveCount(2)
    const focused = page.locator('.comment__main:focus')
    const [first, last] = (await unread.locator('.comment__body').allTextContents()) as [string, string]
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await page.keyboard.press('n')
    await expect(focused).toContainText(first)
    await page.keyboard.press('n')
    await expect(focused).toContainText(last)
    await page.keyboard.press('n')
    await expect(focused).toContainText(last)
    await page.keyboard.press('p')
    await expect(focused).toContainText(first)
    await page.goBack()
    await expect(card.getByRole('link', { name: '4 Komentarzy' })).toBeVisible()
    await expect(card.getByText('2 nowe')).toHaveCount(0)
  })

  test('READ-2 a post is hidden at once and restored by undo', async () => {
    const [kept, hidden] = [
      await createPost(db, { category: home, title: 'Zostaje' }),
      await createPost(db, { category: home, title: 'Znika' }),
    ]
    const page = await site.newPage({ signedInAs: reader })
    await page.goto('/r/ogrody?sort=new')
    await untilHydrated(page)
    const card = page.getByRole('article', { name: 'Znika' })
    const isHidden = async () =>
      (await db.select().from(hiddenPost).where(eq(hiddenPost.post_id, hidden.id))).length === 1
    await card.getByRole('button', { name: 'Ukryj' }).click()
    await expect(card).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cofnij' })).toBeFocused()
    await expect.poll(isHidden).toBe(true)
    await site.check(page)
    await page.getByRole('button', { name: 'Cofnij' }).click()
    await expect(card.getByRole('link', { name: 'Znika' })).toBeFocused()
    await expect.poll(isHidden).toBe(false)
    await card.getByRole('button', { name: 'Ukryj' }).click()
    await expect.poll(isHidden).toBe(true)
    await page.goto('/r/ogrody?sort=new')
    await expect(page.getByRole('article', { name: 'Zostaje' })).toBeVisible()
    await expect(card).toHaveCount(0)
    const visitor = await site.newPage()
    await visitor.goto('/r/ogrody?sort=new')
    await expect(visitor.getByRole('article', { name: 'Znika' })).toBeVisible()
    await expect(visitor.getByRole('button', { name: 'Ukryj' })).toHaveCount(0)
    await visitor.goto(`/post/${kept.id}`)
    await expect(visitor.getByText('od Twojej ostatniej wizyty')).toHaveCount(0)
  })
})

describe('a thread', async () => {
  const author = await createUser(db, { username: 'watkowy' })
  const thread = await createPost(db, { category: await createCategory(db, { name: 'kawa' }), title: 'Długi wątek' })
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const first = await createComment(db, { post: thread, author, content: 'Pierwszy', created_at: ago(50), upvotes: 1 })
  const reply = await createComment(db, {
    parent: first,
    author,
    content: 'Odpowiedź na pierwszy',
    created_at: ago(40),
  })
  await createComment(db, { parent: reply, author, content: 'Głęboko w wątku', created_at: ago(30) })
  await createComment(db, { post: thread, author, content: 'Sporny', created_at: ago(20), upvotes: 9, downvotes: 9 })

  test('READ-3 comments are sorted by age or controversy and shown in context without JavaScript', async () => {
    const page = await site.newPage({ javaScript: false })
    await page.goto(`/post/${thread.id}`)
    // On a slow machine the page is streamed, and without JavaScript its hidden placeholders stay in it.
    const bodies = page.locator('.comment__body').filter({ visible: true })
    await page.getByRole('button', { name: 'Najstarsze' }).click()
    await expect(bodies).toHaveText(['Pierwszy', 'Odpowiedź na pierwszy', 'Głęboko w wątku', 'Sporny'])
    await page.getByRole('button', { name: 'Kontrowersyjne' }).click()
    await expect(bodies).toHaveText(['Sporny', 'Pierwszy', 'Odpowiedź na pierwszy', 'Głęboko w wątku'])
    await page
      .getByRole('article', { name: 'Komentarz: watkowy' })
      .filter({ hasText: 'Głęboko' })
      .locator('time')
      .click()
    await expect(page).toHaveURL(new RegExp(`/post/${thread.id}\\?comment=\\d+#comment-\\d+$`))
    await expect(bodies).toHaveText(['Pierwszy', 'Odpowiedź na pierwszy', 'Głęboko w wątku', 'Sporny'])
  })

  test('READ-4 collapsed comments stay collapsed in a browser, until a URL points to a comment in them', async () => {
    const page = await site.newPage({ width: 390 })
    const deep = page.getByText('Głęboko w wątku')
    const fold = page.getByRole('button', { name: 'Zwiń wątek: watkowy' }).first()
    await page.goto(`/post/${thread.id}?sort=old`)
    await untilHydrated(page)
    await fold.click()
    await expect(deep).toHaveCount(0)
    await page.goto(`/post/${thread.id}?sort=old`)
    await expect(fold).toHaveText('+2')
    await expect(deep).toHaveCount(0)
    await page.goto(`/post/${thread.id}?sort=old&comment=${reply.id}`)
    await expect(page.getByText('Odpowiedź na pierwszy')).toBeVisible()
    await untilHydrated(page)
    await page.goto(`/post/${thread.id}?sort=old`)
    await expect(deep).toBeVisible()
    await untilHydrated(page)
    await expect(deep).toBeVisible()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
  })
})

describe('reading without JavaScript', async () => {
  const [reader, writer] = [
    await createUser(db, { username: 'bez_skryptow' }),
    await createUser(db, { username: 'autorka_galerii' }),
  ]
  const home = await createCategory(db, { name: 'galeria' })
  await joinCategory(db, reader, home)
  await createFollow(db, reader, writer)
  const make = (title: string, age: number, columns: Parameters<typeof createPost>[1] = {}) =>
    createPost(db, { category: home, author: writer, title, created_at: daysAgo(age), upvotes: age, ...columns })
  const thread = await make('Wernisaż / Opening night', 4)
  const said = await createComment(db, {
    post: thread,
    author: writer,
    content: 'Wernisaż o szóstej',
    created_at: daysAgo(3.5),
  })
  await createComment(db, { parent: said, author: writer, content: 'Bilety przy wejściu', created_at: daysAgo(3) })
  const image = (at: number, alt: string) => ({
    url: `/media/i/${`${at}a`.repeat(20)}-80x60.webp`,
    width: 80,
    height: 60,
    placeholder: null,
    alt,
  })
  const images = [image(1, 'Sala z rzeźbą'), image(2, 'Widok z galerii')]
  const gallery = await make('Dwa obrazy / Two paintings', 5, {
    image_url: images[0]!.url,
    image_width: 80,
    image_height: 60,
    images,
  })
  const poll = await make('Który lepszy? / Which is better?', 6, { poll_closes_at: daysAgo(1) })
  await db.insert(pollOption).values([
    { post_id: poll.id, text: 'Sala', votes: 2 },
    { post_id: poll.id, text: 'Widok', votes: 1 },
  ])
  const LANGS = {
    pl: { comments: commentsPl, polls: pollsPl, search: searchPl },
    en: { comments: commentsEn, polls: pollsEn, search: searchEn },
  }

  test.each(['pl', 'en'] as const)(
    'READ-1,3 WRITE-2,3 FIND-1 feeds, a thread, a gallery, a poll and a search work in %s without JavaScript',
    async (lang) => {
      const { posts, uploads } = catalog(lang)
      const { comments, polls, search } = LANGS[lang]
      const page = await site.newPage({ javaScript: false, signedInAs: reader, lang, width: 360 })
      await page.route('**/media/i/**', (route) => route.fulfill({ contentType: 'image/png', body: makePng(80, 60) }))
      const titles = page.locator('.post-card h2')
      await page.goto('/?sort=top')
      for (const feed of ['joined', 'following'] as const) {
        await page
          .getByRole('group', { name: posts.feedsLabel })
          .getByRole('button', { name: posts.feeds[feed] })
          .click()
        await expect(page.getByRole('heading', { level: 1, name: posts.feedTitles[feed] })).toBeVisible()
        await expect(titles).toHaveText([poll.title, gallery.title, thread.title])
      }
      await expect(page.getByText(posts.poll(3))).toBeVisible()

      // Also waits for the style sheets, because a gallery without its styles does not scroll.
      await page.goto(`/post/${gallery.id}`)
      const pictures = page.getByRole('group', { name: posts.imageOf(gallery.title) })
      await expect(pictures.getByRole('img', { name: 'Sala z rzeźbą' })).toBeVisible()
      await pictures.evaluate((element) => element.scrollTo({ left: element.clientWidth, behavior: 'instant' }))
      await expect(pictures.getByText(uploads.place(2, 2))).toBeInViewport({ ratio: 1 })

      await page.goto(`/post/${poll.id}`)
      const result = page.getByRole('region', { name: polls.title })
      await expect(result.getByRole('listitem')).toHaveText([/Sala\s*2 \(67%\)/, /Widok\s*1 \(33%\)/])
      await expect(result).toContainText(polls.closed)

      await page.goto(`/post/${thread.id}`)
      await page.getByRole('button', { name: comments.sorts.old }).click()
      await expect(page).toHaveURL(/sort=old/)
      await expect(page.locator('.comment__body')).toHaveText(['Wernisaż o szóstej', 'Bilety przy wejściu'])

      await page.getByRole('combobox', { name: catalog(lang).layout.search }).fill('wernisaże')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: search.titleFor('wernisaże') })).toBeVisible()
      await expect(page.locator('.post-card mark')).toHaveText('Wernisaż')
      await page.getByRole('link', { name: search.comments, exact: true }).click()
      await expect(page.getByRole('listitem').filter({ hasText: 'o szóstej' }).locator('mark')).toHaveText('Wernisaż')
    },
  )
})
