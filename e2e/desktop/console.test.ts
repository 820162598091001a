import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect as expectNow, test } from 'bun:test'
import { TOTP } from 'otpauth'
import { and, desc, isNull, ne } from 'drizzle-orm'
import type { Locator, Page } from 'playwright'
import { createHttpApi } from '#shared/api/client.ts'
import { contract } from '#shared/api/index.ts'
import { post } from '#server/features/posts/table.ts'
import { adminToken } from '#server/features/auth/table.ts'
import { holdContent, insertReport, lockReported, lockContent } from '#server/features/moderation/index.ts'
import { queueItem, report } from '#server/features/moderation/tables.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { ADMIN_PASSWORD, expect, startSite, untilHydrated } from '../harness.ts'
import type { Bridge } from '../../admin-desktop/ipc.ts'
import { openConsole, type Home } from './console-fixture.ts'

// Tests of the console's main process without Electron, and its page in a plain Chromium, against a running forum.

const [site, other] = [await startSite(), await startSite()]
const { start } = await openConsole(site)

const gardener = await createUser(site.db, { username: 'ogrodniczka', password: 'Ogrodek1234' })
await createUser(site.db, { username: 'czytelnik', password: 'Czytelnik1234' })
const garden = await createCategory(site.db, { name: 'ogrod', display_name: 'Ogród i działka', creator: gardener })
const mountains = await createCategory(site.db, { name: 'gory', display_name: 'W górach' })
const advert = await createPost(site.db, { category: garden, title: 'Nawóz za darmo' })
await createPost(site.db, { category: mountains, title: 'Cudza góra' })

/** Options of a test in which the server is down, since the browser logs each 503. */
const away = { expectErrors: [/503 \(Service Unavailable\)/] }
const host = (url: string) => new URL(url).host
const tabs = (page: Page) => page.getByRole('tab')
const server = (page: Page) => page.getByRole('combobox', { name: 'Serwer' })
const credentialFile = ({ folder }: Home) => readFile(join(folder, 'credentials.json'), 'utf8')
const credentialServers = async (home: Home) => Object.keys(JSON.parse(await credentialFile(home))).sort()
const signInButton = (page: Page) => page.getByRole('button', { name: /^(Zaloguj się|Sign in)$/ })

async function addReport(reason: string, post_id = advert.id) {
  const by = await createUser(site.db)
  return site.db.transaction(async (tx) =>
    insertReport(tx, by.id, { post_id }, { scope: await lockReported(tx, { post_id }), reason, now: new Date() }),
  )
}

const emptyQueue = async () => {
  await site.db.delete(report)
  await site.db.delete(queueItem)
}

async function addServer(where: Page | Locator, url: string) {
  await where.getByLabel('Adres forum').fill(url)
  await where.getByRole('button', { name: 'Dodaj serwer' }).click()
}

async function addSecondServer(page: Page) {
  await page.getByRole('button', { name: 'Dodaj serwer…' }).click()
  await addServer(page.getByRole('dialog'), other.url)
  await expect(page.getByText(`Forum: ${host(other.url)}`)).toBeVisible()
}

async function signInAsAdmin(page: Page, password = ADMIN_PASSWORD) {
  await page.getByText('Administrator', { exact: true }).click()
  await page.getByLabel('Hasło administratora').fill(password)
  await signInButton(page).click()
}

async function signInAsModerator(page: Page, username: string, password: string) {
  await page.getByText('Moderator', { exact: true }).click()
  await page.getByLabel('Nazwa użytkownika lub e-mail').fill(username)
  await page.getByLabel('Hasło', { exact: true }).fill(password)
  await signInButton(page).click()
}

/** Starts a new console, adds the forum and signs an admin in. */
async function startAsAdmin(options: Parameters<typeof start>[0] = {}) {
  const started = await start(options)
  await untilHydrated(started.page)
  await addServer(started.page, site.url)
  await signInAsAdmin(started.page)
  await expect(tabs(started.page)).toHaveCount(8)
  return started
}

