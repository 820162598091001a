import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect as expectNow, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { _electron, type ElectronApplication, type Page } from 'playwright'
import { category } from '#server/features/categories/table.ts'
import { post } from '#server/features/posts/table.ts'
import { insertReport, lockReported } from '#server/features/moderation/index.ts'
import { user } from '#server/features/users/table.ts'
import type { Bridge } from '../../admin-desktop/ipc.ts'
import { findElectron, isStandIn } from '../../server/commands/desktop-parts.ts'
import { ADMIN_PASSWORD, expect, startSite, WAIT_MS } from '../harness.ts'
import { consoleOfSources } from './parts.ts'

/*
 * Tests of the console's real main process, preload and page against the demo forum. ELECTRON_PATH is the Electron
 * binary, by default that of Electron's package; without a binary the tests are reported as skipped.
 */

const program = findElectron()
const ON =
  program === null
    ? 'SKIPPED: neither ELECTRON_PATH nor the package of Electron has a program here'
    : isStandIn(program)
      ? 'stand-in'
      : 'Electron'
const on = (name: string, run: () => Promise<void>) => test.skipIf(program === null)(`${name} (${ON})`, run)
console.log(`Desktop console, whole: ${ON}`)

const forum =
  program === null
    ? null
    : {
        site: await startSite({ DEMO: 'on' }),
        built: await consoleOfSources(true),
        folder: await mkdtemp(join(tmpdir(), 'watek-electron-')),
      }
const site = () => forum!.site

type Spied = { notices: { title: string; body: string; press: () => void }[]; opened: string[] }
type SpiedGlobal = typeof globalThis & { spied: Spied }

let running: ElectronApplication | null = null

/** Bun puts its own `node` first in PATH; child processes need the real one. */
const PATH = process.env.PATH?.split(':')
  .filter((folder) => !folder.includes('bun-node'))
  .join(':')
const environment = (home: string, extra: Record<string, string> = {}) =>
  ({ ...process.env, PATH, NODE_ENV: 'production', XDG_CONFIG_HOME: home, ...extra }) as Record<string, string>
