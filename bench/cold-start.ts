import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type BrowserContext, type Page } from 'playwright'
import sharp from 'sharp'
import { CommandError, main, print } from '#server/commands/console.ts'
import { ensureChromium } from '../e2e/browser.ts'
import { spawnServer, untilAnswers, type Started } from './fixture.ts'
import { machine } from './report.ts'

const HELP = `bun bench/cold-start.ts [options]

Stores the threads of a member's feed in a Chromium, ends the server, and measures how long a cold start of the browser
takes from the navigation to the first painted card of the feed.

  --posts N    threads that are stored: 50, 200 or 500 (500)
  --runs N     cold starts (7)
  --rate N     the processor of the page is slowed down by this factor (4)
  --read N     stored threads that are opened with their comments and pictures (25)
  --no-build   measures the build that is there`

const BAR_MS = 1_000
const PICTURES = 60
const STORED_WITHIN_MS = 600_000
const USERNAME = 'demo'

type Call = <T>(path: string, body?: object | FormData) => Promise<T>

async function signIn(origin: string, password: string): Promise<Call> {
  let token = ''
  const call: Call = async (path, body) => {
    const isForm = body instanceof FormData
    const answer = await fetch(origin + path, {
      method: body ? 'POST' : 'GET',
      headers: { Authorization: `Bearer ${token}`, ...(isForm ? {} : { 'Content-Type': 'application/json' }) },
      body: isForm ? body : body && JSON.stringify(body),
    })
    if (!answer.ok) throw new CommandError(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as never
  }
  const { access_token } = await call<{ access_token: string }>('/api/auth/login', { username: USERNAME, password })
  token = access_token
  return call
}

/** Smooth noise compresses about as well as a photograph. */
async function photo(): Promise<Blob> {
  const raw = { width: 60, height: 40, channels: 3 } as const
  const noise = crypto.getRandomValues(new Uint8Array(raw.width * raw.height * raw.channels))
  const bytes = await sharp(noise, { raw }).resize(1_200, 800, { kernel: 'cubic' }).jpeg({ quality: 80 }).toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
}

async function fill(call: Call, count: number): Promise<void> {
  const { id: category_id } = await call<{ id: number }>('/api/categories', {
    name: 'zimny_start',
    display_name: 'Zimny start',
    description: 'Posty, które są czytane bez sieci.',
  })
  const photos = await Promise.all(Array.from({ length: Math.min(PICTURES, count) }, photo))
  /** An upload can be used in one post only, so each post uploads its picture. */
  async function upload(n: number): Promise<string> {
    const form = new FormData()
    form.append('file', photos[n % photos.length]!, 'zdjecie.jpg')
    return (await call<{ url: string }>('/api/upload/image', form)).url
  }
  for (let n = 0; n < count; n += 1) {
    const { id } = await call<{ id: number }>('/api/posts', {
      title: `Widok numer ${n}`,
      category_id,
      content: `Opis widoku numer ${n}. `.repeat(12),
      images: [{ url: await upload(n), alt: `Widok ${n}` }],
      elapsed_ms: 60_000,
    })
    for (let c = 0; c < 3; c += 1)
      await call('/api/comments', { post_id: id, content: `Komentarz ${c} do widoku numer ${n}.` })
  }
}

async function openBrowser(profile: string, origin: string, executablePath: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: ['--no-sandbox'],
    baseURL: origin,
    viewport: { width: 390, height: 800 },
    locale: 'pl-PL',
  })
  context.setDefaultTimeout(60_000)
  return context
}

const storedThreads = async (page: Page): Promise<number> => {
  await page.goto('/offline')
  await page.locator('.stored-pages').waitFor({ state: 'attached' })
  await Bun.sleep(2_000)
  return page.locator('.stored-pages a[href^="/post/"]').count()
}

