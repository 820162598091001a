import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page } from 'playwright'

/**
 * Methods with an effect that lasts longer than a test. If a test has called one of them, its browser profile is not
 * reused.
 */
const LASTING = {
  page: [
    'addInitScript',
    'emulateMedia',
    'exposeBinding',
    'exposeFunction',
    'routeWebSocket',
    'setExtraHTTPHeaders',
    'setViewportSize',
  ],
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'route',
    'setExtraHTTPHeaders',
    'setOffline',
  ],
  clock: ['install', 'setFixedTime', 'setSystemTime'],
}

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
  /** Runs a script in each new page, before the scripts of the page itself, until the profile is reset. */
  runAtStart: BrowserContext['addInitScript']
  /** Makes the profile as good as new; false if that is impossible. */
  reset: () => Promise<boolean>
}

type Methods = Record<string, (...args: unknown[]) => unknown>

function onCall(object: object, names: string[], notify: () => void): void {
  const methods = object as Methods
  for (const name of names) {
    const method = methods[name]!.bind(object)
    methods[name] = (...args) => {
      notify()
      return method(...args)
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
  const addInitScript = context.addInitScript.bind(context)
  const scripts: Disposable[] = []
  let isChanged = false
  const change = () => {
    isChanged = true
  }
  onCall(page, LASTING.page, change)
  onCall(context, LASTING.context, change)
  onCall(context.clock, LASTING.clock, change)

  async function reset(): Promise<boolean> {
    if (isChanged || page.isClosed() || context.serviceWorkers().length > 0) return false
    for (const event of EVENTS.page) page.removeAllListeners(event as 'load')
    for (const event of EVENTS.context) context.removeAllListeners(event as 'page')
    await Promise.all(context.pages().map((each) => each !== page && each.close()))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    for (const script of scripts.splice(0)) await script.dispose()
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
  const runAtStart: typeof addInitScript = async (script, argument) => {
    const added = await addInitScript(script, argument)
    scripts.push(added)
    return added
  }

  return { context, page, runAtStart, reset }
}