const ownFlags = (home: string) => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--user-data-dir=${join(home, 'user')}`,
]

type Start = { home?: string; flags?: string[]; env?: Record<string, string> }

const newHome = () => mkdtemp(join(forum!.folder, 'home-'))

/**
 * Starts the console, with a new home folder if `home` is not given, and records notifications and opened links in its
 * main process.
 */
async function open({ home: given, flags = [], env }: Start = {}): Promise<{
  app: ElectronApplication
  page: Page
  home: string
}> {
  const home = given ?? (await newHome())
  const app = await _electron.launch({
    executablePath: program!,
    args: ['-r', join(import.meta.dir, 'load-globals.cjs'), ...ownFlags(home), ...flags, forum!.built],
    env: environment(home, env),
  })
  running = app
  await app.evaluate(({ Notification, shell }) => {
    ;(globalThis as SpiedGlobal).spied = { notices: [], opened: [] }
    Notification.prototype.show = function (this: { title: string; body: string; emit: (event: string) => void }) {
      ;(globalThis as SpiedGlobal).spied.notices.push({
        title: this.title,
        body: this.body,
        press: () => this.emit('click'),
      })
    }
    shell.openExternal = async (link: string) => {
      ;(globalThis as SpiedGlobal).spied.opened.push(link)
    }
  })
  const page = await app.firstWindow()
  page.setDefaultTimeout(WAIT_MS)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  return { app, page, home }
}

async function close(): Promise<void> {
  const ended = running?.process()
  await running?.close()
  // Waits for the exit, or the next start would connect to the instance that is still running.
  if (ended && ended.exitCode === null) await new Promise((done) => ended.once('exit', done))
  running = null
}

// The demo forum creates and decides reports of its own while it is being filled.
if (forum) await expect.poll(forum.site.log, { timeout: 300_000 }).toContain('The demo forum is complete')

afterEach(close)
afterAll(async () => {
  if (forum) await rm(forum.folder, { recursive: true, force: true })
})

const tabs = (page: Page) => page.getByRole('tab')
const notices = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as SpiedGlobal).spied.notices.map(({ title, body }) => `${title} | ${body}`))
const badge = (app: ElectronApplication) => app.evaluate(({ app: electron }) => electron.getBadgeCount())
const menuLabels = (app: ElectronApplication) =>
  app.evaluate(({ Menu }) => Menu.getApplicationMenu()!.items.map(({ label }: { label: string }) => label))
const press = (app: ElectronApplication, id: string) =>
  app.evaluate(({ Menu }, wanted) => {
    Menu.getApplicationMenu()!.getMenuItemById(wanted)!.click()
  }, id)
/** The console checks the reports when its window gets the focus. */
const focus = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]!.emit('focus')
  })
const folderOf = (app: ElectronApplication) => app.evaluate(({ app: electron }) => electron.getPath('userData'))

async function addReport(reason: string) {
  const [home] = await site().db.select().from(category).where(eq(category.name, 'polska'))
  const [written] = await site().db.select().from(post).where(eq(post.category_id, home!.id)).limit(1)
  const [by] = await site().db.select().from(user).where(eq(user.username, 'demo'))
  const target = { post_id: written!.id }
  return site().db.transaction(async (tx) =>
    insertReport(tx, by!.id, target, { scope: await lockReported(tx, target), reason, now: new Date() }),
  )
}

async function addServer(page: Page) {
  await page.getByLabel('Adres forum').fill(site().url)
  await page.getByRole('button', { name: 'Dodaj serwer' }).click()
}

async function signInAsAdmin(page: Page, password = ADMIN_PASSWORD) {
  await page.getByText('Administrator', { exact: true }).click()
  await page.getByLabel('Hasło administratora').fill(password)
  await page.getByRole('button', { name: 'Zaloguj się' }).click()
}

/** Starts a new console, adds the forum and signs an admin in. */
async function openAsAdmin() {
  const opened = await open()
  await addServer(opened.page)
  await signInAsAdmin(opened.page)
  await expect(tabs(opened.page)).toHaveCount(8)
  return opened
}

on(
  'DESK-1,7 an admin adds the demo forum, signs in and opens every tab; the menu uses the chosen language',
  async () => {
    const { app, page } = await open()
    expectNow(await menuLabels(app)).toEqual(['Plik', 'Edycja', 'Panel', 'Widok', 'Okno', 'Pomoc'])
    await addServer(page)
    await signInAsAdmin(page, 'wrong-password')
    await expect(page.getByRole('alert')).toHaveText('Nieprawidłowe hasło')
    await signInAsAdmin(page)
    await expect(tabs(page)).toHaveCount(8)
    for (const tab of ['database', 'users', 'posts', 'categories', 'streams', 'reports', 'aibot', 'dashboard']) {
      await press(app, `tab-${tab}`)
      await expect(page).toHaveURL(new RegExp(`\\?tab=${tab}$`))
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
      await expect(page.getByText('Nie udało się wczytać danych')).toHaveCount(0)
    }
    await press(app, 'lang-en')
    await expect(tabs(page).first()).toHaveText('Dashboard')
    expectNow(await menuLabels(app)).toEqual(['File', 'Edit', 'Panel', 'View', 'Window', 'Help'])
    await press(app, 'shortcuts')
    await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await press(app, 'lang-pl')
    await expect(tabs(page).first()).toHaveText('Przegląd')
  },
)

on(
  'DESK-3,5 a restart keeps server, sign-in and window; the credential file shows no token and only its ' +
    'owner can read it',
  async () => {
    const { app: before, home } = await openAsAdmin()
    await before.evaluate(({ BrowserWindow }) => {
      BrowserWindow.getAllWindows()[0]!.setBounds({ x: 40, y: 50, width: 1100, height: 720 })
    })
    await expect
      .poll(async () => JSON.parse(await readFile(join(await folderOf(before), 'settings.json'), 'utf8')).window)
      .toMatchObject({ x: 40, width: 1100 })
    await close()
    const { app, page } = await open({ home })
    await expect(tabs(page)).toHaveCount(8)
    expectNow(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getBounds())).toEqual({
      x: 40,
      y: 50,
      width: 1100,
      height: 720,
    })
    const file = join(await folderOf(app), 'credentials.json')
    const kept = await readFile(file, 'utf8')
    expectNow(Object.keys(JSON.parse(kept))).toEqual([site().url])
    expectNow(
      kept + Buffer.from(Object.values(JSON.parse(kept) as Record<string, string>)[0]!, 'base64').toString('latin1'),
    ).not.toContain('wat_')
    expectNow((await stat(file)).mode & 0o777).toBe(0o600)
  },
)

on(
  'DESK-4,5 a new report shows a badge and a notification that opens it; a deep link opens the running console',
  async () => {
    const { app, page, home } = await openAsAdmin()
    await expect
      .poll(
        async () => {
          await focus(app)
          return badge(app)
        },
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0)
    const made = await addReport('Podejrzany odnośnik.')
    await expect
      .poll(async () => {
        await focus(app)
        return (await notices(app)).filter((line) => line.includes('Podejrzany odnośnik.'))
      })
      .toHaveLength(1)
    await app.evaluate(() => {
      ;(globalThis as SpiedGlobal).spied.notices.find(({ body }) => body.includes('Podejrzany odnośnik.'))!.press()
    })
    const card = page.getByRole('article', { name: `Zgłoszenie ${made.id}` })
    await expect(card).toBeFocused()
    const before = await badge(app)
    await card.getByRole('button', { name: 'Rozwiąż' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rozwiąż' }).click()
    await expect.poll(() => badge(app)).toBe(before - 1)

    const linked = await addReport('Z odnośnika w wiadomości.')
    const second = spawn(program!, [...ownFlags(home), forum!.built, `watek-console://reports/${linked.id}`], {
      env: environment(home),
      stdio: 'ignore',
    })
    expectNow(await new Promise((ended) => second.once('close', ended))).toBe(0)
    await expect(page.getByRole('article', { name: `Zgłoszenie ${linked.id}` })).toContainText(
      'Z odnośnika w wiadomości.',
    )
    expectNow(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  },
)

