import { describe, expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'

const t = await createTestApp()
const api = await t.as(null)
const names = ['kowal', 'Kowalska', 'kowalski_jan', 'anna_kowalska', 'kovalsky', 'zolw', 'x_1', 'xa1', 'ab', 'abc']
await Promise.all(names.map((username) => createUser(t.db, { username })))
await createUser(t.db, { username: 'kowal_usuniety', deleted_at: new Date() })

async function found(q: string, page: { limit?: number; offset?: number } = {}) {
  return (await api.users.search({ q, limit: 30, ...page })).map((user) => user.username)
}

describe('searching for users', () => {
  test('SBOX-9 ENT-1,3 API-33 a search for users returns name, karma, avatar and flags of each', async () => {
    const [card] = await api.users.search({ q: 'zolw' })
    expect(card).toEqual({
      id: expect.any(Number),
      username: 'zolw',
      karma: 0,
      is_admin: false,
      avatar_url: null,
      is_unclaimed: false,
    })
  })

  test('API-33 a user search lists names that begin with the query first, by name, then similar names', async () => {
    expect((await found('kowal')).slice(0, 3)).toEqual(['kowal', 'Kowalska', 'kowalski_jan'])
    expect((await found('kowal')).slice(3)).toContain('anna_kowalska')
    expect(await found('kowalsky')).toContain('kowalski_jan')
  })

  test('a search for users ignores case and diacritics', async () => {
    expect(await found('ŻÓŁW')).toEqual(['zolw'])
    expect((await found('KOWALS'))[0]).toBe('Kowalska')
  })

  test('a search for users takes underscores, percent signs and backslashes literally', async () => {
    expect(await found('x_')).toEqual(['x_1'])
    expect(await found('%')).toEqual([])
    expect(await found('\\')).toEqual([])
  })

  test('similar user names are found only for queries of 3 characters or more', async () => {
    expect(await found('ab')).toEqual(['ab', 'abc'])
    expect(await found('an')).toEqual(['anna_kowalska'])
    expect(await found('ow')).toEqual([])
  })

  test('a search for users finds no deleted account, and an empty query finds nothing', async () => {
    expect(await found('kowal_usuniety')).not.toContain('kowal_usuniety')
    expect(await found('')).toEqual([])
    expect(await found('  ')).toEqual([])
  })

  test('pagination of a user search crosses from exact to similar names without gaps or duplicates', async () => {
    const all = await found('kowal')
    const pages = await Promise.all([0, 2, 4].map((offset) => found('kowal', { limit: 2, offset })))
    expect(pages.flat()).toEqual(all.slice(0, 6))
    expect(await found('kowal', { offset: 50 })).toEqual([])
    expect(await api.users.search({ q: 'kowal' })).toHaveLength(Math.min(5, all.length))
  })
})
