import { describe, expect, test } from 'bun:test'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import { addJob } from '#server/jobs/add.ts'
import { registry } from '#server/features/jobs.ts'
import { keysOf } from '#server/media/storage-keys.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import {
  createCategory,
  createComment,
  createPost,
  createSave,
  createUser,
  createVote,
  joinCategory,
} from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { pollOption, pollVote } from '../polls/table.ts'
import { post, postRank } from '../posts/table.ts'
import { savedPost } from '../saves/table.ts'
import { searchWord } from '../search/table.ts'
import { stream } from '../streams/table.ts'
import { upload } from '../uploads/table.ts'
import { vote } from '../votes/table.ts'
import { erasureTasks } from './jobs.ts'

const t = await createTestApp()
const HOUR = 3_600_000
const DAY = 24 * HOUR
const deletedAt = new Date('2026-11-01T12:00:00Z')

async function erase(after: number): Promise<void> {
  t.clock.now = () => new Date(deletedAt.getTime() + after)
  await addJob(t.db, 'erase_deleted', {})
  await runJobs(t.services)
  t.clock.now = () => new Date()
}

const postRow = async ({ id }: { id: number }) => (await t.db.select().from(post).where(eq(post.id, id)))[0]!
const commentRow = async ({ id }: { id: number }) => (await t.db.select().from(comment).where(eq(comment.id, id)))[0]!
const categoryRow = async ({ id }: { id: number }) =>
  (await t.db.select().from(category).where(eq(category.id, id)))[0]!
const streamRow = async ({ id }: { id: number }) => (await t.db.select().from(stream).where(eq(stream.id, id)))[0]!

const BLANK_COMMENT = {
  content: '',
  content_html: '',
  excerpt: '',
  image_url: null,
  image_width: null,
  image_height: null,
  video_url: null,
  captions_url: null,
  captions_lang: null,
  video_alt: '',
}
const BLANK_POST = {
  title: '',
  content: '',
  content_html: '',
  excerpt: '',
  image_url: null,
  image_width: null,
  image_height: null,
  image_placeholder: null,
  video_url: null,
  video_poster_url: null,
  captions_url: null,
  captions_lang: null,
  video_alt: '',
  images: null,
  link_url: null,
  link_domain: null,
  poll_closes_at: null,
}

