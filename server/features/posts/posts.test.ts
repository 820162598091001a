import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { LIMITS, POINTS } from '#shared/limits.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import {
  createCategory,
  createComment,
  createPost,
  createSave,
  createUpload,
  createUser,
  createVote,
  joinCategory,
} from '#server/test/factories.ts'
import { category } from '../categories/table.ts'
import { notification } from '../notifications/table.ts'
import { upload } from '../uploads/table.ts'
import { user } from '../users/table.ts'
import { postRank } from './table.ts'

const t = await createTestApp()
const visitor = await t.as(null)

async function member() {
  const person = await createUser(t.db)
  const home = await createCategory(t.db, { creator: person })
  return { person, home, api: await t.as(person) }
}

const pointsOf = async ({ id }: { id: number }) => (await t.db.select().from(user).where(eq(user.id, id)))[0]!.wpoints
const countOf = async ({ id }: { id: number }) =>
  (await t.db.select().from(category).where(eq(category.id, id)))[0]!.post_count

describe('creating a post', () => {
  test('ENT-4 API-13,14 creating a post returns the whole post', async () => {
    const { person, home, api } = await member()
    const made = await api.posts.create({ title: '  Żółw  ', content: 'Raz **dwa**', category_id: home.id })
    expect(made).toEqual({
      id: expect.any(Number),
      title: 'Żółw',
      content: 'Raz **dwa**',
      content_html: '<p>Raz <strong>dwa</strong></p>',
      lang: 'pl',
      image_url: null,
      image_width: null,
      image_height: null,
      image_placeholder: null,
      video_url: null,
      video_poster_url: null,
      captions_url: null,
      captions_lang: null,
      video_alt: '',
      images: [],
      link_url: null,
      link_domain: null,
      is_ai: false,
      poll: null,
      is_spoiler: false,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      edited_at: null,
      upvotes: 0,
      downvotes: 0,
      comment_count: 0,
      new_comments: null,
      visited_at: null,
      user_vote: 0,
      is_saved: false,
      category: {
        id: home.id,
        name: home.name,
        display_name: home.display_name,
        is_nsfw: false,
        icon_url: null,
        downvotes: true,
      },
      flair: null,
      author: { id: person.id, username: person.username, avatar_url: null },
      description: 'Raz dwa',
      is_pinned: false,
      is_locked: false,
      is_held: false,
      removal: null,
      can: { edit: true, delete: true, moderate: true },
    })
    expect(await visitor.posts.get({ post_id: made.id })).toEqual({
      ...made,
      can: { edit: false, delete: false, moderate: false },
    })
  })

  test("a post's description is its first line, shortened at a word, with spoilers hidden", async () => {
    const { home, api } = await member()
    const describe = async (content: string) =>
      (await api.posts.create({ title: 'Opis', content, category_id: home.id })).description
    expect(await describe('# Zakwas & mąka\n\n- **750**, nie <650>\n- >!dwa!<')).toBe('Zakwas & mąka 750, nie <650> …')
    expect(await describe(`\`\`\`\n${'\n'.repeat(30_000)}x\n\`\`\``)).toBe('x')
    expect(await describe('słowo '.repeat(50))).toBe(`${'słowo '.repeat(33).trim()}…`)
  })

  test('editing a post updates its description for search engines and link previews', async () => {
    const { home, api } = await member()
    const made = await api.posts.create({ title: 'Opis', content: 'Przed', category_id: home.id })
    expect(await api.posts.edit({ post_id: made.id, content: 'Po *zmianie*' })).toMatchObject({
      description: 'Po zmianie',
    })
  })

  test('a post can be created without text', async () => {
    const { home, api } = await member()
    expect(await api.posts.create({ title: 'Sam tytuł', category_id: home.id })).toMatchObject({
      content: '',
      content_html: '',
    })
  })

  test('SUB-7 only members of the community can create a post', async () => {
    const { home } = await member()
    const stranger = await createUser(t.db)
    const error = await failure((await t.as(stranger)).posts.create({ title: 'Obcy', category_id: home.id }))
    expect(error).toMatchObject({ status: 403, code: 'not_a_member', detail: 'Musisz być członkiem tej społeczności' })
    const english = await failure(
      (await t.as(stranger, { lang: 'en' })).posts.create({ title: 'Obcy', category_id: home.id }),
    )
    expect(english.detail).toBe('You must be a member of this community')
    await joinCategory(t.db, stranger, home)
    expect(await (await t.as(stranger)).posts.create({ title: 'Swój', category_id: home.id })).toMatchObject({
      title: 'Swój',
    })
  })

  test('SUB-4 creating a post in a missing or deleted community is refused', async () => {
    const { home, api } = await member()
    expect(await failure(api.posts.create({ title: 'Tytuł' } as never))).toMatchObject({
      status: 422,
      issues: { category_id: 'Wybierz społeczność.' },
    })
    const missing = { status: 422, issues: { category_id: 'Nie ma takiej społeczności.' } }
    expect(await failure(api.posts.create({ title: 'Tytuł', category_id: 2_000_000_000 }))).toMatchObject(missing)
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, home.id))
    expect(await failure(api.posts.create({ title: 'Tytuł', category_id: home.id }))).toMatchObject(missing)
  })

  test.each([
    ['a title of 2 characters', { title: 'ab' }, 'title'],
    ['a blank title', { title: '  \n ' }, 'title'],
    ['a title of 301 characters', { title: 'a'.repeat(LIMITS.titleMax + 1) }, 'title'],
    ['a text of 40,001 characters', { content: 'a'.repeat(LIMITS.postText + 1) }, 'content'],
  ])('SUB-2,3 a new post with %s is refused', async (_, wrong, field) => {
    const { home, api } = await member()
    expect(await failure(api.posts.create({ title: 'Dobry', category_id: home.id, ...wrong }))).toMatchObject({
      status: 422,
      issues: { [field]: expect.any(String) },
    })
  })

  test('SUB-2,3 creating a post accepts a title of 300 and a text of 40,000 UTF-16 units', async () => {
    const { home, api } = await member()
    const title = '👍'.repeat(LIMITS.titleMax / 2)
    const content = 'ż '
      .repeat(LIMITS.postText / 2)
      .trim()
      .padEnd(LIMITS.postText, 'ó')
    expect(await api.posts.create({ title, content, category_id: home.id })).toMatchObject({ title, content })
  })

  test('creating a post accepts the longest text with every character escaped, and no larger request', async () => {
    const { person, home } = await member()
    const headers = { authorization: `Bearer ${await t.bearerOf(person)}`, 'content-type': 'application/json' }
    const longest = `{"title":"Tytuł","category_id":${home.id},"content":"${'\\u0142'.repeat(LIMITS.postText)}"}`
    const send = (body: string) => t.request('/api/posts', { method: 'POST', headers, body })
    expect((await send(longest)).status).toBe(201)
    expect((await send(longest.padEnd(262_145))).status).toBe(413)
  })

  test("creating a post increments the community's count and earns its author 5 points", async () => {
    const { person, home, api } = await member()
    await api.posts.create({ title: 'Liczony', category_id: home.id })
    expect(await countOf(home)).toBe(1)
    expect(await pointsOf(person)).toBe(POINTS.post)
    expect(await visitor.posts.list({ category: home.name })).toMatchObject({ total: 1 })
  })

  test('creating a post notifies each mentioned member once, ignoring case, but not the author', async () => {
    const { person, home, api } = await member()
    const mentioned = await createUser(t.db)
    const content = `@${mentioned.username} @${mentioned.username.toUpperCase()} @${person.username} @nikogo_takiego`
    const { id } = await api.posts.create({ title: 'Wołam', content, category_id: home.id })
    expect(await noticesOf(mentioned)).toEqual([{ kind: 'mention', post_id: id, actor_id: person.id }])
    expect(await noticesOf(person)).toEqual([])
  })

  test('creating a post is idempotent: a form sent three times creates one post', async () => {
    const { home, api } = await member()
    const send = () => api.posts.create({ title: 'Raz', category_id: home.id }, { idempotencyKey: 'form-1' })
    const answers = await Promise.all([send(), send(), send()])
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1)
    expect(await countOf(home)).toBe(1)
  })

  test('eight posts created at once are all counted', async () => {
    const { home, api } = await member()
    await Promise.all(
      Array.from({ length: 8 }, (_, at) => api.posts.create({ title: `Post ${at}`, category_id: home.id })),
    )
    expect(await countOf(home)).toBe(8)
  })
})

