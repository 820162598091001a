import { describe, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { tabs } from '#shared/admin/tabs.ts'
import { loadAdminTexts } from '#shared/admin/texts.ts'
import { adminToken } from '#server/features/auth/table.ts'
import { user } from '#server/features/users/table.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { ADMIN_PASSWORD, expect, reload, startSite, untilHydrated } from '../harness.ts'

const [site, strict] = await Promise.all([startSite(), startSite({ ADMIN_REQUIRE_ACCOUNT: 'true' })])
const boss = await createUser(site.db, { username: 'szefowa', is_admin: true, created_at: new Date('2026-02-01') })
const people = await Promise.all(
  Array.from({ length: 24 }, (_, at) =>
    createUser(site.db, {
      username: `osoba_${at + 1}`,
      karma: at * 100,
      created_at: new Date(Date.UTC(2026, 0, 1, at)),
    }),
  ),
)
const garden = await createCategory(site.db, { name: 'ogrod', creator: people[0]! })
await createPost(site.db, { author: people[1]!, category: garden, title: 'Grządki' })

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })
const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
const rows = (page: Page) => page.locator('tbody tr')
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('admin_password'))

describe('the sign-in of the panel', () => {
  test.each(['pl', 'en'] as const)(
    'RTE-23,24 ADML-1,2,3,4,6,7 ADM-1,2,3 LS-4 REQ-5 the admin password is refused if wrong, else signs in (%s)',
    async (lang) => {
      const t = await loadAdminTexts(lang)
      const page = await site.newPage({ lang })
      await page.goto('/admin')
      await expect(page).toHaveURL(/\/admin\/login$/)
      await untilHydrated(page)
      const password = page.getByLabel(t.frame.login.password)
      const submit = page.locator('form').getByRole('button', { name: t.frame.login.submit, exact: true })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.frame.login.title)
      await expect(page.getByRole('link', { name: t.frame.login.home })).toHaveAttribute('href', '/')
      await expect(password).toHaveAttribute('required', '')
      await site.check(page)

      const refuse = async (status: number, json: object, said: string) => {
        await page.route('**/api/admin-auth/login', (route) => route.fulfill({ status, json }), { times: 1 })
        await password.fill('cokolwiek')
        await submit.click()
        await expect(page.getByRole('alert')).toHaveText(said)
      }
      await refuse(401, { detail: 'Zdanie serwera' }, 'Zdanie serwera')
      await refuse(401, {}, t.frame.login.wrong)
      await refuse(200, { success: false }, t.frame.login.failed)
      await password.fill('Zupełnie-inne-1')
      await submit.click()
      await expect(page.getByRole('alert')).toHaveText(t.frame.login.wrong)

      const calls: Record<string, string | undefined> = {}
      page.on('request', (request) => {
        calls[new URL(request.url()).pathname] = request.headers()['x-admin-password']
      })
      await page.route('**/api/admin-auth/verify', async (route) => {
        await expect(page.getByText(t.frame.checking)).toBeVisible()
        await route.continue()
      })
      await password.fill(ADMIN_PASSWORD)
      await password.press('Enter')
      await expect(page).toHaveURL(/\/admin$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.frame.title)
      await expect(page.getByRole('tab')).toHaveText(Object.values(t.frame.tabs))
      const token = await stored(page)
      expect(token).toMatch(/^wat_/)
      expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(ADMIN_PASSWORD)
      await page.getByRole('tab', { name: t.frame.tabs.aibot }).click()
      await expect.poll(() => calls['/api/bot/stats']).toBe(token!)
      expect([calls['/api/admin/me'], calls['/api/categories']]).toEqual([token!, undefined])

      await page.getByRole('button', { name: t.frame.logOut }).click()
      await expect(page).toHaveURL(/\/admin\/login$/)
      expect(await stored(page)).toBeNull()
      const answer = await fetch(`${site.url}/api/admin/me`, { headers: { 'X-Admin-Password': token! } })
      expect(answer.status).toBe(401)
    },
  )

  test('ADML-5,8 an expired panel token leads to the sign-in, which returns to the previous page', async () => {
    const page = await site.newPage({ admin: true })
    await page.goto('/admin?tab=users&search=osoba_2&sort=-karma')
    await expect(rows(page).first()).toContainText('osoba_24')
    await site.db.update(adminToken).set({ expires_at: new Date() })
    await page.getByRole('searchbox').fill('osoba_7')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/admin\/login\?next=/)
    await expect(toast(page, 'Sesja panelu wygasła')).toBeVisible()
    expect(await stored(page)).toBeNull()
    await page.getByLabel('Hasło administratora').fill(ADMIN_PASSWORD)
    await page.getByLabel('Hasło administratora').press('Enter')
    await expect(page.getByRole('searchbox')).toHaveValue('osoba_7')
    await expect(rows(page)).toHaveCount(1)

    await page.evaluate(() => localStorage.setItem('admin_password', 'Niedobre-haslo-1'))
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/admin\/login$/)
    expect(await stored(page)).toBeNull()
  })

  test('ADML-7,8 the sign-in of the panel refuses an account that is no admin where one is required', async () => {
    const [plain, flagged] = [await createUser(strict.db), await createUser(strict.db, { is_admin: true })]
    const page = await strict.newPage({ signedInAs: plain })
    await page.goto('/admin/login')
    await untilHydrated(page)
    await page.getByLabel('Hasło administratora').fill(ADMIN_PASSWORD)
    await page.getByLabel('Hasło administratora').press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Brak uprawnień administratora')

    const demoted = await strict.newPage({ signedInAs: flagged })
    await demoted.goto('/admin/login')
    await untilHydrated(demoted)
    await demoted.getByLabel('Hasło administratora').fill(ADMIN_PASSWORD)
    await demoted.getByLabel('Hasło administratora').press('Enter')
    await expect(demoted.getByRole('tablist')).toBeVisible()
    await strict.db.update(user).set({ is_admin: false }).where(eq(user.id, flagged.id))
    await demoted.reload()
    await expect(toast(demoted, 'Brak uprawnień administratora')).toBeVisible()
    await expect(demoted).toHaveURL(`${strict.url}/`)
  })

  test('GEN-5 RTE-24 a moderator opens the panel without the admin password, a plain member cannot', async () => {
    const page = await site.newPage({ signedInAs: people[0]! })
    await page.goto('/admin?tab=users')
    await expect(page.getByRole('tab')).toHaveText(['Posty', 'Społeczności', 'Zgłoszenia'])
    await expect(page.getByText('osoba_1, moderator: r/ogrod')).toBeVisible()
    await expect(page.getByRole('tab', { selected: true })).toHaveText('Posty')
    await expect(rowOf(page, 'Grządki')).toBeVisible()

    const member = await site.newPage({ signedInAs: people[5]! })
    await member.goto('/admin')
    await expect(member).toHaveURL(/\/admin\/login$/)
    expect(await stored(member)).toBeNull()
  })

  test('RTE-23,24 ADML-6 ADM-1 the page of the panel is not cached or indexed and has its own heading', async () => {
    const answers = await Promise.all(['/admin', '/admin/login'].map((path) => fetch(site.url + path)))
    expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual([
      'private, no-store',
      'private, no-store',
    ])
    const [panel, login] = await Promise.all(answers.map((answer) => answer.text()))
    expect(panel).toMatch(/<h1[^>]*>Panel Administratora<\/h1>.*Sprawdzanie uprawnień\.\.\./s)
    expect(login).toMatch(/<h1[^>]*>Logowanie do panelu<\/h1>/)
    expect([panel, login].map((html) => /<meta name="robots" content="noindex"/.test(html!))).toEqual([true, true])
  })
})

