import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Disposable, Page } from 'playwright'

/** Methods whose effect on a browser profile cannot be undone. If a test has called one, the profile is not reused. */
const LASTING = {
  page: ['exposeBinding', 'exposeFunction', 'routeWebSocket'],
  context: ['exposeBinding', 'exposeFunction', 'route'],
  clock: ['install', 'setFixedTime', 'setSystemTime'],
}

const PLAIN_MEDIA = {
  media: null,
  reducedMotion: 'no-preference',
  forcedColors: 'none',
  contrast: 'no-preference',
} as const

/** Events to which the harness and tests listen. */
const EVENTS = {
  page: [
    'console',
    'dialog',
    'domcontentloaded',
    'download',
    'filechooser',
    'framenavigated',
    'load',
    'pageerror',
    'popup',
    'request',
    'requestfailed',
    'requestfinished',
    'response',
  ],
  context: ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response'],
}

/**
 * Page shown between two tests. If about:blank was shown instead, opening the next page would start a new process of
 * the browser.
 */
const BLANK = '/healthz'

export const isBlank = (page: Page) => page.url() === 'about:blank' || page.url().endsWith(BLANK)

/** A browser profile with its first page, which the next test can reuse. */
export type Profile = {
  context: BrowserContext
  page: Page
  /** Makes the profile as good as new; false if that is impossible. */
  reset: () => Promise<boolean>
}

type Methods = Record<string, (...args: unknown[]) => unknown>

/** Calls `notify` with the result of each call of the methods `names` of `object`. */
function onCall(object: object, names: string[], notify: (result: unknown) => void): void {
  const methods = object as Methods
  for (const name of names) {
    const method = methods[name]!.bind(object)
    methods[name] = (...args) => {
      const result = method(...args)
      notify(result)
      return result
    }
  }
}

/**
 * Opens a browser profile that can be reset and used again. A new profile takes longer to open a page, because its
 * process has to start and its caches are empty. `origins` are the origins whose storage is cleared by a reset.
 */
export async function openProfile(
  browser: Browser,
  options: BrowserContextOptions,
  origins: string[],
  prepare: (context: BrowserContext) => Promise<unknown>,
): Promise<Profile> {
  const context = await browser.newContext(options)
  await prepare(context)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  let isChanged = false
  const change = () => {
    isChanged = true
  }
  onCall(page, LASTING.page, change)
  onCall(context, LASTING.context, change)
  onCall(context.clock, LASTING.clock, change)
  const scripts: Promise<Disposable>[] = []
  for (const each of [page, context])
    onCall(each, ['addInitScript'], (added) => scripts.push(added as Promise<Disposable>))
  const sessions: Promise<CDPSession>[] = []
  onCall(context, ['newCDPSession'], (opened) => sessions.push(opened as Promise<CDPSession>))
  /** Restores what the test has changed. */
  const undo = new Set<() => Promise<unknown>>()
  for (const [object, name, restore] of [
    [page, 'setViewportSize', () => page.setViewportSize(options.viewport!)],
    [page, 'emulateMedia', () => page.emulateMedia({ ...PLAIN_MEDIA, colorScheme: options.colorScheme! })],
    [page, 'setExtraHTTPHeaders', () => page.setExtraHTTPHeaders({})],
    [context, 'setExtraHTTPHeaders', () => context.setExtraHTTPHeaders({})],
    [context, 'grantPermissions', () => context.clearPermissions()],
    [context, 'setOffline', () => context.setOffline(false)],
  ] as const)
    onCall(object, [name], () => undo.add(restore))

  async function reset(): Promise<boolean> {
    if (isChanged || page.isClosed() || context.serviceWorkers().length > 0) return false
    await Promise.all([...undo].map((restore) => restore()))
    undo.clear()
    for (const session of sessions.splice(0)) await (await session).detach()
    for (const event of EVENTS.page) page.removeAllListeners(event as 'load')
    for (const event of EVENTS.context) context.removeAllListeners(event as 'page')
    await Promise.all(context.pages().map((each) => each !== page && each.close()))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const script of scripts.splice(0)) await (await script).dispose()
    await page.goto(BLANK)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
    for (const origin of origins) await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devTools.send('Page.resetNavigationHistory')
    return true
  }
  return { context, page, reset }
}

const MAX_IDLE = 8

/**
 * Profiles of ended tests, the latest ones last, which later tests and test files reuse. The key is the origin and the
 * options that must be set when a profile is created.
 */
const idle: { key: string; profile: Profile }[] = []

export function takeIdleProfile(key: string): Profile | null {
  // The pages of a browser that has ended are closed.
  const at = idle.findLastIndex((each) => each.key === key && !each.profile.page.isClosed())
  return at < 0 ? null : idle.splice(at, 1)[0]!.profile
}

export async function keepIdleProfile(key: string, profile: Profile): Promise<void> {
  idle.push({ key, profile })
  if (idle.length > MAX_IDLE) await idle.shift()!.profile.context.close()
}
