import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'bun:test'
import type { Browser, Page, Request } from 'playwright'
import { expect as expectOnce } from 'playwright/test'
import type { Lang } from '#shared/i18n/plural.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { Db } from '#server/db/driver/client.ts'
import { session } from '#server/features/auth/table.ts'
import { signAccessToken } from '#server/features/auth/tokens.ts'
import { freePort } from '#server/lib/free-port.ts'
import { listOutbox, outboxDir, readOutboxMail, type OutboxMail } from '#server/mail/outbox.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { COLOURS, EVERYTHING, violationsOf, widthBeyond } from './axe.ts'
import { clientOfSources } from './client.ts'
import { sharedBrowser } from './launch.ts'
import { isBlank, keepIdleProfile, openProfile, takeIdleProfile, type Profile } from './profiles.ts'
import { startServer, type React, type RunningServer } from './servers.ts'
import { seed, slowDown, slowness } from './slow.ts'

/*
 * Browser tests of the site: a real Chromium against the real server on its own database.
 *
 *   const site = await startSite()                                 // at the top of a test file; stops by itself
 *   const demo = await createUser(site.db, { password: 'Demo1234' })   // rows: server/test/factories.ts
 *   test('...', async () => {
 *     const page = await site.newPage({ signedInAs: demo, lang: 'en', width: 390, dark: true })
 *     await page.goto('/login')
 *     await untilHydrated(page)                                       // before the first click, key or screenshot
 *     await expect(page.getByRole('heading', { level: 1 })).toHaveText('...')   // Playwright's: it waits
 *     await site.call(demo, 'POST', '/api/...', { ... })              // the action of a member without a page
 *     await site.check(page)                                       // axe, horizontal scrolling
 *   })
 *
 * `newPage` resets and reuses browser profiles of ended tests, also of other files (profiles.ts).
 *
 * A test fails if one of its pages logs an error or a warning (hydration mismatches do), unless `expectErrors`
 * allows it. E2E_SHOW=1 shows the browser; CHROMIUM_PATH names one; E2E_SLOW=4 looks for races (slow.ts).
 */

const SECRET = 'browser-tests-browser-tests-secret'
export const ADMIN_PASSWORD = 'Staff-password-1'

/** The browser logs every 4xx response; tests check the pages instead. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Milliseconds to wait for something on a page; only a test that fails waits this long, also on a slow machine. */
export const WAIT_MS = 60_000

/** Retries until the expectation is met. */
export const expect = expectOnce.configure({ timeout: WAIT_MS })

export type Member = { id: number; username: string; karma: number; is_admin: boolean; email_verified: boolean }

export type PageOptions = {
  lang?: Lang
  /** CSS pixels; below 600 the page emulates a phone with touch. */
  width?: number
  dark?: boolean
  /** The member signed in, as after a login without 'remember me'. */
  signedInAs?: Member
  admin?: boolean
  /** 'adult' opens the adult host with the age already confirmed. */
  variant?: 'normal' | 'adult'
  javaScript?: boolean
  /** False refuses event streams, so that the page polls. */
  events?: boolean
  /** Another origin of the forum: that of a second server process, or of a proxy. */
  origin?: string
  withoutCsp?: boolean
  /**
   * Reuses the page that this file opened before with the same options: for read-only tests, since opening a page takes
   * longer than loading it.
   */
  shared?: boolean
  /** Console lines that do not fail the test. */
  expectErrors?: RegExp[]
}

export type Site = {
  url: string
  adultUrl: string
  db: Db
  /** Opens a page in a browser profile of its own. */
  newPage: (options?: PageOptions) => Promise<Page>
  /** Returns the cookies and storage that `newPage` gives to a page with these options, for use in another browser. */
  storageOf: (options: PageOptions) => Promise<{ cookies: Record<string, string>; stored: Record<string, string> }>
  /** Calls the API as the member, without the cost of a page; throws if the call is refused. */
  call: <T = unknown>(member: Member, method: string, path: string, body?: object, origin?: string) => Promise<T>
  /** Waits until `address` has more than `after` mails; returns the newest one. */
  mailTo: (address: string, after?: number) => Promise<OutboxMail>
  /** Returns the mails to `address`, oldest first. */
  mailsTo: (address: string) => Promise<OutboxMail[]>
  /** Fails on axe violations and horizontal scrolling. */
  check: (page: Page) => Promise<void>
  /** Like `check`, for contrast and width only. */
  checkColours: (page: Page) => Promise<void>
  log: () => string
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Starts another server on the same database and returns its URL. */
  startAnother: () => Promise<string>
}

