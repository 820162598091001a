import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { UPLOAD } from '#shared/limits.ts'
import { srcSetOf } from '#shared/rules/media-url.ts'
import { incomingFolder } from '#server/media/open-storage.ts'
import { makeGif, makePhoto, makePng, makePngThatClaims, SECRET } from '#server/media/testing/pictures.ts'
import { makeMp4, makeWebm } from '#server/media/testing/videos.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { upload } from './table.ts'

const t = await createTestApp()
const kasia = await createUser(t.db)
const tomek = await createUser(t.db)
const home = await createCategory(t.db)
await joinCategory(t.db, kasia, home)
await joinCategory(t.db, tomek, home)
const api = await t.as(kasia)

const fileOf = (bytes: Uint8Array, name = 'zdjecie.jpg', type = 'image/jpeg') => new File([bytes], name, { type })
const image = async (bytes: Uint8Array, name?: string, type?: string) =>
  (await t.as(kasia)).uploads.image({ file: fileOf(bytes, name, type) })
const video = async (bytes: Uint8Array, name = 'film.mp4') =>
  (await t.as(kasia)).uploads.video({ file: fileOf(bytes, name, 'video/mp4') })
const bytesOf = async (url: string) => Buffer.from(await (await t.request(url)).arrayBuffer())
const received = () => readdir(incomingFolder(t.config)).catch(() => [])

describe('pictures uploaded by an admin', () => {
  test('an admin without an account can upload a picture for an ad, and members cannot use it in a post', async () => {
    const admin = await t.as(null, { admin: ADMIN_PASSWORD })
    const { url, width } = await admin.adminUploads.image({ file: fileOf(makePng(30, 20)) })
    expect(width).toBe(30)
    expect((await t.request(url)).status).toBe(200)
    const [row] = await t.db.select().from(upload).where(eq(upload.url, url))
    expect(row!.user_id).toBeNull()
    const stolen = await failure(
      api.posts.create({ title: 'Cudze zdjęcie', content: '', category_id: home.id, image_url: url }),
    )
    expect(stolen.issues).toHaveProperty('image_url')
    const { ad } = await admin.adminAds.create({ title: 'A', url: 'https://example.org/', image_url: url })
    expect(ad.image_url).toBe(url)
  })

  test("members cannot use the operator's upload call, and a file that is not a picture is refused", async () => {
    expect((await failure(api.adminUploads.image({ file: fileOf(makePng(3, 2)) }))).status).toBe(401)
    const admin = await t.as(null, { admin: ADMIN_PASSWORD })
    const text = fileOf(new TextEncoder().encode('<svg onload=alert(1)>'))
    expect((await failure(admin.adminUploads.image({ file: text }))).status).toBe(415)
  })
})

