import { test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { savedPost } from '#server/features/saves/table.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const reader = await createUser(db, { username: 'nocny_marek' })
const category = await createCategory(db, { name: 'gotowanie' })
const minutesAgo = (n: number) => new Date(Date.now() - n * 60_000)
/** A thread that is not in the community whose feed the tests walk through. */
const thread = await createPost(db, { title: 'Drzewo', created_at: minutesAgo(60) })
const posts = [1, 2, 3, 4, 5].map((n) =>
  createPost(db, { category, title: `Post numer ${n}`, content: 'Długi opis. '.repeat(40), created_at: minutesAgo(n) }),
)
const [first, second, third] = await Promise.all(posts)
await createComment(db, { post: first, content: 'Pierwszy głos.', upvotes: 5 })
await createComment(db, { post: first, content: 'Drugi głos.' })

/** Waits until the keyboard shortcuts are loaded. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
  await page.locator('html[data-keys]').waitFor({ state: 'attached' })
}

const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('link', { name: title, exact: true }) })
const marked = (page: Page) => page.locator('#main article[aria-current="true"]')

test('j and k move the selection through the posts of the feed and scroll it into view', async () => {
  const page = await site.newPage({ signedInAs: reader, width: 1280 })
  await open(page, '/r/gotowanie?sort=new')
  await page.keyboard.press('j')
  await expect(card(page, 'Post numer 1')).toHaveAttribute('aria-current', 'true')
  await expect(card(page, 'Post numer 1')).toBeFocused()
  for (const _ of posts) await page.keyboard.press('j')
  await expect(card(page, 'Post numer 5')).toHaveAttribute('aria-current', 'true')
  await expect(card(page, 'Post numer 5')).toBeInViewport({ ratio: 1 })
  await expect(marked(page)).toHaveCount(1)
  await page.keyboard.press('k')
  await expect(card(page, 'Post numer 4')).toBeFocused()
  await site.check(page)
})

test('a and z vote on the selected post or take the vote back, s saves it, Enter opens it', async () => {
  const page = await site.newPage({ signedInAs: reader })
  await open(page, '/?sort=new')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const post = card(page, 'Post numer 2')
  await page.keyboard.press('a')
  await expect(post.getByRole('button', { name: 'Głosuj za' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('z')
  await expect(post.getByRole('button', { name: 'Głosuj przeciw' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('z')
  await expect(post.locator('.votes')).toHaveAttribute('data-vote', '0')
  const saving = page.waitForResponse((response) => response.url().endsWith(`/api/posts/${second!.id}/save`))
  await page.keyboard.press('s')
  await expect(post.getByRole('button', { name: 'Zapisano' })).toBeVisible()
  await saving
  expect(await db.$count(savedPost, eq(savedPost.post_id, second!.id))).toBe(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/post/${second!.id}`)
})

test('A11Y-4 ] and [ move to sibling comments, u to the parent, n to the next new comment', async () => {
  const named = (content: string, parent?: typeof oldest) =>
    createComment(db, parent ? { parent, content } : { post: thread, content, created_at: minutesAgo(9) })
  const oldest = await createComment(db, { post: thread, content: 'Pierwsza gałąź', upvotes: 9 })
  const inner = await named('Odpowiedź', oldest)
  await named('Głęboka odpowiedź', inner)
  await named('Druga gałąź')
  const page = await site.newPage({ signedInAs: reader })
  await open(page, `/post/${thread.id}`)
  const focused = (text: string) => expect(page.locator('article:focus')).toContainText(text)
  await page.locator(`#comment-${inner.id + 1} > article`).focus()
  await page.keyboard.press('u')
  await focused('Odpowiedź')
  await page.keyboard.press('u')
  await focused('Pierwsza gałąź')
  await page.keyboard.press(']')
  await focused('Druga gałąź')
  await page.keyboard.press('[')
  await focused('Pierwsza gałąź')
  await page.keyboard.press('u')
  await expect(page.locator('article.post')).toBeFocused()
  await page.keyboard.press('n')
  await expect(page.locator('#announcer')).toHaveText('Dalej nic nie ma.')
})

test('VOTE-4 keyboard shortcuts on the page of a post work on the post and on its comments', async () => {
  const page = await site.newPage({ signedInAs: reader })
  await open(page, `/post/${first!.id}`)
  await page.keyboard.press('a')
  await expect(page.locator('.post .votes')).toHaveAttribute('data-vote', '1')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const comment = page.locator('.comment__main').filter({ hasText: 'Drugi głos.' })
  await expect(comment).toBeFocused()
  await page.keyboard.press('z')
  await expect(comment.locator('.votes')).toHaveAttribute('data-vote', '-1')
  await site.check(page)
})

test('VOTE-5 a signed-out reader who votes by key is asked to log in, and nothing changes', async () => {
  const page = await site.newPage()
  await open(page, '/?sort=new')
  await page.keyboard.press('j')
  await page.keyboard.press('a')
  await expect(page.getByRole('alert')).toContainText('Musisz się zalogować, aby głosować')
  await expect(card(page, 'Post numer 1').locator('.votes')).toHaveAttribute('data-vote', '0')
})

test('single-key shortcuts do nothing while typing or with a modifier key held', async () => {
  const page = await site.newPage({ signedInAs: reader })
  await open(page, '/?sort=new')
  await page.keyboard.press('Control+j')
  await page.keyboard.press('Alt+k')
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('jak?')
  await expect(page.getByRole('combobox')).toHaveValue('jak?')
  await expect(marked(page)).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('? lists the keyboard shortcuts, which can be disabled on every page; the footer lists them too', async () => {
  const page = await site.newPage({ signedInAs: reader, lang: 'en', dark: true })
  await open(page, '/?sort=new')
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('next post or comment')).toBeVisible()
  await site.check(page)
  await help.getByRole('checkbox', { name: 'Shortcuts of a single key' }).uncheck()
  expect(await page.evaluate(() => localStorage.getItem('singleKeys'))).toBe('false')
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await open(page, `/post/${third!.id}`)
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  await page.keyboard.press('/')
  await expect(marked(page)).toHaveCount(0)
  await expect(help).toHaveCount(0)
  await expect(page.getByRole('combobox')).not.toBeFocused()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await help.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Keyboard shortcuts' })).toBeFocused()
  await page.keyboard.press('j')
  await expect(marked(page)).toHaveCount(1)
})