test('FRAME-3 DESK-1 the first start asks for a server and the admin password, then opens every tab', async () => {
  const { page } = await start()
  await untilHydrated(page)
  await site.check(page)
  const address = page.getByLabel('Adres forum')
  const add = page.getByRole('button', { name: 'Dodaj serwer' })
  await address.fill('http://forum.example.pl')
  await add.click()
  await expect(page.getByText('Adres musi zaczynać się od https.')).toBeVisible()
  await address.fill('http://localhost:1')
  await add.click()
  await expect(page.getByText('Serwer nie odpowiada.')).toBeVisible()
  await address.fill(`${site.url}/r/ogrod?sort=new`)
  await add.click()

  await expect(page.getByRole('heading', { name: 'Zaloguj się' })).toBeVisible()
  await site.check(page)
  await signInAsAdmin(page, 'wrong-password')
  await expect(page.getByRole('alert')).toHaveText('Nieprawidłowe hasło')
  await signInAsAdmin(page)
  await expect(tabs(page)).toHaveText([
    'Przegląd',
    'Baza danych',
    'Użytkownicy',
    'Posty',
    'Społeczności',
    'Streamy',
    'Zgłoszenia',
    'Bot AI',
  ])
  for (const tab of await tabs(page).all()) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
    await expect(page.getByText('Nie udało się wczytać danych')).toHaveCount(0)
  }
})

test('DESK-3 sign-in, server and open tab survive a restart; no file or page has the token in clear', async () => {
  const { page: before, desktop, home } = await startAsAdmin()
  await tabs(before).filter({ hasText: 'Bot AI' }).click()
  await expect.poll(() => desktop.state().place).toBe('tab=aibot')
  const { page } = await start({ home })
  await expect(tabs(page).filter({ hasText: 'Bot AI' })).toHaveAttribute('aria-selected', 'true')
  await expect(server(page)).toHaveValue(site.url)
  const kept = await credentialFile(home)
  expectNow(Object.keys(JSON.parse(kept))).toEqual([site.url])
  expectNow(kept).not.toContain('wat_')

  const seen = await page.evaluate(async () => {
    const call = async (path: string, method = 'GET') => {
      const answer = await fetch(path, { method })
      return [answer.status, await answer.text(), JSON.stringify([...answer.headers])].join()
    }
    return {
      held: JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        document.cookie,
        await (window as never as { watek: Bridge }).watek.state(),
        document.documentElement.outerHTML,
      ]),
      me: await call('/api/admin/me'),
      login: await call('/api/admin-auth/login', 'POST'),
      bearer: await call('/api/auth/login', 'POST'),
    }
  })
  expectNow(seen.me).toStartWith('200,')
  expectNow(seen.login).toStartWith('403,')
  expectNow(seen.bearer).toStartWith('403,')
  expectNow(JSON.stringify(seen)).not.toContain('wat_')
})

test('DESK-4 the page can reach nothing but the bridge, which refuses calls outside its contract', async () => {
  const { page } = await startAsAdmin()
  const answers = await page.evaluate(async () => {
    const refused = async (call: Promise<unknown>) =>
      call.then(
        () => 'answered',
        (error: Error) => error.message,
      )
    const bridge = (window as never as { watek: unknown }).watek as Record<
      string,
      (...args: unknown[]) => Promise<unknown>
    >
    return {
      names: Object.keys(bridge).sort(),
      wrong: await refused(bridge.chooseServer!(7)),
      more: await refused(bridge.state!('more')),
      file: await refused(bridge.saveFile!({ name: 'a', text: 'b', path: '/etc/passwd' })),
      place: await refused(bridge.keepPlace!('//evil.example')),
      link: await bridge.openLink!('file:///etc/passwd'),
    }
  })
  expectNow(answers.names).toEqual([
    'addServer',
    'adminMode',
    'checkForUpdates',
    'chooseServer',
    'keepPlace',
    'notify',
    'on',
    'openLink',
    'removeServer',
    'retry',
    'saveFile',
    'setLanguage',
    'setTheme',
    'setUpdateFeed',
    'signIn',
    'signOut',
    'state',
  ])
  expectNow(
    [answers.wrong, answers.more, answers.file, answers.place].map((message) => /Not the arguments/.test(message)),
  ).toEqual([true, true, true, true])
  expectNow(answers.link).toMatchObject({ ok: false, issue: 'link_refused' })
})

