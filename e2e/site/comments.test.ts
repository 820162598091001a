import { test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Page, Route } from 'playwright'
import {
  createBlock,
  createCategory,
  createComment,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const PASSWORD = 'Zakwas1234'
const author = await createUser(db, { username: 'kasia_z_kuchni', password: PASSWORD })
const other = await createUser(db, { username: 'nocny_marek' })
const admin = await createUser(db, { username: 'gospodyni', is_admin: true })
const moderator = await createUser(db, { username: 'opiekun' })
const category = await createCategory(db, { name: 'gotowanie' })
await joinCategory(db, moderator, category, { is_moderator: true })

const newPost = () => createPost(db, { author: other, category })
const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

/** The element of a comment, without its replies. */
const commentOf = (page: Page, text: string) =>
  page.getByRole('article').filter({ has: page.locator('.comment__body', { hasText: text }) })

/** A comment with its replies. */
const lineOf = (page: Page, text: string) =>
  page.locator('li.comment').filter({ has: page.locator(':scope > article', { hasText: text }) })

async function choose(page: Page, text: string, action: string): Promise<void> {
  const comment = commentOf(page, text)
  await comment.locator('summary').click()
  await comment.getByRole('button', { name: action, exact: true }).click()
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel('Dodaj komentarz').fill(text)
  await page.getByRole('button', { name: 'Skomentuj' }).click()
}

/** Blocks reading comments in the database until the returned function is called. */
async function holdComments(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const holding = Promise.withResolvers<void>()
  const lock = db.transaction(async (tx) => {
    await tx.execute(sql`lock table comment in access exclusive mode`)
    holding.resolve()
    await held.promise
  })
  await holding.promise
  return async () => {
    held.resolve()
    await lock
  }
}

test('CMT-2 the comment list reloads from the start after a comment is posted, and contains it', async () => {
  const post = await newPost()
  for (let n = 1; n <= 21; n++)
    await createComment(db, { post, content: `Głos nr ${n}.`, upvotes: 5, created_at: minutesAgo(n) })
  const page = await site.newPage({ signedInAs: author, width: 390 })
  await open(page, `/post/${post.id}`)
  await page.getByRole('button', { name: 'Załaduj więcej komentarzy' }).click()
  await expect(page.locator('ol.comments > li.comment')).toHaveCount(21)
  await write(page, 'Piekę **codziennie**.')
  await expect(page.locator('ol.comments > li.comment')).toHaveCount(20)
  const written = commentOf(page, 'Piekę codziennie.')
  await expect(written).toBeFocused()
  await expect(written).toBeInViewport()
  await expect(written.locator('strong')).toHaveText('codziennie')
  await expect(page.getByLabel('Dodaj komentarz')).toHaveValue('')
  await expect(page.getByRole('heading', { name: '22 Komentarzy' })).toBeVisible()
})

test('CMT-2 the comment list reloads from the start after a reply is posted, and contains it', async () => {
  const post = await newPost()
  for (let n = 1; n <= 21; n++)
    await createComment(db, { post, content: `Głos nr ${n}.`, upvotes: 5, created_at: minutesAgo(n) })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}?sort=new`)
  await page.getByRole('button', { name: 'Załaduj więcej komentarzy' }).click()
  await expect(page.locator('ol.comments > .comment')).toHaveCount(21)
  await createComment(db, { post, author: other, content: 'Napisane w międzyczasie.' })
  await commentOf(page, 'Głos nr 3.')
    .getByRole('button', { name: /^Odpowiedz/ })
    .click()
  await page.getByLabel('Twoja odpowiedź').fill('Odpowiadam.')
  await page.getByRole('button', { name: 'Odpowiedz', exact: true }).click()
  await expect(commentOf(page, 'Odpowiadam.')).toBeFocused()
  await expect(page.locator('ol.comments > .comment')).toHaveCount(20)
  await expect(commentOf(page, 'Napisane w międzyczasie.')).toBeVisible()
})

test('POST-5 CMT-10,12,13,15 a refused comment shows the reason given by the server', async () => {
  const post = await newPost()
  await createComment(db, { post, author, content: 'Moje zdanie.' })
  const page = await site.newPage({ signedInAs: author, expectErrors: [/Failed to load resource/] })
  await open(page, `/post/${post.id}`)
  await expect(page.getByRole('group', { name: 'Rodzaj komentarza' }).getByRole('radio')).toHaveCount(3)
  await page.getByRole('radio', { name: 'Wideo' }).check()
  await expect(page.getByRole('button', { name: 'Wybierz film' })).toBeVisible()
  await page.getByRole('radio', { name: 'Tekst' }).check()
  const refuse = (method: string) => (route: Route) =>
    route.request().method() === method
      ? route.fulfill({ status: 403, json: { detail: `Nie wolno: ${method}`, code: 'forbidden' } })
      : route.fallback()
  const expectAlert = (text: string) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
  await page.route('**/api/comments', refuse('POST'))
  await page.route('**/api/comments/*', refuse('PATCH'))
  await page.route('**/api/comments/*', refuse('DELETE'))
  await page.route('**/api/bot/**', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Bot śpi.', code: 'bot_failed' } }),
  )
  await write(page, 'Nowe zdanie.')
  await expectAlert('Nie wolno: POST')
  await choose(page, 'Moje zdanie.', 'Edytuj')
  await page.getByLabel('Treść komentarza').fill('Inne zdanie.')
  await page.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expectAlert('Nie wolno: PATCH')
  await reload(page)
  await untilHydrated(page)
  await choose(page, 'Moje zdanie.', 'Usuń')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click()
  await expectAlert('Nie wolno: DELETE')
  await choose(page, 'Moje zdanie.', 'Odpowiedź AI')
  await expectAlert('Bot śpi.')
})

test('POST-7 a post shows 20 comments; a button loads more until none are left', async () => {
  const post = await newPost()
  for (let n = 1; n <= 22; n++) await createComment(db, { post, content: `Głos nr ${n}.`, created_at: minutesAgo(n) })
  const page = await site.newPage({ lang: 'en' })
  await open(page, `/post/${post.id}?sort=new`)
  await expect(page.locator('ol.comments > li.comment')).toHaveCount(20)
  await page.getByRole('button', { name: 'Load more comments' }).click()
  await expect(page.locator('ol.comments > li.comment')).toHaveCount(22)
  await expect(commentOf(page, 'Głos nr 21.')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Load more comments' })).toHaveCount(0)
  await page.getByRole('link', { name: 'r/gotowanie' }).first().click()
  await expect(page).toHaveURL('/r/gotowanie')
  await page.goBack()
  await expect(page.locator('ol.comments > li.comment')).toHaveCount(22)
})

test('CMT-1 a reply appears below its parent comment; only one reply form is open at a time', async () => {
  const post = await newPost()
  await createComment(db, { post, content: 'Pierwszy głos.' })
  await createComment(db, { post, content: 'Drugi głos.' })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}`)
  await commentOf(page, 'Drugi głos.')
    .getByRole('button', { name: /^Odpowiedz/ })
    .click()
  await expect(page.getByLabel('Twoja odpowiedź')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(commentOf(page, 'Drugi głos.').getByRole('button', { name: /^Odpowiedz/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByLabel('Twoja odpowiedź').fill('Niedokończona myśl')
  await commentOf(page, 'Pierwszy głos.')
    .getByRole('button', { name: /^Odpowiedz/ })
    .click()
  await expect(page.getByLabel('Twoja odpowiedź')).toHaveCount(1)
  await page.getByLabel('Twoja odpowiedź').fill('Zgadzam się.')
  await site.check(page)
  await page.keyboard.press('Control+Enter')
  await expect(lineOf(page, 'Pierwszy głos.').locator('ol')).toContainText('Zgadzam się.')
  await expect(commentOf(page, 'Zgadzam się.')).toBeFocused()
  await expect(page.getByLabel('Twoja odpowiedź')).toHaveCount(0)
  await commentOf(page, 'Drugi głos.')
    .getByRole('button', { name: /^Odpowiedz/ })
    .click()
  await expect(page.getByLabel('Twoja odpowiedź')).toHaveValue('Niedokończona myśl')
})

test('POST-6 CON-2 comments nest up to level 5; deeper replies stay on level 5 and name their recipient', async () => {
  const post = await newPost()
  let parent = await createComment(db, { post, author, content: 'Poziom 1.' })
  for (let n = 2; n <= 6; n++) parent = await createComment(db, { parent, author, content: `Poziom ${n}.` })
  const page = await site.newPage({ width: 390, signedInAs: other })
  await open(page, `/post/${post.id}`)
  const left = async (text: string) => (await commentOf(page, text).boundingBox())!.x
  expect(await left('Poziom 5.')).toBeGreaterThan(await left('Poziom 4.'))
  expect(await left('Poziom 6.')).toBe(await left('Poziom 5.'))
  await expect(commentOf(page, 'Poziom 6.')).toContainText('w odpowiedzi: kasia_z_kuchni')
  await commentOf(page, 'Poziom 6.')
    .getByRole('button', { name: /^Odpowiedz/ })
    .click()
  await page.getByLabel('Twoja odpowiedź').fill('Poziom 7.')
  await page.getByRole('button', { name: 'Odpowiedz', exact: true }).click()
  await expect(commentOf(page, 'Poziom 7.')).toBeFocused()
  expect(await left('Poziom 7.')).toBe(await left('Poziom 5.'))
})

test('further replies of a comment are loaded without leaving the page', async () => {
  const post = await newPost()
  const parent = await createComment(db, { post, content: 'Zaczyn.' })
  for (let n = 1; n <= 13; n++)
    await createComment(db, { parent, content: `Odpowiedź nr ${n}.`, created_at: minutesAgo(n) })
  const page = await site.newPage()
  await open(page, `/post/${post.id}?sort=new`)
  await expect(lineOf(page, 'Zaczyn.').locator('li.comment')).toHaveCount(10)
  await page.getByRole('link', { name: 'Pokaż jeszcze 3 odpowiedzi' }).click()
  await expect(lineOf(page, 'Zaczyn.').locator('li.comment')).toHaveCount(13)
  await expect(commentOf(page, 'Odpowiedź nr 11.')).toBeFocused()
  await expect(page.getByRole('link', { name: /Pokaż jeszcze/ })).toHaveCount(0)
  await expect(page).toHaveURL(`/post/${post.id}?sort=new`)
})

test('a thread is collapsed and expanded', async () => {
  const post = await newPost()
  const parent = await createComment(db, { post, author, content: 'Zaczyn.' })
  await createComment(db, {
    parent: await createComment(db, { parent, content: 'Odpowiedź.' }),
    content: 'Dopowiedzenie.',
  })
  const page = await site.newPage()
  await open(page, `/post/${post.id}`)
  const fold = page.getByRole('button', { name: 'Zwiń wątek: kasia_z_kuchni' })
  await fold.click()
  await expect(page.getByText('Dopowiedzenie.')).toHaveCount(0)
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(fold).toHaveText('+2')
  await site.check(page)
  await fold.press('Enter')
  await expect(page.getByText('Dopowiedzenie.')).toBeVisible()
})

test('CMT-1,12 the author edits a comment; a failed edit shows an error and keeps the text', async () => {
  const post = await newPost()
  await createComment(db, { post, author, content: 'Stara treść.' })
  const page = await site.newPage({ signedInAs: author, expectErrors: [/ERR_FAILED/] })
  await open(page, `/post/${post.id}`)
  await choose(page, 'Stara treść.', 'Edytuj')
  const text = page.getByLabel('Treść komentarza')
  await expect(text).toBeFocused()
  await text.fill('Nowa treść.')
  await site.check(page)
  await page.route('**/api/comments/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(page.locator('.comment').getByRole('alert')).toContainText('Nie udało się edytować komentarza')
  await expect(text).toHaveValue('Nowa treść.')
  await page.unroute('**/api/comments/*')
  await page.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(commentOf(page, 'Nowa treść.')).toContainText('edytowano')
  await expect(commentOf(page, 'Nowa treść.')).toBeFocused()
  await reload(page)
  await expect(commentOf(page, 'Nowa treść.')).toBeVisible()

  // A reader who has moved the focus before the response keeps it there.
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/comments/*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await choose(page, 'Nowa treść.', 'Edytuj')
  await text.fill('Najnowsza treść.')
  await page.getByRole('button', { name: 'Zapisz zmiany' }).click()
  const search = page.getByRole('combobox', { name: 'Szukaj' })
  await search.fill('chleb')
  answer.resolve()
  await expect(commentOf(page, 'Najnowsza treść.')).toBeVisible()
  await expect(search).toBeFocused()
})

test("CMT-7,8,9 editing is offered to author and admins, deleting also to the community's moderator", async () => {
  const post = await newPost()
  await createComment(db, { post, author, content: 'Moja treść.' })
  const actsFor = async (signedInAs?: typeof author) => {
    const page = await site.newPage({ signedInAs })
    await open(page, `/post/${post.id}`)
    await commentOf(page, 'Moja treść.').locator('summary').click()
    await expect(page.locator('.comment .menu__item').first()).toBeVisible()
    return page.locator('.comment .dropdown__panel')
  }
  await expect(await actsFor(author)).toHaveText(/Odpowiedź AI.*Edytuj.*Usuń/)
  await expect(await actsFor(admin)).toHaveText(/Odpowiedź AI.*Edytuj.*Zgłoś.*Skasuj/)
  const moderating = await actsFor(moderator)
  await expect(moderating).toHaveText(/Odpowiedź AI.*Zgłoś.*Zdejmij z powodem.*Skasuj/)
  await expect(moderating).not.toContainText('Edytuj')
  await expect(await actsFor(other)).toHaveText('Odpowiedź AIZgłoś')
  await expect(await actsFor()).toHaveText('Odpowiedź AIZgłoś')
})

test("DEL-1,2 deleting a comment asks for confirmation; 'no' changes nothing, 'yes' deletes it", async () => {
  const post = await newPost()
  await createComment(db, { post, author, content: 'Do usunięcia.' })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}`)
  const question = page.getByRole('alertdialog', { name: 'Czy na pewno chcesz usunąć ten komentarz?' })
  await choose(page, 'Do usunięcia.', 'Usuń')
  await question.getByRole('button', { name: 'Anuluj' }).click()
  await expect(commentOf(page, 'Do usunięcia.')).toBeVisible()
  await choose(page, 'Do usunięcia.', 'Usuń')
  await question.getByRole('button', { name: 'Usuń' }).click()
  await expect(page.getByText('Do usunięcia.')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: '0 Komentarzy' })).toBeFocused()
  await expect(page.getByText('Jeszcze nikt tu nie skomentował')).toBeVisible()
})

test('CMT-8 a deleted comment with replies stays in the tree without its text', async () => {
  const post = await newPost()
  const parent = await createComment(db, { post, author, content: 'Do usunięcia.' })
  await createComment(db, { parent, content: 'Odpowiedź, która zostaje.' })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}`)
  await choose(page, 'Do usunięcia.', 'Usuń')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click()
  await expect(commentOf(page, '[usunięty]')).toBeFocused()
  await expect(commentOf(page, '[usunięty]').getByRole('link', { name: 'kasia_z_kuchni' })).toHaveCount(0)
  await reload(page)
  await expect(commentOf(page, '[usunięty]')).toBeVisible()
  await expect(page.getByText('Odpowiedź, która zostaje.')).toBeVisible()
  await expect(page.getByText('Do usunięcia.')).toHaveCount(0)
})

test('CMT-13 a failed deletion of a comment shows an error and leaves the comment', async () => {
  const post = await newPost()
  await createComment(db, { post, author, content: 'Zostaje.' })
  const page = await site.newPage({ signedInAs: author, expectErrors: [/ERR_FAILED/] })
  await open(page, `/post/${post.id}`)
  await page.route('**/api/comments/*', (route) => route.abort())
  await choose(page, 'Zostaje.', 'Usuń')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click()
  await expect(page.getByRole('alert')).toContainText('Nie udało się usunąć komentarza')
  await expect(commentOf(page, 'Zostaje.')).toBeVisible()
})

test.each([
  ['pl', 'Dodaj komentarz', 'Skomentuj', 'Nie udało się dodać komentarza'],
  ['en', 'Add a comment', 'Comment', 'Failed to post comment'],
] as const)(
  'CMT-10 a failed comment shows an error in %s and keeps the text, also through a reload',
  async (lang, field, button, failure) => {
    const post = await newPost()
    const page = await site.newPage({ signedInAs: author, lang, expectErrors: [/ERR_FAILED/] })
    await open(page, `/post/${post.id}`)
    await page.route('**/api/comments', (route) => route.abort())
    await page.getByLabel(field).fill('Ważna myśl')
    await page.getByRole('button', { name: button, exact: true }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText(failure)
    await reload(page)
    await expect(page.getByLabel(field)).toHaveValue('Ważna myśl')
  },
)

test('CMT-11 a failed reply shows an error and keeps the text', async () => {
  const post = await newPost()
  await createComment(db, { post, content: 'Zaczyn.' })
  const page = await site.newPage({ signedInAs: author, expectErrors: [/ERR_FAILED/] })
  await open(page, `/post/${post.id}`)
  await page.route('**/api/comments', (route) => route.abort())
  await commentOf(page, 'Zaczyn.')
    .getByRole('button', { name: /^Odpowiedz/ })
    .click()
  await page.getByLabel('Twoja odpowiedź').fill('Ważna myśl')
  await page.getByRole('button', { name: 'Odpowiedz', exact: true }).click()
  await expect(page.locator('.comment').getByRole('alert')).toContainText('Nie udało się dodać odpowiedzi')
  await expect(page.getByLabel('Twoja odpowiedź')).toHaveValue('Ważna myśl')
})

test('CMT-11 a refused reply shows the reason given by the server', async () => {
  const post = await newPost()
  const parent = await createComment(db, { post, author: other, content: 'Zaraz zniknie.' })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}`)
  await commentOf(page, 'Zaraz zniknie.')
    .getByRole('button', { name: /^Odpowiedz/ })
    .click()
  await site.call(other, 'DELETE', `/api/comments/${parent.id}`)
  await page.getByLabel('Twoja odpowiedź').fill('Ważna myśl')
  await page.getByRole('button', { name: 'Odpowiedz', exact: true }).click()
  await expect(page.locator('.comment').getByRole('alert')).toContainText('Nie znaleziono komentarza')
})

test('CMT-3 the comment form refuses more than 10,000 characters and an empty text', async () => {
  const post = await newPost()
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}`)
  await write(page, 'a'.repeat(10_001))
  await expect(page.getByText('Komentarz może mieć najwyżej 10 000 znaków.')).toBeVisible()
  await expect(page.getByText('10001 / 10000')).toBeVisible()
  await expect(page.getByLabel('Dodaj komentarz')).toBeFocused()
  await site.check(page)
  await write(page, '   ')
  await expect(page.getByText('Napisz coś albo dodaj zdjęcie lub film.')).toBeVisible()
  await expect(page.locator('ol.comments > li.comment')).toHaveCount(0)
})

test('GEN-3 CMT-9 PERM-2 a visitor who comments is asked to log in, and the typed text is restored', async () => {
  const post = await newPost()
  const page = await site.newPage()
  await open(page, `/post/${post.id}`)
  await write(page, 'Napisane przed zalogowaniem')
  await expect(page.getByRole('alert')).toContainText('Musisz się zalogować, aby komentować')
  await page.getByRole('alert').getByRole('link', { name: 'Zaloguj się' }).click()
  await page.getByLabel('Nazwa użytkownika').fill('kasia_z_kuchni')
  await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
  await expect(page).toHaveURL(`/post/${post.id}`)
  await expect(page.getByLabel('Dodaj komentarz')).toHaveValue('Napisane przed zalogowaniem')
  await expect(page.getByText('Musisz się zalogować, aby komentować')).toHaveCount(0)
  await page.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(commentOf(page, 'Napisane przed zalogowaniem')).toBeFocused()
})

test('CMT-9 a visitor is asked to log in before replying, voting, reporting and asking the AI', async () => {
  const post = await newPost()
  await createComment(db, { post, content: 'Zaczyn.' })
  const page = await site.newPage()
  await open(page, `/post/${post.id}`)
  const alert = page.getByRole('alert')
  await commentOf(page, 'Zaczyn.')
    .getByRole('button', { name: /^Odpowiedz/ })
    .click()
  await expect(alert.filter({ hasText: 'Musisz się zalogować, aby odpowiadać' })).toBeVisible()
  await expect(page.getByLabel('Twoja odpowiedź')).toHaveCount(0)
  await commentOf(page, 'Zaczyn.').getByRole('button', { name: 'Głosuj za' }).click()
  await expect(alert.filter({ hasText: 'Musisz się zalogować, aby głosować' })).toBeVisible()
  await choose(page, 'Zaczyn.', 'Zgłoś')
  await expect(alert.filter({ hasText: 'Musisz się zalogować, aby zgłaszać treści' })).toBeVisible()
  await choose(page, 'Zaczyn.', 'Odpowiedź AI')
  await expect(alert.filter({ hasText: 'Musisz się zalogować, aby poprosić o odpowiedź AI' })).toBeVisible()
})

test('comment text typed before hydration is kept', async () => {
  const post = await newPost()
  const page = await site.newPage({ signedInAs: author })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/post/${post.id}`, { waitUntil: 'commit' })
  await page.getByLabel('Dodaj komentarz').fill('Szybka myśl')
  release()
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(commentOf(page, 'Szybka myśl')).toBeFocused()
})

test('CMT-4 typing @ and a letter suggests at most 5 people, chosen by arrow keys and Enter', async () => {
  for (let n = 1; n <= 6; n++) await createUser(db, { username: `wzmianka_${n}` })
  const post = await newPost()
  const page = await site.newPage({ signedInAs: author, width: 390 })
  await open(page, `/post/${post.id}`)
  const text = page.getByLabel('Dodaj komentarz')
  await text.pressSequentially('Hej @wzmi')
  const options = page.getByRole('listbox', { name: 'Podpowiedzi osób' }).getByRole('option')
  await expect(options).toHaveCount(5)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await site.check(page)
  await text.press('ArrowDown')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  await expect(text).toHaveAttribute('aria-activedescendant', (await options.nth(1).getAttribute('id'))!)
  const chosen = await options.nth(1).textContent()
  await text.press('Enter')
  await expect(text).toHaveValue(`Hej @${chosen!.slice(1)} `)
  await expect(options).toHaveCount(0)
  await text.pressSequentially('i @wzmi')
  await expect(options).toHaveCount(5)
  await text.press('Escape')
  await expect(options).toHaveCount(0)
  await text.pressSequentially('anka_3')
  await expect(options.first()).toHaveText(/wzmianka_3$/)
  await options.first().click()
  await expect(text).toHaveValue(`Hej @${chosen!.slice(1)} i @wzmianka_3 `)
  await expect(text).toBeFocused()
})

test('mention suggestions closed by Escape open again when the same mention is retyped in the same place', async () => {
  await createUser(db, { username: 'powrot_podpowiedzi' })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${(await newPost()).id}`)
  const text = page.getByLabel('Dodaj komentarz')
  const options = page.getByRole('listbox', { name: 'Podpowiedzi osób' }).getByRole('option')
  await text.pressSequentially('@powrot')
  await expect(options).toHaveCount(1)
  await text.press('Escape')
  await expect(options).toHaveCount(0)
  await text.fill('')
  await text.pressSequentially('@powrot')
  await expect(options).toHaveCount(1)
})

test('a link to a comment scrolls to it, wherever it stands in the thread', async () => {
  const post = await newPost()
  for (let n = 1; n <= 21; n++) await createComment(db, { post, content: `Głos nr ${n}.`, upvotes: 3 })
  const parent = await createComment(db, { post, downvotes: 9, content: 'Na końcu.' })
  const wanted = await createComment(db, { parent, content: 'O to chodziło.' })
  const page = await site.newPage({ width: 390 })
  await open(page, `/post/${post.id}?comment=${wanted.id}#comment-${wanted.id}`)
  await expect(commentOf(page, 'O to chodziło.')).toBeInViewport()
  await expect(commentOf(page, 'O to chodziło.')).toBeFocused()
  await expect(page.locator(`#comment-${wanted.id}`)).toHaveClass(/comment--marked/)
})

test('VOTE-4 a vote on a comment shows the counts returned by the server', async () => {
  const post = await newPost()
  await createComment(db, { post, content: 'Zaczyn.', upvotes: 4 })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}`)
  const votes = commentOf(page, 'Zaczyn.').getByRole('group', { name: 'Głosy' })
  await votes.getByRole('button', { name: 'Głosuj za' }).click()
  await expect(votes.locator('.votes__score')).toHaveText('5')
  await reload(page)
  await expect(votes.locator('.votes__score')).toHaveText('5')
  await expect(votes.getByRole('button', { name: 'Głosuj za' })).toHaveAttribute('aria-pressed', 'true')
})

test("a blocked person's comment that has replies is collapsed to one line", async () => {
  const blocked = await createUser(db, { username: 'zablokowana_osoba' })
  await createBlock(db, author, blocked)
  const post = await newPost()
  const parent = await createComment(db, { post, author: blocked, content: 'Tego nie chcę czytać.' })
  await createComment(db, { parent, author: other, content: 'Odpowiedź kogoś innego.' })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}`)
  await expect(page.getByText('Komentarz zablokowanej osoby')).toBeVisible()
  await expect(page.getByText('Odpowiedź kogoś innego.')).toBeVisible()
  await expect(page.getByText('Tego nie chcę czytać.')).toHaveCount(0)
  await expect(page.getByText('zablokowana_osoba')).toHaveCount(0)
  await site.check(page)
})