describe('users', () => {
  test('ADM-4,5 ADMU-1,2 users are searched by Enter or button, paged, sorted and browsed by keyboard', async () => {
    const page = await site.newPage({ admin: true })
    await page.goto('/admin?tab=users')
    await expect(rows(page)).toHaveCount(20)
    await expect(page.getByRole('columnheader')).toHaveText([
      'ID',
      'Nazwa',
      'E-mail',
      'Karma',
      'Admin',
      'Utworzono',
      'Działania',
    ])
    await expect(rowOf(page, 'szefowa').getByRole('cell')).toHaveText([
      String(boss.id),
      /^Sszefowa/,
      /^szefowa@example.org/,
      '0',
      'Admin',
      '2026-02-01 01:00',
      /^Odbierz admina.*Usuń konto szefowa/,
    ])
    await page.getByRole('link', { name: 'Następna' }).click()
    await expect(page).toHaveURL(/skip=20/)
    await expect(rowOf(page, 'osoba_1')).toBeVisible()
    await page.getByRole('searchbox').fill('OSOBA_1')
    await page.getByRole('searchbox').press('Enter')
    await expect(page.getByText('1–11 z 11')).toBeVisible()
    await expect(page).not.toHaveURL(/skip/)
    await page.getByRole('button', { name: 'Karma' }).click()
    await expect(rows(page).first()).toContainText('osoba_1@')
    await page.getByRole('button', { name: 'Karma' }).click()
    await expect(rows(page).first()).toContainText('osoba_19')
    await rows(page).first().focus()
    await page.keyboard.press('End')
    await expect(rows(page).last()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(rows(page).nth(9)).toBeFocused()

    await page.getByRole('tab', { name: 'Posty' }).click()
    await expect(rowOf(page, 'Grządki')).toBeVisible()
    await expect(page).toHaveURL(/\?tab=posts$/)
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await page.goBack()
    await expect(page.getByRole('searchbox')).toHaveValue('OSOBA_1')
    await expect(rows(page).first()).toContainText('osoba_19')
    await page.getByRole('searchbox').fill('nikogo takiego')
    await page.getByRole('main').getByRole('button', { name: 'Szukaj' }).click()
    await expect(page.getByText('Nikt nie pasuje do „nikogo takiego”')).toBeVisible()
  })

  test('ADMU-3,4,5 PERM-5 users are made admins and plain users again (not the last admin) and deleted', async () => {
    const leaving = await createUser(site.db, { username: 'zbedny_gosc' })
    const made = await createPost(site.db, { author: leaving, category: garden })
    await createComment(site.db, { author: leaving, post: made })
    const page = await site.newPage({ admin: true, expectErrors: [/status of 500/] })
    const question = page.getByRole('alertdialog')
    await page.goto('/admin?tab=users&search=zbedny_gosc')
    const row = rowOf(page, 'zbedny_gosc')
    await row.getByRole('button', { name: 'Nadaj admina' }).click()
    await expect(question).toContainText('zbedny_gosc')
    await question.getByRole('button', { name: 'Nadaj admina' }).click()
    await expect(toast(page, 'Zaktualizowano uprawnienia')).toBeVisible()
    await row.getByRole('button', { name: 'Odbierz admina' }).click()
    await question.getByRole('button', { name: 'Odbierz admina' }).click()
    await expect(row.getByRole('button', { name: 'Nadaj admina' })).toBeVisible()

    await row.getByRole('button', { name: 'Usuń konto zbedny_gosc' }).click()
    await expect(question).toContainText('Na koncie: 1 post i 1 komentarz.')
    await question.getByRole('button', { name: 'Anuluj' }).click()
    await expect(row).toBeVisible()
    await row.getByRole('button', { name: 'Usuń konto zbedny_gosc' }).click()
    await question.getByLabel('Usuń razem z kontem').check()
    await question.getByRole('button', { name: 'Usuń konto' }).click()
    await expect(toast(page, 'Usunięto pomyślnie')).toBeVisible()
    await expect(row).toHaveCount(0)
    await expect.poll(async () => (await fetch(`${site.url}/api/posts/${made.id}`)).status).toBe(404)

    await page.goto('/admin?tab=users&search=szefowa')
    const last = rowOf(page, 'szefowa')
    await last.getByRole('button', { name: 'Odbierz admina' }).click()
    await question.getByRole('button', { name: 'Odbierz admina' }).click()
    await expect(toast(page, 'Błąd: To ostatni administrator.')).toBeVisible()
    await last.getByRole('button', { name: 'Usuń konto szefowa' }).click()
    await question.getByRole('button', { name: 'Usuń konto' }).click()
    await expect(toast(page, 'Błąd podczas usuwania: To ostatni administrator.')).toBeVisible()

    const list = /\/api\/admin\/users\?/
    await page.route(list, (route) => route.fulfill({ status: 500, body: '' }))
    await reload(page)
    await expect(page.getByRole('alert').filter({ hasText: 'Nie udało się wczytać danych' })).toContainText(
      'Nieznany błąd',
    )
    await page.unroute(list)
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await expect(last).toBeVisible()
    await page.getByRole('tab', { name: 'Przegląd' }).click()
    const log = page.getByRole('table', { name: 'Ostatnie działania obsługi' })
    await expect(log.getByRole('row').nth(1)).toContainText(/usunięcie konta.*zbedny_gosc/)
    await expect(log.getByRole('row').nth(2)).toContainText('odebranie admina')
  })
})

test('every panel tab passes the accessibility checks in both themes and fits a phone', async () => {
  const page = await site.newPage({ admin: true })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const dress = (theme: string) =>
    page.evaluate((name) => {
      document.documentElement.dataset.theme = name
    }, theme)
  await page.goto('/admin')
  for (const at of Object.keys(tabs).keys()) {
    await page.getByRole('tab').nth(at).click()
    await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await site.check(page)
    // The themes differ only in colours, so the dark theme is checked for its colours only.
    await dress('dark')
    await site.checkColours(page)
    await dress('light')
    await page.setViewportSize({ width: 390, height: 800 })
    // The chart adapts to the new width with a delay.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await page.setViewportSize({ width: 1280, height: 900 })
  }
})

test('a visitor never loads code, texts or data of the panel', async () => {
  const page = await site.newPage()
  const files = new Set<string>()
  page.on('request', (request) => {
    if (/\.(js|css)$/.test(new URL(request.url()).pathname)) files.add(request.url())
  })
  const ofPanel = async () => {
    const texts = await Promise.all([...files].map(async (url) => (await fetch(url)).text()))
    return texts.filter((text) => /\/api\/admin\/|recharts|Panel Administratora|admin__head/.test(text)).length
  }
  await page.goto('/')
  await untilHydrated(page)
  await page.getByRole('link', { name: 'Zaloguj się' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/r/ogrod')
  await untilHydrated(page)
  await page.goto('/search?q=osoba')
  await untilHydrated(page)
  expect(files.size).toBeGreaterThan(5)
  expect(await ofPanel()).toBe(0)
  await page.goto('/admin/login')
  await untilHydrated(page)
  expect(await ofPanel()).toBeGreaterThan(0)
})
