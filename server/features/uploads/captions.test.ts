import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { upload } from './table.ts'

const t = await createTestApp()
const member = await createUser(t.db)
const moderator = await createUser(t.db)
const home = await createCategory(t.db, { creator: moderator })
await joinCategory(t.db, member, home)
const api = await t.as(member)
const visitor = await t.as(null)

let made = 0
const fileOf = (text: string, name = 'napisy.vtt') => new File([text], name)
const newVideo = async () =>
  (await api.uploads.video({ file: new File([makeMp4({ pictures: `film ${(made += 1)}` })], 'a.mp4') })).url
const newCaptions = async () =>
  (await api.uploads.captions({ file: fileOf(`WEBVTT\n\n00:01.000 --> 00:02.000\nNapis ${(made += 1)}\n`) })).url

const deletedAt = async (url: string) =>
  (await t.db.select({ deleted_at: upload.deleted_at }).from(upload).where(eq(upload.url, url)))[0]!.deleted_at

test("A11Y-7 captions are stored as clean WebVTT and served from the site's own origin", async () => {
  const srt = '1\n00:00:01,000 --> 00:00:02,000\n<b>Cześć</b> <script>alert(1)</script>\n'
  const { url, cues } = await api.uploads.captions({ file: fileOf(srt, 'a.srt') })
  expect([url, cues]).toEqual([expect.stringMatching(/^\/media\/c\/[0-9a-f]{40}\.vtt$/), 1])
  const answer = await t.request(url)
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nCześć alert(1)\n')
  expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toStartWith("default-src 'none'; ")
})

test('an error about invalid captions names the line in the language of the member', async () => {
  const file = fileOf('WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\n00:05.000 --> 00:04.000\nB\n')
  const refused = await failure(api.uploads.captions({ file }))
  expect([refused.status, refused.detail]).toEqual([415, 'Wiersz 6: koniec napisu musi być później niż jego początek.'])
  const english = await failure((await t.as(member, { lang: 'en' })).uploads.captions({ file }))
  expect(english.detail).toBe('Line 6: the end of a caption must be later than its start.')
})

