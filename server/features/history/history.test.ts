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
import { decision } from '../moderation/tables.ts'
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

test('WRITE-6 each edit of a post stores the replaced version, and versions are listed newest first', async () => {
  const { api, story } = await written()
  await api.posts.edit({ post_id: story.id, content: 'Mąka, woda i sól' })
  await api.posts.edit({ post_id: story.id, title: 'Chleb żytni' })
  const { versions } = await visitor.history.post({ post_id: story.id })
  expect(versions).toEqual([
    {
      id: expect.any(Number),
      title: 'Chleb',
      content: 'Mąka, woda i sól',
      content_html: '<p>Mąka, woda i sól</p>',
      edited_at: expect.stringMatching(/Z$/),
    },
    {
      id: expect.any(Number),
      title: 'Chleb',
      content: 'Mąka i **woda**',
      content_html: '<p>Mąka i <strong>woda</strong></p>',
      edited_at: expect.stringMatching(/Z$/),
    },
  ])
})

test('WRITE-6 each edit of a comment stores the replaced version', async () => {
  const author = await createUser(t.db)
  const said = await createComment(t.db, { author, content: 'Było', created_at: ago(60 * MINUTE) })
  const api = await t.as(author)
  await api.comments.edit({ comment_id: said.id, content: 'Jest' })
  await api.comments.edit({ comment_id: said.id, content: 'Jest' })
  expect(await visitor.history.comment({ comment_id: said.id })).toEqual({
    versions: [
      {
        id: expect.any(Number),
        title: null,
        content: 'Było',
        content_html: '<p>Było</p>',
        edited_at: expect.any(String),
      },
    ],
    next_cursor: null,
  })
})

test('WRITE-6 edits within two minutes of publishing store no earlier version; a later edit stores one', async () => {
  const { api, story } = await written({ created_at: ago(MINUTE) })
  await api.posts.edit({ post_id: story.id, content: 'Poprawione od razu' })
  expect(await visitor.history.post({ post_id: story.id })).toEqual({ versions: [], next_cursor: null })
  await t.db
    .update(post)
    .set({ created_at: ago(2 * MINUTE) })
    .where(eq(post.id, story.id))
  await api.posts.edit({ post_id: story.id, content: 'Później' })
  expect(await visitor.history.post({ post_id: story.id })).toMatchObject({
    versions: [{ content: 'Poprawione od razu' }],
  })
})

test('WRITE-6 an edit that changes only the spoiler flag, or no text, stores no version', async () => {
  const { api, story } = await written()
  await api.posts.edit({ post_id: story.id, title: story.title, content: story.content, is_spoiler: true })
  expect(await visitor.history.post({ post_id: story.id })).toEqual({ versions: [], next_cursor: null })
})

test('WRITE-6 simultaneous edits of a post or a comment store every version', async () => {
  const { api, story } = await written()
  const author = await createUser(t.db)
  const said = await createComment(t.db, { author, post: story, content: 'Tekst 0', created_at: ago(60 * MINUTE) })
  const commenter = await t.as(author)
  const texts = [1, 2, 3, 4].map((n) => `Tekst ${n}`)
  await Promise.all(
    texts.flatMap((content) => [
      api.posts.edit({ post_id: story.id, content }),
      commenter.comments.edit({ comment_id: said.id, content }),
    ]),
  )
  const outcomes = [
    {
      first: story.content,
      now: (await visitor.posts.get({ post_id: story.id })).content,
      ...(await visitor.history.post({ post_id: story.id })),
    },
    {
      first: 'Tekst 0',
      now: (await t.db.select().from(comment).where(eq(comment.id, said.id)))[0]!.content,
      ...(await visitor.history.comment({ comment_id: said.id })),
    },
  ]
  for (const { first, now, versions } of outcomes) {
    expect([now, ...versions.map(({ content }) => content)].toSorted()).toEqual([first, ...texts].toSorted())
  }
})

test('WRITE-6 the edit history of a post keeps its latest twenty versions', async () => {
  const { api, story } = await written()
  for (let n = 1; n <= LIMITS.versions + 2; n += 1) await api.posts.edit({ post_id: story.id, content: `Wersja ${n}` })
  const { versions } = await visitor.history.post({ post_id: story.id })
  expect(versions.map(({ content }) => content)).toEqual(
    Array.from({ length: LIMITS.versions }, (_, at) => `Wersja ${LIMITS.versions + 1 - at}`),
  )
})