describe('uploading a picture', () => {
  test('API-24 an uploaded picture loses the location in its metadata', async () => {
    const photo = await makePhoto(64, 48)
    expect(photo.includes(SECRET)).toBe(true)
    const { url, width, height, placeholder } = await image(photo)
    expect(url).toMatch(/^\/media\/i\/[0-9a-f]{40}-64x48\.webp$/)
    expect([width, height]).toEqual([64, 48])
    expect(placeholder).toStartWith('data:image/')
    const served = await bytesOf(url)
    expect(served.includes(SECRET)).toBe(false)
    expect(await new Bun.Image(served).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 })
  })

  test('an uploaded picture is served in every width of its srcset', async () => {
    const { url } = await image(makePng(1700, 20))
    const named = srcSetOf(url)!
      .split(', ')
      .map((part) => part.split(' '))
    expect(named.map(([, width]) => width)).toEqual(['480w', '960w', '1600w'])
    const widths = await Promise.all(
      named.map(async ([of]) => (await new Bun.Image(await bytesOf(of!)).metadata()).width),
    )
    expect(widths).toEqual([480, 960, 1600])
  })

  test('the type of a picture is detected from its bytes, not its name or Content-Type', async () => {
    const { url } = await image(makePng(10, 10), 'a.exe', 'text/html')
    expect((await t.request(url)).headers.get('content-type')).toBe('image/webp')
  })

  test('an animated picture stays a GIF and has a poster', async () => {
    const { url } = await image(makeGif(20, 10), 'a.gif', 'image/gif')
    expect(url).toEndWith('-20x10.gif')
    expect((await t.request(url)).headers.get('content-type')).toBe('image/gif')
    expect((await t.request(url.replace('.gif', '-poster.webp'))).headers.get('content-type')).toBe('image/webp')
    expect((await bytesOf(url)).includes(SECRET)).toBe(false)
  })

  test.each([
    [
      'HTML',
      '<!doctype html><script>alert(1)</script>',
      'To nie jest obraz, który przyjmujemy: JPEG, PNG, WebP albo GIF.',
    ],
    ['a zip', 'PK\x03\x04', 'To nie jest obraz, który przyjmujemy: JPEG, PNG, WebP albo GIF.'],
    [
      'SVG',
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      'Nie przyjmujemy plików SVG. Zapisz obraz jako PNG i prześlij go ponownie.',
    ],
    [
      'HEIC',
      '\0\0\0\x18ftypheic\0\0\0\0mif1heic',
      'Nie przyjmujemy plików HEIC. Zapisz zdjęcie jako JPEG i prześlij je ponownie.',
    ],
    [
      'AVIF',
      '\0\0\0\x18ftypavif\0\0\0\0mif1avif',
      'Nie przyjmujemy plików AVIF. Zapisz obraz jako JPEG albo WebP i prześlij go ponownie.',
    ],
    [
      'the signature of PNG before anything',
      `\x89PNG\r\n\x1a\n${'anything'.repeat(20)}`,
      'Ten plik jest uszkodzony albo niekompletny.',
    ],
    [
      'a PNG that is cut',
      makePng(64, 48).subarray(0, 100).toString('latin1'),
      'Ten plik jest uszkodzony albo niekompletny.',
    ],
  ])('API-24 a file with the name a.png that is %s is refused with a reason', async (_, text, sentence) => {
    const error = await failure(image(Buffer.from(text, 'latin1'), 'a.png', 'image/png'))
    expect([error.status, error.code, error.detail]).toEqual([415, 'unsupported_media', sentence])
  })

  test('API-24 a picture of 30,000 by 30,000 pixels is refused', async () => {
    const error = await failure(image(makePngThatClaims(30_000, 30_000), 'a.png'))
    expect([error.status, error.detail]).toEqual([
      413,
      'Ten obraz ma ponad 50 megapikseli. Zmniejsz go i prześlij ponownie.',
    ])
  })

  test("the reason for refusing a picture is in the reader's language", async () => {
    const english = await t.as(kasia, { lang: 'en' })
    const error = await failure(english.uploads.image({ file: fileOf(Buffer.from('<svg/>'), 'a.svg') }))
    expect(error.detail).toBe('We do not accept SVG files. Save the image as PNG and upload it again.')
  })
})

describe('uploading a video', () => {
  test('API-25 an uploaded video loses the location in its metadata', async () => {
    const { url, poster_url } = await video(makeMp4())
    expect(url).toMatch(/^\/media\/v\/[0-9a-f]{40}\.mp4$/)
    expect(poster_url).toBeNull()
    const served = await bytesOf(url)
    expect(served.length).toBe(makeMp4().length)
    expect(served.includes(SECRET)).toBe(false)
    expect((await t.request(url)).headers.get('content-type')).toBe('video/mp4')
  })

  test('API-25 a WebM video is accepted', async () => {
    const { url } = await video(makeWebm())
    expect((await t.request(url)).headers.get('content-type')).toBe('video/webm')
    expect((await bytesOf(url)).includes(SECRET)).toBe(false)
  })

  test.each([
    [
      'QuickTime',
      makeMp4({ brand: 'qt  ' }),
      'Nie przyjmujemy plików QuickTime (MOV). Zapisz film jako MP4 i prześlij go ponownie.',
    ],
    ['a picture', makePng(10, 10), 'To nie jest film, który przyjmujemy: MP4 albo WebM.'],
    ['cut', makeMp4().subarray(0, 300), 'Ten plik jest uszkodzony albo niekompletny.'],
  ])('API-25 a video that is %s is refused with a reason', async (_, bytes, sentence) => {
    const error = await failure(video(bytes))
    expect([error.status, error.code, error.detail]).toEqual([415, 'unsupported_media', sentence])
  })
})

