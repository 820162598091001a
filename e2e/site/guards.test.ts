import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { createUser } from '#server/test/factories.ts'
import { session } from '#server/features/auth/table.ts'
import { pageEntries } from '#site/routes.tsx'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const PASSWORD = 'Zakwas1234'
const MUST_SIGN_IN = 'Musisz być zalogowany, aby uzyskać dostęp do tej strony'

const guarded = await Promise.all(
  pageEntries.map(async ({ paths, module }) => ({
    path: paths[0]!.replace(/:\w+/g, 'ktos'),
    guard: (await module()).page.guard,
  })),
)
const pathsOf = (guard: 'user' | 'guest') => guarded.filter((page) => page.guard === guard).map(({ path }) => path)

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const menu = (page: Page) => page.locator('summary', { hasText: 'Menu' })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

async function hasCookie(page: Page): Promise<boolean> {
  return (await page.context().cookies()).some(({ name, value }) => name === 'session' && value !== '')
}

describe('a visitor', () => {
  test.each(pathsOf('user'))(
    'RTE-2,9,13,15,16,17,18,19 GUARD-1,2 LOGIN-2 a visitor is asked to sign in on %s, with and without JavaScript',
    async (path) => {
      const plain = await fetch(site.url + path, { headers: { cookie: 'language=pl' } })
      expect(plain.url).toBe(`${site.url}/login?next=${encodeURIComponent(path)}`)
      let alert = ''
      const readAlert = ({ text }: HTMLRewriterTypes.Text) => {
        alert += text
      }
      await new HTMLRewriter().on('[role=alert]', { text: readAlert }).transform(plain).text()
      expect(alert).toBe(MUST_SIGN_IN)
      const page = await site.newPage({ shared: true, lang: 'en', width: 390 })
      await open(page, path)
      await expect(page.getByRole('alert')).toHaveText('You must be logged in to access this page')
    },
  )

  test('a visitor who follows a link to a members-only page returns to it after signing in', async () => {
    await createUser(site.db, { username: 'powracajaca', password: PASSWORD })
    const page = await site.newPage()
    await open(page, '/')
    await page.getByRole('complementary').getByRole('link', { name: 'Utwórz społeczność' }).click()
    await expect(page.getByRole('alert')).toHaveText(MUST_SIGN_IN)
    await page.getByLabel('Nazwa użytkownika').fill('powracajaca')
    await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL('/create-community')
    await page.goBack()
    await expect(page).toHaveURL('/')
  })

  test('a visitor who switches from registration to login returns to the page they came from', async () => {
    await createUser(site.db, { username: 'niezdecydowana', password: PASSWORD })
    const page = await site.newPage()
    await open(page, '/browse-communities')
    await page.getByRole('banner').getByRole('link', { name: 'Zarejestruj się' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Zaloguj się' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Witaj ponownie')
    await page.getByLabel('Nazwa użytkownika').fill('niezdecydowana')
    await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL('/browse-communities')
  })

  test('the login page does not ask to sign in first where the page to return to is public', async () => {
    const page = await site.newPage()
    await page.goto('/login?next=%2Fbrowse-communities')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Witaj ponownie')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('a visitor is never redirected to another site after signing in', async () => {
    await createUser(site.db, { username: 'ostrozna', password: PASSWORD })
    const page = await site.newPage()
    await open(page, '/login?next=%2F%2Fexample.org%2Fsubmit')
    await page.getByLabel('Nazwa użytkownika').fill('ostrozna')
    await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL('/')
  })
})

describe('a member', () => {
  test.each(pathsOf('guest'))('RTE-2,3,7,8 GUARD-3,4 a signed-in member is redirected home from %s', async (path) => {
    const page = await site.newPage({ signedInAs: await createUser(site.db) })
    await page.goto(path)
    await expect(page).toHaveURL('/')
  })

  test('GUARD-3 a signed-in member at /login?next= is redirected to that page, never to another site', async () => {
    const page = await site.newPage({ signedInAs: await createUser(site.db) })
    await page.goto('/login?next=%2Fwpoints')
    await expect(page).toHaveURL('/wpoints')
    await page.goto('/login?next=%2F%2Fexample.org')
    await expect(page).toHaveURL('/')
  })

  test('a reload of a members-only page shows it again', async () => {
    const page = await site.newPage({ signedInAs: await createUser(site.db) })
    await open(page, '/create-community')
    await expect(page).toHaveURL('/create-community')
    await reload(page)
    await expect(menu(page)).toBeVisible()
  })
})

describe('token in localStorage and session cookie', () => {
  test('a stored token whose session cookie is missing sets the cookie again', async () => {
    const page = await site.newPage({ signedInAs: await createUser(site.db) })
    await page.context().clearCookies({ name: 'session' })
    await page.goto('/')
    await expect(menu(page)).toBeVisible()
    expect(await hasCookie(page)).toBe(true)
  })

  test('a session cookie without a stored token is signed out', async () => {
    const page = await site.newPage({ signedInAs: await createUser(site.db) })
    await page.goto('/favicon.svg')
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Zaloguj się' })).toBeVisible()
    await expect.poll(() => hasCookie(page)).toBe(false)
    expect(await stored(page, 'user')).toBeNull()
  })

  test('a stored token that has expired is deleted', async () => {
    const page = await site.newPage({ signedInAs: await createUser(site.db) })
    await page.goto('/favicon.svg')
    await page.evaluate(() => localStorage.setItem('token_expires', '1'))
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Zaloguj się' })).toBeVisible()
    expect(await stored(page, 'token')).toBeNull()
  })

  test('a member whose session expired sees a login link, which returns to the same page after the login', async () => {
    const page = await site.newPage({
      signedInAs: await createUser(site.db),
      expectErrors: [/Loading the notifications failed|Counting failed/],
    })
    await open(page, '/browse-communities')
    await site.db.delete(session)
    await page.locator('summary', { hasText: 'Powiadomienia' }).click()
    await expect(page.getByRole('alert')).toContainText('Sesja wygasła. Zaloguj się ponownie.')
    expect(await stored(page, 'token')).toBeNull()
    await expect.poll(() => hasCookie(page)).toBe(false)
    await page.getByRole('alert').getByRole('link', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL('/login?next=%2Fbrowse-communities')
  })

  test('a login session that expires while a text is written is reported, and the text is kept', async () => {
    const page = await site.newPage({ signedInAs: await createUser(site.db) })
    await open(page, '/create-community')
    await page.locator('input[name=name]').fill('nocne_rozmowy')
    await page.locator('input[name=display_name]').fill('Nocne rozmowy')
    await page.evaluate(() => localStorage.setItem('token_expires', '1'))
    await page.locator('main button[type=submit]').click()
    await expect(page.getByRole('alert').filter({ hasText: 'Sesja wygasła. Zaloguj się ponownie.' })).toBeVisible()
    await expect(page.locator('input[name=display_name]')).toHaveValue('Nocne rozmowy')
  })

  test('the language in localStorage takes precedence over the cookie', async () => {
    const page = await site.newPage({ lang: 'en' })
    await page.context().addCookies([{ name: 'language', value: 'pl', url: site.url }])
    await page.goto('/login')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('the page hydrates even where cookies are blocked', async () => {
    const member = await createUser(site.db)
    const page = await site.newPage({ lang: 'en', signedInAs: member })
    await page.context().clearCookies()
    await page.route('**/api/auth/session', (route) => route.fulfill({ json: { user: { ...member, email: '' } } }))
    await page.addInitScript(() =>
      Object.defineProperty(Document.prototype, 'cookie', { set: () => {}, get: () => '' }),
    )
    await open(page, '/')
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
    let loads = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1
    })
    await open(page, '/browse-communities')
    expect(loads).toBe(1)
  })
})

describe('sign-in by the URL fragment #auth', () => {
  async function fragmentFor(username: string): Promise<string> {
    await createUser(site.db, { username, password: PASSWORD })
    const answer = await fetch(`${site.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: PASSWORD, remember_me: false }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    // The page must ignore the account given in the fragment.
    const stranger = { id: 1, username: 'ktos_inny', karma: 99 }
    const login = { token: access_token, user: stranger, user_id: stranger.id, username: stranger.username }
    return `#auth=${encodeURIComponent(JSON.stringify(login))}`
  }

  test('LOGIN-9 the URL fragment #auth signs in the account that the server returns for its token', async () => {
    const page = await site.newPage()
    await page.goto(`/browse-communities${await fragmentFor('przyniesiona')}`)
    await expect(menu(page)).toBeVisible()
    await expect(page).toHaveURL('/browse-communities')
    expect(await stored(page, 'username')).toBe('przyniesiona')
    expect(JSON.parse((await stored(page, 'user'))!)).toMatchObject({ username: 'przyniesiona', karma: 0 })
    expect(await hasCookie(page)).toBe(true)
  })

  test('the URL fragment #auth is also read on a page that is already open', async () => {
    const page = await site.newPage()
    await open(page, '/')
    const hash = await fragmentFor('dopisana')
    await page.evaluate((fragment) => {
      location.hash = fragment
    }, hash)
    await expect(menu(page)).toBeVisible()
    expect(await stored(page, 'username')).toBe('dopisana')
  })

  test('LOGIN-9 the URL fragment #auth with a token that the server refuses stores nothing', async () => {
    const page = await site.newPage()
    await open(page, `/#auth=${encodeURIComponent('{"token":"zmyslony","username":"admin"}')}`)
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'token')).toBeNull()
    expect(await stored(page, 'username')).toBeNull()
  })
})
