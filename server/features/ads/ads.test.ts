import { describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUpload, createUser } from '#server/test/factories.ts'
import { auditLog } from '../audit/table.ts'
import { adAt, dayIn, fits, isSeen } from './rules.ts'
import { adDay, type ad } from './table.ts'
import { upload } from '../uploads/table.ts'

const t = await createTestApp({ ADS: 'own' })
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const author = await createUser(t.db)
const garden = await createCategory(t.db, { name: 'ogrod', creator: author })

const BOOKS = { title: 'Księgarnia', text: 'Książki o ogrodach', url: 'https://example.com/?utm_source=watek' }
const rowOf = (changes: Partial<typeof ad.$inferSelect>) => ({
  id: 1,
  variant: 'normal' as const,
  category_ids: [],
  starts_at: new Date('2026-01-01T00:00:00Z'),
  ends_at: null,
  is_enabled: true,
  weight: 1,
  ...changes,
})

async function onlyAd(changes: Partial<Parameters<typeof admin.adminAds.create>[0]> = {}) {
  for (const { id } of (await admin.adminAds.list()).ads) await admin.adminAds.remove({ ad_id: id })
  return (await admin.adminAds.create({ ...BOOKS, ...changes })).ad
}

const countsOf = async (id: number) => {
  await t.services.adCounts.flush()
  const [row] = await t.db.select().from(adDay).where(eq(adDay.ad_id, id))
  return [row?.views ?? 0, row?.clicks ?? 0]
}

describe('managing ads', () => {
  test('an admin creates, changes, lists and deletes an ad, and each change is in the audit log', async () => {
    const { ad: created } = await admin.adminAds.create({ ...BOOKS, category_ids: [garden.id], weight: 3 })
    expect(created).toEqual({
      ...BOOKS,
      id: created.id,
      name: BOOKS.title,
      image_url: null,
      variant: 'normal',
      category_ids: [garden.id],
      categories: [{ id: garden.id, name: 'ogrod' }],
      starts_at: expect.any(String),
      ends_at: null,
      is_enabled: true,
      weight: 3,
      views: 0,
      clicks: 0,
    })
    const { ad: changed } = await admin.adminAds.edit({ ad_id: created.id, is_enabled: false, variant: 'both' })
    expect(changed).toEqual({ ...created, is_enabled: false, variant: 'both' })
    const listed = async () => (await admin.adminAds.list()).ads.filter(({ id }) => id === created.id)
    expect(await listed()).toEqual([changed])
    expect(await admin.adminAds.remove({ ad_id: created.id })).toEqual({ success: true })
    expect(await listed()).toEqual([])
    const log = await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(3)
    expect(log.map(({ action, target_id, detail }) => [action, target_id, detail])).toEqual([
      ['ad.delete', created.id, 'Księgarnia'],
      ['ad.edit', created.id, 'variant, is_enabled'],
      ['ad.create', created.id, 'Księgarnia'],
    ])
  })

  test.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(81) }, 'title'],
    [{ text: 'x'.repeat(201) }, 'text'],
    [{ url: 'http://example.com/' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: 'https://bank.example@evil.example/' }, 'url'],
    [{ url: 'https://example.com/a\nb' }, 'url'],
    [{ image_url: 'https://elsewhere.example/a.png' }, 'image_url'],
    [{ variant: 'all' as 'both' }, 'variant'],
    [{ category_ids: [999_999] }, 'category_ids'],
    [{ starts_at: 'tomorrow' }, 'starts_at'],
    [{ starts_at: '2026-02-01T00:00:00Z', ends_at: '2026-01-01T00:00:00Z' }, 'ends_at'],
    [{ weight: 0 }, 'weight'],
    [{ weight: 11 }, 'weight'],
    [{ weight: 1.5 }, 'weight'],
  ])('an admin cannot create an ad with %j, and the error names the field', async (wrong, field) => {
    const error = await failure(admin.adminAds.create({ ...BOOKS, ...wrong }))
    expect([error.status, Object.keys(error.issues)]).toEqual([422, [field]])
  })

  test('an ad can have an uploaded picture, which no second ad may use and which is deleted with the ad', async () => {
    const file = await createUpload(t.db, { user: author })
    const { ad: created } = await admin.adminAds.create({ ...BOOKS, image_url: file.url })
    expect(created.image_url).toBe(file.url)
    const again = await failure(admin.adminAds.create({ ...BOOKS, image_url: file.url }))
    expect(again.issues).toHaveProperty('image_url')
    await admin.adminAds.remove({ ad_id: created.id })
    const rows = await t.db.select().from(upload).where(eq(upload.url, file.url))
    expect(rows.map(({ deleted_at }) => deleted_at === null)).toEqual([false])
  })

  test('only an admin may change ads, and a call for a missing ad answers 404', async () => {
    const member = await t.as(author)
    expect((await failure(member.adminAds.list())).status).toBe(403)
    expect((await failure(admin.adminAds.edit({ ad_id: 999_999, weight: 2 }))).status).toBe(404)
    expect((await failure(admin.adminAds.remove({ ad_id: 999_999 }))).status).toBe(404)
  })
})