test('DESK-5 a new report shows a badge and one notification that opens it; a decision removes the badge', async () => {
  await emptyQueue()
  const { page, done, desktop } = await startAsAdmin()
  // Waits for the first check for reports, which never shows a notification.
  await expect.poll(() => desktop.settings.read().seen_reports[site.url]).toBe(0)
  expectNow(done.shown?.pending_reports).toBe(0)
  const made = await addReport('To reklama.')
  await expect
    .poll(() => done.notices.map(({ title, body }) => `${title} | ${body}`))
    .toEqual(['Nowe zgłoszenie | Nawóz za darmo: To reklama.'])
  await expect.poll(() => done.shown?.pending_reports).toBe(1)
  await expect(page).toHaveTitle('(1) Konsola Wątek')

  done.notices[0]!.onClick!()
  await expect(page.getByRole('article', { name: `Zgłoszenie ${made.id}` })).toBeFocused()
  await page.getByRole('button', { name: 'Rozwiąż' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rozwiąż' }).click()
  await expect(page.locator('.toast')).toHaveText(/Raport rozwiązany/)
  await expect.poll(() => done.shown?.pending_reports).toBe(0)

  const second = await addReport('Znowu reklama.')
  desktop.showReport(second.id)
  await expect(page.getByRole('article', { name: `Zgłoszenie ${second.id}` })).toContainText('Znowu reklama.')
})

test('MOD-12 the moderation queue of the console works by keyboard; the window title counts open cases', async () => {
  await emptyQueue()
  const held = await createPost(site.db, { category: garden, title: 'Pierwszy wpis' })
  await site.db.transaction(async (tx) =>
    holdContent(
      tx,
      await lockContent(tx, { kind: 'post', id: held.id }),
      { held_by: 'newcomer' },
      { by: 'filter', now: new Date() },
    ),
  )
  await addReport('To reklama.')
  const { page, desktop } = await startAsAdmin()
  await expect(page).toHaveTitle('(2) Konsola Wątek')
  desktop.openPlace('tab=reports&kind=held')
  const queue = page.getByRole('region', { name: 'Kolejka' })
  await expect(queue.getByRole('button', { name: 'Pierwszy wpis' })).toBeVisible()
  await expect(queue.getByRole('button', { name: 'Nawóz za darmo' })).toHaveCount(0)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(queue.getByText('społeczność wstrzymuje wpisy nowych osób')).toBeVisible()
  await site.check(page)
  await page.keyboard.press('a')
  await expect(queue.getByText('Zatwierdzono „Pierwszy wpis”.')).toBeVisible()
  await expect(page).toHaveTitle('(1) Konsola Wątek')
  await page.keyboard.press('z')
  await expect(queue.getByRole('button', { name: 'Pierwszy wpis' })).toBeFocused()
  await expect(page).toHaveTitle('(2) Konsola Wątek')
})

test('DESK-5 a stopped server is reported and retried; typed text stays, failed requests are repeated', async () => {
  const { page, desktop } = await startAsAdmin(away)
  desktop.openPlace('tab=posts')
  const search = page.getByRole('searchbox')
  await expect(page.getByText('Nawóz za darmo').first()).toBeVisible()
  await search.fill('jeszcze nie wysłane')
  await site.stop()
  const banner = page.getByText(`Brak połączenia z ${host(site.url)}.`)
  await expect(banner).toBeVisible()
  await expect(search).toHaveValue('jeszcze nie wysłane')
  await site.check(page)
  await page.getByRole('button', { name: 'Spróbuj teraz' }).click()
  await expect(banner).toBeVisible()
  await tabs(page).filter({ hasText: 'Użytkownicy' }).click()
  await expect(page.getByText('Nie udało się wczytać danych')).toBeVisible()
  await site.start()
  await expect(banner).toHaveCount(0)
  await expect(page.getByText('Połączenie wróciło')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'ogrodniczka' })).toBeVisible()
})