async function noticesOf({ id }: { id: number }) {
  return t.db
    .select({ kind: notification.kind, post_id: notification.post_id, actor_id: notification.actor_id })
    .from(notification)
    .where(eq(notification.user_id, id))
}

describe('pictures and videos of a post', () => {
  test("a post with the author's own picture has the picture's size and placeholder", async () => {
    const { person, home, api } = await member()
    const { url } = await createUpload(t.db, { user: person, width: 800, height: 600, placeholder: 'abc' })
    expect(await api.posts.create({ title: 'Zdjęcie', category_id: home.id, image_url: url })).toMatchObject({
      image_url: url,
      image_width: 800,
      image_height: 600,
      image_placeholder: 'abc',
      video_url: null,
    })
  })

  test("a post with the author's own video has the video's poster", async () => {
    const { person, home, api } = await member()
    const { url } = await createUpload(t.db, { user: person, kind: 'video', poster_url: '/media/p.webp' })
    expect(await api.posts.create({ title: 'Film', category_id: home.id, video_url: url })).toMatchObject({
      video_url: url,
      video_poster_url: '/media/p.webp',
      image_url: null,
    })
  })

  test('a post cannot have a picture and a video together', async () => {
    const { person, home, api } = await member()
    const image = await createUpload(t.db, { user: person })
    const video = await createUpload(t.db, { user: person, kind: 'video' })
    const error = await failure(
      api.posts.create({ title: 'Oba', category_id: home.id, image_url: image.url, video_url: video.url }),
    )
    expect(error).toMatchObject({ status: 422, issues: { video_url: 'Dodaj zdjęcie albo film, nie oba naraz.' } })
  })

  test('an upload can be used in one post only, and a refused post does not use up the upload', async () => {
    const { person, home, api } = await member()
    const { id, url } = await createUpload(t.db, { user: person })
    const foreign = await createUpload(t.db)
    await failure(api.posts.create({ title: 'Za stary', category_id: 2_000_000_000, image_url: url }))
    await failure(api.posts.create({ title: 'Cudzy', category_id: home.id, image_url: foreign.url }))
    await api.posts.create({ title: 'Pierwszy', category_id: home.id, image_url: url })
    expect((await t.db.select().from(upload).where(eq(upload.id, id)))[0]!.used_at).toBeInstanceOf(Date)
    expect(await failure(api.posts.create({ title: 'Drugi', category_id: home.id, image_url: url }))).toMatchObject({
      status: 422,
      issues: { image_url: expect.any(String) },
    })
  })

  test('one of two concurrent posts with the same upload is refused', async () => {
    const { person, home, api } = await member()
    const { url } = await createUpload(t.db, { user: person })
    const send = () => api.posts.create({ title: 'Naraz', category_id: home.id, image_url: url })
    const outcomes = await Promise.allSettled([send(), send()])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await countOf(home)).toBe(1)
  })

  test.each([
    ['a foreign file', async () => (await createUpload(t.db)).url],
    [
      'a file of messages',
      async (owner: { id: number }) => (await createUpload(t.db, { user: owner, kind: 'message_image' })).url,
    ],
    [
      'a video in the place of a picture',
      async (owner: { id: number }) => (await createUpload(t.db, { user: owner, kind: 'video' })).url,
    ],
    [
      'a deleted file',
      async (owner: { id: number }) => (await createUpload(t.db, { user: owner, deleted_at: new Date() })).url,
    ],
    ['an address elsewhere', () => Promise.resolve('https://example.org/a.png')],
  ])('ENT-5 API-24 a new post with %s as picture is refused', async (_, urlFor) => {
    const { person, home, api } = await member()
    const error = await failure(
      api.posts.create({ title: 'Zdjęcie', category_id: home.id, image_url: await urlFor(person) }),
    )
    expect(error).toMatchObject({
      status: 422,
      issues: { image_url: 'Tego pliku nie można użyć. Prześlij go jeszcze raz.' },
    })
  })
})

