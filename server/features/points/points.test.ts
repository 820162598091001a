import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { POINTS } from '#shared/limits.ts'
import { user } from '#server/features/users/table.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { earnPoints, reversePoints } from './queries.ts'

const t = await createTestApp()
const LUNCH = new Date('2026-03-10T12:00:00Z')
const clock = { now: LUNCH, timeZone: 'Europe/Warsaw' }

type Named = { id: number }

const balanceOf = async ({ id }: Named) => (await t.db.select().from(user).where(eq(user.id, id)))[0]!.wpoints

async function sumOf({ id }: Named) {
  const [row] = await t.db.execute<{ sum: number }>(
    sql`select coalesce(sum(points), 0)::integer as sum from points_entry where user_id = ${id}`,
  )
  return row!.sum
}

let causes = 1_000_000

function earn(userId: number, reason: 'post' | 'comment' | 'community', at = clock) {
  const cause = reason === 'community' ? 'category' : reason
  causes += 1
  const causeId = causes
  return t.db.transaction((tx) => earnPoints(tx, { userId, reason, cause, causeId }, at))
}

async function earnTimes(times: number, userId: number, reason: 'post' | 'community', at = clock): Promise<number[]> {
  const earned: number[] = []
  while (earned.length < times) earned.push(await earn(userId, reason, at))
  return earned
}

describe('points', () => {
  test('PTS-1 a post earns 5 points, a comment 2, an upvote 1, a downvote -1, a community 10', () => {
    expect(POINTS).toEqual({ post: 5, comment: 2, upvote: 1, downvote: -1, community: 10 })
  })

  test('PTS-1 creating posts, comments, votes and communities by the API earns points', async () => {
    const [author, home] = [await createUser(t.db), await createCategory(t.db)]
    await joinCategory(t.db, author, home)
    const api = await t.as(author)
    const before = t.clock.now
    t.clock.now = () => LUNCH
    const post = await api.posts.create({ title: 'Pierwszy', category_id: home.id })
    await api.comments.create({ post_id: post.id, content: 'x' })
    await (await t.as(await createUser(t.db))).votes.post({ post_id: post.id, value: 1 })
    await api.categories.create({ name: 'punkty', display_name: 'Punkty' })
    expect(await api.points.mine()).toEqual({ wpoints: 18, today: 18 })
    t.clock.now = before
    expect(await sumOf(author)).toBe(18)
  })

  test('concurrent requests earn points only once for the same cause', async () => {
    const { id } = await createUser(t.db)
    const cause = { userId: id, reason: 'post', cause: 'post', causeId: (causes += 1) } as const
    const earned = await Promise.all([1, 2, 3].map(() => t.db.transaction((tx) => earnPoints(tx, cause, clock))))
    expect(earned.sort()).toEqual([0, 0, 5])
    expect(await balanceOf({ id })).toBe(5)
  })

  test('PTS-1 points are reversed once when their cause is undone, even by concurrent requests', async () => {
    const { id } = await createUser(t.db)
    const cause = { cause: 'comment', causeId: (causes += 1) } as const
    await earnPoints(t.db, { userId: id, reason: 'comment', ...cause }, clock)
    await Promise.all([1, 2, 3].map(() => t.db.transaction((tx) => reversePoints(tx, cause, LUNCH))))
    expect(await balanceOf({ id })).toBe(0)
    expect(await sumOf({ id })).toBe(0)
    expect(await earnPoints(t.db, { userId: id, reason: 'comment', ...cause }, clock)).toBe(2)
  })

  test('reversing points that were never earned changes nothing', async () => {
    const { id } = await createUser(t.db)
    await reversePoints(t.db, { cause: 'post', causeId: (causes += 1) }, LUNCH)
    expect(await balanceOf({ id })).toBe(0)
  })
})

