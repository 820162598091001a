import { join } from 'node:path'
import { afterAll, describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { clientOfSources } from '../client.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({ OFFLINE: 'on' })
const member = await createUser(site.db)
const garden = await createCategory(site.db, { name: 'ogrod', creator: member })
await joinCategory(site.db, member, garden)

const good = await (await fetch(`${site.url}/sw.js`)).text()
const [version] = /assets\/entry-client-[\w-]+\.js/.exec(good)!
const RELEASES = {
  good,
  newer: good.replaceAll(version, 'assets/entry-client-newer.js'),
  /** Refuses every page. */
  broken: `
    addEventListener('install', () => skipWaiting())
    addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    addEventListener('fetch', (event) => {
      if (event.request.mode === 'navigate') event.respondWith(Promise.reject(new Error('broken')))
    })`,
  off: await Bun.file(join(await clientOfSources('production'), 'sw-off.js')).text(),
}
let release: keyof typeof RELEASES = 'good'

/** The site with the worker of another release. */
const proxy = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 0,
  async fetch(request) {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/sw.js')
      return new Response(RELEASES[release], {
        headers: { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' },
      })
    const { method, headers, body } = request
    return fetch(site.url + pathname + search, { method, headers, body, redirect: 'manual', decompress: false })
  },
})
afterAll(() => proxy.stop(true))
const origin = `http://localhost:${proxy.port}`
const expectErrors = [/broken|ERR_FAILED|Failed to fetch|Preparing|ServiceWorker|SSL|newer|404/]

const update = (page: Page) =>
  page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update()
  })

async function openWithWorker(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const opens = (page: Page, path: string) =>
  page.goto(path).then(
    () => true,
    () => false,
  )

describe('releases of the worker', () => {
  test('APP-4 a worker that refuses every page is replaced by the next release by itself', async () => {
    release = 'good'
    const page = await site.newPage({ origin, expectErrors })
    await openWithWorker(page, '/')
    release = 'broken'
    await update(page)
    await expect.poll(() => opens(page, '/rules')).toBe(false)
    release = 'good'
    await expect.poll(() => opens(page, '/')).toBe(true)
    await expect(page.locator('#main')).toBeVisible()
  })

  test('APP-4 a release that switches the worker off unregisters it and empties what it stored', async () => {
    release = 'good'
    const page = await site.newPage({ origin, expectErrors })
    await openWithWorker(page, '/')
    release = 'off'
    await update(page)
    const left = () =>
      page.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        caches: (await caches.keys()).length,
      }))
    await expect.poll(left).toEqual({ workers: 0, caches: 0 })
    await page.goto('/rules')
    await expect(page.locator('#main')).toBeVisible()
  })

  test('APP-4 a newer worker reloads the tab without typed text and leaves the other alone', async () => {
    release = 'good'
    const writing = await site.newPage({ origin, expectErrors, signedInAs: member })
    await openWithWorker(writing, '/submit?community=ogrod')
    const reading = await writing.context().newPage()
    await openWithWorker(reading, '/')
    await writing.getByLabel('Tytuł').fill('Jeszcze piszę')
    for (const page of [writing, reading]) await page.evaluate(() => void Object.assign(window, { isOld: true }))
    release = 'newer'
    await update(reading)
    await reading.waitForFunction(() => !('isOld' in window))
    expect(await writing.evaluate(() => 'isOld' in window)).toBe(true)
    await expect(writing.getByLabel('Tytuł')).toHaveValue('Jeszcze piszę')
  })
})
