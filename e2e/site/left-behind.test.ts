import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { session } from '#server/features/auth/table.ts'
import { createCategory, createMessage, createPost, createSave, createUser } from '#server/test/factories.ts'
import { findChromium } from '../browser.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite({ OFFLINE: 'on' })
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** Texts that nobody but the member reads. */
const SECRETS = { message: 'Klucz leży pod trzecią donicą.', saved: 'Zapisany przepis na kiszonkę' }

async function newMember(username: string) {
  const friend = await createUser(site.db)
  const member = await createUser(site.db, { username, password: 'Demo1234' })
  const category = await createCategory(site.db, { creator: friend })
  await createMessage(site.db, friend, member, { content: SECRETS.message })
  await createSave(site.db, member, await createPost(site.db, { category, author: friend, title: SECRETS.saved }))
  return { ...member, friend: friend.username }
}

async function open(profile: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: (await findChromium()) ?? undefined,
    headless: true,
    args: ['--no-sandbox'],
    baseURL: site.url,
    locale: 'pl-PL',
  })
  context.setDefaultTimeout(20_000)
  return context
}

/** Signs in and reads what is private, so that the browser stores it. */
async function readPrivately(page: Page, { username, friend }: { username: string; friend: string }): Promise<void> {
  await page.goto('/login')
  await untilHydrated(page)
  await page.getByLabel('Nazwa użytkownika', { exact: false }).first().fill(username)
  await page.locator('input[name=password]').fill('Demo1234')
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  for (const path of [`/conversation/${friend}`, '/saved']) {
    await page.goto(path)
    await untilHydrated(page)
  }
  await page.goto('/offline')
  for (const path of [`/conversation/${friend}`, '/saved'])
    await expect(page.locator(`.stored-pages a[href="${path}"]`)).toBeVisible()
}

/** The files of a folder that contain one of the secrets, in either encoding of the browser. */
async function filesWithSecrets(folder: string): Promise<string[]> {
  const wanted = Object.values(SECRETS).flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')])
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    if (wanted.some((text) => bytes.includes(text))) found.push(path.slice(folder.length))
  }
  return found
}

async function newProfile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watek-profile-'))
  folders.push(folder)
  return folder
}

const storedOwner = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('offline')
        opening.onsuccess = () => {
          const asking = opening.result.transaction('meta').objectStore('meta').get('ownership')
          asking.onsuccess = () => {
            opening.result.close()
            resolve((asking.result as { owner: string } | undefined)?.owner ?? null)
          }
        }
      }),
  )

describe('what a browser keeps of a member', () => {
  test('no private text is left in the folder of the browser after a logout, and stored pages are gone', async () => {
    const [member, folder] = [await newMember('wychodzi'), await newProfile()]
    const browser = await open(folder)
    const page = await browser.newPage()
    await readPrivately(page, member)
    expect(await storedOwner(page)).toBe(String(member.id))
    await page.locator('summary', { hasText: 'Menu' }).click()
    await page.getByRole('button', { name: 'Wyloguj się' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Zaloguj się' })).toBeVisible()
    await untilHydrated(page)
    await expect.poll(() => storedOwner(page)).not.toBe(String(member.id))
    await browser.close()
    expect(await filesWithSecrets(folder)).toEqual([])
  })

  test('a session that ended elsewhere empties the store at the next contact with the server', async () => {
    const [member, folder] = [await newMember('gdzieindziej'), await newProfile()]
    let browser = await open(folder)
    await readPrivately(await browser.newPage(), member)
    await browser.close()
    expect(await filesWithSecrets(folder)).toEqual([])
    await site.db.delete(session).where(eq(session.user_id, member.id))
    browser = await open(folder)
    const page = await browser.newPage()
    await page.goto('/')
    await untilHydrated(page)
    await expect.poll(() => storedOwner(page)).not.toBe(String(member.id))
    await browser.close()
    expect(await filesWithSecrets(folder)).toEqual([])
  })
})
