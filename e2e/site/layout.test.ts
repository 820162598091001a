import { beforeAll, describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { message } from '#server/features/messages/table.ts'
import { notification } from '#server/features/notifications/table.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { pageEntries } from '#site/routes.tsx'
import { expect, reload, startSite, stopClock, untilHydrated, type Member } from '../harness.ts'

const site = await startSite({}, 'development')
const LOGGED = [
  /Searching failed/,
  /Counting failed/,
  /Loading the notifications failed/,
  /Marking as read failed/,
  /Failed to load resource/,
]

let owner: Member
let post: { id: number }

beforeAll(async () => {
  owner = await createUser(site.db, { username: 'gospodyni', karma: 1284 })
  const named = (name: string, display_name: string, member_count: number) =>
    createCategory(site.db, { name, display_name, member_count, creator: owner })
  const cooking = await named('gotowanie', 'r/Gotowanie', 18_342)
  await Promise.all(Array.from({ length: 10 }, (_, at) => named(`dzial_${at}`, `Dział ${at}`, 100 - at)))
  await createCategory(site.db, {
    name: 'tylko_dorosli',
    display_name: 'Tylko dorośli',
    is_nsfw: true,
    member_count: 90_000,
  })
  post = await createPost(site.db, {
    category: cooking,
    author: owner,
    title: 'Zakwas w zimnej kuchni',
    content: 'Ciasto stoi całą noc przy oknie.',
  })
})

const menu = (page: Page) => page.locator('summary', { hasText: 'Menu' })
const bell = (page: Page) => page.locator('summary', { hasText: 'Powiadomienia' })
const searchField = (page: Page) => page.getByRole('combobox', { name: 'Szukaj' })
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

async function open(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

async function memberWith({ notifications = 0, messages = 0 }): Promise<Member> {
  const member = await createUser(site.db)
  const comment = await createComment(site.db, { post, author: owner, content: 'Spróbuj mąki żytniej.' })
  const notice = {
    user_id: member.id,
    kind: 'post_comment' as const,
    actor_id: owner.id,
    post_id: post.id,
    comment_id: comment.id,
  }
  const letter = { sender_id: owner.id, recipient_id: member.id, content: 'Dzień dobry' }
  if (notifications > 0) await site.db.insert(notification).values(Array.from({ length: notifications }, () => notice))
  if (messages > 0) await site.db.insert(message).values(Array.from({ length: messages }, () => letter))
  return member
}

describe('the top bar', () => {
  test('LAY-1,2 the top bar is sticky and links to the home page', async () => {
    const page = await site.newPage({ width: 390 })
    await open(page, '/r/gotowanie')
    await page.evaluate(() => {
      document.body.style.minHeight = '3000px'
      scrollTo(0, 1500)
    })
    await expect.poll(() => page.getByRole('banner').evaluate((bar) => bar.getBoundingClientRect().top)).toBe(0)
    await page.getByRole('banner').getByRole('link', { name: 'Wątek' }).click()
    await expect(page).toHaveURL('/')
  })

  test('LAY-9,11 the top bar offers a visitor login and registration, on a phone in the menu', async () => {
    const wide = await site.newPage()
    await open(wide)
    await expect(wide.getByRole('banner').getByRole('link', { name: 'Zaloguj się' })).toBeVisible()
    await expect(wide.getByRole('banner').getByRole('link', { name: 'Zarejestruj się' })).toBeVisible()
    await expect(bell(wide)).toHaveCount(0)
    const phone = await site.newPage({ width: 390 })
    await open(phone)
    await menu(phone).click()
    const items = menu(phone).locator('..')
    await expect(items.getByRole('link')).toHaveText(['Zaloguj się', 'Zarejestruj się'])
    await site.check(phone)
    await phone.keyboard.press('Escape')
    await expect(items.getByRole('link').first()).toBeHidden()
  })

  test('LAY-10 the top bar offers a member their profile with karma, messages, new posts and logout', async () => {
    const phone = await site.newPage({ width: 390, signedInAs: owner })
    await open(phone)
    await menu(phone).click()
    const items = menu(phone).locator('..')
    await expect(items.getByRole('link', { name: 'u/gospodyni' })).toContainText('Karma: 1284')
    await expect(items.getByRole('link', { name: 'u/gospodyni' })).toHaveAttribute('href', '/profile')
    await expect(items.getByRole('link', { name: 'Wiadomości' })).toHaveAttribute('href', '/messages')
    await expect(items.getByRole('link', { name: 'Nowy post' })).toHaveAttribute('href', '/submit')
    await expect(items.getByRole('button', { name: 'Wyloguj się' })).toBeVisible()
    await site.check(phone)
    const written = await site.newPage({ width: 390, signedInAs: await memberWith({ messages: 3 }) })
    await open(written)
    await menu(written).click()
    await expect(menu(written).locator('..').getByRole('link', { name: 'Wiadomości' })).toHaveText('Wiadomości 3')
    await expect(menu(written).locator('..').getByRole('link', { name: 'Panel administratora' })).toHaveCount(0)
  })

  test('the top bar leads an admin to the panel', async () => {
    const page = await site.newPage({ signedInAs: await createUser(site.db, { is_admin: true }) })
    await open(page)
    await menu(page).click()
    await expect(page.getByRole('link', { name: 'Panel administratora' })).toHaveAttribute('href', '/admin')
  })

  test('LAY-5,6 the badges of the top bar show 99 as 99, higher counts as 99+, also without JavaScript', async () => {
    const exact = await site.newPage({
      javaScript: false,
      signedInAs: await memberWith({ notifications: 99, messages: 99 }),
    })
    await exact.goto('/')
    await expect(bell(exact).locator('.badge')).toHaveText('99')
    const many = await site.newPage({ signedInAs: await memberWith({ notifications: 100, messages: 100 }) })
    await open(many)
    await expect(bell(many).locator('.badge')).toHaveText('99+')
    await expect(many.getByRole('link', { name: 'Wiadomości, 99+ nieprzeczytanych' }).locator('.badge')).toHaveText(
      '99+',
    )
  })

  test('THEME-1,2 LAY-7 LS-5 the top bar switches to dark mode at once, and the choice is stored', async () => {
    const page = await site.newPage()
    await open(page)
    const toggle = page.getByRole('banner').getByRole('button', { name: 'Ciemny motyw' }).first()
    await expect(toggle).toHaveAttribute('aria-pressed', 'false')
    await toggle.click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect(await stored(page, 'darkMode')).toBe('true')
    await page.goto('/browse-communities')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('button', { name: 'Ciemny motyw' }).first().click()
    expect(await stored(page, 'darkMode')).toBe('false')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })

  test('LANG-1,2,4,5 LAY-8 LS-6 the top bar switches the language of all texts, and the choice is stored', async () => {
    const context = await site.newPage()
    await context.context().clearCookies()
    await context.addInitScript(() => {
      if (sessionStorage.getItem('begun') === null) {
        localStorage.clear()
        sessionStorage.setItem('begun', '1')
      }
    })
    await open(context)
    await expect(context.locator('html')).toHaveAttribute('lang', 'pl')
    await context.evaluate(() => {
      document.documentElement.dataset.same = 'yes'
    })
    await context.getByRole('banner').getByRole('button', { name: 'EN: switch to English' }).click()
    await expect(context.locator('html')).toHaveAttribute('lang', 'en')
    await expect(context.locator('html')).not.toHaveAttribute('data-same')
    await expect(context.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
    expect(await stored(context, 'language')).toBe('en')
    await context.goto('/register')
    await expect(context.getByRole('heading', { level: 1 })).toHaveText('Create an account')
    await expect(context.getByRole('main')).not.toHaveText(/[ąćęłńóśźż]/)
    await open(context, '/login')
    await expect(context.getByRole('main')).not.toHaveText(/[ąćęłńóśźż]/)
    await context.getByLabel('Username').fill('nikt_taki')
    await context.getByLabel('Password', { exact: true }).fill('Cokolwiek1')
    await context.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(context.getByRole('alert')).toHaveText('Wrong username or password.')
  })
})

describe('sidebar and footer', () => {
  test('LAY-12,13,14 CON-3 the sidebar lists the ten largest communities and describes the site', async () => {
    const page = await site.newPage()
    await open(page)
    const links = page.getByRole('navigation', { name: 'Społeczności' }).getByRole('listitem').getByRole('link')
    await expect(links).toHaveCount(10)
    await expect(links.first()).toHaveAttribute('href', '/r/gotowanie')
    await expect(links.first()).toContainText('Gotowanie')
    await expect(links.first()).toContainText(/18\s342 członków/)
    await expect(links.first()).not.toContainText('r/')
    await expect(page.getByText('Tylko dorośli')).toHaveCount(0)
    const about = page.getByRole('region', { name: 'O serwisie Wątek' })
    await expect(about.getByRole('link', { name: 'Utwórz post' })).toHaveAttribute('href', '/submit')
    await expect(about.getByRole('link', { name: 'Utwórz społeczność' })).toHaveAttribute('href', '/create-community')
    await site.check(page)
  })

  test('LAY-12,15 a wide screen has the list of communities on the left and nothing on the right', async () => {
    const page = await site.newPage({ width: 1600 })
    await open(page)
    await expect(page.getByRole('complementary').getByRole('list')).toHaveCSS('list-style-type', 'none')
    const [side, main] = [
      (await page.getByRole('complementary').boundingBox())!,
      (await page.getByRole('main').boundingBox())!,
    ]
    expect(side.x + side.width).toBeLessThanOrEqual(main.x)
    const beside = await page
      .locator('.layout *')
      .evaluateAll(
        (all, edge) => all.filter((one) => one.getBoundingClientRect().left >= edge).map((one) => one.tagName),
        main.x + main.width,
      )
    expect(beside).toEqual([])
  })

  test('VAR-4,5 only the adult host requests adult lists; normal and adult host differ in colours', async () => {
    const seen = async (variant: 'normal' | 'adult') => {
      const page = await site.newPage({ variant })
      const flags = new Map<string, string | null>()
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url())
        if (pathname.startsWith('/api/posts') || pathname.startsWith('/api/categories'))
          flags.set(pathname.replace(/\/$/, ''), searchParams.get('nsfw'))
      })
      await open(page, '/privacy-policy')
      const feed = page.waitForResponse(/\/api\/posts\/?\?/)
      await page.getByRole('banner').getByRole('link', { name: 'Wątek' }).click()
      await feed
      await expect(page.getByRole('heading', { level: 1, name: 'Wszystkie rozmowy' })).toBeVisible()
      const [posts, communities] = [
        page.waitForResponse(/\/api\/posts\/search/),
        page.waitForResponse(/\/api\/categories\/?\?/),
      ]
      await searchField(page).fill('zakwas')
      await Promise.all([posts, communities])
      return {
        flags: Object.fromEntries(flags),
        colour: await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent')),
      }
    }
    const [normal, adult] = [await seen('normal'), await seen('adult')]
    expect(normal.flags).toEqual({ '/api/posts': 'false', '/api/posts/search': 'false', '/api/categories': 'false' })
    expect(adult.flags).toEqual({ '/api/posts': 'true', '/api/posts/search': 'true', '/api/categories': 'true' })
    expect(normal.colour).not.toBe(adult.colour)
  })

  test('a phone shows no sidebar', async () => {
    const page = await site.newPage({ width: 390 })
    await page.goto('/')
    await expect(page.getByRole('complementary')).toBeHidden()
  })

  test('normal and adult host link to each other', async () => {
    const page = await site.newPage()
    await page.goto('/')
    await expect(
      page.getByRole('contentinfo').getByRole('link', { name: 'Wersja dla dorosłych (18+)' }),
    ).toHaveAttribute('href', site.adultUrl)
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Polityka prywatności' })).toHaveAttribute(
      'href',
      '/privacy-policy',
    )
    const adult = await site.newPage({ variant: 'adult' })
    await open(adult)
    await expect(adult.getByRole('contentinfo').getByRole('link', { name: 'Zwykła wersja' })).toHaveAttribute(
      'href',
      site.url,
    )
    await expect(adult.getByRole('navigation', { name: 'Społeczności' }).getByRole('listitem')).toHaveCount(1)
    await site.check(adult)
  })

  test('VAR-7 the adult host asks for the age once, without JavaScript', async () => {
    const page = await site.newPage({ variant: 'adult', javaScript: false, width: 390 })
    await page.context().clearCookies({ name: 'adult_ok' })
    await page.goto('/browse-communities')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Treści tylko dla dorosłych')
    await expect(page.getByText('Tylko dorośli', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Mam ukończone 18 lat' }).click()
    await expect(page).toHaveURL('/browse-communities')
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Treści tylko dla dorosłych')
  })
})

describe('the search field', () => {
  test('LAY-3 SBOX-1,2,3,4,9 the search field suggests posts, users and communities while typing', async () => {
    const page = await site.newPage()
    await open(page)
    await searchField(page).fill('  g  ')
    await expect(page.getByRole('option').first()).toBeVisible()
    await searchField(page).fill('gos')
    await expect(page.getByRole('option', { name: 'u/gospodyni' })).toContainText('Karma: 1284')
    await searchField(page).fill('gotowanie')
    await expect(page.getByRole('group', { name: 'Społeczności' }).getByRole('option')).toContainText([
      /r\/gotowanie.*18\s342 członków/s,
    ])
    await searchField(page).fill('zakwas')
    const found = page.getByRole('group', { name: 'Posty' }).getByRole('option', { name: 'Zakwas w zimnej kuchni' })
    await expect(found).toContainText('Ciasto stoi całą noc przy oknie.')
    await expect(found).toHaveAttribute('href', `/post/${post.id}`)
    await site.check(page)
    await found.click()
    await expect(page).toHaveURL(`/post/${post.id}`)
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(searchField(page)).toHaveValue('')
  })

  test('LAY-3 SBOX-5,6 the search field reports no results and sends no request for blank text', async () => {
    const page = await site.newPage({ width: 390 })
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/posts/search')) asked += 1
    })
    await stopClock(page)
    await open(page)
    await searchField(page).pressSequentially('xqzxqz')
    await page.clock.runFor(300)
    await expect(page.locator('.suggest')).toHaveText('Brak wyników')
    expect(asked).toBe(1)
    await searchField(page).fill('   ')
    await page.clock.runFor(300)
    await expect(page.locator('.suggest')).toHaveCount(0)
    await searchField(page).press('Enter')
    await expect(page).toHaveURL('/')
    expect(asked).toBe(1)
  })

  test('SBOX-7,8 API-15 CON-3 the search field waits 300 ms after typing and requests 5 hits per type', async () => {
    for (let n = 1; n <= 6; n += 1) await createUser(site.db, { username: `podpowiedz_${n}` })
    const page = await site.newPage()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/users/search')) asked.push(new URL(request.url()).searchParams.get('q')!)
    })
    await stopClock(page)
    await open(page)
    await searchField(page).fill('podpow')
    await page.clock.runFor(200)
    await searchField(page).fill('podpowiedz')
    await page.clock.runFor(299)
    expect(asked).toEqual([])
    await page.clock.runFor(1)
    await expect(page.getByRole('group', { name: 'Użytkownicy' }).getByRole('option')).toHaveCount(5)
    expect(asked).toEqual(['podpowiedz'])
  })

  test('the search field is operated by keyboard: slash, arrows, Enter, Escape', async () => {
    const page = await site.newPage()
    await stopClock(page)
    await open(page)
    await page.keyboard.press('/')
    await expect(searchField(page)).toBeFocused()
    await page.keyboard.type('gotowanie')
    await page.clock.runFor(300)
    await expect(page.getByRole('option').first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    const chosen = page.locator('[role=option][aria-selected=true]')
    await expect(searchField(page)).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
    await page.keyboard.press('ArrowUp')
    await expect(chosen).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('listbox')).toHaveCount(0)
    await expect(searchField(page)).toBeFocused()
    await expect(searchField(page)).toHaveValue('gotowanie')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowUp')
    await expect(chosen).toHaveText(/r\/gotowanie/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/r/gotowanie')
  })

  test('Enter in the search field opens the search page, also without JavaScript', async () => {
    const page = await site.newPage()
    await open(page)
    await searchField(page).fill(' zimna kuchnia ')
    await searchField(page).press('Enter')
    await expect(page).toHaveURL('/search?q=zimna%20kuchnia')
    await expect(searchField(page)).toHaveValue('zimna kuchnia')
    const plain = await site.newPage({ javaScript: false })
    await plain.goto('/')
    await searchField(plain).fill('zakwas')
    await searchField(plain).press('Enter')
    await expect(plain).toHaveURL('/search?q=zakwas')
    await expect(searchField(plain)).toHaveValue('zakwas')
  })

  test('the search field keeps typed text while the next page is loading', async () => {
    const page = await site.newPage()
    await open(page, '/')
    await page.route(
      '**/api/categories**',
      async (route) => {
        await page.getByRole('combobox', { name: 'Szukaj' }).pressSequentially('rower')
        await route.continue()
      },
      { times: 1 },
    )
    await page.getByRole('contentinfo').getByRole('link', { name: 'Przeglądaj społeczności' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Społeczności')
    await expect(page.getByRole('combobox', { name: 'Szukaj' })).toHaveValue('rower')
  })

  test('ERR-4 the search field shows no error when a search fails', async () => {
    const page = await site.newPage({ expectErrors: LOGGED })
    await page.route(/\/api\/(posts\/search|users\/search|categories)/, (route) => route.abort())
    await open(page)
    const failed = page.waitForEvent('console', (line) => line.text().includes('Searching failed'))
    await searchField(page).fill('zakwas')
    await failed
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.locator('.suggest')).toHaveCount(0)
  })
})