describe('link posts', () => {
  test('WRITE-1 a link post stores the canonical URL and its domain', async () => {
    const { home, api } = await member()
    const made = await api.posts.create({
      title: 'Link',
      category_id: home.id,
      link_url: ' https://WWW.Example.org:443/a?utm_source=x&b=1#c ',
    })
    const link = { link_url: 'https://www.example.org/a?b=1', link_domain: 'example.org' }
    expect(made).toMatchObject(link)
    expect((await visitor.posts.list({ category: home.name })).posts[0]).toMatchObject(link)
  })

  test.each(['javascript:alert(1)', 'ftp://example.org/', 'example.org', '/submit', 'https://user@example.org/', 7])(
    'WRITE-1 a link post with the URL %p is refused',
    async (link_url) => {
      const { home, api } = await member()
      const error = await failure(
        api.posts.create({ title: 'Link', category_id: home.id, link_url: link_url as never }),
      )
      expect(error).toMatchObject({ status: 422, issues: { link_url: expect.any(String) } })
    },
  )

  test('WRITE-1 a link post cannot have a picture or a video', async () => {
    const { person, home, api } = await member()
    const { url } = await createUpload(t.db, { user: person })
    const video = await createUpload(t.db, { user: person, kind: 'video' })
    const send = (media: object) =>
      failure(api.posts.create({ title: 'Oba', category_id: home.id, link_url: 'https://example.org/', ...media }))
    const refused = { status: 422, issues: { link_url: 'Dodaj link, zdjęcia albo film: tylko jedno z nich.' } }
    expect(await send({ image_url: url })).toMatchObject(refused)
    expect(await send({ images: [{ url, alt: '' }] })).toMatchObject(refused)
    expect(await send({ video_url: video.url })).toMatchObject(refused)
  })

  test('WRITE-1 posts.byLink finds the latest five posts of a link, whatever the spelling of the URL', async () => {
    const { person, home, api } = await member()
    const adult = await createCategory(t.db, { creator: person, is_nsfw: true })
    const address = `https://example.org/${crypto.randomUUID()}`
    const ids: number[] = []
    for (let n = 0; n < 7; n += 1)
      ids.push((await api.posts.create({ title: `Link ${n}`, category_id: home.id, link_url: address })).id)
    const hidden = await api.posts.create({ title: 'Dla dorosłych', category_id: adult.id, link_url: address })
    await api.posts.remove({ post_id: ids[6]! })
    const found = await visitor.posts.byLink({ url: `${address}?utm_medium=feed#top` })
    expect(found.link_url).toBe(address)
    expect(found.posts.map(({ id }) => id)).toEqual(ids.slice(1, 6).reverse())
    expect((await visitor.posts.byLink({ url: address, nsfw: true })).posts.map(({ id }) => id)).toEqual([hidden.id])
    expect(await visitor.posts.byLink({ url: `${address}/inny` })).toMatchObject({ posts: [] })
    expect(await failure(visitor.posts.byLink({ url: 'javascript:alert(1)' }))).toMatchObject({
      status: 422,
      issues: { url: expect.any(String) },
    })
  })
})