async function until<T>(what: string, probe: () => Promise<T | undefined | false>, seconds = 20): Promise<T> {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    const found = await probe()
    if (found) return found
    await Bun.sleep(50)
  }
  throw new Error(`Waited ${seconds} s for ${what}`)
}

/** Waits until the page has hydrated; earlier clicks and keys may be lost. */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** Waits until a draft is stored: it is encrypted first, with a key that may have to be fetched. */
export async function untilDraftIsStored(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(localStorage).some((key) => key.startsWith('draft:')))
}

const writes = new WeakMap<Page, Set<Request>>()

function countWrites(page: Page): void {
  const open = new Set<Request>()
  writes.set(page, open)
  page.on('request', (request) => {
    if (request.method() !== 'GET') open.add(request)
  })
  page.on('response', (response) => {
    open.delete(response.request())
  })
  page.on('requestfailed', (request) => {
    open.delete(request)
  })
}

/** Reloads once every write of the page has been answered, since the reload could overtake a write. */
export async function reload(page: Page): Promise<void> {
  // A click just before may send its request only in the next frame, so this waits for one frame.
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(done)
      }),
  )
  await expect.poll(() => writes.get(page)!.size).toBe(0)
  await page.reload()
}

/**
 * Fills the storage before the JavaScript of the first page of an origin runs, and only once, so that entries deleted
 * by a test are not restored. `id` identifies the test: if a reused tab has the session storage of an earlier test,
 * that storage is cleared.
 */
function store({ id, origin, stored }: { id: string; origin: string; stored: Record<string, string> }): void {
  // A page with an opaque origin, such as a sandboxed frame, has no storage.
  if (self.origin === 'null' || sessionStorage.getItem('stored') === id) return
  sessionStorage.clear()
  sessionStorage.setItem('stored', id)
  if (location.origin !== origin || localStorage.getItem('stored') === id) return
  for (const [key, value] of Object.entries({ ...stored, stored: id })) localStorage.setItem(key, value)
}

const PROBE = '/healthz?intercepted'

/**
 * Makes `page.route` wait until the interception works. Chromium confirms an interception before it applies to every
 * request, so the page sends probe requests until one of them is intercepted.
 */
function waitForInterception(page: Page): void {
  const route = page.route.bind(page)
  page.route = async (...args) => {
    const disposable = await route(...args)
    if (isBlank(page)) return disposable
    await route(`**${PROBE}`, (probe) => probe.fulfill({ status: 204 }))
    await page.evaluate(async (path) => {
      while (
        (await fetch(path).then(
          ({ status }) => status,
          () => 0,
        )) !== 204
      );
    }, PROBE)
    return disposable
  }
}

/** Stops the clock: time then passes only by `page.clock.runFor`, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
}

/** Ports of ended sites; a new site on one of these ports can reuse browser profiles with their caches. */
const freePorts: number[] = []
const sitePort = async () => freePorts.pop() ?? freePort()

/**
 * Starts a server with its own database, port and data folder, which ends with the test file, and a Chromium. `react`
 * 'production' is the code that readers get; 'development' is slower, but also reports attributes that differ after
 * hydration. `ownBrowser` replaces the browser shared by test files.
 */
