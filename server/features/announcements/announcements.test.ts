import { afterEach, describe, expect, test } from 'bun:test'
import type { SettingValues } from '#shared/api/settings/registry.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUser } from '#server/test/factories.ts'

const t = await createTestApp()
const staff = await t.as(null, { admin: ADMIN_PASSWORD })
const visitor = await t.as(null)
const english = await t.as(null, { lang: 'en' })

type Written = SettingValues['announcements'][number]

const announcement = (more: Partial<Written> = {}): Written => ({
  text_pl: 'W piątek przerwa.',
  text_en: '',
  kind: 'info',
  audience: 'all',
  starts_at: null,
  ends_at: null,
  ...more,
})
const publish = (...announcements: Written[]) => staff.adminSettings.change({ values: { announcements } })
const textsFor = async (api: typeof visitor) => (await api.announcements.list()).announcements.map(({ text }) => text)

const real = t.clock.now
afterEach(() => {
  t.clock.now = real
})

describe('RUN-7 announcements', () => {
  test("announcements are shown in the reader's language, or in the other one if that text is missing", async () => {
    await publish(
      announcement({ text_en: 'A break on Friday.', kind: 'warning' }),
      announcement({ text_pl: 'Tylko tak.' }),
    )
    expect(await textsFor(visitor)).toEqual(['W piątek przerwa.', 'Tylko tak.'])
    expect((await english.announcements.list()).announcements).toMatchObject([
      { text: 'A break on Friday.', lang: 'en', kind: 'warning', audience: 'all' },
      { text: 'Tylko tak.', lang: 'pl' },
    ])
  })

  test('announcements are shown to their audience only', async () => {
    await publish(
      announcement({ text_pl: 'Wszyscy' }),
      announcement({ text_pl: 'Członkowie', audience: 'members' }),
      announcement({ text_pl: 'Obsługa', audience: 'staff' }),
    )
    const creator = await createUser(t.db)
    await createCategory(t.db, { creator })
    const all = ['Wszyscy', 'Członkowie', 'Obsługa']
    expect(await textsFor(visitor)).toEqual(all.slice(0, 1))
    expect(await textsFor(await t.as(await createUser(t.db)))).toEqual(all.slice(0, 2))
    expect(await textsFor(await t.as(creator))).toEqual(all)
    expect(await textsFor(await t.as(await createUser(t.db, { is_admin: true })))).toEqual(all)
  })

  test('announcements appear and disappear at their configured times', async () => {
    await publish(announcement({ starts_at: '2026-03-01T10:00:00.000Z', ends_at: '2026-03-01T12:00:00.000Z' }))
    const at = async (time: string) => {
      t.clock.now = () => new Date(time)
      return (await textsFor(visitor)).length
    }
    expect(await at('2026-03-01T09:59:59.999Z')).toBe(0)
    expect(await at('2026-03-01T10:00:00.000Z')).toBe(1)
    expect(await at('2026-03-01T11:59:59.999Z')).toBe(1)
    expect(await at('2026-03-01T12:00:00.000Z')).toBe(0)
  })

  test('at most three announcements are shown', async () => {
    const error = await failure(publish(...Array.from({ length: 4 }, () => announcement())))
    expect([error.status, Object.keys(error.issues)]).toEqual([422, ['announcements']])
  })

  test('announcements that a reader closed without JavaScript stay hidden until they are changed', async () => {
    await publish(announcement(), announcement({ text_pl: 'Druga' }))
    const [first] = (await visitor.announcements.list()).announcements
    const close = (headers: Record<string, string> = {}) =>
      t.request('/announcements/close', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({ id: first!.id, next: '/r/ogrod?sort=new' }).toString(),
      })
    expect((await close({ origin: 'https://evil.example' })).status).toBe(403)
    const answer = await close()
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/r/ogrod?sort=new'])
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
    const shown = async () => {
      const list = await t.request('/api/announcements', { headers: { cookie } })
      return ((await list.json()) as { announcements: { text: string }[] }).announcements.map(({ text }) => text)
    }
    expect(await shown()).toEqual(['Druga'])
    await publish(announcement({ text_pl: 'W piątek jednak nie.' }), announcement({ text_pl: 'Druga' }))
    expect(await shown()).toEqual(['W piątek jednak nie.', 'Druga'])
  })

  test('announcements are returned together with the notice of read-only mode', async () => {
    await publish()
    await staff.adminMaintenance.change({ read_only: true, message_pl: 'Wracamy o 22.' })
    expect(await visitor.announcements.list()).toEqual({ announcements: [], read_only: { message: 'Wracamy o 22.' } })
    await staff.adminMaintenance.change({ read_only: false })
    expect((await visitor.announcements.list()).read_only).toBeNull()
  })
})