describe('forms that upload files', () => {
  const send = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const answer = await t.request(path, {
      method: 'POST',
      body: body as FormData,
      headers: { authorization: `Bearer ${await t.bearerOf(kasia)}`, ...headers },
    })
    return { status: answer.status, body: (await answer.json()) as { code: string; issues?: object } }
  }
  const formOf = (field: string, value: string | Blob) => {
    const form = new FormData()
    form.append(field, value)
    return form
  }

  test.each(['/api/upload/image', '/api/upload/video'])(
    'a form to %s without a file returns 422 with an issue for the field',
    async (path) => {
      const missing = { code: 'invalid', issues: { file: 'To pole jest wymagane.' } }
      expect(await send(path, new FormData())).toMatchObject({ status: 422, body: missing })
      expect(await send(path, formOf('image', fileOf(makePng(2, 2))))).toMatchObject({ status: 422, body: missing })
      expect(await send(path, formOf('file', fileOf(new Uint8Array())))).toMatchObject({ status: 422, body: missing })
      expect(await send(path, '{}', { 'content-type': 'application/json' })).toMatchObject({
        status: 422,
        body: missing,
      })
      expect(await send(path, 'x', { 'content-type': 'multipart/form-data; boundary=' })).toMatchObject({
        status: 422,
        body: missing,
      })
      expect(await send(path, undefined)).toMatchObject({ status: 422, body: missing })
    },
  )

  test('API-26 a form without a message picture returns 422 with an issue for the field', async () => {
    expect(await send('/api/messages/upload-image', formOf('file', fileOf(makePng(2, 2))))).toMatchObject({
      status: 422,
      body: { issues: { image: 'To pole jest wymagane.' } },
    })
  })

  test.each([
    ['goes on behind a boundary', '--xyz\r\n', 'multipart/form-data; boundary=x'],
    [
      'ends in the middle of its file',
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
      'multipart/form-data; boundary=x',
    ],
    [
      'has a head without an end',
      `--x\r\nContent-Disposition: ${'a'.repeat(100_000)}`,
      'multipart/form-data; boundary=x',
    ],
  ])('an upload form that %s returns 400 and leaves no temporary file', async (_, body, type) => {
    expect(await send('/api/upload/image', body, { 'content-type': type })).toMatchObject({
      status: 400,
      body: { code: 'bad_request' },
    })
    expect(await received()).toEqual([])
  })

  test('an upload form may have other fields before its file', async () => {
    const form = formOf('description', 'x'.repeat(5_000))
    form.append('file', fileOf(makePng(2, 2)))
    expect((await send('/api/upload/image', form)).status).toBe(201)
  })

  test.each([
    ['/api/upload/image', 'file', UPLOAD.file, 'Plik obrazu jest za duży. Maksymalnie 50 MB'],
    ['/api/upload/video', 'file', UPLOAD.file, 'Plik wideo jest za duży. Maksymalnie 50 MB'],
    ['/api/messages/upload-image', 'image', UPLOAD.messageImage, 'Zdjęcie jest za duże (max 10MB)'],
  ])(
    'MSG-10 CON-4 a form to %s with the field %s accepts a file of exactly the maximum size, no more',
    async (path, field, limit, sentence) => {
      // A file of the maximum size is read completely, and only then refused because it is no picture.
      expect((await send(path, formOf(field, new Blob([new Uint8Array(limit)])))).status).toBe(415)
      const larger = await send(path, formOf(field, new Blob([new Uint8Array(limit + 1)])))
      expect(larger).toMatchObject({ status: 413, body: { code: 'too_large', detail: sentence } })
      expect(await received()).toEqual([])
    },
  )
})