describe('choosing an ad', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const here = { variant: 'normal', category_id: 7, now } as const

  test.each([
    [{}, true],
    [{ is_enabled: false }, false],
    [{ variant: 'adult' as const }, false],
    [{ variant: 'both' as const }, true],
    [{ category_ids: [7, 8] }, true],
    [{ category_ids: [8] }, false],
    [{ starts_at: new Date('2026-03-02T00:00:00Z') }, false],
    [{ ends_at: now }, false],
    [{ ends_at: new Date('2026-03-02T00:00:00Z') }, true],
  ])('an ad with %j may be shown at the tested position: %p', (changes, expected) => {
    expect(fits(rowOf(changes), here)).toBe(expected)
  })

  test('an ad for one community is not shown on pages that belong to no community', () => {
    expect(fits(rowOf({ category_ids: [7] }), { ...here, category_id: null })).toBe(false)
  })

  test('an ad position shows the same ad all day, chosen by weight, and stays empty if no ad fits', () => {
    const rows = [rowOf({ id: 1, weight: 9 }), rowOf({ id: 2, weight: 1 })]
    const places = Array.from({ length: 10_000 }, (_, turn) => ({
      ...here,
      page: 'category:7',
      turn,
      day: '2026-03-01',
    }))
    const placed = places.map((place) => adAt(rows, place)!.id)
    expect(places.map((place) => adAt(rows, { ...place, now: new Date('2026-03-01T23:00:00Z') })!.id)).toEqual(placed)
    expect(places.map((place) => adAt(rows, { ...place, day: '2026-03-02' })!.id)).not.toEqual(placed)
    const share = placed.filter((id) => id === 1).length / placed.length
    expect(Math.abs(share - 0.9)).toBeLessThan(0.02)
    expect(adAt([], places[0]!)).toBeNull()
  })

  test('the day of an ad is computed in the time zone of the site', () => {
    expect(dayIn('Europe/Warsaw', new Date('2026-02-28T23:30:00Z'))).toBe('2026-03-01')
  })
})

const clicked = (id: number, headers: Record<string, string> = {}, method = 'GET') =>
  t.request(`/ad/${id}`, { method, headers, redirect: 'manual' })

describe('counting views and clicks of ads', () => {
  test('/ad/{id} redirects to the target URL of the ad, forbids indexing and counts a click', async () => {
    const { id, url } = await onlyAd()
    const answer = await clicked(id)
    expect([answer.status, answer.headers.get('location'), answer.headers.get('x-robots-tag')]).toEqual([
      302,
      url,
      'noindex, nofollow',
    ])
    expect([answer.headers.get('set-cookie'), answer.headers.get('cache-control')]).toEqual([null, 'private, no-store'])
    await clicked(id, {}, 'HEAD')
    await clicked(id, { 'user-agent': 'Googlebot/2.1' })
    expect(await countsOf(id)).toEqual([0, 1])
    await admin.adminAds.edit({ ad_id: id, is_enabled: false })
    expect((await clicked(id)).status).toBe(404)
    expect((await t.request('/ad/0')).status).toBe(404)
  })

  test('listing ads counts a view of each returned ad, and simultaneous views are all counted', async () => {
    const { id } = await onlyAd({ category_ids: [garden.id] })
    const visitor = await t.as(null)
    const ask = () => visitor.ads.list({ place: 'category', category_id: garden.id, count: 3 })
    const [{ ads }] = await Promise.all([ask(), ask(), ask()])
    expect(ads.map((shown) => shown?.id)).toEqual([id, id, id])
    expect((await visitor.ads.list({ place: 'home' })).ads).toEqual([null])
    expect(await countsOf(id)).toEqual([9, 0])
    expect(await t.db.select().from(adDay).where(eq(adDay.ad_id, id))).toEqual([
      { ad_id: id, day: dayIn(t.config.timeZone, new Date()), views: 9, clicks: 0 },
    ])
  })

  test.each([
    ['GET', 'Mozilla/5.0', true],
    ['GET', 'Mozilla/5.0 (Linux; CUBOT X9)', true],
    ['GET', 'Mozilla/5.0 (compatible; bingbot/2.0)', false],
    ['HEAD', 'Mozilla/5.0', false],
  ])('an ad view by a %s request of the user agent %s is counted: %p', (method, agent, expected) => {
    const request = new Request('http://localhost/', { method, headers: { 'user-agent': agent } })
    expect(isSeen(request)).toBe(expected)
  })
})