test('WRITE-6 content that is deleted, missing, or in a deleted post or community has no history', async () => {
  const { api, story } = await written()
  const said = await createComment(t.db, { post: story, created_at: ago(60 * MINUTE) })
  await api.posts.edit({ post_id: story.id, content: 'Nowe' })
  expect(await failure(visitor.history.comment({ comment_id: 2_000_000_000 }))).toMatchObject({
    status: 404,
    code: 'comment_not_found',
  })
  await api.posts.remove({ post_id: story.id })
  expect(await failure(visitor.history.post({ post_id: story.id }))).toMatchObject({
    status: 404,
    code: 'post_not_found',
  })
  expect(await failure(visitor.history.comment({ comment_id: said.id }))).toMatchObject({
    status: 404,
    code: 'comment_not_found',
  })
  const alone = await createComment(t.db, { deleted_at: new Date() })
  expect(await failure(visitor.history.comment({ comment_id: alone.id }))).toMatchObject({
    status: 404,
    code: 'comment_not_found',
  })
  const homeless = await createPost(t.db, { category: await createCategory(t.db) })
  await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, homeless.category_id))
  expect(await failure(visitor.history.post({ post_id: homeless.id }))).toMatchObject({
    status: 404,
    code: 'post_not_found',
  })
})

test('WRITE-6 removed content shows no history until it is restored', async () => {
  const { api, story } = await written()
  const author = await createUser(t.db)
  const said = await createComment(t.db, { post: story, author, created_at: ago(60 * MINUTE) })
  await api.posts.edit({ post_id: story.id, content: 'Nowe' })
  await (await t.as(author)).comments.edit({ comment_id: said.id, content: 'Nowe' })
  const [home] = await t.db.select().from(category).where(eq(category.id, story.category_id))
  const mod = await t.as({ id: home!.creator_id! })
  const count = async () => [
    (await visitor.history.post({ post_id: story.id })).versions.length,
    (await visitor.history.comment({ comment_id: said.id })).versions.length,
  ]
  expect(await count()).toEqual([1, 1])
  await mod.moderation.remove({ comment_id: said.id, reason_code: 'spam' })
  expect(await count()).toEqual([1, 0])
  await mod.moderation.remove({ post_id: story.id, reason_code: 'spam' })
  expect(await count()).toEqual([0, 0])
  await mod.moderation.restore({ post_id: story.id })
  expect(await count()).toEqual([1, 0])
})

test('WRITE-6 versions of content deleted 30 days ago are erased', async () => {
  const { api, story } = await written()
  const said = await createComment(t.db, { post: story, author: await createUser(t.db) })
  await api.posts.edit({ post_id: story.id, content: 'Nowe' })
  await t.db
    .insert(textVersion)
    .values({
      comment_id: said.id,
      content: 'Dawne',
      content_html: '',
      renderer_version: RENDERER_VERSION,
      edited_at: new Date(),
    })
  await t.db
    .update(post)
    .set({ deleted_at: ago(31 * 24 * 60 * MINUTE) })
    .where(eq(post.id, story.id))
  await addJob(t.db, 'erase_deleted', {})
  await runJobs(t.services)
  expect(await t.db.$count(textVersion, eq(textVersion.post_id, story.id))).toBe(0)
  expect(await t.db.$count(textVersion, eq(textVersion.comment_id, said.id))).toBe(0)
})

test('WRITE-6 versions whose HTML is from an older renderer are rendered again', async () => {
  const story = await createPost(t.db)
  await t.db
    .insert(textVersion)
    .values({
      post_id: story.id,
      title: 'Dawny',
      content: '**Dawne**',
      content_html: '<p onclick="x()">stare</p>',
      renderer_version: RENDERER_VERSION - 1,
      edited_at: new Date(),
    })
  await addJob(t.db, 'rerender_outdated', {})
  await runJobs(t.services)
  expect((await visitor.history.post({ post_id: story.id })).versions).toMatchObject([
    { content_html: '<p><strong>Dawne</strong></p>' },
  ])
})

/** Creates twenty texts, each of 40,000 characters that take two bytes each. */
async function longHistory() {
  const { author, api, story } = await written()
  const texts = Array.from({ length: LIMITS.versions }, (_, n) => `${n} `.padEnd(40_000, 'ż'))
  for (const content of texts) {
    await t.db
      .insert(textVersion)
      .values({
        post_id: story.id,
        title: 'Dawny',
        content,
        content_html: `<p>${content}</p>`,
        renderer_version: RENDERER_VERSION,
        edited_at: new Date(),
      })
  }
  return { author, api, story, texts }
}

