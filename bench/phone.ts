import { loadavg } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { ROOT } from '#server/commands/console.ts'
import { ensureChromium } from '../e2e/browser.ts'
import { launchBrowser } from '../e2e/launch.ts'
import { busiestPost, signIn, startDemoForum, untilHydrated } from './demo-forum.ts'
import { median } from './load/samples.ts'
import { machine, replacePart, table } from './report.ts'
import { print } from './rows.ts'

const COMMAND = 'bun run bench --only phone'
const BAR = { largestPaintMs: 2_500, blockedMs: 200 }
const SLOWER = 6
const NETWORK = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 }
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'pl-PL',
}
/** Milliseconds after hydration in which long tasks are still recorded. */
const QUIET_MS = 3_000

type Loading = { largestPaint: number; blocked: number; hydrated: number | null }
type Case = { page: string; reader: string; path: string; options: BrowserContextOptions; isLite: boolean }

/** Runs in the measured page before the page's scripts. */
function observe(): void {
  const seen = { firstPaint: 0, largestPaint: 0, tasks: [] as [start: number, duration: number][], hydrated: 0 }
  Object.assign(window, { seen })
  const each = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  each('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime
  })
  each('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))
  new MutationObserver((_, observer) => {
    if (document.documentElement.dataset.hydrated === undefined) return
    seen.hydrated = performance.now()
    observer.disconnect()
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-hydrated'] })
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

async function load(browser: Browser, { path, options, isLite }: Case): Promise<Loading> {
  const context = await browser.newContext({ ...PHONE, ...options })
  try {
    const page = await slowPage(context)
    await page.addInitScript(observe)
    await page.goto(path, { timeout: 90_000 })
    if (!isLite) await untilHydrated(page)
    await page.waitForTimeout(QUIET_MS)
    const seen = await page.evaluate(
      () =>
        (window as unknown as Record<'seen', { firstPaint: number; largestPaint: number; hydrated: number }>).seen as {
          firstPaint: number
          largestPaint: number
          tasks: [number, number][]
          hydrated: number
        },
    )
    const blocked = seen.tasks
      .filter(([start]) => start >= seen.firstPaint)
      .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0)
    return { largestPaint: seen.largestPaint, blocked, hydrated: isLite ? null : seen.hydrated }
  } finally {
    await context.close()
  }
}

/** Returns whether a vote and a comment sent before the JavaScript has loaded both reach the server. */
async function pressEarly(browser: Browser, options: BrowserContextOptions, path: string, run: number) {
  const context = await browser.newContext({ ...PHONE, ...options })
  try {
    const page = await slowPage(context)
    await page.goto(path, { waitUntil: 'commit', timeout: 90_000 })
    const isHydrated = () => page.evaluate(() => document.documentElement?.dataset.hydrated !== undefined)
    const up = page.locator('article.post .votes button').first()
    const before = await up.getAttribute('aria-pressed')
    await up.click()
    const wasEarly = !(await isHydrated())
    await page.waitForFunction(
      (was) => document.querySelector('article.post .votes button')?.getAttribute('aria-pressed') !== was,
      before,
      { timeout: 90_000 },
    )

    const text = `Napisane przed skryptami ${run}`
    await page.goto(path, { waitUntil: 'commit', timeout: 90_000 })
    const form = page.locator('form[action="/act/comments.create"]').first()
    await form.locator('textarea').fill(text)
    await form.locator('button[type=submit]').last().click()
    const isEarlyToo = !(await isHydrated())
    await page.getByText(text).first().waitFor({ timeout: 90_000 })
    await untilHydrated(page)
    const after = await (await context.request.get(path)).text()
    const html = await (await context.request.get(`${path}?sort=new`)).text()
    const votePattern = /<article class="post[^]*?aria-pressed="(true|false)"/
    return {
      wasEarly: wasEarly && isEarlyToo,
      isVoteKept: votePattern.exec(after)?.[1] !== before,
      isCommentKept: html.split(text).length > 1,
    }
  } finally {
    await context.close()
  }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

/** Measures how two pages of the demo forum load on an old phone with a slow network, with clicks during loading. */
export async function measurePhone({ runs, isReported }: { runs: number; isReported: boolean }): Promise<number> {
  process.env.CHROMIUM_PATH = await ensureChromium(print)
  const forum = await startDemoForum()
  const { origin } = forum
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ locale: 'pl-PL' })
    await signIn(context, forum)
    const storageState = await context.storageState()
    await context.close()
    const paths = { feed: '/', post: await busiestPost(origin) }
    const readers = { visitor: {}, member: { storageState } }
    const cases = Object.entries(paths).flatMap(([page, path]): Case[] => [
      ...Object.entries(readers).map(([reader, options]) => ({
        page,
        reader,
        path,
        options: { baseURL: origin, ...options },
        isLite: false,
      })),
      { page, reader: 'visitor, light version', path: `${path}?lite=1`, options: { baseURL: origin }, isLite: true },
    ])
    // The server must have rendered each page before the measurement.
    for (const { path } of cases) await fetch(origin + path)
    const results = await loadAll(browser, cases, runs)
    const pressed = []
    for (let run = 0; run < runs; run += 1)
      pressed.push(await pressEarly(browser, { baseURL: origin, storageState }, paths.post, run))
    const early = pressed.filter(({ wasEarly }) => wasEarly)
    const kept = early.filter(({ isVoteKept, isCommentKept }) => isVoteKept && isCommentKept)
    const isReached = results.every(({ isReached }) => isReached) && early.length > 0 && kept.length === early.length
    const report = [
      `Measured ${new Date().toISOString().slice(0, 10)} on ${machine()}, load ${loadavg()[0]!.toFixed(1)}: the ` +
        `demo forum in a phone of 390 × 844 CSS pixels at double density, its CPU divided by ${SLOWER}, 400 kbit/s, ` +
        `400 ms delay, nothing cached. Medians of ${runs} runs, the least in brackets; bars: largest paint under ` +
        `${seconds(BAR.largestPaintMs)}, blocked for less than ${BAR.blockedMs} ms after the first paint.`,
      table(
        ['page', 'reader', 'largest paint', 'blocked', 'hydrated', ''],
        results.map(({ cells }) => cells),
      ),
      `A vote and a comment sent before the scripts had loaded were kept in ${kept.length} of ${early.length} runs.`,
    ].join('\n\n')
    print(report)
    if (isReported) await replacePart(join(ROOT, 'docs/performance.md'), COMMAND, report)
    return isReached ? 0 : 1
  } finally {
    await browser.close()
    await forum.stop()
  }
}

async function loadAll(browser: Browser, cases: Case[], runs: number) {
  const results = []
  for (const one of cases) {
    const loadings: Loading[] = []
    for (let run = 0; run < runs; run += 1) loadings.push(await load(browser, one))
    const of = (name: keyof Loading) => loadings.map((loading) => loading[name] ?? 0)
    const [paint, blocked] = [median(of('largestPaint')), median(of('blocked'))]
    const isReached = paint < BAR.largestPaintMs && blocked < BAR.blockedMs
    const cells = [
      one.page,
      one.reader,
      `${seconds(paint)} (${seconds(Math.min(...of('largestPaint')))})`,
      `${Math.round(blocked)} ms (${Math.round(Math.min(...of('blocked')))} ms)`,
      one.isLite ? '' : seconds(median(of('hydrated'))),
      isReached ? 'reached' : '**short**',
    ]
    print(`  ${cells.join(', ')}`)
    results.push({ cells, isReached })
  }
  return results
}