on('DESK-4 navigation, new windows, permissions, other windows and file paths of the page are refused', async () => {
  const { app, page } = await openAsAdmin()
  const address = page.url()
  const opened = () => app.evaluate(() => (globalThis as SpiedGlobal).spied.opened)
  await page.evaluate(() => {
    location.href = 'https://example.org/navigated'
  })
  // Waits, since a second navigation would cancel the first one.
  await expect.poll(opened).toEqual(['https://example.org/navigated'])
  await page.evaluate(() => {
    location.href = 'http://127.0.0.1:9/plain'
  })
  await page.evaluate(() => {
    window.open('https://example.org/opened')
  })
  await page.evaluate(() => {
    window.open('file:///etc/passwd')
  })
  await expect.poll(opened).toEqual(['https://example.org/navigated', 'https://example.org/opened'])
  expectNow(page.url()).toBe(address)
  expectNow(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)

  const seen = await page.evaluate(async () => {
    const violated = new Set<string>()
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violated.add(violatedDirective))
    const status = (path: string) =>
      fetch(path).then(
        (answer) => answer.status,
        () => 0,
      )
    return {
      permission: (await navigator.permissions.query({ name: 'geolocation' })).state,
      escapes: await Promise.all(
        [
          '/..%2fmain.cjs',
          '/%2e%2e/main.cjs',
          '/assets/..%5c..%5cmain.cjs',
          '/main.cjs',
          '/api/auth/login',
          '/api/%61dmin/me',
        ].map(status),
      ),
      other: await status('https://example.org/'),
      node: [
        typeof (window as never as { require: unknown }).require,
        typeof (window as never as { process: unknown }).process,
      ],
      violated: await new Promise<string[]>((resolve) => {
        const inline = document.createElement('script')
        inline.textContent = 'window.ran = true'
        document.body.append(inline)
        setTimeout(() => resolve([...violated].sort()), 100)
      }),
      ran: 'ran' in window,
    }
  })
  expectNow(seen).toEqual({
    permission: 'denied',
    escapes: [404, 404, 404, 404, 403, 403],
    other: 0,
    node: ['undefined', 'undefined'],
    violated: ['connect-src', 'script-src-elem'],
    ran: false,
  })

  // The main process must refuse calls from any window but its own, even if that window has the same origin and preload
  // script.
  const foreign = await app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const window = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      })
      const loaded = new Promise((done) => {
        window.webContents.once('did-finish-load', () => done(null))
      })
      void window.loadURL('app://console/icon').catch(() => {})
      await loaded
      const answer: unknown = await window.webContents.executeJavaScript(
        'watek.state().then(() => "answered", (error) => error.message)',
      )
      window.destroy()
      return String(answer)
    },
    join(forum!.built, 'preload.cjs'),
  )
  expectNow(foreign).toContain('Refused')
})

