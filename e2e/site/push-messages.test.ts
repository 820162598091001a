import { afterAll, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Page, Worker } from 'playwright'
import type { Lang } from '#shared/i18n/plural.ts'
import { startPushService } from '#server/features/push/testing/push-service.ts'
import { createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated, WAIT_MS, type Member } from '../harness.ts'
import { launchBrowser } from '../launch.ts'

const chromium = await launchBrowser({ showsNotices: true })
const site = await startSite({ OFFLINE: 'on', PUSH_ALLOW_PRIVATE: 'true' }, 'production', chromium)
const service = startPushService()
afterAll(async () => {
  await chromium.close()
  await service.stop()
})

const WORDS = {
  pl: { offer: 'Powiadom mnie o odpowiedziach', done: 'Powiadomimy Cię na tym urządzeniu.' },
  en: { offer: 'Notify me of answers', done: 'We will notify you on this device.' },
}

type Subscriber = Awaited<ReturnType<typeof service.add>>

/**
 * Replaces the browser's push subscription by one at the fake push service, since the test browser has no push service.
 */
function subscribeBy({ endpoint, keys }: Pick<Subscriber, 'endpoint' | 'keys'>): void {
  let current: PushSubscription | null = null
  const prototype = PushManager.prototype
  prototype.getSubscription = async () => current
  prototype.subscribe = async ({ applicationServerKey, userVisibleOnly } = {}) => {
    if (!userVisibleOnly || typeof applicationServerKey !== 'string') throw new TypeError('Wrong options')
    const key = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'))
    current = {
      endpoint,
      expirationTime: null,
      options: { userVisibleOnly, applicationServerKey: Uint8Array.from(key, (char) => char.codePointAt(0)!).buffer },
      getKey: () => null,
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => true,
    }
    return current
  }
}

async function openOwnPost(lang: Lang, width: number) {
  const anna = await createUser(site.db)
  const post = await createPost(site.db, { author: anna, title: 'Chleb na zakwasie' })
  const browser = await service.add()
  const page = await site.newPage({ signedInAs: anna, lang, width, dark: lang === 'en' })
  await page.context().grantPermissions(['notifications'], { origin: site.url })
  await page.addInitScript(subscribeBy, { endpoint: browser.endpoint, keys: browser.keys })
  await page.goto(`/post/${post.id}`)
  await untilHydrated(page)
  return { anna, post, browser, page }
}

async function send(member: Member, method: string, path: string, body: object): Promise<void> {
  const { cookies } = await site.storageOf({ signedInAs: member })
  const answer = await fetch(site.url + path, {
    method,
    headers: { authorization: `Bearer ${cookies.session}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
}

/** Returns the payload of the next message that the server sent to the browser. */
async function nextFor({ path }: Subscriber) {
  const find = () => service.delivered.findIndex((one) => one.path === path)
  await expect.poll(find).not.toBe(-1)
  return service.delivered.splice(find(), 1)[0]!.payload
}

/** Delivers messages to the service worker as the browser does after decrypting them. */
async function deliveryTo(page: Page): Promise<(payload: object) => Promise<void>> {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated')
  const devTools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found) resolve(found.registrationId)
    }),
  )
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  return async (payload) => {
    await devTools.send('ServiceWorker.deliverPushMessage', {
      origin: site.url,
      registrationId,
      data: JSON.stringify(payload),
    })
  }
}

const shownBy = (page: Page) =>
  page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    })),
  )

/** Clicks the only notification; returns the URL that the service worker opens. */
const press = (worker: Worker) =>
  worker.evaluate(async () => {
    // The service worker's global object, whose type is missing in the tests' TypeScript settings.
    const own = self as unknown as {
      clients: object
      registration: ServiceWorkerRegistration
      NotificationEvent: new (name: string, init: object) => Event
    }
    const opened = new Promise<string>((resolve) => {
      // Replaces `openWindow`, because a browser opens a window only after a real click.
      Object.defineProperty(own.clients, 'openWindow', { value: async (url: string) => resolve(url) })
    })
    const [notification] = await own.registration.getNotifications()
    self.dispatchEvent(new own.NotificationEvent('notificationclick', { notification }))
    return opened
  })

for (const [lang, width] of [
  ['pl', 390],
  ['en', 1280],
] as const) {
  test(`PUSH-5 the button below a member's own post turns push messages on at ${width} pixels in ${lang}`, async () => {
    const { page, browser, anna } = await openOwnPost(lang, width)
    const words = WORDS[lang]
    const offer = page.getByRole('button', { name: words.offer })
    await offer.scrollIntoViewIfNeeded()
    // A button below 50 pixels in height has its text on one line.
    expect((await offer.boundingBox())!.height).toBeLessThan(50)
    await site.check(page)
    if (process.env.PICTURES_DIR) await page.screenshot({ path: `${process.env.PICTURES_DIR}/push-offer-${lang}.png` })
    await offer.click()
    await expect(page.locator('.push-prompt__state')).toHaveText(words.done)
    await expect(offer).toHaveCount(0)
    if (process.env.PICTURES_DIR)
      await page.screenshot({ path: `${process.env.PICTURES_DIR}/push-offer-done-${lang}.png` })
    const rows = await site.db.execute(sql`
      select endpoint, 'comment' = any (push_on) as is_on
      from push_subscription join notification_settings using (user_id) where user_id = ${anna.id}`)
    expect([...rows]).toEqual([{ endpoint: browser.endpoint, is_on: true }])
  })
}

test('PUSH-5 a push message is shown, replaced by tag, opens its thread, and is closed once read', async () => {
  const { page, browser, anna, post } = await openOwnPost('pl', 390)
  await page.getByRole('button', { name: WORDS.pl.offer }).click()
  await expect(page.locator('.push-prompt__state')).toHaveText(WORDS.pl.done)
  const bartek = await createUser(site.db)
  const deliver = await deliveryTo(page)
  const tag = `thread-${post.id}`
  const comment = async (content: string, shown: object) => {
    await send(bartek, 'POST', '/api/comments', { post_id: post.id, content })
    const payload = await nextFor(browser)
    expect(payload).toMatchObject({ notification: { ...shown, tag } })
    await deliverUntil(payload, [{ ...shown, tag }])
    // Makes the last push message a minute older, so that the minimum time between two messages about one thread has
    // passed.
    await site.db.execute(sql`update push_notice set sent_at = sent_at - interval '1 minute'`)
  }
  /** Retries the delivery: Chromium drops a message without an error if the service worker did not start in time. */
  const deliverUntil = (payload: object, shown: object[]) =>
    expect(async () => {
      await deliver(payload)
      await expect.poll(() => shownBy(page), { timeout: 5_000 }).toEqual(shown)
    }).toPass({ timeout: WAIT_MS })
  await comment('Podasz przepis?', { title: expect.stringContaining(bartek.username), body: 'Podasz przepis?' })
  await comment('I jaka mąka?', { title: expect.any(String), body: 'Chleb na zakwasie (i jeszcze 1 nowe)' })

  const [worker] = page.context().serviceWorkers()
  expect(await press(worker!)).toContain(`${site.url}/post/${post.id}?comment=`)
  await expect.poll(() => shownBy(page)).toEqual([])

  await comment('Jeszcze jedno.', { title: expect.any(String), body: expect.any(String) })
  await send(anna, 'POST', '/api/notifications/mark-all-read', {})
  const closing = await nextFor(browser)
  expect(closing).toEqual({ close: [tag], app_badge: 0 })
  await deliverUntil(closing, [])
})
