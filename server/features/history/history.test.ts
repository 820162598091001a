import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { addJob } from '#server/jobs/add.ts'
import { RENDERER_VERSION } from '#server/markdown/markdown.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'
import { textVersion } from './table.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1000' })
const visitor = await t.as(null)
const MINUTE = 60_000
const ago = (ms: number) => new Date(Date.now() - ms)

async function written({ created_at = ago(60 * MINUTE) } = {}) {
  const author = await createUser(t.db)
  const story = await createPost(t.db, { author, title: 'Chleb', content: 'Mąka i **woda**', created_at })
  return { author, api: await t.as(author), story }
}

test('WRITE-6 each edit of a post keeps what it replaced, newest first, without the present text', async () => {
  const { api, story } = await written()
  await api.posts.edit({ post_id: story.id, content: 'Mąka, woda i sól' })
  await api.posts.edit({ post_id: story.id, title: 'Chleb żytni' })
  const { versions } = await visitor.history.post({ post_id: story.id })
  expect(versions).toEqual([
    { title: 'Chleb', content: 'Mąka, woda i sól', content_html: '<p>Mąka, woda i sól</p>', edited_at: expect.stringMatching(/Z$/) },
    { title: 'Chleb', content: 'Mąka i **woda**', content_html: '<p>Mąka i <strong>woda</strong></p>', edited_at: expect.stringMatching(/Z$/) },
  ])
})

test('WRITE-6 each edit of a comment keeps what it replaced', async () => {
  const author = await createUser(t.db)
  const said = await createComment(t.db, { author, content: 'Było', created_at: ago(60 * MINUTE) })
  const api = await t.as(author)
  await api.comments.edit({ comment_id: said.id, content: 'Jest' })
  await api.comments.edit({ comment_id: said.id, content: 'Jest' })
  expect(await visitor.history.comment({ comment_id: said.id })).toEqual({
    versions: [{ title: null, content: 'Było', content_html: '<p>Było</p>', edited_at: expect.any(String) }],
  })
})

test('WRITE-6 edits within two minutes of publishing keep nothing; the first later one keeps the text of then', async () => {
  const { api, story } = await written({ created_at: ago(MINUTE) })
  await api.posts.edit({ post_id: story.id, content: 'Poprawione od razu' })
  expect(await visitor.history.post({ post_id: story.id })).toEqual({ versions: [] })
  await t.db.update(post).set({ created_at: ago(2 * MINUTE) }).where(eq(post.id, story.id))
  await api.posts.edit({ post_id: story.id, content: 'Później' })
  expect(await visitor.history.post({ post_id: story.id })).toMatchObject({ versions: [{ content: 'Poprawione od razu' }] })
})

test('WRITE-6 an edit that changes no text, or only the spoiler, keeps nothing', async () => {
  const { api, story } = await written()
  await api.posts.edit({ post_id: story.id, title: story.title, content: story.content, is_spoiler: true })
  expect(await visitor.history.post({ post_id: story.id })).toEqual({ versions: [] })
})

test('WRITE-6 edits of the same moment lose no text', async () => {
  const { api, story } = await written()
  const author = await createUser(t.db)
  const said = await createComment(t.db, { author, post: story, content: 'Tekst 0', created_at: ago(60 * MINUTE) })
  const commenter = await t.as(author)
  const texts = [1, 2, 3, 4].map((n) => `Tekst ${n}`)
  await Promise.all(texts.flatMap((content) => [
    api.posts.edit({ post_id: story.id, content }), commenter.comments.edit({ comment_id: said.id, content }),
  ]))
  const outcomes = [
    { first: story.content, now: (await visitor.posts.get({ post_id: story.id })).content, ...await visitor.history.post({ post_id: story.id }) },
    { first: 'Tekst 0', now: (await t.db.select().from(comment).where(eq(comment.id, said.id)))[0]!.content, ...await visitor.history.comment({ comment_id: said.id }) },
  ]
  for (const { first, now, versions } of outcomes) {
    expect([now, ...versions.map(({ content }) => content)].toSorted()).toEqual([first, ...texts].toSorted())
  }
})