test('posts are deleted and saved as CSV; links open in the browser, and a refused link shows the reason', async () => {
  const doomed = await createPost(site.db, { category: mountains, title: 'Do kosza' })
  const { page, desktop, done } = await startAsAdmin()
  desktop.openPlace('tab=posts&search=kosza')
  await page
    .getByRole('button', { name: `Usuń post „${doomed.title}”` })
    .or(page.getByRole('row').filter({ hasText: doomed.title }).getByRole('button', { name: /Usuń/ }))
    .first()
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: /Usuń/ }).click()
  await expect(page.getByRole('row').filter({ hasText: doomed.title })).toHaveCount(0)
  expectNow((await fetch(`${site.url}/api/posts/${doomed.id}`)).status).toBe(404)

  desktop.openPlace('tab=posts')
  await page.getByRole('button', { name: 'Eksportuj CSV' }).click()
  await expect(page.locator('.toast', { hasText: /^Zapisano \d+ wiersz/ })).toBeVisible()
  const others = await site.db
    .select({ title: post.title })
    .from(post)
    .where(and(ne(post.id, doomed.id), isNull(post.held_at)))
    .orderBy(desc(post.id))
  expectNow(
    done.saved.map(({ name, text }) => [
      name.replace(/\d/g, '0'),
      text.split('\r\n').map((line) => line.split(',')[1]),
    ]),
  ).toEqual([['posty-0000-00-00.csv', ['Tytuł', ...others.map(({ title }) => title), undefined]]])
  await page.getByRole('link', { name: 'Nawóz za darmo' }).first().click()
  await expect(page.getByText('Konsola otwiera tylko adresy https i mailto.')).toBeVisible()
})

test('FRAME-6 DESK-1,2 each server has its own sign-in; a moderator sees only their communities', async () => {
  await Promise.all([site.db.delete(adminToken), emptyQueue()])
  for (const reason of ['Reklama.', 'Też reklama.']) await addReport(reason)
  const { page, home } = await startAsAdmin()
  await addSecondServer(page)
  await signInAsAdmin(page)
  await expect(tabs(page)).toHaveCount(8)
  await server(page).selectOption(site.url)
  await expect(tabs(page)).toHaveCount(8)
  expectNow(await credentialServers(home)).toEqual([site.url, other.url].sort())
  await page.getByRole('button', { name: 'Wyloguj' }).click()
  await expect(signInButton(page)).toBeVisible()
  await expect.poll(() => credentialServers(home)).toEqual([other.url])
  await expect.poll(() => site.db.select().from(adminToken)).toEqual([])

  await signInAsModerator(page, 'czytelnik', 'Czytelnik1234')
  await expect(page.getByRole('alert')).toHaveText('To konto nie moderuje żadnej społeczności.')
  await signInAsModerator(page, 'ogrodniczka', 'Ogrodek1234')
  await expect(tabs(page)).toHaveText(['Posty', 'Społeczności', 'Zgłoszenia'])
  await expect(page.getByText('ogrodniczka, moderator: r/ogrod')).toBeVisible()
  await expect(page.getByText('Nawóz za darmo').first()).toBeVisible()
  await expect(page.getByText('Cudza góra')).toHaveCount(0)
  await tabs(page).filter({ hasText: 'Zgłoszenia' }).click()
  const cases = page.getByRole('list', { name: 'Sprawy, od najdłużej czekającej' }).locator('> li')
  await expect(cases).toHaveCount(1)
  await expect(cases).toContainText('2 zgłoszenia')
})

test('DESK-3 a credential that the server revoked is deleted from the file, and the sign-in opens', async () => {
  const { page, desktop, home } = await startAsAdmin()
  await addSecondServer(page)
  await signInAsAdmin(page)
  await expect(tabs(page)).toHaveCount(8)
  await other.db.delete(adminToken)
  // The check for reports may get the 401 first and close the panel's tabs, so the test opens a URL instead of clicking
  // a tab.
  desktop.openPlace('tab=users')
  await expect(page.getByRole('alert')).toHaveText('Sesja panelu wygasła. Zaloguj się ponownie.')
  await expect.poll(() => credentialServers(home)).toEqual([site.url])
})

