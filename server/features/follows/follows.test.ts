import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { notification } from '#server/features/notifications/table.ts'
import { user } from '#server/features/users/table.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createBlock, createFollow, createUser } from '#server/test/factories.ts'

const t = await createTestApp()

async function countsOf({ id }: { id: number }) {
  const [row] = await t.db
    .select({ followers: user.follower_count, following: user.following_count })
    .from(user)
    .where(eq(user.id, id))
  return row
}

const noticesOf = ({ id }: { id: number }) => t.db.select().from(notification).where(eq(notification.user_id, id))

describe('following', () => {
  test('NOTI-9 API-36 following updates the counts of both members and notifies the followed member', async () => {
    const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
    const api = await t.as(anna)
    expect(await api.follows.isFollowing({ user_id: bartek.id })).toEqual({ is_following: false })
    expect(await api.follows.follow({ user_id: bartek.id })).toEqual({ is_following: true, follower_count: 1 })
    expect(await api.follows.isFollowing({ user_id: bartek.id })).toEqual({ is_following: true })
    expect(await countsOf(anna)).toEqual({ followers: 0, following: 1 })
    expect(await countsOf(bartek)).toEqual({ followers: 1, following: 0 })
    expect(await noticesOf(bartek)).toMatchObject([{ kind: 'follower', actor_id: anna.id }])
  })

  test('following somebody twice is counted and notified once', async () => {
    const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
    const api = await t.as(anna)
    await api.follows.follow({ user_id: bartek.id })
    expect(await api.follows.follow({ user_id: bartek.id })).toEqual({ is_following: true, follower_count: 1 })
    expect(await noticesOf(bartek)).toHaveLength(1)
  })

  test('API-36 unfollowing retracts the notification, and succeeds when repeated', async () => {
    const [anna, bartek, celina] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    const api = await t.as(anna)
    await api.follows.follow({ user_id: bartek.id })
    await api.follows.follow({ user_id: celina.id })
    expect(await api.follows.unfollow({ user_id: bartek.id })).toEqual({ is_following: false, follower_count: 0 })
    expect(await api.follows.unfollow({ user_id: bartek.id })).toEqual({ is_following: false, follower_count: 0 })
    expect(await countsOf(anna)).toEqual({ followers: 0, following: 1 })
    expect(await noticesOf(bartek)).toHaveLength(0)
    expect(await noticesOf(celina)).toHaveLength(1)
  })

  test('simultaneous follows by many members keep the count of followers exact', async () => {
    const star = await createUser(t.db)
    const fans = await Promise.all(Array.from({ length: 8 }, () => createUser(t.db)))
    const apis = await Promise.all(fans.map((fan) => t.as(fan)))
    await Promise.all([...apis, ...apis].map((api) => api.follows.follow({ user_id: star.id })))
    expect(await countsOf(star)).toEqual({ followers: 8, following: 0 })
    await Promise.all(
      apis.flatMap((api) => [api.follows.unfollow({ user_id: star.id }), api.follows.unfollow({ user_id: star.id })]),
    )
    expect(await countsOf(star)).toEqual({ followers: 0, following: 0 })
  })

  test('two members who follow each other at once are both counted', async () => {
    const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
    const [one, other] = [await t.as(anna), await t.as(bartek)]
    await Promise.all([one.follows.follow({ user_id: bartek.id }), other.follows.follow({ user_id: anna.id })])
    expect(await countsOf(anna)).toEqual({ followers: 1, following: 1 })
    expect(await countsOf(bartek)).toEqual({ followers: 1, following: 1 })
  })

  test('PROF-10 following oneself is refused', async () => {
    const anna = await createUser(t.db)
    const api = await t.as(anna)
    expect(await failure(api.follows.follow({ user_id: anna.id }))).toMatchObject({ status: 400, code: 'self' })
    expect(await failure(api.follows.unfollow({ user_id: anna.id }))).toMatchObject({ status: 400, code: 'self' })
  })

  test('PROF-15 following is refused if either member blocked the other', async () => {
    const [anna, bartek] = [await createUser(t.db), await createUser(t.db)]
    await createBlock(t.db, bartek, anna)
    const blocked = await t.as(anna)
    const blocker = await t.as(bartek, { lang: 'en' })
    expect(await failure(blocked.follows.follow({ user_id: bartek.id }))).toMatchObject({
      status: 403,
      code: 'blocked',
    })
    expect(await failure(blocker.follows.follow({ user_id: anna.id }))).toMatchObject({ status: 403, code: 'blocked' })
    expect(await countsOf(bartek)).toEqual({ followers: 0, following: 0 })
  })

  test('following a missing or deleted member answers 404', async () => {
    const gone = await createUser(t.db, { deleted_at: new Date() })
    const api = await t.as(await createUser(t.db))
    const missing = { status: 404, code: 'user_not_found', detail: 'Nie znaleziono użytkownika' }
    expect(await failure(api.follows.follow({ user_id: gone.id }))).toMatchObject(missing)
    expect(await failure(api.follows.isFollowing({ user_id: 2_000_000_000 }))).toMatchObject(missing)
    expect(await failure(api.follows.followers({ user_id: gone.id }))).toMatchObject(missing)
    expect(await failure(api.follows.following({ user_id: 99_999_999_999 }))).toMatchObject(missing)
  })

  test('following requires a signed-in member', async () => {
    const anna = await createUser(t.db)
    const visitor = await t.as(null)
    expect(await failure(visitor.follows.follow({ user_id: anna.id }))).toMatchObject({ status: 401 })
    expect(await failure(visitor.follows.isFollowing({ user_id: anna.id }))).toMatchObject({ status: 401 })
  })
})

describe('the lists of followers and followed members', () => {
  test('API-37 followers and followed members are listed latest first, without deleted accounts', async () => {
    const [star, early, late, gone] = [
      await createUser(t.db),
      await createUser(t.db),
      await createUser(t.db),
      await createUser(t.db, { deleted_at: new Date() }),
    ]
    await createFollow(t.db, early, star, { created_at: new Date('2025-01-01T00:00:00Z') })
    await createFollow(t.db, gone, star, { created_at: new Date('2025-01-02T00:00:00Z') })
    await createFollow(t.db, late, star, { created_at: new Date('2025-01-03T00:00:00Z') })
    const api = await t.as(null)
    const card = ({ id, username, karma, is_admin, avatar_url, is_unclaimed }: typeof star) => ({
      id,
      username,
      karma,
      is_admin,
      avatar_url,
      is_unclaimed,
    })
    expect(await api.follows.followers({ user_id: star.id })).toEqual([card(late), card(early)])
    expect(await api.follows.followers({ user_id: star.id, limit: 1, offset: 1 })).toEqual([card(early)])
    expect(await api.follows.following({ user_id: late.id })).toEqual([card(star)])
  })
})