test('WRITE-6 keeps the latest twenty', async () => {
  const { api, story } = await written()
  for (let n = 1; n <= LIMITS.versions + 2; n += 1) await api.posts.edit({ post_id: story.id, content: `Wersja ${n}` })
  const { versions } = await visitor.history.post({ post_id: story.id })
  expect(versions.map(({ content }) => content)).toEqual(Array.from({ length: LIMITS.versions }, (_, at) => `Wersja ${LIMITS.versions + 1 - at}`))
})

test('WRITE-6 a deleted thing has no history, nor has one in a deleted post or community, or one that never was', async () => {
  const { api, story } = await written()
  const said = await createComment(t.db, { post: story, created_at: ago(60 * MINUTE) })
  await api.posts.edit({ post_id: story.id, content: 'Nowe' })
  expect(await failure(visitor.history.comment({ comment_id: 2_000_000_000 }))).toMatchObject({ status: 404, code: 'comment_not_found' })
  await api.posts.remove({ post_id: story.id })
  expect(await failure(visitor.history.post({ post_id: story.id }))).toMatchObject({ status: 404, code: 'post_not_found' })
  expect(await failure(visitor.history.comment({ comment_id: said.id }))).toMatchObject({ status: 404, code: 'comment_not_found' })
  const alone = await createComment(t.db, { deleted_at: new Date() })
  expect(await failure(visitor.history.comment({ comment_id: alone.id }))).toMatchObject({ status: 404, code: 'comment_not_found' })
  const homeless = await createPost(t.db, { category: await createCategory(t.db) })
  await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, homeless.category_id))
  expect(await failure(visitor.history.post({ post_id: homeless.id }))).toMatchObject({ status: 404, code: 'post_not_found' })
})

test('WRITE-6 a removed thing shows no history until it is restored', async () => {
  const { api, story } = await written()
  const author = await createUser(t.db)
  const said = await createComment(t.db, { post: story, author, created_at: ago(60 * MINUTE) })
  await api.posts.edit({ post_id: story.id, content: 'Nowe' })
  await (await t.as(author)).comments.edit({ comment_id: said.id, content: 'Nowe' })
  const [home] = await t.db.select().from(category).where(eq(category.id, story.category_id))
  const mod = await t.as({ id: home!.creator_id! })
  const count = async () => [
    (await visitor.history.post({ post_id: story.id })).versions.length, (await visitor.history.comment({ comment_id: said.id })).versions.length,
  ]
  expect(await count()).toEqual([1, 1])
  await mod.moderation.remove({ comment_id: said.id, reason_code: 'spam' })
  expect(await count()).toEqual([1, 0])
  await mod.moderation.remove({ post_id: story.id, reason_code: 'spam' })
  expect(await count()).toEqual([0, 0])
  await mod.moderation.restore({ post_id: story.id })
  expect(await count()).toEqual([1, 0])
})

test('WRITE-6 versions go for good with what was deleted 30 days ago', async () => {
  const { api, story } = await written()
  const said = await createComment(t.db, { post: story, author: await createUser(t.db) })
  await api.posts.edit({ post_id: story.id, content: 'Nowe' })
  await t.db.insert(textVersion).values({ comment_id: said.id, content: 'Dawne', content_html: '', renderer_version: RENDERER_VERSION, edited_at: new Date() })
  await t.db.update(post).set({ deleted_at: ago(31 * 24 * 60 * MINUTE) }).where(eq(post.id, story.id))
  await addJob(t.db, 'erase_deleted', {})
  await runJobs(t.services)
  expect(await t.db.$count(textVersion, eq(textVersion.post_id, story.id))).toBe(0)
  expect(await t.db.$count(textVersion, eq(textVersion.comment_id, said.id))).toBe(0)
})

test('WRITE-6 HTML of an older renderer is made again', async () => {
  const story = await createPost(t.db)
  await t.db.insert(textVersion).values({
    post_id: story.id, title: 'Dawny', content: '**Dawne**', content_html: '<p onclick="x()">stare</p>', renderer_version: RENDERER_VERSION - 1, edited_at: new Date(),
  })
  await addJob(t.db, 'rerender_outdated', {})
  await runJobs(t.services)
  expect((await visitor.history.post({ post_id: story.id })).versions).toMatchObject([{ content_html: '<p><strong>Dawne</strong></p>' }])
})
