import { describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

type Manifest = {
  name: string
  lang: string
  theme_color: string
  icons: { src: string; sizes: string; purpose: string }[]
  shortcuts: { url: string }[]
  share_target: { action: string; method: string; params: { files: { accept: string[] }[] } }
}

async function manifestOf(host = 'localhost', cookie = ''): Promise<Manifest> {
  const answer = await t.request(`http://${host}/manifest.webmanifest`, { headers: { cookie } })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  return (await answer.json()) as Manifest
}

describe('APP-1 the manifest', () => {
  test('APP-1 the manifest has name, colour and icons from the settings, in the language of the reader', async () => {
    await admin.adminSettings.change({ values: { site_name: 'Ogród działkowy' } })
    expect(await manifestOf('localhost', 'language=en')).toMatchObject({ name: 'Ogród działkowy', lang: 'en' })
    const manifest = await manifestOf()
    expect(manifest.lang).toBe('pl')
    // Without a fixed orientation the installed app turns with the device (WCAG 1.3.4).
    expect(manifest).not.toHaveProperty('orientation')
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(['/submit', '/notifications', '/messages'])
    expect(manifest.share_target).toMatchObject({ action: '/share', method: 'POST' })
    for (const { src, sizes } of manifest.icons) {
      const answer = await t.request(src)
      const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
    expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'maskable', 'any', 'maskable'])
  })

  test('APP-1 normal and adult host have their own manifest and colour, linked from their pages', async () => {
    const [normal, adult] = [await manifestOf(), await manifestOf('adult.localhost')]
    expect(normal.theme_color).not.toBe(adult.theme_color)
    const page = await (await t.request('/')).text()
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"')
    expect(page).toContain(`<meta name="theme-color" content="${normal.theme_color}"`)
  })

  test('APP-1 a maskable icon keeps the drawing inside the safe zone', async () => {
    const [plain, masked] = await Promise.all(
      ['icon', 'icon-maskable'].map(async (name) => (await t.request(`/icons/${name}-512.png`)).arrayBuffer()),
    )
    const pixel = async (png: ArrayBuffer, x: number, y: number) =>
      (
        await sharp(png)
          .flatten({ background: '#ffffff' })
          .extract({ left: x, top: y, width: 1, height: 1 })
          .raw()
          .toBuffer()
      ).join(' ')
    expect(await pixel(masked!, 0, 0)).toBe(await pixel(masked!, 110, 110))
    expect(Buffer.from(plain!).equals(Buffer.from(masked!))).toBe(false)
  })

  test('APP-1 content shared with the app opens the post form, also without a service worker', async () => {
    const body = new FormData()
    body.set('title', 'Pomidory')
    body.set('url', 'https://example.org/a')
    const answer = await t.request('/share', { method: 'POST', body })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/submit?title=Pomidory&url=https%3A%2F%2Fexample.org%2Fa',
    ])
  })
})

test('APP-1 the post form is filled with the shared title, text and link', async () => {
  const cookie = `session=${await t.bearerOf(await createUser(t.db))}`
  const path = '/submit?title=Pomidory&text=Z%20tunelu'
  const page = await (await t.request(path, { headers: { cookie } })).text()
  expect(page).toContain('value="Pomidory"')
  expect(page).toMatch(/<textarea[^>]*>\s*Z tunelu/)
})

describe('APP-2 the service worker', () => {
  test('APP-2 /sw.js is revalidated at every load, and its CSP allows requests to this site only', async () => {
    const answer = await t.request('/sw.js')
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'no-cache',
    ])
    expect(answer.headers.get('content-security-policy')).toContain("connect-src 'self'")
    expect(await answer.text()).toContain('install')
  })

  test('APP-2 /sw.js unregisters itself and deletes every cache once it is disabled', async () => {
    await admin.adminSettings.change({ values: { offline: 'off' } })
    const code = await (await t.request('/sw.js')).text()
    expect(code).toContain('unregister()')
    expect(code).toContain('caches.delete')
    expect(await (await t.request('/')).text()).toContain('"offline":false')
    await admin.adminSettings.change({ values: { offline: 'on' } })
    expect(await (await t.request('/sw.js')).text()).not.toContain('unregister()')
  })
})

describe('OFF-5 encryption keys of drafts', () => {
  test('OFF-5 each sign-in of an account gets the same encryption keys, another account gets others', async () => {
    const keysOf = async (cookie: string) => {
      const answer = await t.request('/browser-keys', { headers: { cookie } })
      const body = (await answer.json()) as { account: string; keys: string[] }
      return { status: answer.status, cache: answer.headers.get('cache-control'), body }
    }
    const [anna, marek] = [await createUser(t.db), await createUser(t.db)]
    const cookieOf = async (member: typeof anna) => `session=${await t.bearerOf(member)}`
    const hers = await keysOf(await cookieOf(anna))
    expect(hers).toEqual({
      status: 200,
      cache: 'private, no-store',
      body: { account: String(anna.id), keys: [expect.stringMatching(/^[\w-]{43}$/)] },
    })
    expect((await keysOf(await cookieOf(anna))).body).toEqual(hers.body)
    const his = await keysOf(await cookieOf(marek))
    expect(his.body.keys).not.toEqual(hers.body.keys)
    expect((await keysOf('')).status).toBe(401)
  })
})