describe('posts with several pictures', () => {
  test('WRITE-2 several pictures keep order and alternative texts; older API clients see only the first', async () => {
    const { person, home, api } = await member()
    const files = await Promise.all(
      [800, 600, 400].map((width) =>
        createUpload(t.db, { user: person, width, height: 300, placeholder: `p${width}` }),
      ),
    )
    const images = files.map(({ url }, at) => ({ url, alt: at === 1 ? ' Bochenek na desce ' : '' }))
    const made = await api.posts.create({ title: 'Galeria', category_id: home.id, images })
    const shown = files.map(({ url, width }, at) => ({
      url,
      width,
      height: 300,
      placeholder: `p${width}`,
      alt: at === 1 ? 'Bochenek na desce' : '',
    }))
    expect(made).toMatchObject({
      images: shown,
      image_url: files[0]!.url,
      image_width: 800,
      image_height: 300,
      image_placeholder: 'p800',
    })
    expect((await visitor.posts.list({ category: home.name })).posts[0]).toMatchObject({ images: shown })
    for (const { id } of files)
      expect((await t.db.select().from(upload).where(eq(upload.id, id)))[0]!.used_at).toBeInstanceOf(Date)
  })

  test('WRITE-2 a picture sent in the field of older API clients becomes a list of one picture', async () => {
    const { person, home, api } = await member()
    const { url } = await createUpload(t.db, { user: person, width: 800, height: 600, placeholder: 'abc' })
    const made = await api.posts.create({ title: 'Jedno', category_id: home.id, image_url: url })
    expect(made.images).toEqual([{ url, width: 800, height: 600, placeholder: 'abc', alt: '' }])
  })

  test('WRITE-2 a post accepts at most ten pictures of its author and no video or link beside them', async () => {
    const { person, home, api } = await member()
    const { url } = await createUpload(t.db, { user: person })
    const foreign = await createUpload(t.db)
    const send = (media: object) => failure(api.posts.create({ title: 'Galeria', category_id: home.id, ...media }))
    const of = (address: string) => ({ url: address, alt: '' })
    expect(await send({ images: Array.from({ length: 11 }, () => of(url)) })).toMatchObject({
      status: 422,
      issues: { images: 'Najwyżej 10 zdjęć.' },
    })
    expect(await send({ images: [of(url), of(foreign.url)] })).toMatchObject({
      status: 422,
      issues: { images: 'Tego pliku nie można użyć. Prześlij go jeszcze raz.' },
    })
    expect(await send({ images: [{ url, alt: 'a'.repeat(301) }] })).toMatchObject({
      status: 422,
      issues: { images: expect.any(String) },
    })
    expect(await send({ images: [of(url)], image_url: url })).toMatchObject({
      status: 422,
      issues: { images: expect.any(String) },
    })
    expect(await send({ images: [of(url), of(url)] })).toMatchObject({ status: 422 })
    expect(await api.posts.create({ title: 'Nadal wolne', category_id: home.id, images: [of(url)] })).toMatchObject({
      image_url: url,
    })
  })

  test('WRITE-2 the author can edit alternative texts of pictures without marking the post as edited', async () => {
    const { person, home, api } = await member()
    const [one, two] = await Promise.all([createUpload(t.db, { user: person }), createUpload(t.db, { user: person })])
    const { id } = await api.posts.create({
      title: 'Galeria',
      category_id: home.id,
      images: [one, two].map(({ url }) => ({ url, alt: 'Przed' })),
    })
    const edit = (images: { url: string; alt: string }[]) => api.posts.edit({ post_id: id, images })
    expect(
      await edit([
        { url: one.url, alt: 'Po' },
        { url: two.url, alt: '' },
      ]),
    ).toMatchObject({ images: [{ alt: 'Po' }, { alt: '' }], edited_at: null })
    const refused = { status: 422, issues: { images: 'Podaj wszystkie zdjęcia posta w tej samej kolejności.' } }
    expect(
      await failure(
        edit([
          { url: two.url, alt: '' },
          { url: one.url, alt: '' },
        ]),
      ),
    ).toMatchObject(refused)
    expect(await failure(edit([{ url: one.url, alt: '' }]))).toMatchObject(refused)
    const stranger = await t.as(await createUser(t.db))
    expect(
      await failure(stranger.posts.edit({ post_id: id, images: [one, two].map(({ url }) => ({ url, alt: 'Moje' })) })),
    ).toMatchObject({ status: 403 })
    const old = await createUpload(t.db, { user: person })
    const single = await api.posts.create({ title: 'Jedno', category_id: home.id, image_url: old.url })
    expect(await api.posts.edit({ post_id: single.id, images: [{ url: old.url, alt: 'Opisane' }] })).toMatchObject({
      image_url: old.url,
      images: [{ alt: 'Opisane' }],
    })
  })
})