test('WRITE-6 a history of long texts comes in pages of limited size, with each version once', async () => {
  const { story, texts } = await longHistory()
  const found: string[] = []
  let pages = 0
  let cursor: string | undefined
  do {
    const page = await visitor.history.post({ post_id: story.id, cursor })
    const bytes = page.versions.reduce(
      (sum, { content, content_html }) => sum + Buffer.byteLength(content) + Buffer.byteLength(content_html),
      0,
    )
    expect(bytes).toBeLessThanOrEqual(LIMITS.historyPageBytes)
    found.push(...page.versions.map(({ content }) => content))
    pages += 1
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  expect(found).toEqual(texts.toReversed())
  expect(pages).toBeGreaterThan(4)
  const small = await visitor.history.post({ post_id: story.id, limit: 2 })
  expect(small.versions).toHaveLength(2)
  expect(small.next_cursor).not.toBeNull()
  expect(await failure(visitor.history.post({ post_id: story.id, cursor: 'x' }))).toMatchObject({
    status: 400,
    code: 'bad_cursor',
  })
})

test('WRITE-6 authors can delete versions of their texts for good, without any notification', async () => {
  const { author, api, story } = await written()
  await api.posts.edit({ post_id: story.id, content: 'Mąka, woda i sól' })
  await api.posts.edit({ post_id: story.id, content: 'Chleb' })
  const [newer, older] = (await visitor.history.post({ post_id: story.id })).versions
  await api.history.deletePostVersion({ post_id: story.id, version_id: older!.id })
  expect((await visitor.history.post({ post_id: story.id })).versions).toEqual([newer!])
  expect(await t.db.$count(decision, eq(decision.user_id, author.id))).toBe(0)
  expect(await failure(api.history.deletePostVersion({ post_id: story.id, version_id: older!.id }))).toMatchObject({
    status: 404,
    code: 'not_found',
  })
})

test('WRITE-6 deleting a version as a moderator or admin is a moderation decision shown to the author', async () => {
  const { author, api, story } = await written()
  const [home] = await t.db.select().from(category).where(eq(category.id, story.category_id))
  const commenter = await createUser(t.db)
  const said = await createComment(t.db, { author: commenter, post: story, created_at: ago(60 * MINUTE) })
  await api.posts.edit({ post_id: story.id, content: 'Bez numeru telefonu' })
  await (await t.as(commenter)).comments.edit({ comment_id: said.id, content: 'Też bez' })
  const [ofPost] = (await visitor.history.post({ post_id: story.id })).versions
  const [ofComment] = (await visitor.history.comment({ comment_id: said.id })).versions
  const mod = await t.as({ id: home!.creator_id! })
  await mod.history.deletePostVersion({ post_id: story.id, version_id: ofPost!.id, reason_code: 'personal_data' })
  const admin = await t.as(await createUser(t.db, { is_admin: true }))
  await admin.history.deleteCommentVersion({ comment_id: said.id, version_id: ofComment!.id })
  expect((await visitor.history.post({ post_id: story.id })).versions).toEqual([])
  expect((await visitor.history.comment({ comment_id: said.id })).versions).toEqual([])
  const { decisions } = await (await t.as(author)).decisions.mine({})
  expect(decisions).toMatchObject([
    { action: 'version_deleted', reason_code: 'personal_data', target: { type: 'post', id: story.id } },
  ])
  expect((await (await t.as(commenter)).decisions.mine({})).decisions).toMatchObject([
    { action: 'version_deleted', reason_code: 'other', target: { type: 'comment' } },
  ])
})

test("WRITE-6 members cannot delete versions of another's post, nor through the URL of their own post", async () => {
  const { api, story } = await written()
  const other = await written()
  await api.posts.edit({ post_id: story.id, content: 'Nowe' })
  const [version] = (await visitor.history.post({ post_id: story.id })).versions
  expect(
    await failure(visitor.history.deletePostVersion({ post_id: story.id, version_id: version!.id })),
  ).toMatchObject({ status: 401 })
  expect(
    await failure(other.api.history.deletePostVersion({ post_id: story.id, version_id: version!.id })),
  ).toMatchObject({ status: 403, code: 'forbidden' })
  expect(
    await failure(other.api.history.deletePostVersion({ post_id: other.story.id, version_id: version!.id })),
  ).toMatchObject({ status: 404, code: 'not_found' })
  expect((await visitor.history.post({ post_id: story.id })).versions).toHaveLength(1)
})

test('a removed post can be restored after one of its versions was deleted', async () => {
  const { api, story } = await written()
  const [home] = await t.db.select().from(category).where(eq(category.id, story.category_id))
  const mod = await t.as({ id: home!.creator_id! })
  await api.posts.edit({ post_id: story.id, content: 'Nowe' })
  const [version] = (await visitor.history.post({ post_id: story.id })).versions
  await mod.moderation.remove({ post_id: story.id, reason_code: 'spam' })
  await mod.history.deletePostVersion({ post_id: story.id, version_id: version!.id })
  await mod.moderation.restore({ post_id: story.id })
  expect(await visitor.posts.get({ post_id: story.id })).toMatchObject({ removal: null, content: 'Nowe' })
})
