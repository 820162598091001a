import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { browserOf } from '#server/test/forms/browser.ts'
import { comment } from '#server/features/comments/table.ts'
import { post } from '#server/features/posts/table.ts'
import { report } from '#server/features/moderation/reports/table.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const [author, reader] = [await createUser(t.db), await createUser(t.db)]
const category = await createCategory(t.db, { creator: author })
await joinCategory(t.db, reader, category)
const [writing, reading, visiting] = [await browserOf(t, author), await browserOf(t, reader), await browserOf(t, null)]
const makePost = (title = 'Wątek z formularzami') => createPost(t.db, { author, category, title })
const commentOf = async (id: number) => (await t.db.select().from(comment).where(eq(comment.id, id)))[0]!
const postOf = async (id: number) => (await t.db.select().from(post).where(eq(post.id, id)))[0]!

/** `id` is the id of the element that contains the link. */
function linkIn(html: string, text: string, id?: string): string {
  const part = id === undefined ? html : html.slice(html.indexOf(`id="${id}"`))
  const found = [...part.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].find(
    ([, , content]) => content!.replace(/<[^>]*>/g, '').trim() === text,
  )
  if (!found) throw new Error(`The page has no link '${text}'`)
  return found[1]!.replaceAll('&amp;', '&')
}

