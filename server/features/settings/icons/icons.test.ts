import { describe, expect, test } from 'bun:test'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import sharp from 'sharp'
import { ICON_SIDES } from './icons.ts'
import { eq } from 'drizzle-orm'
import { upload as uploadTable } from '#server/features/uploads/table.ts'

const t = await createTestApp()
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

async function upload(width: number, height: number, background: string): Promise<string> {
  const png = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
  const file = new File([png], 'icon.png', { type: 'image/png' })
  return (await admin.adminUploads.image({ file })).url
}

const sizeOf = async (path: string) => {
  const answer = await t.request(path)
  const { width, height } = await new Bun.Image(await answer.arrayBuffer()).metadata()
  return { status: answer.status, type: answer.headers.get('content-type'), width, height }
}

describe('RUN-4 icons of the site', () => {
  test('the default icon is served in every size until another one is uploaded', async () => {
    for (const side of ICON_SIDES) {
      expect(await sizeOf(`/icons/icon-${side}.png`)).toEqual({
        status: 200,
        type: 'image/png',
        width: side,
        height: side,
      })
    }
    expect(await sizeOf('/favicon.ico')).toMatchObject({ status: 200, width: 32 })
    expect((await t.request('/icons/icon-33.png')).status).toBe(404)
  })

  test('an uploaded square icon replaces the default, and its versioned URL is cached for good', async () => {
    const before = (await t.request('/icons/icon-192.png')).headers.get('etag')!
    const url = await upload(512, 512, '#ff0000')
    await admin.adminSettings.change({ values: { icon: url } })
    const answer = await t.request('/icons/icon-192.png')
    const etag = answer.headers.get('etag')!
    expect(etag).not.toBe(before)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    const { data } = await sharp(await answer.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(240)
    expect(await sizeOf('/icons/icon-maskable-512.png')).toMatchObject({ width: 512, height: 512 })
    const version = etag.slice(1, etag.indexOf('-'))
    const kept = await t.request(`/icons/icon-192.png?v=${version}`, { headers: { 'if-none-match': etag } })
    expect([kept.status, kept.headers.get('cache-control')]).toEqual([304, 'public, max-age=31536000, immutable'])
    expect((await t.request(url)).status).toBe(200)
  })

  test('a replaced icon picture is deleted, and the value null restores the default icon', async () => {
    const [first, second] = [await upload(256, 256, '#00ff00'), await upload(256, 256, '#0000ff')]
    await admin.adminSettings.change({ values: { icon: first } })
    await admin.adminSettings.change({ values: { icon: second } })
    const rows = await t.db.select().from(uploadTable).where(eq(uploadTable.url, first))
    expect(rows.map(({ deleted_at }) => deleted_at === null)).toEqual([false])
    const { settings } = await admin.adminSettings.change({ values: { icon: null } })
    expect(settings.icon).toMatchObject({ value: null, source: 'default' })
    expect(await sizeOf('/icons/icon-512.png')).toMatchObject({ width: 512 })
  })

  test.each([
    [300, 200],
    [100, 100],
  ])('an icon that is not square or too small is refused: %d by %d pixels', async (width, height) => {
    const url = await upload(width, height, '#123456')
    const error = await failure(admin.adminSettings.change({ values: { icon: url } }))
    expect([error.status, Object.keys(error.issues)]).toEqual([422, ['icon']])
  })

  test("only an uploaded picture can become the site's logo, and everybody may load it", async () => {
    const elsewhere = await failure(admin.adminSettings.change({ values: { logo: 'https://elsewhere.example/a.png' } }))
    expect(Object.keys(elsewhere.issues)).toEqual(['logo'])
    const url = await upload(600, 150, '#abcdef')
    expect((await admin.adminSettings.change({ values: { logo: url } })).settings.logo!.value).toBe(url)
    expect((await t.request(url)).status).toBe(200)
  })
})
