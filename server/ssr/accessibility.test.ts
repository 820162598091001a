import { expect, test } from 'bun:test'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createMessage, createPost, createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const reader = await createUser(t.db, { username: 'Jan_Ogrodnik' })
const author = await createUser(t.db, { username: 'Kasia_Zakwas' })
const garden = await createCategory(t.db, { name: 'ogrod', display_name: 'Ogród', creator: author })
const post = await createPost(t.db, { author, category: garden, title: 'Pomidory' })
const first = await createComment(t.db, { author, post, content: 'Pierwszy' })
const second = await createComment(t.db, { author: reader, parent: first, content: 'Drugi' })
const third = await createComment(t.db, { author, parent: second, content: 'Trzeci' })

const html = async (path: string, headers: Record<string, string> = {}) => (await t.request(path, { headers })).text()
const text = (page: string) => page.replace(/<[^>]+>/g, '')

test("A11Y-4 a comment's accessible name has author, time, parent, level, replies and own vote", async () => {
  await (await t.as(reader)).votes.comment({ comment_id: third.id, value: 1 })
  const page = await html(`/post/${post.id}`, { cookie: `session=${await t.bearerOf(reader)}` })
  const head = (id: number) => text(page.split(`id="comment-head-${id}"`)[1]!.split('comment__body')[0]!)
  expect(page).toContain(`aria-labelledby="comment-head-${third.id}"`)
  expect(head(first.id)).toMatch(/Komentarz: Kasia_Zakwas.*temu.*poziom 1, 1 odpowiedź/)
  expect(head(second.id)).toMatch(/Komentarz: Jan_Ogrodnik.*temu.*odpowiedź na Kasia_Zakwas, poziom 2, 1 odpowiedź/)
  expect(head(third.id)).toMatch(/odpowiedź na Jan_Ogrodnik, poziom 3, Twój głos: za/)
})

test('A11Y-4 the text of a comment is its accessible description, unless it has no text', async () => {
  const gone = await createComment(t.db, { author, post, content: 'Zniknie', deleted_at: new Date() })
  await createComment(t.db, { author, parent: gone, content: 'Zostaje' })
  const page = await html(`/post/${post.id}`)
  expect(page).toContain(`aria-describedby="comment-text-${second.id}"`)
  expect(text(page.split(`id="comment-text-${second.id}"`)[1]!.split('</div>')[0]!)).toContain('Drugi')
  expect(page).toContain(`comment-head-${gone.id}`)
  expect(page).not.toContain(`comment-text-${gone.id}`)
})

test('password rules are the accessible description of the new password field', async () => {
  const page = await html('/register')
  const password = /<input[^>]*name="password"[^>]*>/.exec(page)![0]
  const described = /aria-describedby="([^"]+)"/.exec(password)![1]!
  const rules = page.split(`id="${described}"`)[1]!.split('</ul>')[0]!
  expect(text(rules)).toContain('8')
})

test('a conversation is no live region; each new message is announced by itself', async () => {
  await createMessage(t.db, author, reader, { content: 'Masz sadzonki?' })
  const page = await html(`/conversation/${author.username}`, { cookie: `session=${await t.bearerOf(reader)}` })
  expect(page).toMatch(/<div[^>]*role="log"[^>]*aria-live="off"/)
})

test('A11Y-4 keyboard actions of a thread are also links in the menu of each comment', async () => {
  const page = await html(`/post/${post.id}`, { cookie: 'lite=1' })
  const menu = page.split(`id="comment-${second.id}"`)[1]!.split('</details>')[0]!
  expect(menu).toContain(`<a href="#comment-${third.id}">Następny komentarz</a>`)
  expect(menu).toContain(`<a href="#comment-${first.id}">Komentarz nadrzędny</a>`)
})

test('A11Y-1 titles and texts of members have a lang attribute detected from their words', async () => {
  const content = 'How do you keep them from splitting in the rain?'
  const english = await createPost(t.db, { author, category: garden, title: 'Tomatoes', content })
  await createComment(t.db, { author, post: english, content: 'Podlewaj rzadko, ale dużo.' })
  const page = await html(`/post/${english.id}`)
  expect(page).toMatch(/<h1[^>]* lang="en">Tomatoes<\/h1>/)
  expect(page).toMatch(/<div class="prose" lang="en"><p>How do you/)
  expect(page).toMatch(/<div[^>]* class="comment__body prose" lang="pl"><p>Podlewaj/)
  expect(await html(`/r/${garden.name}?sort=new`)).toMatch(/<h2[^>]* lang="en"><a[^>]*>Tomatoes/)
  const unknown = await createPost(t.db, { author, category: garden, title: 'PostgreSQL 18', content: '' })
  expect(await html(`/post/${unknown.id}`)).toMatch(/<h1[^>]*id="post-title">PostgreSQL/)
})

test('A11Y-6 the accessibility statement explains in both languages how to report a barrier', async () => {
  const page = await html('/accessibility')
  expect(page).toContain('Co jeszcze nie działa')
  expect(page).toContain('href="/modmail/new?subject=Bariera%20dost%C4%99pno%C5%9Bci"')
  expect(page).toContain('href="mailto:')
  expect(await html('/accessibility?lang=en')).toContain('What does not work yet')
  expect(await html('/')).toContain('href="/accessibility"')
})

test('A11Y-6 the form that reports an accessibility barrier has its subject filled in', async () => {
  const page = await html('/modmail/new?subject=Bariera%20dost%C4%99pno%C5%9Bci', {
    cookie: `session=${await t.bearerOf(reader)}`,
  })
  expect(page).toContain('value="Bariera dostępności"')
})

test('A11Y-6 the page /accessibility gives an e-mail address if messages to admins are disabled', async () => {
  const admin = await t.as(null, { admin: ADMIN_PASSWORD })
  await admin.adminSettings.change({ values: { modmail: false } })
  const page = await html('/accessibility')
  await admin.adminSettings.change({ values: { modmail: null } })
  expect(page).not.toContain('/modmail/new?subject')
  expect(page).toContain('mailto:')
})