test('comments that failed to load show an error, and a retry loads them', async () => {
  const post = await newPost()
  await createComment(db, { post, content: 'Jednak jest.' })
  const page = await site.newPage({ expectErrors: [/ERR_FAILED/] })
  await open(page, '/r/gotowanie?sort=new')
  await page.route('**/api/comments?*', (route) => route.abort())
  await page.locator(`a[href="/post/${post.id}"]`).click()
  await expect(page.getByRole('heading', { name: 'Nie udało się załadować komentarzy' })).toBeVisible()
  await page.unroute('**/api/comments?*')
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
  await expect(commentOf(page, 'Jednak jest.')).toBeVisible()
})

test('comments that load slowly appear even if the page is clicked while they load', async () => {
  const post = await newPost()
  await createComment(db, { post, content: 'Spóźniony, ale jest.' })
  const page = await site.newPage()
  const release = await holdComments()
  await page.goto(`/post/${post.id}`, { waitUntil: 'commit' })
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Ciemny motyw' }).click()
  await page.getByRole('button', { name: 'Głosuj za' }).first().click()
  await expect(page.getByText('Musisz się zalogować, aby głosować')).toBeVisible()
  await release()
  await expect(commentOf(page, 'Spóźniony, ale jest.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nie udało się załadować komentarzy' })).toHaveCount(0)
})