test('captions larger than 200 kB are refused', async () => {
  const large = fileOf(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'a'.repeat(200_000)}\n`)
  const refused = await failure(api.uploads.captions({ file: large }))
  expect([refused.status, refused.detail]).toEqual([413, 'Plik z napisami może mieć najwyżej 200 kB.'])
})

test('A11Y-7 a post includes captions and a description of its video', async () => {
  const [video_url, captions_url] = [await newVideo(), await newCaptions()]
  const texts = { captions_url, captions_lang: 'pl' as const, video_alt: 'Kot goni kulę światła.' }
  const { id } = await api.posts.create({ title: 'Film', category_id: home.id, video_url, ...texts })
  expect(await api.posts.get({ post_id: id })).toMatchObject(texts)
  const { posts } = await visitor.posts.list({ category: home.name, sort: 'new' })
  expect(posts[0]).toMatchObject(texts)
})

test('an edit of a post replaces the captions of its video, and the old captions are deleted', async () => {
  const [first, second] = [await newCaptions(), await newCaptions()]
  const { id } = await api.posts.create({
    title: 'Film',
    category_id: home.id,
    video_url: await newVideo(),
    captions_url: first,
    captions_lang: 'pl',
  })
  const edited = await api.posts.edit({ post_id: id, captions_url: second, captions_lang: 'en', video_alt: 'Opis' })
  expect(edited).toMatchObject({ captions_url: second, captions_lang: 'en', video_alt: 'Opis', edited_at: null })
  expect([await deletedAt(first), await deletedAt(second)]).toEqual([expect.any(Date), null])
  expect((await t.request(first)).status).toBe(404)
  const kept = await api.posts.edit({ post_id: id, title: 'Inny tytuł' })
  expect(kept).toMatchObject({ captions_url: second, captions_lang: 'en', video_alt: 'Opis' })
  const removed = await api.posts.edit({ post_id: id, captions_url: null })
  expect(removed).toMatchObject({ captions_url: null, captions_lang: null, video_alt: 'Opis' })
  expect(await deletedAt(second)).toEqual(expect.any(Date))
})

test('a comment includes captions and a description of its video, also after an edit', async () => {
  const post = await createPost(t.db, { category: home })
  const [first, second] = [await newCaptions(), await newCaptions()]
  const { id } = await api.comments.create({
    post_id: post.id,
    video_url: await newVideo(),
    captions_url: first,
    captions_lang: 'en',
    video_alt: 'Pies',
  })
  const { comments } = await visitor.comments.list({ post_id: post.id })
  expect(comments[0]).toMatchObject({ captions_url: first, captions_lang: 'en', video_alt: 'Pies' })
  const edited = await api.comments.edit({ comment_id: id, content: '', captions_url: second })
  expect(edited).toMatchObject({ captions_url: second, captions_lang: 'en', video_alt: 'Pies', edited_at: null })
  expect(await deletedAt(first)).toEqual(expect.any(Date))
})

test("captions or a description need a video, and captions need a language and the author's own file", async () => {
  const issuesOf = async (more: object) =>
    (await failure(api.posts.create({ title: 'Film', category_id: home.id, ...more }))).issues
  expect(await issuesOf({ video_alt: 'Opis' })).toEqual({ video_alt: 'Najpierw dodaj film.' })
  expect(await issuesOf({ captions_url: await newCaptions(), captions_lang: 'pl' })).toEqual({
    captions_url: 'Najpierw dodaj film.',
  })
  expect(await issuesOf({ video_url: await newVideo(), captions_url: await newCaptions() })).toEqual({
    captions_lang: 'Wybierz język napisów: polski albo angielski.',
  })
  const other = await t.as(await createUser(t.db))
  const { url: foreign } = await other.uploads.captions({ file: fileOf('WEBVTT\n\n00:01.000 --> 00:02.000\nObce\n') })
  for (const captions_url of [foreign, await newVideo(), '/media/c/x.vtt'])
    expect(Object.keys(await issuesOf({ video_url: await newVideo(), captions_url, captions_lang: 'pl' }))).toEqual([
      'captions_url',
    ])
})

test('captions of removed content are shown only to readers who may see the video', async () => {
  const [video_url, captions_url] = [await newVideo(), await newCaptions()]
  const texts = { video_url, captions_url, captions_lang: 'pl' as const, video_alt: 'Opis' }
  const { id } = await api.posts.create({ title: 'Usunięty', category_id: home.id, ...texts })
  await (await t.as(moderator)).moderation.remove({ post_id: id, reason_code: 'spam' })
  expect((await t.request(captions_url)).status).toBe(404)
  expect((await t.request(video_url)).status).toBe(404)
  expect(await visitor.posts.get({ post_id: id })).toMatchObject({ captions_url: null, video_alt: '' })
  const headers = { cookie: `session=${await t.bearerOf(member)}` }
  expect((await t.request(captions_url, { headers })).status).toBe(200)
})

test('A11Y-7 moderators see a queued video with its captions and description', async () => {
  const [video_url, captions_url] = [await newVideo(), await newCaptions()]
  const texts = { captions_url, captions_lang: 'pl' as const, video_alt: 'Kot goni kulę światła.' }
  const community = await createCategory(t.db, { creator: moderator })
  await joinCategory(t.db, member, community)
  const post = await api.posts.create({ title: 'Film z kotem', category_id: community.id, video_url, ...texts })
  const comment = await api.comments.create({ post_id: post.id, video_url: await newVideo(), video_alt: 'Bez słów' })
  const reporter = await t.as(await createUser(t.db))
  await reporter.reports.create({ post_id: post.id, reason: 'Spam' })
  await reporter.reports.create({ comment_id: comment.id, reason: 'Spam' })
  const { items } = await (await t.as(moderator)).queue.list({ category_id: community.id })
  expect(items.map(({ target }) => target.video)).toEqual([
    { url: video_url, poster_url: post.video_poster_url, ...texts, transcript_url: `/post/${post.id}/transcript` },
    {
      url: comment.video_url!,
      poster_url: null,
      captions_url: null,
      captions_lang: null,
      video_alt: 'Bez słów',
      transcript_url: `/post/${post.id}/transcript?comment=${comment.id}`,
    },
  ])
})

test('the transcript of a video has its description and its captions with their times', async () => {
  const { url } = await api.uploads.captions({
    file: fileOf('WEBVTT\n\n00:01.000 --> 00:02.500\n&lt;b&gt; Tom &amp; Jerry\n'),
  })
  const texts = { captions_url: url, captions_lang: 'en' as const, video_alt: 'Kot i mysz' }
  const post = await api.posts.create({ title: 'Film', category_id: home.id, video_url: await newVideo(), ...texts })
  const transcript = {
    captions_lang: 'en',
    video_alt: 'Kot i mysz',
    cues: [{ start: 1_000, end: 2_500, text: '<b> Tom & Jerry' }],
  }
  expect(await visitor.posts.transcript({ post_id: post.id })).toEqual(transcript as never)
  const video_url = await newVideo()
  const comment = await api.comments.create({ post_id: post.id, video_url, video_alt: 'Bez słów' })
  expect(await visitor.comments.transcript({ comment_id: comment.id })).toEqual({
    captions_lang: null,
    video_alt: 'Bez słów',
    cues: [],
  })
})