on(
  'DESK-5 DESK-6 system dialogs decide whether an update URL is stored, and whether and where a file is saved',
  async () => {
    const { app, page, home } = await openAsAdmin()
    const feed = 'https://updates.example.pl/console'
    const set = () =>
      page.evaluate((address) => (window as never as { watek: Bridge }).watek.setUpdateFeed(address), feed)
    const answerWith = (response: number) =>
      app.evaluate(({ dialog }, pressed) => {
        dialog.showMessageBox = (async (_window: unknown, { detail }: { detail: string }) => {
          ;(globalThis as SpiedGlobal).spied.opened.push(detail)
          return { response: pressed, checkboxChecked: false }
        }) as never
      }, response)
    await answerWith(0)
    expectNow(await set()).toMatchObject({ ok: false, issue: 'feed_declined' })
    await answerWith(1)
    expectNow(await set()).toEqual({ ok: true })
    expectNow(
      (await app.evaluate(() => (globalThis as SpiedGlobal).spied.opened)).map((detail) => detail.split('\n')[0]),
    ).toEqual([feed, feed])

    const target = join(home, 'zgloszenia.csv')
    const save = () =>
      page.evaluate(() =>
        (window as never as { watek: Bridge }).watek.saveFile({ name: '../zgłoszenia.csv', text: 'id;powód\n' }),
      )
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = (async (_window: unknown, { defaultPath }: { defaultPath: string }) => ({
        canceled: defaultPath !== 'zgłoszenia.csv',
        filePath,
      })) as never
    }, target)
    expectNow(await save()).toEqual({ ok: true })
    expectNow(await readFile(target, 'utf8')).toBe('id;powód\n')
    await app.evaluate(({ dialog }) => {
      dialog.showSaveDialog = (async () => ({ canceled: true, filePath: '' })) as never
    })
    expectNow(await save()).toMatchObject({ ok: false, issue: 'not_saved' })
  },
)

on('DESK-5 a console reconnects to a stopped server when it runs again, and keeps typed text', async () => {
  const { app, page } = await openAsAdmin()
  await press(app, 'tab-posts')
  await page.getByRole('searchbox').fill('jeszcze nie wysłane')
  await site().stop()
  await focus(app)
  await expect(page.getByText('Brak połączenia z localhost')).toBeVisible()
  await site().start()
  await expect(page.getByText('Brak połączenia z localhost')).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveValue('jeszcze nie wysłane')
})

on('DESK-2 logging out deletes the stored credential; a moderator of the demo forum sees three tabs', async () => {
  const { app, page } = await openAsAdmin()
  await press(app, 'sign-out')
  await expect(page.getByRole('heading', { name: 'Zaloguj się' })).toBeVisible()
  expectNow(JSON.parse(await readFile(join(await folderOf(app), 'credentials.json'), 'utf8'))).toEqual({})
  expectNow(await badge(app)).toBe(0)
  await page.getByLabel('Nazwa użytkownika lub e-mail').fill('admin')
  await page.getByLabel('Hasło', { exact: true }).fill('Admin1234')
  await page.getByRole('button', { name: 'Zaloguj się' }).click()
  await expect(tabs(page)).toHaveText(['Posty', 'Społeczności', 'Zgłoszenia'])
})

on('DESK-3 a console without a keyring shows that the sign-in ends when it closes', async () => {
  const bare = { home: await newHome(), flags: ['--password-store=basic'], env: { STANDIN_NO_KEYRING: '1' } }
  const { page } = await open(bare)
  await addServer(page)
  await expect(page.getByText('zalogowanie potrwa tylko do zamknięcia konsoli')).toBeVisible()
  await signInAsAdmin(page)
  await expect(tabs(page)).toHaveCount(8)
  await close()
  const again = await open(bare)
  await expect(again.page.getByRole('heading', { name: 'Zaloguj się' })).toBeVisible()
})
