import { describe, expect, test } from 'bun:test'
import { rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { category } from '#server/features/categories/table.ts'
import { postRank } from '#server/features/posts/table.ts'
import { upload } from './table.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import { keyOf, privateKeys } from '#server/media/storage-keys.ts'
import { makeGif, makePng } from '#server/media/testing/pictures.ts'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'

const t = await createTestApp()
const member = await createUser(t.db)
const home = await createCategory(t.db)
await joinCategory(t.db, member, home)
const api = await t.as(member)

let made = 20
/** Uploads content that no other test uploads, because files with equal content are shared. */
const newImage = async () => (await api.uploads.image({ file: new File([makePng((made += 1), 10)], 'a.png') })).url
const newVideo = async () =>
  (await api.uploads.video({ file: new File([makeMp4({ pictures: `film ${(made += 1)}` })], 'a.mp4') })).url
const statusOf = async (url: string) => (await t.request(url)).status

describe('serving public files', () => {
  test('a public file is cached for good, has the right type and cannot run JavaScript', async () => {
    const { headers } = await t.request(await newImage())
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-disposition')).toBe('inline')
    expect(headers.get('content-security-policy')).toStartWith("default-src 'none'; ")
    expect(headers.get('content-security-policy')).toEndWith('; sandbox')
  })

  test("a HEAD request for a public file returns everything but the file's bytes", async () => {
    const url = await newImage()
    const whole = await t.request(url)
    const head = await t.request(url, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String((await whole.arrayBuffer()).byteLength))
    expect(head.headers.get('etag')).toBe(whole.headers.get('etag'))
    expect(await head.text()).toBe('')
  })

  test("a public file returns 304 if the client's ETag matches", async () => {
    const url = await newImage()
    const etag = (await t.request(url)).headers.get('etag')!
    expect((await t.request(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await t.request(url, { headers: { 'if-none-match': `"x", W/${etag}` } })).status).toBe(304)
    expect((await t.request(url, { headers: { 'if-none-match': '"x"' } })).status).toBe(200)
  })

  test('a range of a public file is sent with status 206', async () => {
    const url = await newVideo()
    const whole = Buffer.from(await (await t.request(url)).arrayBuffer())
    const part = await t.request(url, { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.length}`)
    expect(part.headers.get('content-length')).toBe('10')
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20))
    const end = await t.request(url, { headers: { range: 'bytes=-5' } })
    expect(Buffer.from(await end.arrayBuffer())).toEqual(whole.subarray(-5))
  })

  test('a range past the end of a public file is refused with 416', async () => {
    const url = await newVideo()
    const { status, headers } = await t.request(url, { headers: { range: 'bytes=99999-' } })
    expect(status).toBe(416)
    expect(headers.get('content-range')).toBe(`bytes */${makeMp4({ pictures: 'film 10' }).length}`)
  })

  test('a request for several ranges returns the whole file', async () => {
    const url = await newVideo()
    const whole = Buffer.from(await (await t.request(url)).arrayBuffer())
    const answer = await t.request(url, { headers: { range: 'bytes=0-1,5-6' } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([200, null])
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(whole)
  })

  test('a range request with an If-Range header of another version returns the whole file', async () => {
    const url = await newVideo()
    const etag = (await t.request(url)).headers.get('etag')!
    expect((await t.request(url, { headers: { range: 'bytes=0-1', 'if-range': '"x"' } })).status).toBe(200)
    expect((await t.request(url, { headers: { range: 'bytes=0-1', 'if-range': etag } })).status).toBe(206)
  })

  test.each(['POST', 'PUT', 'DELETE'])('a public file answers a %s request with 404', async (method) => {
    expect((await t.request(await newImage(), { method })).status).toBe(404)
  })
})

describe('media paths outside of the media folder', () => {
  const hash = 'ab'.repeat(20)
  test.each([
    '/media/',
    '/media/i',
    '/media/x/y',
    '/media/i/..%2f..%2fsecrets.json',
    '/media/i/%2e%2e/%2e%2e/secrets.json',
    '/media/../secrets.json',
    '/media/i/....//secrets.json',
    '/media/i/..%5c..%5csecrets.json',
    '/media/i/%252e%252e%252fsecrets.json',
    '/media//etc/passwd',
    `/media/i/${hash}-1x1.webp/../../../secrets.json`,
    `/media/i/${hash}-1x1.webp%00.png`,
    `/media/i/${hash}-1x1.webp`,
    `/media/v/${hash}.mp4`,
    `/media/i/${hash.toUpperCase()}-1x1.webp`,
    '/media/.drafts/x',
    `/media/m/${'ab'.repeat(16)}`,
  ])('a path that names no media file returns 404 and reveals no other file: %s', async (path) => {
    await Bun.write(`${t.config.dataDir}/secrets.json`, '{"session_secret":"x"}')
    const answer = await t.request(path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control') ?? '').not.toContain('public')
    expect(await answer.text()).not.toContain('session_secret')
  })
})

test('a symbolic link in place of a media file is not followed', async () => {
  const url = await newImage()
  const path = join(t.config.dataDir, 'media', keyOf(url))
  await Bun.write(join(t.config.dataDir, 'secrets.json'), '{"session_secret":"x"}')
  await rm(path)
  await symlink(join(t.config.dataDir, 'secrets.json'), path)
  const answer = await t.request(url)
  expect(answer.status).toBe(404)
  expect(await answer.text()).not.toContain('session_secret')
})

test("media files and folders are readable only by the server's own user", async () => {
  const { image_url } = await api.uploads.messageImage({ image: new File([makePng(9, 9)], 'a.png') })
  const keys = [keyOf(await newImage()), keyOf(await newVideo()), privateKeys(image_url).still]
  const paths = [...keys, ...keys.map(dirname), '.', '.drafts'].map((path) => join(t.config.dataDir, 'media', path))
  const modes = await Promise.all(
    [...paths, incomingFolder(t.config)].map(async (path) => (await stat(path)).mode & 0o777),
  )
  expect(modes.map((mode) => mode.toString(8))).toEqual([...Array(3).fill('600'), ...Array(6).fill('700')])
})

describe('files of deleted content', () => {
  test('the picture of a deleted post returns 404 at once, in all widths', async () => {
    const { url } = await api.uploads.image({ file: new File([makePng(700, 10)], 'a.png') })
    const post = await api.posts.create({ title: 'Z obrazem', category_id: home.id, image_url: url })
    const narrow = url.replace('.webp', '-480.webp')
    expect([await statusOf(url), await statusOf(narrow)]).toEqual([200, 200])
    await api.posts.remove({ post_id: post.id })
    expect([await statusOf(url), await statusOf(narrow)]).toEqual([404, 404])
  })

  test('WRITE-2 all pictures of a deleted gallery return 404 at once', async () => {
    const urls = [await newImage(), await newImage(), await newImage()]
    const post = await api.posts.create({
      title: 'Galeria',
      category_id: home.id,
      images: urls.map((url) => ({ url, alt: '' })),
    })
    const statuses = () => Promise.all(urls.map(statusOf))
    expect(await statuses()).toEqual([200, 200, 200])
    await api.posts.remove({ post_id: post.id })
    expect(await statuses()).toEqual([404, 404, 404])
  })

  test('the file of a deleted comment returns 404 at once', async () => {
    const url = await newVideo()
    const post = await createPost(t.db, { category: home })
    const comment = await api.comments.create({ post_id: post.id, video_url: url })
    expect(await statusOf(url)).toBe(200)
    await api.comments.remove({ comment_id: comment.id })
    expect(await statusOf(url)).toBe(404)
  })

  test('the file of a comment returns 404 at once when its post is deleted', async () => {
    const url = await newImage()
    const post = await api.posts.create({ title: 'Rozmowa', category_id: home.id })
    await api.comments.create({ post_id: post.id, image_url: url })
    expect(await statusOf(url)).toBe(200)
    await api.posts.remove({ post_id: post.id })
    expect(await statusOf(url)).toBe(404)
  })

  test('picture, icon and banner of a deleted community return 404 at once', async () => {
    const [url, icon_url, banner_url] = [await newImage(), await newImage(), await newImage()]
    const community = await api.categories.create({ name: 'zdjecia', display_name: 'Zdjęcia', icon_url })
    await api.categories.edit({ category_id: community.id, banner_url })
    await api.posts.create({ title: 'Z obrazem', category_id: community.id, image_url: url })
    expect([await statusOf(url), await statusOf(icon_url), await statusOf(banner_url)]).toEqual([200, 200, 200])
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, community.id))
    await t.db.update(postRank).set({ is_listed: false }).where(eq(postRank.category_id, community.id))
    expect([await statusOf(url), await statusOf(icon_url), await statusOf(banner_url)]).toEqual([404, 404, 404])
  })

  test('a file of deleted content can be loaded while another post shows it', async () => {
    const file = () => api.uploads.image({ file: new File([makeGif(30, 10)], 'a.gif') })
    const [{ url }] = [await file(), await file()]
    const [first, second] = [
      await api.posts.create({ title: 'Pierwszy', category_id: home.id, image_url: url }),
      await api.posts.create({ title: 'Drugi', category_id: home.id, image_url: url }),
    ]
    await api.posts.remove({ post_id: first.id })
    expect(await statusOf(url)).toBe(200)
    expect(await statusOf(url.replace('.gif', '-poster.webp'))).toBe(200)
    await api.posts.remove({ post_id: second.id })
    expect(await statusOf(url)).toBe(404)
    expect(await statusOf(url.replace('.gif', '-poster.webp'))).toBe(404)
  })

  test('an unused uploaded file can be loaded until it is soft-deleted', async () => {
    const url = await newImage()
    expect(await statusOf(url)).toBe(200)
    await t.db.update(upload).set({ deleted_at: new Date() }).where(eq(upload.url, url))
    expect(await statusOf(url)).toBe(404)
  })
})

test('an IP address may load 1,200 files a minute', async () => {
  const strict = await createTestApp({ RATE_LIMIT_SCALE: '0.005' })
  const statuses = await Promise.all(Array.from({ length: 7 }, async () => (await strict.request('/media/i/x')).status))
  expect(statuses).toEqual([...Array(6).fill(404), 429])
})

test('MOD-1 a file of removed content returns 404 except to its author and the moderators', async () => {
  const [author, moderator, stranger] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
  const community = await createCategory(t.db, { creator: moderator })
  await joinCategory(t.db, author, community)
  const [writer, mod] = [await t.as(author), await t.as(moderator)]
  const uploaded = async () => (await writer.uploads.image({ file: new File([makePng((made += 1), 10)], 'a.png') })).url
  const statusFor = async (url: string, user: { id: number }) => {
    const answer = await t.request(url, { headers: { cookie: `session=${await t.bearerOf(user)}` } })
    return [answer.status, answer.headers.get('cache-control')]
  }
  const [ofPost, ofComment] = [await uploaded(), await uploaded()]
  const post = await writer.posts.create({ title: 'Ze zdjęciem', category_id: community.id, image_url: ofPost })
  const comment = await writer.comments.create({ post_id: post.id, image_url: ofComment })
  await mod.moderation.remove({ comment_id: comment.id, reason_code: 'personal_data' })
  expect(await statusOf(ofPost)).toBe(200)
  await mod.moderation.remove({ post_id: post.id, reason_code: 'personal_data' })
  for (const url of [ofPost, ofComment]) {
    expect(await statusOf(url)).toBe(404)
    expect((await statusFor(url, stranger))[0]).toBe(404)
    for (const user of [author, moderator]) expect(await statusFor(url, user)).toEqual([200, 'private, no-store'])
  }
  await mod.moderation.restore({ post_id: post.id })
  expect(await statusOf(ofPost)).toBe(200)
  expect(await statusOf(ofComment)).toBe(404)
})