describe('using an upload in content', () => {
  test('an upload requires a bearer token; visitors and session cookies are refused', async () => {
    const error = await failure((await t.as(null)).uploads.image({ file: fileOf(makePng(2, 2)) }))
    expect(error.status).toBe(401)
    const form = new FormData()
    form.append('file', fileOf(makePng(2, 2)))
    const answer = await t.request('/api/upload/image', {
      method: 'POST',
      body: form,
      headers: { cookie: `session=${await t.bearerOf(kasia)}` },
    })
    expect(answer.status).toBe(401)
  })

  test('accepted and refused uploads leave no temporary files', async () => {
    await image(makePng(5, 5))
    await failure(image(Buffer.from('<svg/>')))
    expect(await received()).toEqual([])
  })

  test('an upload can be used only by its uploader, in one post', async () => {
    const { url } = await image(makePng(31, 11))
    const made = await api.posts.create({ title: 'Z obrazem', category_id: home.id, image_url: url })
    expect(made).toMatchObject({ image_url: url, image_width: 31, image_height: 11 })
    expect(made.image_placeholder).toStartWith('data:image/')
    const again = await failure(api.posts.create({ title: 'Znowu', category_id: home.id, image_url: url }))
    expect([again.status, Object.keys(again.issues)]).toEqual([422, ['image_url']])
  })

  test('ENT-5 the URL of an upload is a path on this site, for pictures and videos', async () => {
    const [{ url }, { url: film }] = [await image(makePng(36, 11)), await video(makeMp4({ pictures: 'another film' }))]
    const made = await api.posts.create({ title: 'Z obrazem', category_id: home.id, image_url: url })
    const said = await api.comments.create({ post_id: made.id, content: 'Z filmem', video_url: film })
    const { posts } = await (await t.as(null)).posts.list({ category: home.name })
    const { comments } = await (await t.as(null)).comments.list({ post_id: made.id })
    const urls = [
      made.image_url,
      (await api.posts.get({ post_id: made.id })).image_url,
      posts.find(({ id }) => id === made.id)!.image_url,
      said.video_url,
      comments[0]!.video_url,
    ]
    expect(urls).toEqual([url, url, url, film, film])
    expect([url, film]).toEqual([
      expect.stringMatching(/^\/media\/i\/[\w.-]+$/),
      expect.stringMatching(/^\/media\/v\/[\w.-]+$/),
    ])
  })

  test("another member's upload is refused in a post, a comment and a message", async () => {
    const { url } = await image(makePng(32, 11))
    const { url: film } = await video(makeMp4())
    const { image_url } = await api.uploads.messageImage({ image: fileOf(makePng(9, 9)) })
    const foreign = await t.as(tomek)
    const post = await createPost(t.db, { category: home })
    const issuesOf = async (call: Promise<unknown>) => Object.keys((await failure(call)).issues)
    expect(await issuesOf(foreign.posts.create({ title: 'Cudzy', category_id: home.id, image_url: url }))).toEqual([
      'image_url',
    ])
    expect(await issuesOf(foreign.posts.create({ title: 'Cudzy', category_id: home.id, video_url: film }))).toEqual([
      'video_url',
    ])
    expect(await issuesOf(foreign.comments.create({ post_id: post.id, content: 'Cudzy', image_url: url }))).toEqual([
      'image_url',
    ])
    expect(await issuesOf(foreign.messages.send({ recipient_id: kasia.id, content: 'Cudzy', image_url }))).toEqual([
      'image_url',
    ])
  })

  test('the same picture uploaded by two members is one file with two upload rows', async () => {
    const { url } = await image(makePng(33, 11))
    const other = await (await t.as(tomek)).uploads.image({ file: fileOf(makePng(33, 11)) })
    expect(other.url).toBe(url)
    expect((await t.db.select().from(upload).where(eq(upload.url, url))).map((row) => row.user_id).sort()).toEqual(
      [kasia.id, tomek.id].sort(),
    )
    await api.posts.create({ title: 'Pierwszy', category_id: home.id, image_url: url })
    await (await t.as(tomek)).posts.create({ title: 'Drugi', category_id: home.id, image_url: url })
  })

  test('a picture uploaded twice can be used in two posts', async () => {
    const [{ url }] = [await image(makePng(34, 11)), await image(makePng(34, 11))]
    await api.posts.create({ title: 'Pierwszy', category_id: home.id, image_url: url })
    await api.posts.create({ title: 'Drugi', category_id: home.id, image_url: url })
    expect((await failure(api.posts.create({ title: 'Trzeci', category_id: home.id, image_url: url }))).status).toBe(
      422,
    )
  })

  test('a picture uploaded eight times at once creates eight upload rows for one file', async () => {
    const sent = await Promise.all(Array.from({ length: 8 }, () => image(makePng(35, 11))))
    expect(new Set(sent.map(({ url }) => url)).size).toBe(1)
    expect(await t.db.select().from(upload).where(eq(upload.url, sent[0]!.url))).toHaveLength(8)
    expect((await t.request(sent[0]!.url)).status).toBe(200)
  })
})

