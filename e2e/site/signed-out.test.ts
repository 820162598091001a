import { test } from 'bun:test'
import type { Page } from 'playwright'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const PASSWORD = 'Zakwas1234'
const author = await createUser(db, { username: 'gospodyni' })
const community = await createCategory(db, { name: 'gotowanie', display_name: 'Gotowanie', creator: author })
const post = await createPost(db, { author, category: community, title: 'Zakwas w zimnej kuchni' })
await createComment(db, { author, post, content: 'Spróbuj mąki żytniej.' })
const POST = `/post/${post.id}`
const MUST_SIGN_IN = 'Musisz być zalogowany, aby uzyskać dostęp do tej strony'

const foot = (page: Page) => page.locator('.post__foot')
const ofComment = (page: Page) => page.getByRole('article', { name: 'Komentarz: gospodyni' })
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const inMenu = async (page: Page, name: string) => {
  await ofComment(page).locator('summary').click()
  await ofComment(page).getByRole('button', { name, exact: true }).click()
}

async function signIn(page: Page): Promise<void> {
  const { username } = await createUser(db, { password: PASSWORD })
  await page.getByLabel('Nazwa użytkownika').fill(username)
  await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
}

type Act = {
  at: string
  press: (page: Page) => Promise<void>
  says: string
  /** Checks, after the login and at the same URL, that the action was done. */
  done: (page: Page) => Promise<void>
}

const ACTS: [string, Act][] = [
  [
    'votes on a post',
    {
      at: POST,
      press: (page) => page.locator('article.post').getByRole('button', { name: 'Głosuj za' }).first().click(),
      says: 'Musisz się zalogować, aby głosować',
      done: (page) =>
        expect(page.locator('article.post').getByRole('button', { name: 'Głosuj za' }).first()).toHaveAttribute(
          'aria-pressed',
          'true',
        ),
    },
  ],
  [
    'votes on a comment',
    {
      at: POST,
      press: (page) => ofComment(page).getByRole('button', { name: 'Głosuj przeciw' }).click(),
      says: 'Musisz się zalogować, aby głosować',
      done: (page) =>
        expect(ofComment(page).getByRole('button', { name: 'Głosuj przeciw' })).toHaveAttribute('aria-pressed', 'true'),
    },
  ],
  [
    'replies',
    {
      at: POST,
      press: (page) =>
        ofComment(page)
          .getByRole('button', { name: /^Odpowiedz/ })
          .click(),
      says: 'Musisz się zalogować, aby odpowiadać',
      done: (page) => expect(page.getByLabel('Twoja odpowiedź')).toBeFocused(),
    },
  ],
  [
    'reports a post',
    {
      at: POST,
      press: (page) => foot(page).getByRole('button', { name: 'Zgłoś' }).click(),
      says: 'Musisz się zalogować, aby zgłaszać treści',
      done: (page) => expect(page.getByRole('dialog', { name: 'Zgłoś post' })).toBeVisible(),
    },
  ],
  [
    'reports a comment',
    {
      at: POST,
      press: (page) => inMenu(page, 'Zgłoś'),
      says: 'Musisz się zalogować, aby zgłaszać treści',
      done: (page) => expect(page.getByRole('dialog', { name: 'Zgłoś komentarz' })).toBeVisible(),
    },
  ],
  [
    'asks the AI',
    {
      at: POST,
      press: (page) => inMenu(page, 'Odpowiedź AI'),
      says: 'Musisz się zalogować, aby poprosić o odpowiedź AI',
      done: (page) => expect(page.getByText('Odpowiedź AI jest w wątku')).toBeVisible(),
    },
  ],
  [
    'joins',
    {
      at: '/r/gotowanie',
      press: (page) => button(page, 'Dołącz').click(),
      says: 'Musisz się zalogować, aby dołączyć do społeczności',
      done: (page) => expect(button(page, 'Opuść')).toBeVisible(),
    },
  ],
  [
    'follows',
    {
      at: '/u/gospodyni',
      press: (page) => button(page, 'Obserwuj').click(),
      says: 'Musisz się zalogować, aby obserwować',
      done: (page) => expect(button(page, 'Obserwujesz')).toBeVisible(),
    },
  ],
  [
    'blocks',
    {
      at: '/u/gospodyni',
      press: (page) => button(page, 'Zablokuj').click(),
      says: 'Musisz się zalogować, aby blokować',
      done: async (page) => {
        await page
          .getByRole('alertdialog', { name: 'Zablokować u/gospodyni?' })
          .getByRole('button', { name: 'Zablokuj' })
          .click()
        await expect(button(page, 'Odblokuj')).toBeVisible()
      },
    },
  ],
]

test.each(ACTS)(
  'GEN-3 PERM-2 a visitor who %s is asked to log in, and the action is done afterwards',
  async (_, { at, press, says, done }) => {
    const page = await site.newPage()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url())
    })
    await page.goto(at)
    await untilHydrated(page)
    await press(page)
    const alert = page.getByRole('alert').filter({ hasText: says })
    await expect(alert).toBeVisible()
    await expect(page).toHaveURL(at)
    expect(sent).toEqual([])
    await alert.getByRole('link', { name: 'Zaloguj się' }).click()
    await signIn(page)
    await expect(page).toHaveURL(at)
    await done(page)
  },
)

test('GEN-3 PERM-2 a post saved by a visitor is saved after a login through the top bar', async () => {
  const page = await site.newPage()
  await page.goto('/')
  await untilHydrated(page)
  await page.getByRole('article', { name: post.title }).getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByText('Musisz być zalogowany aby zapisywać posty')).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Zaloguj się' }).click()
  await signIn(page)
  await expect(
    page.getByRole('article', { name: post.title }).getByRole('button', { name: 'Zapisano' }),
  ).toHaveAttribute('aria-pressed', 'true')
})

test.each([
  ['write to somebody', '/u/gospodyni', 'main', 'Wiadomość', '/conversation/gospodyni'],
  ['write a post', '/', 'complementary', 'Utwórz post', '/submit'],
  ['create a community', '/', 'complementary', 'Utwórz społeczność', '/create-community'],
] as const)('GEN-3 PERM-2 a visitor who wants to %s gets there after the login', async (_, at, where, name, to) => {
  const page = await site.newPage()
  await page.goto(at)
  await untilHydrated(page)
  await page.getByRole(where).getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(MUST_SIGN_IN)
  await signIn(page)
  await expect(page).toHaveURL(to)
})

test('GEN-2,3 PERM-1 a visitor reads every public page and is offered neither edit nor delete', async () => {
  const page = await site.newPage()
  await page.goto('/')
  await page.getByRole('article', { name: post.title }).getByRole('link', { name: post.title }).click()
  await expect(ofComment(page)).toContainText('Spróbuj mąki żytniej.')
  await ofComment(page).locator('summary').click()
  await expect(page.getByRole('button', { name: /^(Edytuj|Usuń)$/ })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'r/gotowanie' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gotowanie')
  await page.getByRole('article', { name: post.title }).getByRole('link', { name: 'u/gospodyni' }).click()
  await expect(page.getByRole('article', { name: post.title })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Edytuj|Usuń)$/ })).toHaveCount(0)
  await page.goto('/search?q=zakwas')
  await expect(page.getByRole('article', { name: post.title })).toBeVisible()
})
