import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { makePng } from '#server/media/testing/pictures.ts'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { upload } from './table.ts'

const MEGABYTE = 1024 * 1024
const QUOTA = 2 * MEGABYTE
const t = await createTestApp({ MEMBER_STORAGE: '2MB' })

const file = (bytes: Uint8Array) => new File([bytes], 'a')
/** Each video is different, because equal files would share one URL. */
const film = (size: number) =>
  makeMp4({
    pictures: crypto
      .randomUUID()
      .repeat(Math.ceil(size / 36))
      .slice(0, size),
  })
const bytesOf = async ({ id }: { id: number }) =>
  (
    await t.db
      .select({ bytes: sql<string>`coalesce(sum(size), 0)` })
      .from(upload)
      .where(eq(upload.user_id, id))
  )[0]!.bytes

test("uploads over a member's quota are refused, with an error in the member's language", async () => {
  const member = await createUser(t.db)
  const api = await t.as(member)
  await api.uploads.video({ file: file(film(MEGABYTE)) })
  const refused = await failure(api.uploads.video({ file: file(film(MEGABYTE)) }))
  expect([refused.status, refused.code]).toEqual([413, 'too_large'])
  expect(refused.detail).toStartWith('Na Twoim koncie nie ma już miejsca na pliki.')
  const english = await failure((await t.as(member, { lang: 'en' })).uploads.video({ file: file(film(MEGABYTE)) }))
  expect(english.detail).toStartWith('Your account has no room left for files.')
  expect(await api.uploads.image({ file: file(makePng(10, 10)) })).toMatchObject({ width: 10 })
  expect(await api.uploads.messageImage({ image: file(makePng(10, 10)) })).toMatchObject({
    image_url: expect.any(String),
  })
})

test('each member has a separate quota for uploads', async () => {
  await (await t.as(await createUser(t.db))).uploads.video({ file: file(film(MEGABYTE)) })
  await (await t.as(await createUser(t.db))).uploads.video({ file: file(film(MEGABYTE)) })
})

test('concurrent uploads cannot exceed the quota, and refused uploads leave no files', async () => {
  const member = await createUser(t.db)
  const api = await t.as(member)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, () => api.uploads.video({ file: file(film(0.6 * MEGABYTE)) })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(Number(await bytesOf(member))).toBeLessThanOrEqual(QUOTA)
  expect(await t.db.$count(upload, eq(upload.user_id, member.id))).toBe(3)
})

test('deleting an uploaded file frees space in the quota', async () => {
  const member = await createUser(t.db)
  const api = await t.as(member)
  await api.uploads.video({ file: file(film(1.5 * MEGABYTE)) })
  expect((await failure(api.uploads.video({ file: file(film(MEGABYTE)) }))).status).toBe(413)
  await t.db.delete(upload).where(eq(upload.user_id, member.id))
  await api.uploads.video({ file: file(film(MEGABYTE)) })
})