describe('threads without JavaScript', () => {
  test('the link Reply of a comment leads to a form, which creates the reply and redirects to it', async () => {
    const thread = await makePost()
    const asked = await createComment(t.db, { author, post: thread, content: 'Kto odpowie?' })
    const page = await reading.open(`/post/${thread.id}`)
    const href = linkIn(page.html, 'Odpowiedz', `comment-${asked.id}`)
    expect(href).toBe(`/post/${thread.id}?reply=${asked.id}#reply`)
    const form = reading.formIn(await reading.open(href), 'comments.create', { parent_id: String(asked.id) })
    const done = await reading.send(form, { content: 'Ja odpowiem.' })
    const [made] = await t.db.select().from(comment).where(eq(comment.content, 'Ja odpowiem.'))
    expect(made).toMatchObject({ parent_id: asked.id, author_id: reader.id })
    expect(done).toMatchObject({ status: 303, location: `/post/${thread.id}?comment=${made!.id}#comment-${made!.id}` })
  })

  test('FORM-2 a refused reply form keeps its text, shows the error and focuses the field', async () => {
    const thread = await makePost()
    const asked = await createComment(t.db, { author, post: thread })
    const path = `/post/${thread.id}?reply=${asked.id}`
    const form = reading.formIn(await reading.open(path), 'comments.create', { parent_id: String(asked.id) })
    const refused = await reading.send(form, { content: 'a'.repeat(10_001) })
    expect(refused.status).toBe(422)
    expect(refused.alert).toContain('10 000')
    const field = /<textarea[^>]*aria-invalid="true"[^>]*>/.exec(refused.html)![0]
    expect(field).toMatch(/aria-describedby="[^"]+".*autofocus=""/)
    const again = reading.formIn(refused, 'comments.create', { parent_id: String(asked.id) })
    expect(Object.fromEntries(again.fields).content).toBe('a'.repeat(10_001))
    expect((await reading.send(again, { content: 'Już krócej.' })).status).toBe(303)
  })

  test("the menu of one's own comment leads to forms that edit and delete it", async () => {
    const thread = await makePost()
    const own = await createComment(t.db, { author: reader, post: thread, content: 'Pierwsza wersja' })
    const page = await reading.open(`/post/${thread.id}`)
    const edit = reading.formIn(await reading.open(linkIn(page.html, 'Edytuj', `comment-${own.id}`)), 'comments.edit')
    expect(Object.fromEntries(edit.fields).content).toBe('Pierwsza wersja')
    const edited = await reading.send(edit, { content: 'Druga wersja' })
    expect(edited.location).toBe(`/post/${thread.id}?comment=${own.id}#comment-${own.id}`)
    expect((await commentOf(own.id)).content).toBe('Druga wersja')

    const asked = await reading.open(linkIn(page.html, 'Usuń', `comment-${own.id}`))
    expect(asked.html).toContain('Czy na pewno chcesz usunąć ten komentarz?')
    expect((await commentOf(own.id)).deleted_at).toBeNull()
    const removed = await reading.send(reading.formIn(asked, 'comments.remove'))
    expect(removed).toMatchObject({ status: 303, location: `/post/${thread.id}` })
    expect((await commentOf(own.id)).deleted_at).not.toBeNull()
  })

  test('posts and comments of others are reported by a form on a page', async () => {
    const thread = await makePost()
    const foreign = await createComment(t.db, { author, post: thread })
    const page = await reading.open(`/post/${thread.id}`)
    for (const [href, of] of [
      [linkIn(page.html, 'Zgłoś'), { post_id: thread.id }],
      [linkIn(page.html, 'Zgłoś', `comment-${foreign.id}`), { comment_id: foreign.id }],
    ] as const) {
      const form = reading.formIn(await reading.open(href), 'reports.create')
      const refused = await reading.send(form, { reason: ' ' })
      expect([refused.status, refused.html.includes('id="report"')]).toEqual([422, true])
      const done = await reading.send(reading.formIn(refused, 'reports.create'), { reason: 'Reklama' })
      expect([done.status, done.location?.startsWith(`/post/${thread.id}`)]).toEqual([303, true])
      const field = 'post_id' in of ? report.post_id : report.comment_id
      expect(await t.db.$count(report, eq(field, Object.values(of)[0]!))).toBe(1)
    }
  })

  test('a community is reported by a form on a page', async () => {
    const page = await reading.open(`/r/${category.name}`)
    const form = reading.formIn(await reading.open(linkIn(page.html, 'Zgłoś społeczność')), 'reports.create')
    const done = await reading.send(form, { reason: 'Podszywa się pod inną' })
    expect(done).toMatchObject({ status: 303, location: `/r/${category.name}` })
    expect(await t.db.$count(report, eq(report.category_id, category.id))).toBe(1)
  })

  test('the author edits every field of a post by a form, and deletes it', async () => {
    const thread = await makePost('Tytuł przed zmianą')
    const page = await writing.open(`/post/${thread.id}`)
    const form = writing.formIn(await writing.open(linkIn(page.html, 'Edytuj')), 'posts.edit')
    const refused = await writing.send(form, { title: 'x', content: 'Nowa treść', is_spoiler: ['false', 'on'] })
    expect(refused.status).toBe(422)
    const again = writing.formIn(refused, 'posts.edit')
    expect(again.fields).toContainEqual(['content', 'Nowa treść'])
    expect(again.fields.filter(([name]) => name === 'is_spoiler')).toEqual([
      ['is_spoiler', 'false'],
      ['is_spoiler', 'on'],
    ])
    const done = await writing.send(again, { title: 'Tytuł po zmianie' })
    expect(done).toMatchObject({ status: 303, location: `/post/${thread.id}` })
    expect(await postOf(thread.id)).toMatchObject({
      title: 'Tytuł po zmianie',
      content: 'Nowa treść',
      is_spoiler: true,
    })
    const shown = writing.formIn(await writing.open(`/post/${thread.id}?edit=post`), 'posts.edit')
    await writing.send({ ...shown, fields: shown.fields.filter(([, value]) => value !== 'on') })
    expect((await postOf(thread.id)).is_spoiler).toBe(false)

    const asked = await writing.open(linkIn(page.html, 'Usuń'))
    const removed = await writing.send(writing.formIn(asked, 'posts.remove'))
    expect(removed).toMatchObject({ status: 303, location: `/r/${category.name}` })
    expect((await postOf(thread.id)).deleted_at).not.toBeNull()
  })

  test('earlier versions of a text have a page, on which their author deletes one', async () => {
    const before = new Date(Date.now() - 3_600_000)
    const thread = await createPost(t.db, { author, category, content: 'Najpierw tak', created_at: before })
    const own = await t.as(author)
    await own.posts.edit({ post_id: thread.id, content: 'Potem inaczej' })
    const href = linkIn((await writing.open(`/post/${thread.id}`)).html, 'edytowano')
    const shown = await writing.open(href)
    expect(shown.html.includes('<del>')).toBe(true)
    const done = await writing.send(writing.formIn(shown, 'history.deletePostVersion'))
    expect(done).toMatchObject({ status: 303, location: `/post/${thread.id}?history=post` })
    expect((await visiting.open(`/post/${thread.id}?history=post`)).html.includes('<del>')).toBe(false)
  })

  test('one form marks new comments of a thread as read, another makes the home page remember a feed', async () => {
    const thread = await makePost()
    const member = await t.as(reader)
    await member.reading.visit({ post_id: thread.id })
    await createComment(t.db, { author, post: thread, created_at: new Date(Date.now() + 5_000) })
    const page = await reading.open(`/post/${thread.id}`)
    expect((await reading.send(reading.formIn(page, 'reading.visit'))).location).toBe(`/post/${thread.id}`)
    const home = await reading.open('/?feed=joined')
    expect((await reading.send(reading.formIn(home, 'posts.chooseFeed', { feed: 'joined' }))).status).toBe(303)
    expect((await member.posts.list({ feed: 'last' })).feed).toBe('joined')
  })

  test('a member follows a thread through a form, and a visitor gets a page with its URL to share', async () => {
    const thread = await makePost()
    const page = await reading.open(`/post/${thread.id}`)
    const form = reading.formIn(await reading.open(linkIn(page.html, 'Powiadamianie')), 'notifications.setThread')
    expect(Object.fromEntries(form.fields).level).toBe('replies')
    expect((await reading.send(form, { level: 'all' })).status).toBe(303)
    const api = await t.as(reader)
    expect(await api.notifications.thread({ post_id: thread.id })).toEqual({ level: 'all' })
    const shared = await visiting.open(linkIn((await visiting.open(`/post/${thread.id}`)).html, 'Udostępnij'))
    expect(shared.html).toContain(`value="http://localhost:3000/post/${thread.id}"`)
  })

  test('a vote on a comment redirects to that comment', async () => {
    const thread = await makePost()
    const foreign = await createComment(t.db, { author, post: thread })
    const page = await reading.open(`/post/${thread.id}?sort=new`)
    const form = reading.formIn(page, 'votes.comment', { comment_id: String(foreign.id) })
    const done = await reading.send(form)
    expect(done.location).toBe(`/post/${thread.id}?sort=new#comment-${foreign.id}`)
    expect((await commentOf(foreign.id)).upvotes).toBe(1)
  })

  test('a visitor who opens a form page is sent to the login and returns to the form afterwards', async () => {
    const thread = await makePost()
    const asked = await createComment(t.db, { author, post: thread })
    const path = `/post/${thread.id}?reply=${asked.id}`
    expect(await visiting.open(path)).toMatchObject({ status: 200, path: `/login?next=${encodeURIComponent(path)}` })
  })

  test("a visitor's comment is shown again with the message that a login is required", async () => {
    const thread = await makePost()
    const form = visiting.formIn(await visiting.open(`/post/${thread.id}`), 'comments.create')
    const refused = await visiting.send(form, { content: 'Napisane bez konta' })
    expect(refused.status).toBe(401)
    expect(visiting.formIn(refused, 'comments.create').fields).toContainEqual(['content', 'Napisane bez konta'])
  })

  test('forms for a deleted comment and for a comment of another post are not found', async () => {
    const [thread, other] = [await makePost(), await makePost()]
    const elsewhere = await createComment(t.db, { author, post: other })
    for (const id of [elsewhere.id, 999_999_999])
      expect([id, (await reading.open(`/post/${thread.id}?reply=${id}`)).status]).toEqual([id, 404])
  })
})