describe('spoiler posts', () => {
  test('WRITE-4 a spoiler post is marked in feeds too, and its author can remove the spoiler mark', async () => {
    const { home, api } = await member()
    const made = await api.posts.create({ title: 'Koniec filmu', category_id: home.id, is_spoiler: true })
    expect(made).toMatchObject({ is_spoiler: true })
    expect((await visitor.posts.list({ category: home.name })).posts[0]).toMatchObject({ is_spoiler: true })
    expect(await api.posts.edit({ post_id: made.id, is_spoiler: false })).toMatchObject({
      is_spoiler: false,
      edited_at: null,
    })
  })
})

describe('reading a post', () => {
  test("reading a post returns the reader's vote and saved state", async () => {
    const made = await createPost(t.db)
    const reader = await createUser(t.db)
    await createVote(t.db, { user: reader, post: made })
    await createSave(t.db, reader, made)
    expect(await (await t.as(reader)).posts.get({ post_id: made.id })).toMatchObject({
      user_vote: 1,
      is_saved: true,
      upvotes: 1,
    })
    expect(await visitor.posts.get({ post_id: made.id })).toMatchObject({ user_vote: 0, is_saved: false, upvotes: 1 })
  })

  test('an adult post can be read by its id on the normal site too', async () => {
    const made = await createPost(t.db, { category: await createCategory(t.db, { is_nsfw: true }) })
    expect((await visitor.posts.get({ post_id: made.id })).category.is_nsfw).toBe(true)
  })

  test('a missing or deleted post, or one of a deleted community, is answered with 404 in both languages', async () => {
    const deleted = await createPost(t.db, { deleted_at: new Date() })
    const homeless = await createPost(t.db)
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, homeless.category_id))
    const missing = { status: 404, code: 'post_not_found', detail: 'Nie znaleziono posta' }
    expect(await failure(visitor.posts.get({ post_id: 2_000_000_000 }))).toMatchObject(missing)
    expect(await failure(visitor.posts.get({ post_id: deleted.id }))).toMatchObject(missing)
    expect(await failure(visitor.posts.get({ post_id: homeless.id }))).toMatchObject(missing)
    expect((await failure((await t.as(null, { lang: 'en' })).posts.get({ post_id: deleted.id }))).detail).toBe(
      'Post not found',
    )
  })

  test('reading a post with an invalid id returns 400', async () => {
    expect((await t.request('/api/posts/abc')).status).toBe(400)
    expect((await t.request('/api/posts/-1')).status).toBe(400)
    expect((await t.request('/api/posts/99999999999999999999')).status).toBe(400)
    expect((await t.request('/api/posts/9999999999')).status).toBe(404)
  })
})