describe('pictures of private messages', () => {
  const sent = async () =>
    (await api.uploads.messageImage({ image: fileOf(await makePhoto(40, 30), 'a.jpg') })).image_url
  const statusFor = async (url: string, headers: Record<string, string>) => (await t.request(url, { headers })).status
  const cookieOf = async (user: { id: number }) => ({ cookie: `session=${await t.bearerOf(user)}` })
  const bearerOf = async (user: { id: number }) => ({ authorization: `Bearer ${await t.bearerOf(user)}` })

  test('MSG-9 API-26 a picture of a message gets a random name', async () => {
    const [a, b] = [await sent(), await sent()]
    expect(a).toMatch(/^\/media\/m\/[0-9a-f]{32}$/)
    expect(b).not.toBe(a)
  })

  test('API-26 a picture of a private message is loaded only by sender and recipient, by cookie or token', async () => {
    const stranger = await createUser(t.db)
    const url = await sent()
    await api.messages.send({ recipient_id: tomek.id, content: 'Patrz', image_url: url })
    expect(await statusFor(url, await cookieOf(kasia))).toBe(200)
    expect(await statusFor(url, await cookieOf(tomek))).toBe(200)
    expect(await statusFor(url, await bearerOf(tomek))).toBe(200)
    expect(await statusFor(url, await cookieOf(stranger))).toBe(404)
    expect(await statusFor(url, await bearerOf(stranger))).toBe(404)
    expect(await statusFor(url, {})).toBe(404)
    expect(await statusFor(url, { authorization: 'Bearer nonsense' })).toBe(404)
  })

  test('a picture of a private message is not cached and loses the location in its metadata', async () => {
    const url = await sent()
    await api.messages.send({ recipient_id: tomek.id, content: 'Patrz', image_url: url })
    const answer = await t.request(url, { headers: await cookieOf(tomek) })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await answer.arrayBuffer()).includes(SECRET)).toBe(false)
  })

  test('a picture of a private message is shown only to its sender until the message is sent', async () => {
    const url = await sent()
    expect(await statusFor(url, await cookieOf(kasia))).toBe(200)
    expect(await statusFor(url, await cookieOf(tomek))).toBe(404)
  })

  test('API-26 a picture of a private message returns 404 once the read message has expired', async () => {
    const url = await sent()
    const start = Date.now()
    const after = (hours: number) => {
      t.clock.now = () => new Date(start + hours * 3_600_000)
    }
    await api.messages.send({ recipient_id: tomek.id, content: 'Patrz', image_url: url })
    await (await t.as(tomek)).messages.conversation({ username: kasia.username })
    after(23)
    expect([await statusFor(url, await cookieOf(kasia)), await statusFor(url, await cookieOf(tomek))]).toEqual([
      200, 200,
    ])
    after(25)
    expect([await statusFor(url, await cookieOf(kasia)), await statusFor(url, await cookieOf(tomek))]).toEqual([
      404, 404,
    ])
    after(0)
  })

  test('an animated picture of a private message can be requested as a still image', async () => {
    const { image_url: url } = await api.uploads.messageImage({ image: fileOf(makeGif(20, 10), 'a.gif') })
    const typeOf = async (address: string) =>
      (await t.request(address, { headers: await cookieOf(kasia) })).headers.get('content-type')
    expect(await typeOf(url)).toBe('image/gif')
    expect(await typeOf(`${url}?still`)).toBe('image/webp')
  })

  test('a picture of a private message cannot be used in a post', async () => {
    const error = await failure(api.posts.create({ title: 'Prywatny', category_id: home.id, image_url: await sent() }))
    expect(Object.keys(error.issues)).toEqual(['image_url'])
  })
})