describe('daily limit on points for writing', () => {
  test('PTS-1 writing earns at most 50 points a day', async () => {
    const { id } = await createUser(t.db)
    const earned = await earnTimes(12, id, 'post')
    expect(earned).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0])
    expect(await earn(id, 'comment')).toBe(0)
    expect(await balanceOf({ id })).toBe(50)
  })

  test('a post close to the daily limit earns only the points left below 50', async () => {
    const { id } = await createUser(t.db)
    await earnTimes(9, id, 'post')
    expect(await earn(id, 'comment')).toBe(2)
    expect(await earn(id, 'comment')).toBe(2)
    expect(await earn(id, 'post')).toBe(1)
    expect(await earn(id, 'post')).toBe(0)
    expect(await balanceOf({ id })).toBe(50)
  })

  test('concurrent comments earn no more points than the daily limit', async () => {
    const { id } = await createUser(t.db)
    await Promise.all(Array.from({ length: 40 }, () => earn(id, 'comment')))
    expect(await balanceOf({ id })).toBe(50)
    expect(await sumOf({ id })).toBe(50)
  })

  test('points for creating communities do not count towards the daily limit of points for writing', async () => {
    const { id } = await createUser(t.db)
    const earned = await earnTimes(11, id, 'community')
    expect(earned.at(-1)).toBe(10)
    expect(await earn(id, 'post')).toBe(5)
    expect(await balanceOf({ id })).toBe(115)
  })

  test("the daily limit of points starts over at midnight in the forum's time zone, not in UTC", async () => {
    const { id } = await createUser(t.db)
    const beforeMidnight = { ...clock, now: new Date('2026-03-10T22:59:00Z') }
    const afterMidnight = { ...clock, now: new Date('2026-03-10T23:01:00Z') }
    const earned = await earnTimes(11, id, 'post', beforeMidnight)
    expect(earned.at(-1)).toBe(0)
    expect(await earn(id, 'post', afterMidnight)).toBe(5)
  })

  test("deleting a post reverses the points it earned and lowers today's sum for the daily limit", async () => {
    const { id } = await createUser(t.db)
    const first = causes + 1
    await earnTimes(11, id, 'post')
    await reversePoints(t.db, { cause: 'post', causeId: causes }, LUNCH)
    expect(await balanceOf({ id })).toBe(50)
    await reversePoints(t.db, { cause: 'post', causeId: first }, LUNCH)
    expect(await balanceOf({ id })).toBe(45)
    expect(await earn(id, 'post')).toBe(5)
    expect(await earn(id, 'post')).toBe(0)
  })
})

describe('points.mine', () => {
  test('PTS-2 API-47 points.mine returns the balance and the sum of the points earned and reversed today', async () => {
    const member = await createUser(t.db)
    const yesterday = { ...clock, now: new Date('2026-03-09T12:00:00Z') }
    await earn(member.id, 'post', yesterday)
    await earn(member.id, 'community')
    await reversePoints(t.db, { cause: 'category', causeId: causes }, LUNCH)
    await earn(member.id, 'comment')
    const before = t.clock.now
    t.clock.now = () => LUNCH
    const mine = await (await t.as(member)).points.mine()
    t.clock.now = before
    expect(mine).toEqual({ wpoints: 7, today: 2 })
  })

  test('points of a new member are zero, and visitors are refused with 401', async () => {
    expect(await (await t.as(await createUser(t.db))).points.mine()).toEqual({ wpoints: 0, today: 0 })
    expect(await failure((await t.as(null)).points.mine())).toMatchObject({ status: 401 })
    expect(await failure((await t.as(null)).points.transactions())).toMatchObject({ status: 401 })
  })
})

describe('points.transactions', () => {
  test("ENT-23 API-48 points.transactions lists the entries, latest first, in the reader's language", async () => {
    const member = await createUser(t.db)
    await earn(member.id, 'post')
    await earn(member.id, 'comment')
    await reversePoints(t.db, { cause: 'comment', causeId: causes }, LUNCH)
    expect(await (await t.as(member)).points.transactions()).toEqual([
      {
        id: expect.any(Number),
        reason: 'comment_reversed',
        reason_display: 'Usunięty komentarz',
        points: -2,
        created_at: LUNCH.toISOString(),
      },
      {
        id: expect.any(Number),
        reason: 'comment',
        reason_display: 'Nowy komentarz',
        points: 2,
        created_at: LUNCH.toISOString(),
      },
      {
        id: expect.any(Number),
        reason: 'post',
        reason_display: 'Nowy post',
        points: 5,
        created_at: LUNCH.toISOString(),
      },
    ])
    const english = await (await t.as(member, { lang: 'en' })).points.transactions({ limit: 1, offset: 1 })
    expect(english).toMatchObject([{ reason_display: 'New comment' }])
  })

  test('points.transactions leaves out entries of zero points', async () => {
    const member = await createUser(t.db)
    await earnTimes(12, member.id, 'post')
    expect(await (await t.as(member)).points.transactions()).toHaveLength(10)
  })
})

describe('points.leaderboard', () => {
  test('ENT-24 API-48 points.leaderboard sorts by points, then older accounts first, without bots', async () => {
    const wpoints = 1_000_000
    const older = await createUser(t.db, { wpoints })
    await createUser(t.db, { wpoints, is_bot: true })
    const newer = await createUser(t.db, { wpoints })
    await createUser(t.db, { wpoints: wpoints + 1, deleted_at: new Date() })
    await createUser(t.db, { wpoints: wpoints + 1, email_verified: false })
    const best = await createUser(t.db, { wpoints: wpoints + 1 })
    expect(await (await t.as(null)).points.leaderboard({ limit: 3 })).toEqual(
      [best, older, newer].map(({ id, username, avatar_url, wpoints }) => ({
        user_id: id,
        username,
        avatar_url,
        wpoints,
      })),
    )
  })

  test('API-48 points.leaderboard returns ten members by default', async () => {
    await Promise.all(Array.from({ length: 11 }, () => createPost(t.db)))
    expect(await (await t.as(null)).points.leaderboard()).toHaveLength(10)
  })
})
