import { join } from 'node:path'
import { afterAll, describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { clientOfSources } from '../client.ts'
import { expect, startSite, untilHydrated, WAIT_MS } from '../harness.ts'

const site = await startSite({ OFFLINE: 'on' })

const good = await (await fetch(`${site.url}/sw.js`)).text()
const ENTRY = /assets\/entry-client-[0-9a-f]+(?=\.js)/g
const RELEASES = {
  good,
  /** A service worker that belongs to another build of the client. */
  newer: good.replaceAll(ENTRY, '$&-newer'),
  /** A service worker that refuses every page. */
  broken: `
    addEventListener('install', () => skipWaiting())
    addEventListener('activate', (event) => event.waitUntil(clients.claim()))
    addEventListener('fetch', (event) => {
      if (event.request.mode === 'navigate') event.respondWith(Promise.reject(new Error('broken')))
    })`,
  off: await Bun.file(join(await clientOfSources('production'), 'sw-off.js')).text(),
}
let release: keyof typeof RELEASES = 'good'

/** A proxy that serves the site with the service worker of another release. */
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
    const path = pathname.replace('-newer.js', '.js')
    return fetch(site.url + path + search, { method, headers, body, redirect: 'manual', decompress: false })
  },
})
afterAll(() => proxy.stop(true))
const origin = `http://localhost:${proxy.port}`
const expectErrors = [/broken|ERR_FAILED|Failed to fetch|Preparing|ServiceWorker|SSL|newer|404/]

/**
 * Requests an update of the service worker. Callers repeat the request until the new release is there, because the
 * browser may instead wait for an update in flight that has read the previous release.
 */
const update = (page: Page) =>
  page
    .evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })
    .catch(() => {})

async function openWithWorker(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const isSettled = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return !registration?.installing && !registration?.waiting
  })

const opens = (page: Page, path: string) =>
  page.goto(path).then(
    () => true,
    () => false,
  )

describe('releases of the service worker', () => {
  test('APP-4 a service worker that breaks all pages is replaced by the next release without user action', async () => {
    release = 'good'
    const page = await site.newPage({ origin, expectErrors })
    await openWithWorker(page, '/')
    release = 'broken'
    await expect
      .poll(async () => {
        await update(page)
        // Waits until the update has ended, because a service worker is not replaced while it is serving a page.
        await expect.poll(() => isSettled(page)).toBe(true)
        return opens(page, '/rules')
      })
      .toBe(false)
    release = 'good'
    // Each page load delays the update of the service worker, so several seconds lie between two attempts.
    await expect.poll(() => opens(page, '/'), { intervals: [5_000], timeout: 2 * WAIT_MS }).toBe(true)
    await expect(page.locator('#main')).toBeVisible()
  })

  test('APP-4 a tab without typed text reloads for a newer service worker, one with typed text does not', async () => {
    release = 'good'
    const idle = await site.newPage({ origin, expectErrors })
    await openWithWorker(idle, '/')
    const writing = await idle.context().newPage()
    await openWithWorker(writing, '/login')
    await writing.locator('input[name=username]').fill('ktos')
    for (const page of [idle, writing]) await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    const isSame = (page: Page) => page.evaluate(() => 'isSameDocument' in window)
    release = 'newer'
    await expect
      .poll(async () => {
        await update(idle)
        return isSame(idle).catch(() => true)
      })
      .toBe(false)
    expect(await isSame(writing)).toBe(true)
    await expect(writing.locator('input[name=username]')).toHaveValue('ktos')
  })

  test('a release that disables the service worker unregisters it and deletes its caches', async () => {
    release = 'good'
    const page = await site.newPage({ origin, expectErrors })
    await openWithWorker(page, '/')
    release = 'off'
    const left = async () => {
      await update(page)
      return page.evaluate(async () => ({
        workers: (await navigator.serviceWorker.getRegistrations()).length,
        caches: (await caches.keys()).length,
      }))
    }
    await expect.poll(left).toEqual({ workers: 0, caches: 0 })
    await page.goto('/rules')
    await expect(page.locator('#main')).toBeVisible()
  })
})