describe('the notification bell', () => {
  test('LAY-4 NOTI-1,4,5,6 CON-3 the bell shows the latest ten notifications and opens the clicked one', async () => {
    const page = await site.newPage({ signedInAs: await memberWith({ notifications: 12 }) })
    await open(page)
    await bell(page).click()
    await expect(page.getByRole('heading', { name: 'Powiadomienia' })).toBeVisible()
    const items = page.locator('.notifications').getByRole('listitem')
    await expect(items).toHaveCount(10)
    await expect(page.locator('.notification--unread')).toHaveCount(10)
    await site.check(page)
    await items.first().getByRole('link').click()
    await expect(page).toHaveURL(new RegExp(`/post/${post.id}(\\?|#|$)`))
    await expect(bell(page).locator('.badge')).toHaveText('11')
    await bell(page).click()
    await expect(page.locator('.notification--unread')).toHaveCount(9)
  })

  test('NOTI-2,7 the bell marks all notifications as read at once', async () => {
    const page = await site.newPage({ width: 390, signedInAs: await memberWith({ notifications: 3 }) })
    await open(page)
    await bell(page).click()
    await page.getByRole('button', { name: 'Oznacz' }).click()
    await expect(bell(page).locator('.badge')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Oznacz' })).toHaveCount(0)
    await expect(page.locator('.notification--unread')).toHaveCount(0)
    await reload(page)
    await expect(bell(page).locator('.badge')).toHaveCount(0)
  })

  test('NOTI-2,3 the bell shows a text when there are no notifications', async () => {
    const page = await site.newPage({ signedInAs: await createUser(site.db) })
    await open(page)
    await bell(page).click()
    await expect(page.getByText('Brak powiadomień')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Oznacz' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(bell(page)).toBeFocused()
  })

  test('the bell shows no error where marking as read fails, and shows the notification as unread again', async () => {
    const page = await site.newPage({ signedInAs: await memberWith({ notifications: 2 }), expectErrors: LOGGED })
    await page.route('**/api/notifications/mark-all-read', (route) => route.abort())
    await open(page)
    await bell(page).click()
    await page.getByRole('button', { name: 'Oznacz' }).click()
    await expect(bell(page).locator('.badge')).toHaveText('2')
    await expect(page.locator('.notification--unread')).toHaveCount(2)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('ERR-4 counts, notices and saved posts that fail to load show no error; the page stays usable', async () => {
    const page = await site.newPage({
      events: false,
      signedInAs: await memberWith({ notifications: 1 }),
      expectErrors: [...LOGGED, /Loading the saved posts failed/],
    })
    await stopClock(page)
    await open(page)
    await page.route(/\/api\/(notifications|messages\/unread|posts\/saved)/, (route) => route.abort())
    const failed = page.waitForEvent('console', (line) => line.text().includes('Counting failed'))
    await page.clock.runFor(30_000)
    await failed
    await expect(bell(page).locator('.badge')).toHaveText('1')
    const unlisted = page.waitForEvent('console', (line) => line.text().includes('Loading the notifications failed'))
    await bell(page).click()
    await unlisted
    await page.keyboard.press('Escape')
    await menu(page).click()
    const unsaved = page.waitForEvent('console', (line) => line.text().includes('Loading the saved posts failed'))
    await page.getByRole('link', { name: 'Zapisane' }).click()
    await unsaved
    await expect(page).toHaveURL('/saved')
    await expect(page.getByRole('main').getByRole('button', { name: 'Spróbuj ponownie' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('NOTI-8 MSG-15 PERM-1 the bell refreshes its count every 30 seconds while a token is stored', async () => {
    const member = await memberWith({ notifications: 1, messages: 1 })
    const page = await site.newPage({ events: false, signedInAs: member })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('count')) asked.push(new URL(request.url()).pathname)
    })
    await stopClock(page)
    await open(page)
    expect(asked).toEqual([])
    await site.db.insert(notification).values({ user_id: member.id, kind: 'follower', actor_id: owner.id })
    await page.clock.runFor(30_000)
    await expect(bell(page).locator('.badge')).toHaveText('2')
    expect(asked).toEqual(['/api/notifications/count', '/api/messages/unread-count'])
    await page.evaluate(() => localStorage.removeItem('token'))
    await page.clock.runFor(60_000)
    expect(asked).toHaveLength(2)
  })
})

describe('the page as a whole', () => {
  // A hydration mismatch fails the test, since React logs it as an error.
  test.each(pageEntries.map(({ paths }) => paths[0]!))(
    'PERM-1 FRAME-2 the page %s hydrates without changing the server-rendered markup',
    async (path) => {
      const filled = path
        .replace(':id', String(post.id))
        .replace(':name', 'gotowanie')
        .replace(':username', 'gospodyni')
      // The page at this path cannot be shared by tests: without a token it redirects to the home page after a while.
      const visitor = await site.newPage({ shared: path !== '/verify-email-login', dark: true, lang: 'en' })
      await open(visitor, filled)
      await expect(visitor.getByRole('main')).toBeVisible()
    },
  )

  test('a page can be read without JavaScript', async () => {
    const page = await site.newPage({ javaScript: false, width: 390 })
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Zakwas w zimnej kuchni' }).first()).toBeVisible()
    await menu(page).click()
    await expect(menu(page).locator('..').getByRole('link', { name: 'Zarejestruj się' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Ciemny motyw' })).toHaveCount(0)
    await page.getByRole('contentinfo').getByRole('button', { name: 'Ciemny motyw' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  test('a skip link leads to the content, and focus moves to the heading after a navigation', async () => {
    const page = await site.newPage()
    await open(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Przejdź do treści' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Przeglądaj społeczności' }).click()
    await expect(page).toHaveURL('/browse-communities')
    await expect(page.getByRole('heading', { level: 1, name: 'Społeczności' })).toBeFocused()
  })

  test('a page restores its scroll position when the reader goes back', async () => {
    const archive = await createCategory(site.db)
    // These posts are too old for the first page of the feed.
    const created_at = new Date('2024-05-01')
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        createPost(site.db, {
          author: owner,
          category: archive,
          title: `Długa strona ${at}`,
          content: 'Treść. '.repeat(60),
          created_at,
        }),
      ),
    )
    const page = await site.newPage({ width: 390 })
    await open(page, `/r/${archive.name}?sort=new`)
    await page.evaluate(() => scrollTo(0, 700))
    await page
      .getByRole('link', { name: /Długa strona/ })
      .nth(4)
      .click()
    await expect(page).toHaveURL(/\/post\//)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  })

  test('a page shows a message when there is no network', async () => {
    const page = await site.newPage({ width: 390, expectErrors: [/net::ERR_INTERNET_DISCONNECTED/] })
    await open(page)
    await expect(page.locator('html')).toHaveAttribute('data-keys')
    await page.context().setOffline(true)
    await expect(page.getByText('Brak połączenia z internetem.')).toBeVisible()
    await site.check(page)
    await page.context().setOffline(false)
    await expect(page.getByText('Brak połączenia z internetem.')).toHaveCount(0)
  })

  test("an unknown URL shows a 'not found' page with status 404", async () => {
    const page = await site.newPage({ lang: 'en' })
    const answer = await page.goto('/nie/ma/takiej')
    expect(answer!.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page')
    await site.check(page)
  })

  test("LAY-16 a page whose script fails to load shows 'Unexpected Application Error!'", async () => {
    const page = await site.newPage({ expectErrors: [/./] })
    await open(page)
    await page.route('**/assets/browse-categories-*.js', (route) => route.abort())
    await page.getByRole('contentinfo').getByRole('link', { name: 'Przeglądaj społeczności' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
    await site.check(page)
    await page.unroute('**/assets/browse-categories-*.js')
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Unexpected Application Error!')
  })

  test('ERR-1,2 a rate-limited request shows the message of the server, or a generic one without it', async () => {
    const page = await site.newPage()
    await page.route('**/api/auth/login', (route) =>
      route.fulfill({ status: 429, json: { detail: 'Poczekaj 12 sekund.', code: 'too_many_requests' } }),
    )
    await page.route('**/api/auth/password-reset-request', (route) => route.fulfill({ status: 429, body: '' }))
    await open(page, '/login')
    await page.getByLabel('Nazwa użytkownika').fill('ktos')
    await page.getByLabel('Hasło', { exact: true }).fill('cokolwiek')
    await page.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
    await expect(page.getByRole('alert')).toHaveText(/^Rate Limit: Poczekaj 12 sekund\./)
    await page.getByRole('link', { name: 'Nie pamiętasz hasła?' }).click()
    await page.getByLabel('E-mail').fill('ktos@example.org')
    await page.getByRole('button', { name: 'Wyślij link' }).click()
    await expect(
      page.getByRole('alert').filter({ hasText: 'Rate Limit: Zbyt wiele żądań. Proszę spróbować ponownie za chwilę.' }),
    ).toBeVisible()
  })
})

describe('the e-mail verification banner', () => {
  async function unverified(page: Page, member: Member): Promise<void> {
    await page.addInitScript(
      (user) => localStorage.setItem('user', user),
      JSON.stringify({ ...member, email_verified: false }),
    )
  }

  test('VER-13 the verification banner mails the link again', async () => {
    const member = await createUser(site.db, { email: 'baner@example.org' })
    const page = await site.newPage({ signedInAs: member, width: 390 })
    await unverified(page, member)
    await open(page)
    await expect(page.getByRole('region', { name: 'Potwierdzenie adresu e-mail' })).toContainText(
      'Potwierdź swój adres e-mail: wysłaliśmy na niego link.',
    )
    const asked = page.waitForRequest('**/api/auth/resend-verification')
    await page.getByRole('button', { name: 'Wyślij ponownie' }).click()
    expect((await asked).postDataJSON()).toEqual({ email: 'baner@example.org' })
    await expect(page.getByRole('status').filter({ hasText: 'wiadomość z nowym linkiem' })).toBeVisible()
    await site.check(page)
  })

  test('VER-15 the verification banner shows a generic error where the server gives no reason', async () => {
    const member = await createUser(site.db)
    const page = await site.newPage({ signedInAs: member, expectErrors: [/Failed to load resource/] })
    await unverified(page, member)
    await page.route('**/api/auth/resend-verification', (route) => route.abort())
    await open(page)
    await page.getByRole('button', { name: 'Wyślij ponownie' }).click()
    await expect(page.getByRole('alert')).toHaveText('Nie udało się wysłać emaila')
    await page.unroute('**/api/auth/resend-verification')
    await page.route('**/api/auth/resend-verification', (route) =>
      route.fulfill({ status: 500, json: { detail: 'Poczta dziś nie działa.', code: 'internal' } }),
    )
    await page.getByRole('button', { name: 'Wyślij ponownie' }).click()
    await expect(page.getByRole('alert')).toHaveText('Poczta dziś nie działa.')
  })

  test('VER-14 the verification banner is hidden from a verified member and from a visitor', async () => {
    const member = await site.newPage({ signedInAs: await createUser(site.db) })
    await open(member)
    await expect(member.getByRole('button', { name: 'Wyślij ponownie' })).toHaveCount(0)
    const visitor = await site.newPage()
    await open(visitor)
    await expect(visitor.getByRole('button', { name: 'Wyślij ponownie' })).toHaveCount(0)
  })
})