describe('erasing what was deleted 30 days ago', () => {
  test('a nightly job erases content deleted 30 days ago', () => {
    expect(registry.schedule).toContainEqual({
      task: 'erase_deleted',
      match: expect.stringMatching(/^\d+ \d+ \* \* \*$/),
      nightly: true,
    })
  })

  test("a post deleted 30 days ago loses its text, while its row, its votes and members' saves stay", async () => {
    const written = await createPost(t.db, { title: 'Mój adres', content: 'Ulica **Lipowa**', deleted_at: deletedAt })
    const living = await createPost(t.db, { content: 'Zostaje' })
    await createVote(t.db, { post: written })
    await createSave(t.db, await createUser(t.db), written)
    await erase(30 * DAY - HOUR)
    expect(await postRow(written)).toMatchObject({ title: 'Mój adres', content: 'Ulica **Lipowa**', erased_at: null })
    await erase(30 * DAY)
    expect(await postRow(written)).toMatchObject({
      ...BLANK_POST,
      search: null,
      erased_at: new Date(deletedAt.getTime() + 30 * DAY),
    })
    expect(await t.db.$count(vote, eq(vote.post_id, written.id))).toBe(1)
    expect(await t.db.$count(savedPost, eq(savedPost.post_id, written.id))).toBe(1)
    expect(await t.db.$count(postRank, eq(postRank.post_id, written.id))).toBe(1)
    expect(await postRow(living)).toMatchObject({ content: 'Zostaje', erased_at: null })
  })

  test("WRITE-1,3 a post deleted 30 days ago loses the URL it linked to, its poll and the poll's votes", async () => {
    const [author, voter] = [await createUser(t.db), await createUser(t.db)]
    const home = await createCategory(t.db, { creator: author })
    const written = await (
      await t.as(author)
    ).posts.create({
      title: 'Ankieta',
      category_id: home.id,
      link_url: 'https://example.org/',
      poll: { options: ['Tak', 'Nie'], hours: 1 },
    })
    await (await t.as(voter)).polls.vote({ post_id: written.id, option_id: written.poll!.options[0]!.id })
    await t.db.update(post).set({ deleted_at: deletedAt }).where(eq(post.id, written.id))
    await erase(30 * DAY)
    expect(await postRow(written)).toMatchObject(BLANK_POST)
    expect(await t.db.$count(pollVote, eq(pollVote.post_id, written.id))).toBe(0)
    expect(await t.db.$count(pollOption, eq(pollOption.post_id, written.id))).toBe(0)
  })

  test('words of an erased post are no longer suggested as corrections unless a visible post has them', async () => {
    const written = await createPost(t.db, {
      title: 'Zofianowska',
      content: 'Pomidory i Zofianowska',
      deleted_at: deletedAt,
    })
    await createPost(t.db, { title: 'Pomidory' })
    const words = async () =>
      (
        await t.db
          .select()
          .from(searchWord)
          .where(inArray(searchWord.word, ['zofianowska', 'pomidory']))
      ).map(({ word }) => word)
    expect((await words()).toSorted()).toEqual(['pomidory', 'zofianowska'])
    await erase(30 * DAY)
    expect(await postRow(written)).toMatchObject(BLANK_POST)
    await addJob(t.db, 'forget_words', {})
    await runJobs(t.services)
    expect(await words()).toEqual(['pomidory'])
  })

  test('the comments of a post deleted 30 days ago are erased with it', async () => {
    const written = await createPost(t.db, { deleted_at: deletedAt })
    const said = await createComment(t.db, { post: written, content: 'Słowa kogoś innego' })
    const answered = await createComment(t.db, { parent: said, content: 'I jeszcze kogoś' })
    const elsewhere = await createComment(t.db, { content: 'Gdzie indziej' })
    await erase(30 * DAY)
    expect(await commentRow(said)).toMatchObject({ ...BLANK_COMMENT, deleted_at: null, erased_at: expect.any(Date) })
    expect(await commentRow(answered)).toMatchObject({ ...BLANK_COMMENT, parent_id: said.id })
    expect(await commentRow(elsewhere)).toMatchObject({ content: 'Gdzie indziej', erased_at: null })
  })

  test('a comment deleted 30 days ago keeps its place in the tree, and its replies stay unchanged', async () => {
    const written = await createPost(t.db)
    const said = await createComment(t.db, { post: written, content: 'Cofam to', deleted_at: deletedAt })
    const answer = await createComment(t.db, { parent: said, content: 'Zapamiętam' })
    await erase(30 * DAY - HOUR)
    expect(await commentRow(said)).toMatchObject({ content: 'Cofam to', erased_at: null })
    await erase(30 * DAY)
    expect(await commentRow(said)).toMatchObject({ ...BLANK_COMMENT, erased_at: expect.any(Date) })
    const { comments } = await (await t.as(null)).comments.list({ post_id: written.id })
    expect(comments).toMatchObject([
      { id: said.id, content: '', is_deleted: true },
      { id: answer.id, content: 'Zapamiętam', parent_id: said.id, is_deleted: false },
    ])
  })

  test('a community deleted 30 days ago loses its description and icon, while its name stays taken', async () => {
    const closed = await createCategory(t.db, {
      name: 'zamkniety',
      display_name: 'Zamknięty',
      description: 'Było',
      icon_url: 'https://example.org/ikona.png',
      deleted_at: deletedAt,
    })
    await erase(30 * DAY)
    expect(await categoryRow(closed)).toMatchObject({
      name: 'zamkniety',
      display_name: '',
      description: '',
      icon_url: null,
      erased_at: expect.any(Date),
    })
    const api = await t.as(await createUser(t.db))
    expect(await failure(api.categories.create({ name: 'zamkniety', display_name: 'Znowu' }))).toMatchObject({
      status: 409,
      code: 'name_taken',
    })
  })

  test("a stream's title and URL are erased 30 days after the stream was deleted", async () => {
    const announcer = await createUser(t.db)
    const [row] = await t.db
      .insert(stream)
      .values({
        user_id: announcer.id,
        title: 'Na żywo',
        description: 'Opis',
        url: 'https://example.org/',
        deleted_at: deletedAt,
      })
      .returning()
    await erase(30 * DAY)
    expect(await streamRow(row!)).toMatchObject({ title: '', description: '', url: '', erased_at: expect.any(Date) })
  })

  test("a stream's title and URL are erased 30 days after the deletion of its post", async () => {
    const [announcer, written] = [await createUser(t.db), await createPost(t.db, { deleted_at: deletedAt })]
    const [row] = await t.db
      .insert(stream)
      .values({
        user_id: announcer.id,
        title: 'Na żywo',
        url: 'https://example.org/',
        post_id: written.id,
        is_live: false,
        ended_at: deletedAt,
      })
      .returning()
    await erase(30 * DAY - HOUR)
    expect(await streamRow(row!)).toMatchObject({ title: 'Na żywo', deleted_at: null })
    await erase(30 * DAY)
    expect(await streamRow(row!)).toMatchObject({ title: '', url: '', deleted_at: expect.any(Date) })
  })

  test('the files of erased content are removed too, unless other content uses the same file', async () => {
    t.clock.now = () => deletedAt
    const member = await createUser(t.db)
    const home = await createCategory(t.db)
    await joinCategory(t.db, member, home)
    const api = await t.as(member)
    const image = async (width: number) =>
      (await api.uploads.image({ file: new File([makePng(width, 10)], 'a.png') })).url
    const [own, second, ofComment, shared] = [await image(40), await image(77), await image(41), await image(42)]
    await image(42)
    const { url: film } = await api.uploads.video({ file: new File([makeMp4()], 'a.mp4') })
    const create = (title: string, media: object) => api.posts.create({ title, category_id: home.id, ...media })
    const [one, two, three] = [
      await create('Z obrazami', { images: [own, second].map((url) => ({ url, alt: '' })) }),
      await create('Z filmem', { video_url: film }),
      await create('Jak inny', { image_url: shared }),
    ]
    await create('Ten zostaje', { image_url: shared })
    await api.comments.create({ post_id: one.id, image_url: ofComment })
    await api.posts.remove({ post_id: one.id })
    await api.posts.remove({ post_id: two.id })
    await api.posts.remove({ post_id: three.id })
    await erase(30 * DAY)
    t.clock.now = () => new Date(deletedAt.getTime() + 30 * DAY + 2 * HOUR)
    await addJob(t.db, 'clear_uploads', {})
    await runJobs(t.services)
    t.clock.now = () => new Date()
    const kept = await t.db
      .select({ url: upload.url })
      .from(upload)
      .where(inArray(upload.url, [own, second, ofComment, film, shared]))
    expect(new Set(kept.map(({ url }) => url))).toEqual(new Set([shared]))
    const files = [own, second, ofComment, shared]
      .map((url) => keysOf({ kind: 'image', url })[0]!)
      .concat(keysOf({ kind: 'video', url: film })[0]!)
    expect(await Promise.all(files.map((key) => t.services.media.exists(key)))).toEqual([
      false,
      false,
      false,
      true,
      false,
    ])
  })
})

