import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { session } from '#server/features/auth/table.ts'
import { comment } from '#server/features/comments/table.ts'
import { postRank } from '#server/features/posts/table.ts'
import { user } from '#server/features/users/table.ts'
import { createCategory, createMessage, createPost, createSave, createUser } from '#server/test/factories.ts'
import { findChromium } from '../browser.ts'
import { expect, startSite, untilHydrated, WAIT_MS } from '../harness.ts'

const site = await startSite({ OFFLINE: 'on' })
const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** Texts that only the member can read; each has a word that stays intact in the browser's compressed files. */
const READ = { message: 'Klucz leży pod donicą wqxzkvjy.', saved: 'Przepis na kiszonkę jzqwvyxk' }
const TYPED = {
  title: 'Niedokończony tytuł kvxqzwhj',
  comment: 'Zaczęty komentarz qzjxvwkf',
  message: 'Zaczęta wiadomość xvqkjzwg',
  search: 'choroba zwvqxkjb',
  waiting: 'Komentarz z pociągu vjqzxwkd',
}
const WORDS = [...Object.values(READ), ...Object.values(TYPED)].map((text) => /[a-z]{8}(?=\.?$)/.exec(text)![0])
const NEXT_YEAR = new Date(Date.now() + 365 * 86_400_000)
const PASSWORD = 'Demo1234'

async function newMember(username: string) {
  const friend = await createUser(site.db)
  const member = await createUser(site.db, { username, password: PASSWORD })
  const category = await createCategory(site.db, { creator: friend })
  await createMessage(site.db, friend, member, { content: READ.message })
  const saved = await createPost(site.db, { category, author: friend, title: READ.saved })
  await createSave(site.db, member, saved)
  return { ...member, friend: friend.username, thread: `/post/${saved.id}`, post: saved }
}
type Member = Awaited<ReturnType<typeof newMember>>

async function open(profile: string): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: (await findChromium()) ?? undefined,
    headless: true,
    args: ['--no-sandbox'],
    baseURL: site.url,
    locale: 'pl-PL',
  })
  context.setDefaultTimeout(WAIT_MS)
  return context
}

async function logIn(page: Page, { username }: { username: string }): Promise<void> {
  await page.goto('/login')
  await untilHydrated(page)
  await page.getByLabel('Nazwa użytkownika', { exact: false }).first().fill(username)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('main button[type=submit]').click()
  await expect(page).toHaveURL('/')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const draftsOf = (page: Page, { id }: { id: number }) =>
  page.evaluate((prefix) => Object.keys(localStorage).filter((key) => key.startsWith(prefix)).length, `draft:${id}:`)

async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

/** Types into a form of the page until its draft is stored. */
async function typeDraft(page: Page, member: Member, field: string, text: string): Promise<void> {
  const before = await draftsOf(page, member)
  await page.locator(field).first().fill(text)
  await expect.poll(() => draftsOf(page, member)).toBe(before + 1)
}

const commentField = '.comment-form textarea'

/** Signs in, reads private pages, searches, types drafts, and queues a comment offline. */
async function readAndType(page: Page, member: Member): Promise<void> {
  const conversation = `/conversation/${member.friend}`
  await logIn(page, member)
  await visit(page, conversation)
  await typeDraft(page, member, 'main textarea', TYPED.message)
  await visit(page, '/submit')
  await typeDraft(page, member, 'input[name=title]', TYPED.title)
  await visit(page, '/saved')
  await visit(page, `/search?q=${encodeURIComponent(TYPED.search)}`)
  await visit(page, member.thread)
  await page.context().setOffline(true)
  await page.locator(commentField).first().fill(TYPED.waiting)
  await page.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(page.locator('.queued')).toContainText(TYPED.waiting)
  // The refused comment stays in the outbox when the network is back.
  await setLocked(member, true)
  await page.context().setOffline(false)
  await expect(page.locator('.queued__item--refused')).toContainText(TYPED.waiting)
  await setLocked(member, false)
  await typeDraft(page, member, commentField, TYPED.comment)
  await visit(page, '/offline')
  for (const path of [conversation, '/saved', member.thread])
    await expect(page.locator(`.stored-pages a[href="${path}"]`)).toBeVisible()
}

const setLocked = ({ post: { id } }: Member, is_locked: boolean) =>
  site.db.update(postRank).set({ is_locked }).where(eq(postRank.post_id, id))

/**
 * Finds the files of a folder that contain one of the words. Browsers store text in UTF-8 or in UTF-16, so both are
 * searched.
 */
async function filesWithWords(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    for (const word of WORDS)
      for (const encoding of ['utf8', 'utf16le'] as const)
        if (bytes.includes(Buffer.from(word, encoding))) found.push(`${path.slice(folder.length)} ${word}`)
  }
  return found
}

async function newProfile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watek-profile-'))
  folders.push(folder)
  return folder
}

const storedKeys = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open('outbox')
        opening.onsuccess = () => {
          const asking = opening.result.transaction('keys').objectStore('keys').getAllKeys()
          asking.onsuccess = () => {
            opening.result.close()
            resolve(asking.result)
          }
        }
      }),
  )

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

async function logOut(page: Page): Promise<void> {
  await page.locator('summary', { hasText: 'Menu' }).click()
  await page.getByRole('button', { name: 'Wyloguj się' }).click()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Zaloguj się' })).toBeVisible()
  await untilHydrated(page)
}

