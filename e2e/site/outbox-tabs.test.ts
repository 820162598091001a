import { afterAll, beforeEach, describe, test } from 'bun:test'
import { and, asc, eq } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright'
import { comment } from '#server/features/comments/table.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { freePort } from '#server/lib/free-port.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({ OFFLINE: 'on' })
const author = await createUser(site.db)
const category = await createCategory(site.db, { creator: author })

/** Number of comments being sent now, the largest such number so far, and the number of comments sent in total. */
let [underway, most, sent] = [0, 0, 0]
/** Delays the response to comment number `at` until `until` resolves. */
let held: { at: number; until: Promise<void> } | null = null

const port = await freePort()
const origin = `http://localhost:${port}`

/** A proxy between browser and server, which can be disconnected. */
const openLine = () =>
  Bun.serve({
    port,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const { method, headers, body } = request
      const isComment = method === 'POST' && pathname === '/api/comments'
      if (isComment) most = Math.max(most, ++underway)
      const number = isComment ? ++sent : 0
      const answer = await fetch(site.url + pathname + search, {
        method,
        headers,
        body,
        redirect: 'manual',
        decompress: false,
      })
      if (isComment && held?.at === number) await held.until
      if (isComment) underway -= 1
      return answer
    },
  })
let line = openLine()
afterAll(() => line.stop(true))
beforeEach(() => {
  ;[underway, most, sent, held] = [0, 0, 0, null]
})

const expectErrors = [/ERR_|Failed to fetch|Preparing|Loading|Asking|Counting|EventSource|MIME|502|network/i]

/** Opens tabs of one member at one thread, each controlled by the service worker. */
async function openTabs(count: number) {
  const member = await createUser(site.db)
  await joinCategory(site.db, member, category)
  const thread = await createPost(site.db, { category, author })
  const first = await site.newPage({ signedInAs: member, origin, expectErrors })
  const tabs = [first]
  while (tabs.length < count) tabs.push(await first.context().newPage())
  for (const tab of tabs) {
    await tab.goto(`/post/${thread.id}`)
    await untilHydrated(tab)
    await tab.waitForFunction(() => navigator.serviceWorker.controller !== null)
  }
  const arrived = async () => {
    const rows = await site.db
      .select({ content: comment.content })
      .from(comment)
      .where(and(eq(comment.post_id, thread.id), eq(comment.author_id, member.id)))
      .orderBy(asc(comment.id))
    return rows.map(({ content }) => content)
  }
  await expect.poll(() => first.evaluate(hasKey, String(member.id))).toBe(true)
  return { tabs, arrived }
}

/** Whether the browser has the key that encrypts the account's outbox. */
const hasKey = (account: string) =>
  new Promise<boolean>((resolve) => {
    const opening = indexedDB.open('outbox')
    opening.onsuccess = () => {
      const db = opening.result
      if (!db.objectStoreNames.contains('keys')) return resolve((db.close(), false))
      const asking = db.transaction('keys').objectStore('keys').getKey(account)
      asking.onsuccess = () => resolve((db.close(), asking.result !== undefined))
    }
  })

async function comments(tab: Page, text: string): Promise<void> {
  await tab.bringToFront()
  await tab.locator('.comment-form textarea').first().fill(text)
  await tab.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(tab.locator('.queued', { hasText: text })).toContainText('czeka na sieć')
}

const emitOnline = (tab: Page) => tab.evaluate(() => void dispatchEvent(new Event('online')))

/** Fires the event of Background Sync, as the browser does when the network is back. */
async function sync(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
  })
  await client.send('ServiceWorker.enable')
  const registrationId = await registered
  await client.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance: false })
}

describe('OUT-5 one tab sends the outbox for all tabs', () => {
  test.each([2, 3])('OUT-5 comments written offline in %d tabs are sent once, in order, by one tab', async (count) => {
    const { tabs, arrived } = await openTabs(count)
    await line.stop(true)
    const texts = Array.from({ length: count * 2 }, (_, n) => `Z karty ${n % count}, numer ${n}`)
    for (const [n, text] of texts.entries()) await comments(tabs[n % count]!, text)
    expect(await arrived()).toEqual([])
    line = openLine()
    await Promise.all(tabs.map(emitOnline))
    await expect.poll(arrived).toEqual(texts)
    for (const tab of tabs) await expect(tab.locator('.queued')).toHaveCount(0)
    expect({ most, sent }).toEqual({ most: 1, sent: texts.length })
  })

  test('OUT-5 another tab sends the remaining comments of the outbox when the sending tab is closed', async () => {
    const { tabs, arrived } = await openTabs(2)
    const [closing, staying] = [tabs[0]!, tabs[1]!]
    await line.stop(true)
    const texts = ['Pierwszy', 'Drugi', 'Trzeci', 'Czwarty']
    for (const [n, text] of texts.entries()) await comments(tabs[n % 2]!, text)
    const release = Promise.withResolvers<void>()
    held = { at: 2, until: release.promise }
    line = openLine()
    await emitOnline(closing)
    await expect.poll(() => sent).toBe(2)
    await emitOnline(staying)
    await closing.close()
    release.resolve()
    await expect.poll(arrived).toEqual(texts)
    await expect(staying.locator('.queued')).toHaveCount(0)
    expect(await arrived()).toEqual(texts)
  })

  test('OUT-5 the service worker sends the outbox with no tab open when the network is back', async () => {
    const { tabs, arrived } = await openTabs(2)
    const context = tabs[0]!.context()
    await line.stop(true)
    const texts = ['Zanim zamknę', 'Już zamykam']
    for (const [n, text] of texts.entries()) await comments(tabs[n]!, text)
    const empty = await context.newPage()
    for (const tab of tabs) await tab.close()
    expect(await arrived()).toEqual([])
    line = openLine()
    await sync(context)
    await expect.poll(arrived).toEqual(texts)
    expect({ most, sent }).toEqual({ most: 1, sent: texts.length })
    await empty.close()
  })
})