test('a click on a comment that has just streamed in takes effect', async () => {
  const post = await newPost()
  await createComment(db, { post, content: 'Spóźniony, ale jest.' })
  const page = await site.newPage()
  const release = await holdComments()
  await page.goto(`/post/${post.id}`, { waitUntil: 'commit' })
  await untilHydrated(page)
  await release()
  await commentOf(page, 'Spóźniony, ale jest.').getByRole('button', { name: 'Głosuj za' }).click()
  await expect(page.getByText('Musisz się zalogować, aby głosować')).toBeVisible()
})

test('GEN-4 CMT-14 an AI reply is added to the thread below the comment', async () => {
  const post = await newPost()
  await createComment(db, { post, content: 'Zaczyn.' })
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${post.id}`)
  await choose(page, 'Zaczyn.', 'Odpowiedź AI')
  await expect(page.getByText('Odpowiedź AI jest w wątku')).toBeVisible()
  await expect(lineOf(page, 'Zaczyn.').locator('ol li.comment')).toHaveCount(1)
  await expect(page.getByRole('heading', { name: '2 Komentarzy' })).toBeVisible()
  await reload(page)
  await expect(lineOf(page, 'Zaczyn.').locator('ol li.comment')).toHaveCount(1)
})

test('CMT-15 an AI reply without a response of the server shows an error', async () => {
  const post = await newPost()
  await createComment(db, { post, content: 'Zaczyn.' })
  const page = await site.newPage({ signedInAs: author, expectErrors: [/ERR_FAILED/] })
  await open(page, `/post/${post.id}`)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/bot/**', async (route) => {
    await held
    await route.abort()
  })
  await choose(page, 'Zaczyn.', 'Odpowiedź AI')
  await expect(page.getByText('AI pisze odpowiedź')).toBeVisible()
  release()
  await expect(page.getByRole('alert')).toContainText('Nie udało się wygenerować odpowiedzi')
  await expect(page.getByText('AI pisze odpowiedź')).toHaveCount(0)
})