async function fetchAhead(
  context: BrowserContext,
  password: string,
  count: number,
): Promise<{ threads: number; used: string }> {
  const page = await context.newPage()
  await page.goto('/login')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.locator('input[name=username]').fill(USERNAME)
  await page.locator('input[name=password]').fill(password)
  await page.locator('main button[type=submit]').click()
  await page.waitForURL('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.goto('/offline')
  await page.locator('main select').selectOption(String(count))
  // Prefetching ends when its page is left, so this tab stays open.
  await page.goto('/')
  const look = await context.newPage()
  const end = Date.now() + STORED_WITHIN_MS
  let threads = 0
  while (Date.now() < end && threads < count) {
    await Bun.sleep(5_000)
    threads = await storedThreads(look)
  }
  return { threads, used: (await look.getByText(/ MB/).first().textContent()) ?? '' }
}

/** Sets `cardPaintedAt` to the time in ms at which the first card of the feed was painted. */
const NOTE_FIRST_CARD = () => {
  const paint = () =>
    requestAnimationFrame(() => setTimeout(() => Object.assign(window, { cardPaintedAt: performance.now() })))
  const observer = new MutationObserver(() => {
    if (!document.querySelector('.post-card__title')) return
    observer.disconnect()
    paint()
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function coldStart(context: BrowserContext, rate: number): Promise<{ card: number; hydrated: number }> {
  const page = await context.newPage()
  await page.addInitScript(NOTE_FIRST_CARD)
  const client = await context.newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForFunction(() => 'cardPaintedAt' in window)
  const card = await page.evaluate(() => (window as unknown as { cardPaintedAt: number }).cardPaintedAt)
  await page.locator('.stored-note').waitFor({ state: 'attached' })
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  return { card, hydrated: await page.evaluate(() => performance.now()) }
}

async function readThreads(context: BrowserContext, count: number): Promise<{ readable: number; opened: number }> {
  const page = await context.newPage()
  await storedThreads(page)
  const made = page.locator('.stored-pages a[href^="/post/"]', { hasText: /Widok numer/ })
  const paths = await made.evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  const step = Math.max(1, Math.floor(paths.length / count))
  const chosen = paths.filter((_, at) => at % step === 0).slice(0, count)
  let readable = 0
  for (const path of chosen) {
    await page.goto(path)
    const hasComment = (await page.getByText(/Komentarz 2 do widoku/).count()) > 0
    const picture = page.locator('.post img[src*="/media/i/"]').first()
    const isDrawn = await picture
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth > 0))
      .catch(() => false)
    if (hasComment && isDrawn) readable += 1
  }
  return { readable, opened: chosen.length }
}

type Options = { password: string; posts: number; runs: number; rate: number; read: number }

async function measure(server: Started, executablePath: string, options: Options): Promise<boolean> {
  const origin = `http://localhost:${server.port}`
  const profile = await mkdtemp(join(tmpdir(), 'watek-cold-start-'))
  try {
    await fill(await signIn(origin, options.password), options.posts)
    let context = await openBrowser(profile, origin, executablePath)
    const startedAt = performance.now()
    const { threads, used } = await fetchAhead(context, options.password, options.posts)
    print(`${threads} threads stored in ${Math.round((performance.now() - startedAt) / 1_000)} s. ${used}`)
    await context.close()
    await server.stop()
    const times: { card: number; hydrated: number }[] = []
    for (let run = 0; run < options.runs; run += 1) {
      context = await openBrowser(profile, origin, executablePath)
      const time = await coldStart(context, options.rate)
      times.push(time)
      print(`start ${run + 1}: card ${Math.round(time.card)} ms, hydrated ${Math.round(time.hydrated)} ms`)
      await context.close()
    }
    context = await openBrowser(profile, origin, executablePath)
    const { readable, opened } = await readThreads(context, options.read)
    await context.close()
    const cards = times.map(({ card }) => Math.round(card)).toSorted((a, b) => a - b)
    const middle = cards[Math.floor(cards.length / 2)]
    print(`First card after ${middle} ms (${cards[0]} to ${cards.at(-1)}), processor slowed down by ${options.rate}.`)
    print(`Bar ${BAR_MS} ms. ${threads} threads stored, ${readable} of ${opened} read with comments and pictures.`)
    print(`${machine()}, load ${loadavg()[0]!.toFixed(1)}`)
    return cards.at(-1)! < BAR_MS && readable === opened && threads >= options.posts
  } finally {
    await rm(profile, { recursive: true, force: true })
  }
}

await main(async () => {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: {
      posts: { ...text, default: '500' },
      runs: { ...text, default: '7' },
      rate: { ...text, default: '4' },
      read: { ...text, default: '25' },
      'no-build': { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return print(HELP)
  const chromiumPath = await ensureChromium(print)
  if (!values['no-build']) {
    const { buildClient } = await import('#server/commands/build.ts')
    await buildClient()
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'watek-cold-start-'))
  const server = await spawnServer({ dataDir, settings: { DEMO: 'on', LOG_LEVEL: 'info', OFFLINE: 'on' } })
  try {
    await untilAnswers(server)
    while (!server.output().includes('The demo forum is complete')) {
      if (server.child.exitCode !== null) throw new CommandError(`The server ended: ${server.output()}`)
      await Bun.sleep(500)
    }
    const { posts, runs, rate, read } = values
    const isReached = await measure(server, chromiumPath, {
      password: /demo \/ (\S+)/.exec(server.output())![1]!,
      posts: Number(posts),
      runs: Number(runs),
      rate: Number(rate),
      read: Number(read),
    })
    return isReached ? 0 : 1
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
