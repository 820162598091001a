import { describe, expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createBlock, createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))

async function htmlOf(path: string, member?: { id: number }): Promise<string> {
  const headers: Record<string, string> = member ? { cookie: `session=${await t.bearerOf(member)}` } : {}
  return (await t.request(path, { headers })).text()
}

const sidebarOf = (html: string) => /<aside class="layout__side">.*?<\/aside>/s.exec(html)?.[0] ?? ''

const home = await createCategory(t.db, { name: 'ogrod' })

async function goLive(title: string, url = 'https://example.org/live') {
  const member = await createUser(t.db)
  await joinCategory(t.db, member, home)
  const stream_type = url.endsWith('.m3u8') ? ('hls' as const) : ('external' as const)
  const api = await t.as(member)
  return { member, api, stream: await api.streams.create({ title, url, stream_type, category_id: home.id }) }
}

describe('live streams', () => {
  test('STREAM-7 the sidebar has at most three live streams, none of a blocked member', async () => {
    expect(sidebarOf(await htmlOf('/'))).not.toContain('Na żywo')
    const made = [await goLive('Pierwsza'), await goLive('Druga'), await goLive('Trzecia'), await goLive('Czwarta')]
    const shown = sidebarOf(await htmlOf('/browse-communities'))
    expect(shown).toContain('Na żywo')
    expect(shown.match(/href="\/stream\/\d+"/g)).toHaveLength(3)
    const reader = await createUser(t.db)
    await createBlock(t.db, reader, made[3]!.member)
    expect(sidebarOf(await htmlOf('/', reader))).not.toContain('Czwarta')
    for (const { api, stream } of made) await api.streams.end({ stream_id: stream.id })
    expect(sidebarOf(await htmlOf('/streams'))).not.toContain('side-live-title')
  })

  test('STREAM-7 live streams stand above the feed of their community, and on the page of streams', async () => {
    const { api, stream } = await goLive('Sadzimy pomidory')
    const html = await htmlOf('/r/ogrod')
    const row = html.indexOf(`id="stream-${stream.id}"`)
    expect(row).toBeGreaterThan(0)
    expect(row).toBeLessThan(html.indexOf(`id="post-${stream.post_id}"`))
    expect(await htmlOf('/streams')).toContain('Sadzimy pomidory')
    await api.streams.end({ stream_id: stream.id })
    expect(await htmlOf('/r/ogrod')).not.toContain(`id="stream-${stream.id}"`)
    expect(await htmlOf('/streams?state=ended')).toContain('Sadzimy pomidory')
  })

  test("STREAM-3 only a stream's page may load its playlist, and only the new-stream form use the camera", async () => {
    const { api, stream } = await goLive('Z innego serwera', 'https://live.example.org/a/index.m3u8')
    const headersOf = async (path: string, member?: { id: number }) => {
      const headers: Record<string, string> = member ? { cookie: `session=${await t.bearerOf(member)}` } : {}
      return (await t.request(path, { headers })).headers
    }
    const page = await headersOf(`/stream/${stream.id}`)
    expect(page.get('content-security-policy')).toMatch(/connect-src 'self' [^;]*https:\/\/live\.example\.org/)
    expect(page.get('content-security-policy')).toMatch(/media-src 'self' blob: https:\/\/live\.example\.org/)
    expect(page.get('permissions-policy')).toContain('camera=()')
    expect((await headersOf('/streams')).get('content-security-policy')).not.toContain('live.example.org')
    const member = await createUser(t.db)
    expect((await headersOf('/streams/new', member)).get('permissions-policy')).toContain('camera=(self)')
    expect((await headersOf('/', member)).get('permissions-policy')).toContain('camera=()')
    await api.streams.end({ stream_id: stream.id })
  })
})
