import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { makePng } from '#server/media/testing/pictures.ts'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { createTestApp, failure, type TestApp } from '#server/test/app.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { upload } from './table.ts'

const bucket = (endpoint: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: 'media',
  S3_REGION: 'local',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
  LOG_LEVEL: 'silent',
})
const CONNECTIONS = 10

function silentStore() {
  const arrived: (() => void)[] = []
  let requests = 0
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    fetch: () => {
      requests += 1
      arrived.forEach((look) => look())
      return new Promise<Response>(() => {})
    },
  })
  return {
    url: server.url.origin,
    stop: () => server.stop(true),
    requests: (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (requests >= count) resolve()
        }
        arrived.push(look)
        look()
      }),
  }
}

const closed = await createTestApp(bucket('http://127.0.0.1:1'))
const silent = silentStore()
const hanging = await createTestApp(bucket(silent.url))

async function memberOf(t: TestApp) {
  const member = await createUser(t.db)
  const home = await createCategory(t.db)
  await joinCategory(t.db, member, home)
  return { api: await t.as(member), home }
}

const png = (width: number) => new File([makePng(width, 10)], 'a.png')

describe('SCALE-3 uploads while the media store is unavailable', () => {
  test('an upload gets 503 and Retry-After if the media store is unavailable, and its row stays unusable', async () => {
    const body = new FormData()
    body.set('file', png(20))
    const member = await createUser(closed.db)
    const authorization = `Bearer ${await closed.bearerOf(member)}`
    const refused = await closed.request('/api/upload/image', { method: 'POST', body, headers: { authorization } })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    expect(
      await closed.db.select({ deleted_at: upload.deleted_at }).from(upload).where(eq(upload.user_id, member.id)),
    ).toEqual([{ deleted_at: expect.any(Date) }])
  })

  test('videos, message pictures and avatars get 503, not 500, while the media store is unavailable', async () => {
    const member = await createUser(closed.db)
    const api = await closed.as(member)
    const url = `/media/i/${'ab'.repeat(20)}-20x10.webp`
    await closed.db
      .insert(upload)
      .values({
        user_id: member.id,
        kind: 'image',
        url,
        content_hash: 'ab'.repeat(20),
        width: 20,
        height: 10,
        size: 100,
      })
    const refused = await Promise.all([
      failure(api.uploads.video({ file: new File([makeMp4()], 'a.mp4') })),
      failure(api.uploads.messageImage({ image: png(25) })),
      failure(api.users.editMe({ avatar_url: url })),
    ])
    expect(refused.map(({ status, code }) => [status, code])).toEqual(
      Array.from({ length: 3 }, () => [503, 'not_ready']),
    )
  })

  test('uploads that wait for the media store hold no database connections', async () => {
    const { api, home } = await memberOf(hanging)
    const uploads = Array.from({ length: CONNECTIONS + 1 }, (_, at) =>
      failure(api.uploads.image({ file: png(30 + at) })),
    )
    await silent.requests(CONNECTIONS + 1)
    expect((await api.posts.create({ title: 'Tymczasem', category_id: home.id })).title).toBe('Tymczasem')
    silent.stop()
    expect((await Promise.all(uploads)).map(({ status }) => status)).toEqual(
      Array.from({ length: CONNECTIONS + 1 }, () => 503),
    )
  })
})
