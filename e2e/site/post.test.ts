import { test } from 'bun:test'
import type { Page } from 'playwright'
import { lockContent, removeContent as removeByModerator } from '#server/features/moderation/index.ts'
import {
  createCategory,
  createComment,
  createPost,
  createSave,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const author = await createUser(db, { username: 'kasia_z_kuchni' })
const other = await createUser(db, { username: 'nocny_marek' })
const admin = await createUser(db, { username: 'gospodyni', is_admin: true })
const moderator = await createUser(db, { username: 'opiekun' })
const category = await createCategory(db, { name: 'gotowanie', display_name: 'Gotowanie' })
await joinCategory(db, moderator, category, { is_moderator: true })

const TEXT =
  '# Składniki\n\nMąka **750** i >!odrobina miodu!<, pytajcie @nocny_marek.\n\n| Godzina | Czynność ' +
  '|\n|--|--|\n| 8:00 | dokarmianie |'
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

const removeContent = (id: number) =>
  db.transaction(async (tx) =>
    removeByModerator(
      tx,
      await lockContent(tx, { kind: 'post', id }),
      { reason_code: 'spam', text: '' },
      { by: { id: moderator.id, isAdmin: false }, now: new Date() },
    ),
  )

const newPost = (columns: Parameters<typeof createPost>[1] = {}) => createPost(db, { author, category, ...columns })

test.each([
  ['pl', 390, false, '1 Komentarz'],
  ['en', 1280, true, '1 Comment'],
] as const)('RTE-10 POST-1,2 a post is shown in full in %s at %i px', async (lang, width, dark, count) => {
  const post = await newPost({ title: 'Chleb na zakwasie', content: TEXT, upvotes: 12, downvotes: 2 })
  await createComment(db, { post, content: 'Rośnie!' })
  const page = await site.newPage({ lang, width, dark, signedInAs: author })
  await page.goto(`/post/${post.id}`)
  const article = page.getByRole('article', { name: 'Chleb na zakwasie' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chleb na zakwasie')
  await expect(article.getByRole('link', { name: 'r/gotowanie' })).toHaveAttribute('href', '/r/gotowanie')
  await expect(article.getByRole('link', { name: 'u/kasia_z_kuchni' })).toHaveAttribute('href', '/u/kasia_z_kuchni')
  await expect(article.locator('time')).toHaveAttribute('title', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  await expect(article.getByRole('group')).toContainText('10')
  await expect(article.getByRole('link', { name: '@nocny_marek' })).toHaveAttribute('href', '/u/nocny_marek')
  await expect(article.locator('strong')).toHaveText('750')
  await expect(article.getByRole('link', { name: count })).toBeVisible()
  await expect(page.getByText('Rośnie!')).toBeVisible()
})

test.each([
  ['pl', 'Nie znaleziono posta'],
  ['en', 'Post not found'],
] as const)('POST-8 a missing post and an invalid post id are reported in %s', async (lang, text) => {
  const page = await site.newPage({ lang })
  expect((await page.goto('/post/999999'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: text })).toBeVisible()
  expect((await page.goto('/post/zero'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: text })).toBeVisible()
})

test('a post and its comments are read, sorted and paged without JavaScript', async () => {
  const post = await newPost({ content: TEXT })
  for (let n = 1; n <= 21; n++)
    await createComment(db, { post, content: `Głos nr ${n}.`, created_at: new Date(Date.now() - n * 60_000) })
  const page = await site.newPage({ javaScript: false, width: 390 })
  await page.goto(`/post/${post.id}`)
  await page.getByRole('button', { name: 'Najnowsze' }).click()
  await expect(page.getByText('Głos nr 1.')).toBeVisible()
  await expect(page.getByText('Głos nr 21.')).toBeHidden()
  await page.getByRole('button', { name: 'Załaduj więcej komentarzy' }).click()
  await expect(page.getByText('Głos nr 21.')).toBeVisible()
  await expect(page.getByText('To tylko część dyskusji.')).toBeVisible()
  await page.getByRole('link', { name: 'Pokaż wszystkie komentarze' }).click()
  await expect(page.getByText('Głos nr 21.')).toBeVisible()
})

test('further replies of a comment open on a page of their own without JavaScript', async () => {
  const post = await newPost()
  const parent = await createComment(db, { post })
  for (let n = 1; n <= 11; n++)
    await createComment(db, { parent, content: `Odpowiedź nr ${n}.`, created_at: new Date(Date.now() - n * 60_000) })
  const page = await site.newPage({ javaScript: false })
  await page.goto(`/post/${post.id}?sort=new`)
  await expect(page.getByText('Odpowiedź nr 11.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Pokaż jeszcze 1 odpowiedź' }).click()
  await expect(page.getByText('Odpowiedź nr 11.')).toBeVisible()
})

test('POST-3 PERM-3 a post is edited by its author, and deleted by its author, an admin or a moderator', async () => {
  const post = await newPost()
  const footFor = async (signedInAs?: typeof author) => {
    const page = await site.newPage({ signedInAs })
    await open(page, `/post/${post.id}`)
    return page.locator('article.post')
  }
  const [byAuthor, byAdmin, byModerator, byOther, byVisitor] = [
    await footFor(author),
    await footFor(admin),
    await footFor(moderator),
    await footFor(other),
    await footFor(),
  ]
  await expect(byAuthor.getByRole('button', { name: 'Usuń' })).toBeVisible()
  await expect(byAdmin.getByRole('button', { name: 'Skasuj' })).toBeVisible()
  await expect(
    byModerator.getByRole('group', { name: 'Moderacja' }).getByRole('button', { name: 'Skasuj' }),
  ).toBeVisible()
  await expect(byModerator.getByRole('button', { name: 'Skasuj' })).toHaveCount(1)
  for (const one of [byOther, byVisitor])
    await expect(one.getByRole('button', { name: /^(Usuń|Skasuj)/ })).toHaveCount(0)
  await expect(byAuthor.getByRole('button', { name: 'Edytuj' })).toBeVisible()
  await expect(byAdmin.getByRole('button', { name: 'Edytuj' })).toHaveCount(0)
})

test("DEL-1,2 deleting a post asks for confirmation; 'no' changes nothing, 'yes' opens the community", async () => {
  const post = await newPost({ title: 'Do usunięcia' })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}`)
  const remove = page.locator('.post__foot').getByRole('button', { name: 'Usuń' })
  const question = page.getByRole('alertdialog', { name: 'Czy na pewno chcesz usunąć ten post?' })
  await remove.click()
  await site.check(page)
  await question.getByRole('button', { name: 'Anuluj' }).click()
  await expect(question).toHaveCount(0)
  await expect(remove).toBeFocused()
  await remove.click()
  await question.getByRole('button', { name: 'Usuń' }).click()
  await expect(page).toHaveURL('/r/gotowanie')
  await expect(page.getByRole('link', { name: 'Do usunięcia' })).toHaveCount(0)
  expect((await page.goto(`/post/${post.id}`))?.status()).toBe(404)
})

test('POST-9 a deletion of a post without a response of the server shows an error and leaves the post', async () => {
  const post = await newPost()
  const page = await site.newPage({ signedInAs: author, expectErrors: [/ERR_FAILED/] })
  await open(page, `/post/${post.id}`)
  await page.route(`**/api/posts/${post.id}`, (route) => route.abort())
  await page.locator('.post__foot').getByRole('button', { name: 'Usuń' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click()
  await expect(page.getByRole('alert')).toContainText('Nie udało się usunąć posta')
  await expect(page).toHaveURL(`/post/${post.id}`)
})

test('POST-9 a refused deletion of a post shows the reason of the server', async () => {
  const post = await newPost()
  const page = await site.newPage({ events: false, signedInAs: author })
  await open(page, `/post/${post.id}`)
  const twin = await site.newPage({ signedInAs: author })
  await open(twin, `/post/${post.id}`)
  const agree = async (each: Page) => {
    await each.locator('.post__foot').getByRole('button', { name: 'Usuń' }).click()
    await each.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click()
  }
  await agree(twin)
  await expect(twin).toHaveURL('/r/gotowanie')
  await agree(page)
  await expect(page.getByRole('alert')).toContainText('Nie znaleziono posta')
})

test('title and text of a post are edited in place; a title too short is refused, typed text is kept', async () => {
  const post = await newPost({ title: 'Chleb', content: 'Stara treść' })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}`)
  await page.locator('.post__foot').getByRole('button', { name: 'Edytuj' }).click()
  const form = page.getByRole('form', { name: 'Edycja posta' })
  await expect(form.getByLabel('Tytuł')).toBeFocused()
  await form.getByLabel('Tytuł').fill('Ch')
  await form.getByLabel('Treść').fill('Nowa **treść**')
  await form.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(form.getByText('Tytuł musi mieć od 3 do 300 znaków.')).toBeVisible()
  await site.check(page)
  await form.getByLabel('Tytuł').fill('Chleb razowy')
  await form.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chleb razowy')
  await expect(page.locator('.post strong')).toHaveText('treść')
  await expect(page.locator('.post__head')).toContainText('edytowano')
  await reload(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chleb razowy')
})

test('POST-4 REP-1,3,4 a post is reported with a reason, and only once while that report is open', async () => {
  const post = await newPost()
  const page = await site.newPage({ signedInAs: other, width: 390 })
  await open(page, `/post/${post.id}`)
  const report = page.locator('.post__foot').getByRole('button', { name: 'Zgłoś' })
  const dialog = page.getByRole('dialog', { name: 'Zgłoś post' })
  await report.click()
  await expect(dialog.getByLabel('Powód')).toBeFocused()
  await dialog.getByRole('button', { name: 'Wyślij zgłoszenie' }).click()
  await expect(dialog.getByText('Podaj powód zgłoszenia')).toBeVisible()
  await site.check(page)
  await dialog.getByLabel('Powód').fill('Reklama')
  await dialog.getByRole('button', { name: 'Wyślij zgłoszenie' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Zgłoszenie czeka na rozpatrzenie.')).toBeVisible()
  await report.click()
  await dialog.getByLabel('Powód').fill('Reklama')
  await dialog.getByRole('button', { name: 'Wyślij zgłoszenie' }).click()
  await expect(dialog.getByRole('alert')).toContainText('To zgłoszenie już od Ciebie mamy.')
  await page.keyboard.press('Escape')
  await expect(report).toBeFocused()
})

test('REP-4 a report without a response of the server shows an error and keeps the reason', async () => {
  const post = await newPost()
  const page = await site.newPage({ signedInAs: other, expectErrors: [/ERR_FAILED/] })
  await open(page, `/post/${post.id}`)
  await page.route('**/api/reports', (route) => route.abort())
  await page.locator('.post__foot').getByRole('button', { name: 'Zgłoś' }).click()
  await page.getByLabel('Powód').fill('Reklama')
  await page.getByRole('button', { name: 'Wyślij zgłoszenie' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Nie udało się wysłać zgłoszenia')
  await expect(page.getByLabel('Powód')).toHaveValue('Reklama')
})

test('a visitor who reports a post is asked to log in', async () => {
  const post = await newPost()
  const page = await site.newPage()
  await open(page, `/post/${post.id}`)
  await page.locator('.post__foot').getByRole('button', { name: 'Zgłoś' }).click()
  await expect(page.getByRole('alert')).toContainText('Musisz się zalogować, aby zgłaszać treści')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the link of a post is copied on a desktop, and shared on a phone with a share menu', async () => {
  const post = await newPost()
  const page = await site.newPage()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, `/post/${post.id}`)
  await page.getByRole('button', { name: 'Udostępnij' }).click()
  await expect(page.getByText('Skopiowano link')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/post/${post.id}`)
  const phone = await site.newPage({ lang: 'en', width: 390 })
  await phone.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: object) => {
        document.body.dataset.shared = JSON.stringify(data)
      },
    })
  })
  await open(phone, `/post/${post.id}`)
  await phone.getByRole('button', { name: 'Share' }).click()
  await expect(phone.locator('body')).toHaveAttribute(
    'data-shared',
    JSON.stringify({ title: post.title, url: `${site.url}/post/${post.id}` }),
  )
  await expect(phone.getByText('Link copied')).toHaveCount(0)
})

test('a printed post has its text and its comments, dark text on a light background', async () => {
  const post = await newPost({ title: 'Do powieszenia w kuchni' })
  await createComment(db, { post, content: 'Wydrukowane.' })
  const page = await site.newPage({ dark: true })
  await open(page, `/post/${post.id}`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('Wydrukowane.')).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(35, 33, 29)')
})

test('an adult post on the normal host shows only a neutral page with a link to the adult host', async () => {
  const adult = await createCategory(db, { is_nsfw: true })
  const post = await createPost(db, { category: adult, title: 'Sekretny tytuł', content: 'Sekretna treść' })
  const page = await site.newPage()
  const answer = await page.goto(`/post/${post.id}?sort=new`)
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('link', { name: 'Otwórz wersję dla dorosłych' })).toHaveAttribute(
    'href',
    `${site.adultUrl}/post/${post.id}?sort=new`,
  )
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  expect((await answer!.text()).match(/Sekretn\S+/)).toBeNull()
  await site.check(page)
})

test('GEN-1 the adult host leads from the age confirmation to its feed, a post and a comment form', async () => {
  const adult = await createCategory(db, { is_nsfw: true })
  await createPost(db, { category: adult, title: 'Po zmroku' })
  const page = await site.newPage({ variant: 'adult', signedInAs: author, width: 390 })
  await page.context().clearCookies({ name: 'adult_ok' })
  await page.goto('/')
  await expect(page.getByText('Po zmroku')).toHaveCount(0)
  await page.getByRole('button', { name: 'Mam ukończone 18 lat' }).click()
  await untilHydrated(page)
  await page.getByRole('link', { name: 'Po zmroku' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Po zmroku')
  await page.getByLabel('Dodaj komentarz').fill('Nie śpię.')
  await page.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(page.getByRole('article', { name: 'Komentarz: kasia_z_kuchni' })).toContainText('Nie śpię.')
  await reload(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Po zmroku')
})

test('a normal post opened on the adult host redirects to the normal host', async () => {
  const post = await newPost({ title: 'Dla wszystkich' })
  const page = await site.newPage({ variant: 'adult' })
  const answer = await fetch(`${site.adultUrl}/post/${post.id}?sort=top`, {
    redirect: 'manual',
    headers: { Cookie: 'adult_ok=1' },
  })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe(`${site.url}/post/${post.id}?sort=top`)
  await open(page, `/post/${post.id}`)
  await expect(page).toHaveURL(`${site.url}/post/${post.id}`)
})

test('a normal post reached by client navigation on the adult host redirects to the normal host', async () => {
  const adult = await createCategory(db, { is_nsfw: true })
  const target = await newPost({ title: 'Dla wszystkich' })
  const post = await createPost(db, { category: adult })
  await createComment(db, { post, content: 'Zobacz też.' })
  const page = await site.newPage({ variant: 'adult' })
  await open(page, `/post/${post.id}`)
  await expect(page.getByText('Zobacz też.')).toBeVisible()
  await page.evaluate((path) => {
    const link = document.querySelector<HTMLAnchorElement>('.comment time')!.closest('a')!
    history.pushState({}, '', path)
    history.pushState({}, '', link.href)
    history.back()
  }, `/post/${target.id}`)
  await expect(page).toHaveURL(`${site.url}/post/${target.id}`)
})

test('a link in user text to the same site opens without a full page load', async () => {
  const post = await newPost({ content: TEXT })
  const page = await site.newPage()
  await open(page, `/post/${post.id}`)
  await page.evaluate(() => {
    document.documentElement.dataset.same = 'yes'
  })
  await page.locator('.prose').getByRole('link', { name: '@nocny_marek' }).click()
  await expect(page).toHaveURL('/u/nocny_marek')
  await expect(page.locator('html')).toHaveAttribute('data-same', 'yes')
})

test("hydration creates no formatter with a time zone; afterwards times have the reader's time zone", async () => {
  const post = await newPost()
  const page = await site.newPage()
  await page.addInitScript(() => {
    const made: unknown[] = []
    Intl.DateTimeFormat = new Proxy(Intl.DateTimeFormat, {
      construct(format, given: [string?, Intl.DateTimeFormatOptions?]) {
        if (given[1]?.timeZone !== undefined) made.push(given)
        return new format(...given)
      },
    })
    Object.assign(window, { made })
  })
  const answer = await page.goto(`/post/${post.id}`)
  const rendered = /<time [^>]*title="([^"]+)"/.exec(await answer!.text())![1]!
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  // The browser has the site's time zone, so the rendered time stays the same after hydration.
  await expect(page.locator('article.post time').first()).toHaveAttribute('title', rendered)
  expect(await page.evaluate(() => (window as unknown as Record<'made', unknown[]>).made)).toEqual([])
})

test('a post has structured data of its discussion for search engines', async () => {
  const post = await newPost({ title: 'Chleb na zakwasie', content: TEXT })
  const page = await site.newPage()
  await page.goto(`/post/${post.id}?sort=new`)
  await expect(page).toHaveTitle(/^Chleb na zakwasie/)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${site.url}/post/${post.id}`)
  await expect(page.locator('meta[property="og:title"]')).toHaveAttribute('content', 'Chleb na zakwasie')
  await expect(page.locator('meta[name=description]')).toHaveAttribute(
    'content',
    /^Składniki Mąka 750 i …, pytajcie @nocny_marek\./,
  )
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
  expect(data).toMatchObject({
    '@type': 'DiscussionForumPosting',
    headline: 'Chleb na zakwasie',
    url: `${site.url}/post/${post.id}`,
    author: { name: 'kasia_z_kuchni' },
  })
})

test('a removed post hides its actions and the invitation to comment', async () => {
  const post = await newPost({ title: 'Zdjęty', content: 'Treść' })
  await removeContent(post.id)
  for (const signedInAs of [undefined, other]) {
    const page = await site.newPage({ signedInAs, width: 390 })
    await open(page, `/post/${post.id}`)
    await expect(page.getByText('Pod usuniętym postem nie można komentować.')).toBeVisible()
    for (const name of ['Zapisz', 'Udostępnij', 'Zgłoś', 'Powiadamianie'])
      await expect(page.locator('.post__foot').getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByText('Jeszcze nikt tu nie skomentował')).toHaveCount(0)
    await site.check(page)
  }
  const saver = await createUser(db)
  await createSave(db, saver, post)
  const page = await site.newPage({ signedInAs: saver })
  await open(page, `/post/${post.id}`)
  await page.locator('.post__foot').getByRole('button', { name: 'Zapisano' }).click()
  await expect(page.locator('.post__foot').getByRole('button', { name: /^Zapis/ })).toHaveCount(0)
})