describe('editing a post', () => {
  test('editing a post changes title or text and records the time', async () => {
    const { person, home, api } = await member()
    const made = await createPost(t.db, { author: person, category: home, title: 'Było', content: 'stare' })
    const renamed = await api.posts.edit({ post_id: made.id, title: 'Jest' })
    expect(renamed).toMatchObject({ title: 'Jest', content: 'stare', edited_at: expect.any(String) })
    expect(await api.posts.edit({ post_id: made.id, content: '*nowe*' })).toMatchObject({
      title: 'Jest',
      content: '*nowe*',
      content_html: '<p><em>nowe</em></p>',
    })
    expect((await visitor.posts.list({ category: home.name })).posts[0]).toMatchObject({
      title: 'Jest',
      content: 'nowe',
    })
  })

  test('an edit that changes nothing does not set edited_at', async () => {
    const { person, api } = await member()
    const made = await createPost(t.db, { author: person, title: 'Ten sam', content: 'tekst' })
    expect(await api.posts.edit({ post_id: made.id, title: ' Ten sam ', content: 'tekst' })).toMatchObject({
      edited_at: null,
    })
    expect(await failure(api.posts.edit({ post_id: made.id }))).toMatchObject({
      status: 422,
      detail: 'Podaj, co zmienić.',
    })
  })

  test('only its author can edit a post, not even an admin', async () => {
    const { home, api } = await member()
    const made = await createPost(t.db, { category: home })
    const admin = await createUser(t.db, { is_admin: true })
    expect(await failure(api.posts.edit({ post_id: made.id, title: 'Cudzy' }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    expect(await failure((await t.as(admin)).posts.edit({ post_id: made.id, title: 'Cudzy' }))).toMatchObject({
      status: 403,
    })
  })

  test('editing a deleted post returns 404', async () => {
    const { person, api } = await member()
    const made = await createPost(t.db, { author: person, deleted_at: new Date() })
    expect(await failure(api.posts.edit({ post_id: made.id, title: 'Zmiana' }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
  })

  test('editing a post notifies only newly mentioned members', async () => {
    const { person, home, api } = await member()
    const early = await createUser(t.db)
    const late = await createUser(t.db)
    const { id } = await api.posts.create({ title: 'Wołam', content: `@${early.username}`, category_id: home.id })
    await api.posts.edit({ post_id: id, content: `@${early.username} i @${late.username}` })
    await api.posts.edit({ post_id: id, content: `@${late.username} i @${early.username}!` })
    const notice = { kind: 'mention', post_id: id, actor_id: person.id } as const
    expect(await noticesOf(early)).toEqual([notice])
    expect(await noticesOf(late)).toEqual([notice])
  })
})

describe('editing a post from before mentions were stored', () => {
  test('an edit notifies a mentioned member whom the original post did not notify', async () => {
    const { person, home, api } = await member()
    const mentioned = await createUser(t.db)
    const { id } = await createPost(t.db, { author: person, category: home, content: `@${mentioned.username}` })
    await api.posts.edit({ post_id: id, content: `Dopisek, @${mentioned.username}` })
    expect(await noticesOf(mentioned)).toEqual([{ kind: 'mention', post_id: id, actor_id: person.id }])
  })
})

describe('deleting a post', () => {
  test('API-13 deleting a post removes it from all lists and counts, with its points and notifications', async () => {
    const { person, home, api } = await member()
    const mentioned = await createUser(t.db)
    const { id } = await api.posts.create({
      title: 'Niepotrzebny',
      content: `@${mentioned.username}`,
      category_id: home.id,
    })
    await createSave(t.db, person, { id })
    expect(await api.posts.remove({ post_id: id })).toEqual({ success: true })
    expect(await failure(visitor.posts.get({ post_id: id }))).toMatchObject({ status: 404 })
    expect(await visitor.posts.list({ category: home.name })).toEqual({ posts: [], total: 0, next_cursor: null })
    expect(await visitor.posts.list({ author: person.username })).toMatchObject({ total: 0 })
    expect(await visitor.posts.search({ q: 'niepotrzebny' })).toEqual({ posts: [], total: 0 })
    expect(await api.posts.saved()).toEqual({ posts: [], total: 0 })
    expect(await pointsOf(person)).toBe(0)
    expect(await noticesOf(mentioned)).toEqual([])
  })

  test('one of two concurrent deletions of a post succeeds', async () => {
    const { home, api } = await member()
    const { id } = await api.posts.create({ title: 'Raz', category_id: home.id })
    const outcomes = await Promise.allSettled([api.posts.remove({ post_id: id }), api.posts.remove({ post_id: id })])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await countOf(home)).toBe(0)
  })

  test.each([
    ['its author', async (_home: { id: number }, author: { id: number }) => author],
    ['an admin', async () => createUser(t.db, { is_admin: true })],
    ["the community's creator", async (home: { creator_id: number | null }) => ({ id: home.creator_id! })],
    [
      'a moderator of the community',
      async (home: { id: number }) => {
        const moderator = await createUser(t.db)
        await joinCategory(t.db, moderator, home, { is_moderator: true })
        return moderator
      },
    ],
  ])('POST-3 PERM-3 a post can be deleted by %s', async (_, by) => {
    const home = await createCategory(t.db)
    const author = await createUser(t.db)
    const made = await createPost(t.db, { category: home, author })
    expect(await (await t.as(await by(home as never, author))).posts.remove({ post_id: made.id })).toEqual({
      success: true,
    })
  })

  test.each([
    [
      'another member',
      async (home: { id: number }) => {
        const other = await createUser(t.db)
        await joinCategory(t.db, other, home)
        return other
      },
    ],
    ['a moderator of another community', async () => ({ id: (await createCategory(t.db)).creator_id! })],
  ])('POST-3 PERM-3 a post cannot be deleted by %s', async (_, by) => {
    const made = await createPost(t.db)
    expect(
      await failure((await t.as(await by({ id: made.category_id }))).posts.remove({ post_id: made.id })),
    ).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await visitor.posts.get({ post_id: made.id })).toMatchObject({ id: made.id })
  })

  test('deleting a post keeps its comments, which a job erases later', async () => {
    const made = await createPost(t.db)
    await createComment(t.db, { post: made })
    await (await t.as({ id: made.author_id! })).posts.remove({ post_id: made.id })
    expect((await t.db.select().from(postRank).where(eq(postRank.post_id, made.id)))[0]).toMatchObject({
      is_listed: false,
      comment_count: 1,
    })
  })
})
