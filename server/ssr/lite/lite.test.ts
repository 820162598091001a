import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { upload } from '#server/features/uploads/table.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { developmentAssets } from '../assets.ts'
import { createPages } from '../pages.ts'
import { toLitePage } from './page.ts'
import { LITE_CLASSES, LITE_STYLE } from './style.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const author = await createUser(t.db, { username: 'Kasia_Zakwas' })
const garden = await createCategory(t.db, { name: 'ogrod', display_name: 'Ogród i działka', creator: author })
const PICTURE = `/media/i/${'ab'.repeat(20)}-800x600.webp`
await t.db.insert(upload).values({ user_id: author.id, kind: 'image', url: PICTURE, size: 123_400 })
const post = await createPost(t.db, {
  author,
  category: garden,
  title: 'Pomidory w tunelu',
  content: 'Kiedy sadzić? '.repeat(30),
  image_url: PICTURE,
  image_width: 800,
  image_height: 600,
  images: [{ url: PICTURE, width: 800, height: 600, placeholder: null, alt: 'Krzaki w rzędach' }],
})
const words = Array.from({ length: 4_000 }, (_, at) => `słowo${(at * 7919) % 4_001}`)
for (let at = 0; at < 20; at += 1)
  await createComment(t.db, { author, post, content: words.slice(at * 40, at * 40 + 40).join(' ') })

const at = `/post/${post.id}`
const ask = (path: string, headers: Record<string, string> = {}) => t.request(path, { headers })
const html = async (path: string, headers: Record<string, string> = {}) => (await ask(path, headers)).text()
const signedIn = async () => ({ cookie: `session=${await t.bearerOf(author)}` })