test('DESK-6 the settings change the theme, the language, the update URL and the list of servers', async () => {
  const { page, done } = await startAsAdmin({ dark: false })
  await addSecondServer(page)
  await page.getByRole('button', { name: 'Ustawienia' }).click()
  await page.getByRole('radio', { name: 'Ciemny' }).click()
  await expect(page.locator('html[data-theme=dark]')).toBeAttached()
  await site.check(page)
  await page.getByLabel('Adres aktualizacji').fill('http://updates.example.pl')
  await page.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByText('Podaj pełny adres https')).toBeVisible()
  await page.getByLabel('Adres aktualizacji').fill('https://updates.example.pl/console')
  await page.getByRole('button', { name: 'Zapisz' }).click()
  await expect(page.getByText('Aktualizacje są włączone.')).toBeVisible()
  await page.getByRole('radio', { name: 'English' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Settings' })).toBeVisible()
  expectNow(done.feeds).toEqual(['https://updates.example.pl/console'])
  expectNow(done.shown).toMatchObject({ lang: 'en', theme: 'dark', update_feed: 'https://updates.example.pl/console' })
  await page.getByRole('button', { name: `Remove the server ${host(other.url)}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(host(other.url))).toHaveCount(0)
})

test('ACCT-6 DESK-3 a moderator with two-step login is asked for a code of the authenticator app', async () => {
  const [username, password] = ['ostrozna', 'Ostrozna1234']
  await createCategory(site.db, { creator: await createUser(site.db, { username, password }) })
  let token: string | null = null
  const api = createHttpApi(contract, fetch as never, {
    base: site.url,
    headers: () => (token === null ? {} : { authorization: `Bearer ${token}` }) as Record<string, string>,
  })
  token = (await api.auth.login({ username, password })).access_token
  const app = new TOTP({ secret: (await api.factors.startTotp({ password })).secret })
  const timestamp = Date.now()
  await api.factors.confirmTotp({ code: app.generate({ timestamp }) })

  const { page } = await start()
  await untilHydrated(page)
  await addServer(page, site.url)
  await signInAsModerator(page, username, password)
  await expect(page.getByRole('alert')).toHaveText('To konto ma logowanie dwuetapowe. Podaj też kod.')
  const code = page.getByLabel('Kod z aplikacji uwierzytelniającej')
  await expect(code).toBeFocused()
  await site.check(page)
  await code.fill(app.generate({ timestamp }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Ten kod jest nieprawidłowy albo był już użyty.')
  await code.fill(app.generate({ timestamp: timestamp + 30_000 }))
  await page.keyboard.press('Enter')
  await expect(tabs(page)).toHaveCount(3)
})

test('LIVE-1 DESK-5 a moderator is notified of new and decided reports by event stream, without polling', async () => {
  const [username, password] = ['czujna', 'Czujna12345']
  const category = await createCategory(site.db, { creator: await createUser(site.db, { username, password }) })
  const reporter = await createUser(site.db, { password })
  let token: string | null = null
  const headers = () =>
    ({ 'x-admin-password': ADMIN_PASSWORD, ...(token !== null && { authorization: `Bearer ${token}` }) }) as Record<
      string,
      string
    >
  const api = createHttpApi(contract, fetch as never, { base: site.url, headers })
  token = (await api.auth.login({ username: reporter.username, password })).access_token
  const { desktop, done } = await start({ reportsIntervalMs: 3_600_000 })
  await desktop.answer('addServer', [site.url])
  await desktop.answer('signIn', [{ kind: 'moderator', username, password }])
  // Waits for the first check for reports, which never shows a notification.
  await expect.poll(() => desktop.settings.read().seen_reports[site.url]).toBe(0)
  const made: number[] = []
  for (const title of ['Pierwszy', 'Drugi']) {
    made.push(
      (await api.reports.create({ post_id: (await createPost(site.db, { category, title })).id, reason: 'Reklama' }))
        .id,
    )
    await expect.poll(() => done.shown?.pending_reports).toBe(made.length)
  }
  expectNow(done.notices.map(({ body }) => body)).toEqual(['Pierwszy: Reklama', 'Drugi: Reklama'])
  await api.admin.decideReport({ report_id: made[0]!, action: 'rejected' })
  await expect.poll(() => done.shown?.pending_reports).toBe(1)
})
