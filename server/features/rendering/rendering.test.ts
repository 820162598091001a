import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { registry } from '#server/features/jobs.ts'
import { addJob } from '#server/jobs/add.ts'
import { RENDERER_VERSION } from '#server/markdown/markdown.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { comment } from '../comments/table.ts'
import { notification } from '../notifications/table.ts'
import { post } from '../posts/table.ts'
import { renderingTasks } from './jobs.ts'
import { findOutdatedPosts, rerenderPost } from './queries.ts'

const t = await createTestApp()
const OLD = { content_html: '<p onclick="x()">stare</p>', excerpt: 'stare', renderer_version: RENDERER_VERSION - 1 }

const postRow = async ({ id }: { id: number }) => (await t.db.select().from(post).where(eq(post.id, id)))[0]!
const commentRow = async ({ id }: { id: number }) => (await t.db.select().from(comment).where(eq(comment.id, id)))[0]!

async function renderAgain(): Promise<void> {
  await addJob(t.db, 'rerender_outdated', {})
  await runJobs(t.services)
}

test('the nightly job renders texts again whose HTML is from an older renderer, and no others', async () => {
  expect(registry.schedule).toContainEqual({
    task: 'rerender_outdated',
    match: expect.stringMatching(/^\d+ \d+ \* \* \*$/),
    nightly: true,
  })
  const someone = await createUser(t.db, { username: 'wspomniana' })
  const content = `Witaj, @wspomniana, w **tym** ${'wątku '.repeat(200)}`
  const edited_at = new Date('2026-01-02T03:04:05Z')
  const oldPost = await createPost(t.db, { content, edited_at, ...OLD })
  const oldComment = await createComment(t.db, { content, ...OLD })
  const present = await createPost(t.db, { content, content_html: '<p>z tej wersji</p>' })
  await renderAgain()
  expect(await postRow(oldPost)).toMatchObject({
    content,
    edited_at,
    renderer_version: RENDERER_VERSION,
    excerpt: expect.stringMatching(/^Witaj, @wspomniana, w tym wątku/),
    excerpt_truncated: true,
    content_html: expect.stringMatching(
      /^<p>Witaj, <a href="\/u\/wspomniana"[^>]*>@wspomniana<\/a>, w <strong>tym<\/strong>/,
    ),
  })
  expect(await commentRow(oldComment)).toMatchObject({
    content,
    edited_at: null,
    renderer_version: RENDERER_VERSION,
    excerpt: expect.stringMatching(/^Witaj, @wspomniana, w tym wątku/),
    content_html: expect.stringMatching(/<strong>tym<\/strong>/),
  })
  expect(await postRow(present)).toMatchObject({ content_html: '<p>z tej wersji</p>' })
  expect(await t.db.$count(notification, eq(notification.user_id, someone.id))).toBe(0)
})

test('a text edited while the nightly job renders it keeps the edit', async () => {
  const author = await createUser(t.db)
  const written = await createPost(t.db, { author, content: 'Przed', ...OLD })
  const [read] = await findOutdatedPosts(t.db, 1)
  await (await t.as(author)).posts.edit({ post_id: written.id, content: 'Po' })
  await rerenderPost(t.db, read!)
  expect(await postRow(written)).toMatchObject({ content: 'Po', content_html: '<p>Po</p>' })
})

test('a killed rendering job keeps finished texts, and the next run renders the remaining ones', async () => {
  const home = await createCategory(t.db)
  await t.db
    .insert(post)
    .values(
      Array.from({ length: 120 }, (_, n) => ({
        category_id: home.id,
        title: `Post ${n}`,
        content: `Numer ${n}`,
        ...OLD,
      })),
    )
  const left = () => t.db.$count(post, eq(post.renderer_version, OLD.renderer_version))
  expect(
    await failure(renderingTasks.rerender_outdated(t.services, {}, AbortSignal.abort(new Error('Killed')))),
  ).toMatchObject({ message: 'Killed' })
  expect(await left()).toBe(119)
  await renderAgain()
  expect(await left()).toBe(0)
  expect(await t.db.$count(post, eq(post.content_html, '<p>Numer 119</p>'))).toBe(1)
})