test.each(['/', at, '/login', '/register', '/browse-communities', '/search?q=pomidory', '/no/such/page'])(
  'LITE-1 the light version of %s has no scripts, pictures or stylesheet files',
  async (path) => {
    const page = await html(path, { cookie: 'lite=1' })
    expect(page).not.toMatch(/<(script|img|svg|picture|video|source|iframe)\b|rel="(stylesheet|\w*preload)"|@font-face/)
    expect(page.match(/<style>/g)).toHaveLength(1)
    expect(page.match(/\s(style|data-[\w-]+)="/g)).toBeNull()
    expect(page).toContain('<h1')
  },
)

test('LITE-1 a URL parameter turns the light version on and off, and a cookie stores the choice', async () => {
  const on = await ask(`${at}?lite=1`)
  expect(on.headers.get('set-cookie')).toStartWith('lite=1; Path=/; Max-Age=31536000')
  const page = await on.text()
  expect(page).not.toContain('<script')
  expect(page).toContain(`href="${at}?lite=0"`)
  expect(await html(at, { cookie: 'lite=1' })).not.toContain('<script')

  const off = await ask(`${at}?lite=0`, { cookie: 'lite=1' })
  expect(off.headers.get('set-cookie')).toStartWith('lite=0;')
  const full = await off.text()
  expect(full).toContain('<script')
  expect(full).toContain(`href="${at}?lite=1"`)
  expect(await html(at)).toContain('<script')
})

test('LITE-1 a redirect stores the choice of the light version in the cookie and drops the parameter', async () => {
  const answer = await ask('/profile?lite=1')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).not.toContain('lite')
  expect(answer.headers.get('set-cookie')).toContain('lite=1')
})

test('LITE-1 a browser with Save-Data is offered the light version until its reader decides', async () => {
  const offer = 'Twoja przeglądarka oszczędza dane'
  const saving = { 'save-data': 'on' }
  expect(await html(at, saving)).toContain(offer)
  expect(await html(at)).not.toContain(offer)
  expect(await html(at, { ...saving, cookie: 'lite=0' })).not.toContain(offer)
  expect(await html(at, { ...saving, cookie: 'lite=1' })).not.toContain(offer)
  expect((await ask(at)).headers.get('vary')).toContain('Save-Data')
})

test('LITE-1 a picture becomes a link with its alternative text and file size', async () => {
  expect(await html(at, { cookie: 'lite=1' })).toContain(
    `<a href="${PICTURE}">Krzaki w rzędach (obraz, 800 × 600, 123\u00a0kB)</a>`,
  )
  expect(await html('/', { cookie: 'lite=1' })).toContain(`<a href="${PICTURE}">obraz, 800 × 600, 123\u00a0kB</a>`)
})

test('LITE-1 the light version has labels in place of icons, and forms unchanged', async () => {
  const page = await html(at, { ...(await signedIn()), cookie: `${(await signedIn()).cookie}; lite=1` })
  expect(page).toMatch(/<button[^>]*name="value"[^>]*>Głosuj za<\/button>/i)
  expect(page).toMatch(/action="\/act\/votes.post/)
  expect(page).toMatch(/name="_token" value="[^"]+"/)
  expect(page).toMatch(/<form[^>]*action="\/act\/comments.create"/)
})

test('LITE-1 the light version has no buttons that need JavaScript', async () => {
  const { cookie } = await signedIn()
  for (const path of ['/', at, `/u/${author.username}`, '/search?q=pomidory', '/settings/profile']) {
    const page = await html(path, { cookie: `${cookie}; lite=1` })
    expect([path, page.match(/<button type="button"[^>]*>/g)]).toEqual([path, null])
    expect(page).toContain('<button type="submit"')
  }
  const profile = await html(`/u/${author.username}`, { cookie: `${cookie}; lite=1` })
  expect(await html('/', { cookie: `${cookie}; lite=1` })).toContain('>Najnowsze</button>')
  expect(profile).toContain(`href="/u/${author.username}?tab=comments"`)
  expect(profile).toContain(`href="/post/${post.id}?confirm=delete-post#confirm"`)
  expect(profile).toMatch(/0<\/span> obserwujących/)
})

test('LITE-1 a field without an error has no empty error element', async () => {
  expect(await html('/login')).toContain('class="field__error"')
  expect(await html('/login', { cookie: 'lite=1' })).not.toContain('field__error"')
})

test('LITE-1 neighbouring words in the menus of the top bar are separated by spaces', async () => {
  const { cookie } = await signedIn()
  const page = await html('/', { cookie: `${cookie}; lite=1` })
  const text = page.replace(/<[^>]+>/g, '')
  expect(text).toMatch(/u\/Kasia_Zakwas\s+Karma/)
  const settings = await html('/settings/profile', { cookie: `${cookie}; lite=1` })
  expect(settings.replace(/<[^>]+>/g, '')).toContain('Profil Zdjęcie i opis')
})

test('LITE-1 the text of a rule for new passwords and its state are separated by a space', async () => {
  expect((await html('/register', { cookie: 'lite=1' })).replace(/<[^>]+>/g, '')).toMatch(/cyfra brakuje/)
})

test('LITE-1 the stylesheet of the light version uses only classes that the site has', async () => {
  const sources = [...new Bun.Glob('{site,shared}/**/*.tsx').scanSync(join(import.meta.dir, '../../..'))]
  const texts = await Promise.all(sources.map((file) => Bun.file(join(import.meta.dir, '../../..', file)).text()))
  const all = texts.join('\n')
  expect([...LITE_CLASSES].filter((name) => !new RegExp(`[\\s"'\`]${name}[\\s"'\`]`).test(all))).toEqual([])
})

test('a picture inside a link gets its own link after it, and its text stays in the link', () => {
  const page = toLitePage('<p><a href="/r/x">Do <img src="/media/i/y.webp" alt="kot &amp; pies"></a></p>', {
    lang: 'pl',
    sizes: new Map(),
  })
  expect(page).toBe('<p><a href="/r/x">Do kot &amp; pies</a> <a href="/media/i/y.webp">kot &amp; pies (obraz)</a></p>')
})

test('LITE-2 the stylesheet of the light version is at most 3 kB', () => {
  expect(LITE_STYLE.length).toBeLessThanOrEqual(3_000)
})

test.each(['visitor', 'member'])(
  'LITE-2 a thread of 20 comments of 40 words is at most 14 kB and loads no other files: %s',
  async (who) => {
    const cookie = who === 'member' ? `${(await signedIn()).cookie}; lite=1` : 'lite=1'
    const answer = await ask(at, { cookie, 'accept-encoding': 'br' })
    expect(answer.headers.get('content-encoding')).toBe('br')
    const { byteLength } = await answer.arrayBuffer()
    console.info(`${who}: ${byteLength} B`)
    expect(byteLength).toBeLessThanOrEqual(14_000)
    const page = await html(at, { cookie })
    expect(page.match(/class="comment"/g)).toHaveLength(20)
    expect(page.match(/<[^>]+\s(src|srcset|poster)=/g)).toBeNull()
    const links = page.match(/<link [^>]*>/g) ?? []
    expect(links.filter((link) => !/rel="(canonical|alternate)"|href="data:,"/.test(link))).toEqual([])
  },
)

test('A11Y-7 the light version links to the film and to its captions as text', async () => {
  const film = await createPost(t.db, {
    author,
    video_url: '/media/v/1.mp4',
    captions_url: '/media/c/1.vtt',
    captions_lang: 'pl',
    video_alt: 'Kot goni kulę światła.',
  })
  const page = await html(`/post/${film.id}`, { cookie: 'lite=1' })
  expect(page).toContain('Kot goni kulę światła.')
  expect(page).toContain(`<a href="/post/${film.id}/transcript">Transkrypcja</a>`)
  expect(page).not.toContain('<track')
})

test.each([
  ['pl', 'Transkrypcja filmu'],
  ['en', 'Transcript of a video'],
])(
  'A11Y-7 the light version of a transcript (%s) leads back to the post and keeps the lines of its texts',
  async (lang, title) => {
    const film = await createPost(t.db, {
      author,
      title: 'Kot',
      video_url: '/media/v/2.mp4',
      video_alt: 'Kot.\nZasypia.',
    })
    const page = await html(`/post/${film.id}/transcript`, { cookie: `lite=1; language=${lang}` })
    expect(page).toContain(`>${title}</h1>`)
    expect(page).toMatch(new RegExp(`<a href="/post/${film.id}"[^>]*>Kot</a>`))
    expect(page).toContain('<p class="transcript__text">Kot.\nZasypia.</p>')
    expect(page).toContain('.transcript__text,.video-texts__alt{white-space:pre-line}')
    expect(page.match(/<script|<video|<img/g)).toBeNull()
  },
)