describe('the erasure job', () => {
  test('the erasure job resumes after it was killed, and may run again after it has finished', async () => {
    const home = await createCategory(t.db)
    await t.db
      .insert(post)
      .values(
        Array.from({ length: 250 }, (_, n) => ({ category_id: home.id, title: `Post ${n}`, deleted_at: deletedAt })),
      )
    const written = await createPost(t.db)
    await t.db
      .insert(comment)
      .values(
        Array.from({ length: 700 }, (_, n) => ({
          post_id: written.id,
          depth: 1,
          is_nsfw: false,
          content: `${n}`,
          content_html: `<p>${n}</p>`,
          deleted_at: deletedAt,
        })),
      )
    t.clock.now = () => new Date(deletedAt.getTime() + 31 * DAY)
    const left = () => t.db.$count(post, and(eq(post.category_id, home.id), isNull(post.erased_at)))
    expect(
      await failure(erasureTasks.erase_deleted(t.services, {}, AbortSignal.abort(new Error('Killed')))),
    ).toMatchObject({ message: 'Killed' })
    expect(await left()).toBe(150)
    await erasureTasks.erase_deleted(t.services, {}, new AbortController().signal)
    expect(await left()).toBe(0)
    expect(await t.db.$count(comment, eq(comment.content_html, ''))).toBeGreaterThanOrEqual(700)

    const before = await t.db.select().from(post).where(eq(post.category_id, home.id)).orderBy(post.id)
    t.clock.now = () => new Date(deletedAt.getTime() + 60 * DAY)
    await erasureTasks.erase_deleted(t.services, {}, new AbortController().signal)
    expect(await t.db.select().from(post).where(eq(post.category_id, home.id)).orderBy(post.id)).toEqual(before)
    t.clock.now = () => new Date()
  })

  test('the erasure job and the deletion of a branch of comments do not deadlock', async () => {
    const written = await createPost(t.db)
    const author = await createUser(t.db)
    const api = await t.as(author)
    const branches = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const top = await createComment(t.db, { post: written, deleted_at: deletedAt })
        const middle = await createComment(t.db, { parent: top, deleted_at: deletedAt })
        return createComment(t.db, { parent: middle, author })
      }),
    )
    t.clock.now = () => new Date(deletedAt.getTime() + 31 * DAY)
    const fresh = await t.as(author)
    const outcomes = await Promise.allSettled([
      erasureTasks.erase_deleted(t.services, {}, new AbortController().signal),
      ...branches.map(({ id }) => fresh.comments.remove({ comment_id: id })),
    ])
    t.clock.now = () => new Date()
    expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 'fulfilled'))
    expect((await api.comments.list({ post_id: written.id })).comments).toEqual([])
  })
})