const ownComments = ({ post, id }: Member) =>
  site.db
    .select({ content: comment.content })
    .from(comment)
    .where(and(eq(comment.post_id, post.id), eq(comment.author_id, id)))

describe("a member's data left in the browser", () => {
  test('OFF-5 a logout leaves no readable data; at the next login drafts and queued actions are restored', async () => {
    const [member, other, folder] = [await newMember('wychodzi'), await newMember('nastepna'), await newProfile()]
    let browser = await open(folder)
    let page = await browser.newPage()
    await readAndType(page, member)
    expect(await storedOwner(page)).toBe(String(member.id))
    await logOut(page)
    await expect.poll(() => storedOwner(page)).not.toBe(String(member.id))
    expect(await storedKeys(page)).not.toContain(String(member.id))
    await browser.close()
    expect(await filesWithWords(folder)).toEqual([])

    browser = await open(folder)
    page = await browser.newPage()
    await logIn(page, other)
    await page.goto(member.thread)
    await untilHydrated(page)
    await expect(page.locator(commentField).first()).toHaveValue('')
    await page.goto('/outbox')
    await expect(page.getByText('Nic nie czeka na wysłanie.')).toBeVisible()
    await logOut(page)
    await logIn(page, member)
    await page.goto(member.thread)
    await expect(page.locator(commentField).first()).toHaveValue(TYPED.comment)
    await page.goto('/submit')
    await expect(page.locator('input[name=title]')).toHaveValue(TYPED.title)
    await page.goto('/outbox')
    await expect(page.locator('.outbox textarea')).toHaveValue(TYPED.waiting)
    await page.getByRole('button', { name: 'Wyślij ponownie' }).click()
    await expect(page.getByText('Nic nie czeka na wysłanie.')).toBeVisible()
    expect(await ownComments(member)).toEqual([{ content: TYPED.waiting }])
    await browser.close()
    expect(await filesWithWords(folder)).toEqual([])
  })

  test.each([
    ['a session that ended elsewhere', 'skonczona'],
    ['a suspension', 'zawieszona'],
  ])('OFF-5 data stored by the browser is unreadable once the server reports %s', async (end, username) => {
    const [member, folder] = [await newMember(username), await newProfile()]
    let browser = await open(folder)
    const page = await browser.newPage()
    await readAndType(page, member)
    await browser.close()
    expect(await filesWithWords(folder)).toEqual([])
    if (end === 'a suspension')
      await site.db.update(user).set({ suspension_id: 1, suspended_until: NEXT_YEAR }).where(eq(user.id, member.id))
    else await site.db.delete(session).where(eq(session.user_id, member.id))
    browser = await open(folder)
    const next = await browser.newPage()
    await next.goto('/')
    await untilHydrated(next)
    await expect.poll(() => storedOwner(next)).not.toBe(String(member.id))
    if (end !== 'a suspension') await expect.poll(() => storedKeys(next)).not.toContain(String(member.id))
    await browser.close()
    expect(await filesWithWords(folder)).toEqual([])
  })

  test('OFF-5 a draft survives a reload right after the last keystroke', async () => {
    const member = await newMember('szybka')
    const browser = await open(await newProfile())
    const page = await browser.newPage()
    await logIn(page, member)
    await visit(page, '/submit')
    await typeDraft(page, member, 'input[name=title]', 'Zaczynam')
    for (let round = 1; round <= 3; round += 1) {
      await page.locator('input[name=title]').evaluate((field) => {
        const input = field as HTMLInputElement
        input.focus()
        input.setSelectionRange(input.value.length, input.value.length)
        document.execCommand('insertText', false, '!')
        location.reload()
      })
      await page.waitForLoadState()
      await untilHydrated(page)
      await expect(page.locator('input[name=title]')).toHaveValue(`Zaczynam${'!'.repeat(round)}`)
    }
    await browser.close()
  })

  test('OFF-5 the button that clears the device deletes stored pages and drafts', async () => {
    const [member, folder] = [await newMember('czysci'), await newProfile()]
    const browser = await open(folder)
    const page = await browser.newPage()
    await logIn(page, member)
    await visit(page, '/submit')
    await typeDraft(page, member, 'input[name=title]', TYPED.title)
    await page.goto('/offline')
    await page.getByRole('button', { name: 'Wyczyść urządzenie' }).click()
    await expect(page.getByText('Urządzenie wyczyszczone.')).toBeVisible()
    expect(await draftsOf(page, member)).toBe(0)
    await page.goto('/submit')
    await untilHydrated(page)
    await expect(page.locator('input[name=title]')).toHaveValue('')
    await browser.close()
  })

  test('OFF-5 deleting the account leaves no stored page, draft or queued action', async () => {
    const [member, folder] = [await newMember('usunieta'), await newProfile()]
    const browser = await open(folder)
    const page = await browser.newPage()
    await readAndType(page, member)
    await page.goto('/settings/data')
    await untilHydrated(page)
    await page.getByRole('button', { name: 'Usuń konto' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=password]').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Usuń konto' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Konto zostało usunięte.')).toBeVisible()
    await expect.poll(() => storedOwner(page)).not.toBe(String(member.id))
    expect(await storedKeys(page)).not.toContain(String(member.id))
    expect(await draftsOf(page, member)).toBe(0)
    await browser.close()
    expect(await filesWithWords(folder)).toEqual([])
  })
})
