import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { notification } from '#server/features/notifications/table.ts'
import { user } from '#server/features/users/table.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createBlock, createFollow, createUser } from '#server/test/factories.ts'
import { blockedIds, hasBlocked, isBlockedEither } from './queries.ts'

const t = await createTestApp()

async function countsOf({ id }: { id: number }) {
  const [row] = await t.db
    .select({ followers: user.follower_count, following: user.following_count })
    .from(user)
    .where(eq(user.id, id))
  return row
}

describe('blocking a member', () => {
  test('API-38 blocking or unblocking a member a second time succeeds and changes nothing', async () => {
    const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
    const api = await t.as(anna)
    expect(await api.blocks.isBlocked({ user_id: bartek.id })).toEqual({ is_blocked: false })
    expect(await api.blocks.block({ user_id: bartek.id })).toEqual({ is_blocked: true })
    expect(await api.blocks.block({ user_id: bartek.id })).toEqual({ is_blocked: true })
    expect(await api.blocks.isBlocked({ user_id: bartek.id })).toEqual({ is_blocked: true })
    expect(await api.blocks.unblock({ user_id: bartek.id })).toEqual({ is_blocked: false })
    expect(await api.blocks.unblock({ user_id: bartek.id })).toEqual({ is_blocked: false })
    expect(await api.blocks.isBlocked({ user_id: bartek.id })).toEqual({ is_blocked: false })
  })

  test('the blocked member cannot see who blocked them', async () => {
    const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
    await createBlock(t.db, anna, bartek)
    const blocked = await t.as(bartek)
    expect(await blocked.blocks.isBlocked({ user_id: anna.id })).toEqual({ is_blocked: false })
    expect(await blocked.blocks.list()).toEqual({ blocked_users: [] })
  })

  test('blocking ends follows in both directions, lowers their counts and deletes their notifications', async () => {
    const [anna, bartek, celina] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    const api = await t.as(anna)
    await api.follows.follow({ user_id: bartek.id })
    await (await t.as(bartek)).follows.follow({ user_id: anna.id })
    await createFollow(t.db, celina, anna)
    await api.blocks.block({ user_id: bartek.id })
    expect(await countsOf(anna)).toEqual({ followers: 1, following: 0 })
    expect(await countsOf(bartek)).toEqual({ followers: 0, following: 0 })
    expect(await t.db.select().from(notification).where(eq(notification.user_id, bartek.id))).toEqual([])
    expect(await t.db.select().from(notification).where(eq(notification.user_id, anna.id))).toEqual([])
  })

  test('if a block and a follow happen at the same moment, only the block remains', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async () => ({ anna: await createUser(t.db), bartek: await createUser(t.db) })),
    )
    await Promise.all(
      pairs.flatMap(({ anna, bartek }) => [
        t
          .as(bartek)
          .then((api) => api.follows.follow({ user_id: anna.id }))
          .catch(() => {}),
        t.as(anna).then((api) => api.blocks.block({ user_id: bartek.id })),
      ]),
    )
    const counts = await Promise.all(pairs.flatMap(({ anna, bartek }) => [countsOf(anna), countsOf(bartek)]))
    expect(new Set(counts.map((count) => JSON.stringify(count)))).toEqual(new Set(['{"followers":0,"following":0}']))
  })

  test('PROF-11 blocking oneself is refused', async () => {
    const anna = await createUser(t.db)
    const api = await t.as(anna)
    expect(await failure(api.blocks.block({ user_id: anna.id }))).toMatchObject({ status: 400, code: 'self' })
    expect(await failure(api.blocks.unblock({ user_id: anna.id }))).toMatchObject({ status: 400, code: 'self' })
  })

  test('blocking a missing or deleted member answers 404, and a visitor gets 401', async () => {
    const [anna, gone] = [await createUser(t.db), await createUser(t.db, { deleted_at: new Date() })]
    const api = await t.as(anna)
    expect(await failure(api.blocks.block({ user_id: gone.id }))).toMatchObject({ status: 404, code: 'user_not_found' })
    expect(await failure(api.blocks.isBlocked({ user_id: 2_000_000_000 }))).toMatchObject({ status: 404 })
    expect(await failure((await t.as(null)).blocks.block({ user_id: anna.id }))).toMatchObject({ status: 401 })
  })

  test('API-39 blocked members are listed, the latest first', async () => {
    const [anna, early, late] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    await createBlock(t.db, anna, early, { created_at: new Date('2025-03-01T10:00:00Z') })
    await createBlock(t.db, anna, late, { created_at: new Date('2025-03-02T10:00:00Z') })
    const api = await t.as(anna)
    expect(await api.blocks.list()).toEqual({
      blocked_users: [
        { id: late.id, username: late.username, blocked_at: '2025-03-02T10:00:00.000Z' },
        { id: early.id, username: early.username, blocked_at: '2025-03-01T10:00:00.000Z' },
      ],
    })
    expect((await api.blocks.list({ limit: 1, offset: 1 })).blocked_users).toMatchObject([{ id: early.id }])
  })
})

test("hasBlocked finds a block only from its blocker's side, isBlockedEither from both sides", async () => {
  const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
  await createBlock(t.db, anna, bartek)
  expect(await hasBlocked(t.db, anna.id, bartek.id)).toBe(true)
  expect(await hasBlocked(t.db, bartek.id, anna.id)).toBe(false)
  expect(await isBlockedEither(t.db, anna.id, bartek.id)).toBe(true)
  expect(await isBlockedEither(t.db, bartek.id, anna.id)).toBe(true)
  expect(await blockedIds(t.db, anna.id)).toEqual([bartek.id])
  expect(await blockedIds(t.db, bartek.id)).toEqual([])
})