export async function startSite(
  settings: Record<string, string> = {},
  react: React = 'production',
  ownBrowser: Browser | null = null,
): Promise<Site> {
  if (slowness > 0) console.log(`Slow by ${slowness}: E2E_SEED=${seed}`)
  const [client, database, port] = await Promise.all([clientOfSources(react), createTestDatabase(), sitePort()])
  const dataDir = await mkdtemp(join(tmpdir(), 'watek-e2e-'))
  const url = `http://localhost:${port}`
  const adultUrl = `http://adult.localhost:${port}`

  const serve = (port: number) =>
    startServer(
      {
        NODE_ENV: 'development',
        PORT: String(port),
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        CLIENT_DIR: client,
        SESSION_SECRET: SECRET,
        ADMIN_PASSWORD,
        RATE_LIMIT_SCALE: '1000000',
        DEMO: 'off',
        // A service worker would answer requests that tests intercept.
        OFFLINE: 'off',
        LOG_LEVEL: 'warn',
        ...settings,
      },
      react,
    )

  let server = await serve(port)
  const others: RunningServer[] = []
  const browser = ownBrowser ?? (await sharedBrowser())

  const used = new Map<Profile, string>()
  const sharedPages = new Map<string, Promise<Page>>()
  let faults: string[] = []

  function watch(page: Page, allowed: RegExp[]): void {
    const note = (text: string) => {
      if (!REFUSED.test(text) && !allowed.some((pattern) => pattern.test(text)))
        faults.push(`${new URL(page.url()).pathname}: ${text}`)
    }
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') note(message.text())
    })
    page.on('pageerror', (error) => note(error.message))
    countWrites(page)
  }

  async function adminToken(): Promise<string> {
    const answer = await fetch(`${url}/api/admin-auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: ADMIN_PASSWORD }),
    })
    return ((await answer.json()) as { admin_token: string }).admin_token
  }

  const originOf = ({ variant, origin = variant === 'adult' ? adultUrl : url }: PageOptions) => origin

  async function signIn(user: Member): Promise<{ token: string; expires_at: Date }> {
    const id = crypto.randomUUID()
    const expires_at = new Date(Date.now() + LIFETIME.session)
    await database.db.insert(session).values({ id, user_id: user.id, expires_at })
    return { token: await signAccessToken(SECRET, id, user.id, expires_at), expires_at }
  }

  async function call<T>(member: Member, method: string, path: string, body?: object, origin = url): Promise<T> {
    const { token } = await signIn(member)
    const answer = await fetch(origin + path, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: body && JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

  async function storageOf(options: PageOptions) {
    const { lang = 'pl', dark, signedInAs: user, admin = false, variant = 'normal' } = options
    const origin = originOf(options)
    const domain = new URL(origin).hostname
    const cookie = (name: string, value: string, httpOnly = false) => ({
      name,
      value,
      domain,
      path: '/',
      httpOnly,
      secure: false,
      sameSite: 'Lax' as const,
      expires: -1,
    })
    const cookies = [cookie('language', lang)]
    const stored: Record<string, string> = { language: lang }
    if (dark !== undefined) stored.darkMode = String(dark)
    if (admin) stored.admin_password = await adminToken()
    if (variant === 'adult') cookies.push(cookie('adult_ok', '1'))
    if (user) {
      const { token, expires_at } = await signIn(user)
      cookies.push(cookie('session', token, true))
      Object.assign(stored, {
        token,
        user_id: String(user.id),
        username: user.username,
        token_expires: String(expires_at.getTime()),
        is_admin: String(user.is_admin),
        user: JSON.stringify({
          id: user.id,
          username: user.username,
          karma: user.karma,
          email_verified: user.email_verified,
        }),
      })
    }
    return { cookies, stored }
  }

  async function newProfile(options: PageOptions): Promise<Profile> {
    const { width = 1280, dark = false, javaScript = true, events = true, withoutCsp = false } = options
    const isPhone = width < 600
    const profile = await openProfile(
      browser,
      {
        baseURL: originOf(options),
        viewport: { width, height: isPhone ? 800 : 900 },
        isMobile: isPhone,
        hasTouch: isPhone,
        colorScheme: dark ? 'dark' : 'light',
        locale: 'pl-PL',
        timezoneId: 'Europe/Warsaw',
        javaScriptEnabled: javaScript,
        bypassCSP: withoutCsp,
      },
      [url, adultUrl, originOf(options)],
      async (context) => {
        if (!events)
          await context.route('**/api/events?*', (route) =>
            route.fulfill({ status: 429, headers: { 'retry-after': '86400' } }),
          )
        context.setDefaultTimeout(WAIT_MS)
        if (slowness > 0) await slowDown(context)
      },
    )
    waitForInterception(profile.page)
    return profile
  }

  /** Applies the options that can be set after a profile was created: cookies, storage and expected errors. */
  async function furnish({ context, page }: Profile, options: PageOptions): Promise<void> {
    const { expectErrors = [] } = options
    const { cookies, stored } = await storageOf(options)
    await context.addCookies(cookies)
    // This script is faster than Playwright's way to fill the storage, which opens a separate page for each origin.
    await context.addInitScript(store, { id: crypto.randomUUID(), origin: originOf(options), stored })
    watch(page, expectErrors)
    context.on('page', (other) => {
      waitForInterception(other)
      watch(other, expectErrors)
    })
  }

  async function sharedPage(options: PageOptions): Promise<Page> {
    const key = Bun.inspect(options)
    const open = async () => {
      const profile = await newProfile(options)
      await furnish(profile, options)
      return profile.page
    }
    const known = sharedPages.get(key) ?? open()
    sharedPages.set(key, known)
    return known
  }

  async function newPage(options: PageOptions = {}): Promise<Page> {
    if (options.shared) return sharedPage(options)
    const { width, dark, javaScript, events, withoutCsp } = options
    const key = JSON.stringify([originOf(options), width, dark, javaScript, events, withoutCsp])
    const profile = (ownBrowser ? null : takeIdleProfile(key)) ?? (await newProfile(options))
    used.set(profile, key)
    await furnish(profile, options)
    return profile.page
  }

  async function mailsTo(address: string): Promise<OutboxMail[]> {
    const dir = outboxDir(dataDir)
    const entries = (await listOutbox(dir)).filter(({ to }) => to === address).reverse()
    return Promise.all(entries.map(async ({ name }) => (await readOutboxMail(dir, name))!))
  }

  async function inspect(page: Page, rules: typeof EVERYTHING): Promise<void> {
    const found = [...(await widthBeyond(page)), ...(await violationsOf(page, rules))]
    if (found.length > 0) throw new Error(`${page.url()}\n${found.join('\n')}`)
  }

  afterEach(async () => {
    const said = faults
    faults = []
    await Promise.all(
      [...used].map(async ([profile, key]) => {
        const isReset = slowness === 0 && !ownBrowser && (await profile.reset().catch(() => false))
        return isReset ? keepIdleProfile(key, profile) : profile.context.close()
      }),
    )
    used.clear()
    if (server.hasCrashed()) throw new Error(`The server ended:\n${server.log()}`)
    if (said.length > 0) throw new Error(`The console was not silent:\n${said.join('\n')}`)
  })

  afterAll(async () => {
    await Promise.all([...sharedPages.values()].map(async (page) => (await page).context().close()))
    for (const each of [server, ...others]) await each.stop()
    freePorts.push(port)
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  return {
    url,
    adultUrl,
    db: database.db,
    newPage,
    call,
    async storageOf(options) {
      const { cookies, stored } = await storageOf(options)
      return { cookies: Object.fromEntries(cookies.map(({ name, value }) => [name, value])), stored }
    },
    mailsTo,
    check: (page) => inspect(page, EVERYTHING),
    checkColours: (page) => inspect(page, COLOURS),
    mailTo: (address, after = 0) =>
      until(`a mail to ${address}`, async () => {
        const mails = await mailsTo(address)
        return mails.length > after && mails.at(-1)
      }),
    log: () => server.log(),
    async stop() {
      await server.stop()
    },
    async start() {
      server = await serve(port)
    },
    async startAnother() {
      const free = await freePort()
      others.push(await serve(free))
      return `http://localhost:${free}`
    },
  }
}
