import { afterAll, expect, test } from 'bun:test'
import { asc, eq, sql } from 'drizzle-orm'
import { join } from 'node:path'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { blockedUser } from '../../../blocks/table.ts'
import { follow } from '../../../follows/table.ts'
import { notification, threadLevel } from '../../../notifications/table.ts'
import { user } from '../../../users/table.ts'
import { createFormerForum, importInto } from '../../testing/former-forum.ts'
import { nodebb } from './reader.ts'

const PEOPLE = 30
const AT = 1_200_000_000_000
const fixture = await Bun.file(join(import.meta.dir, 'fixture.pgsql')).text()
/**
 * Every member follows the next one in a circle; some follow themselves, a missing member, or a member of another
 * server.
 */
const forum = await createFormerForum(
  'nodebb',
  `${fixture};
  insert into legacy_hash select 'user:' || n, jsonb_build_object('uid', n, 'username', 'Osoba' || n, 'joindate', ${AT})
    from generate_series(11, ${10 + PEOPLE}) n;
  insert into legacy_zset select 'following:' || n, (case n when ${10 + PEOPLE} then 11 else n + 1 end)::text, ${AT} + n
    from generate_series(11, ${10 + PEOPLE}) n;
  insert into legacy_zset values ('following:12', '11', ${AT}), ('following:11', '11', 0),
    ('following:11', '999', -1), ('following:11', 'https://example.org/u', 1), ('following:999', '11', 1),
    ('following:https://example.org/u', '11', 1), ('followers:11', '12', 1), ('following:12', 'x''y', 1e30);
  insert into legacy_set select 'tid:5:followers', n::text from generate_series(11, ${10 + PEOPLE}) n;
  insert into legacy_set values ('tid:5:ignorers', '11'), ('tid:5:ignorers', '999'), ('tid:5:followers', 'nikt'),
    ('tid:6:followers', '11'), ('tid:99:followers', '11'), ('tid:x:followers', '11')`,
)
afterAll(forum.drop)

async function stored({ db }: TestApp) {
  const people = await db
    .select({ name: user.username, following: user.following_count, followers: user.follower_count })
    .from(user)
    .orderBy(asc(user.id))
  const follows = await db.select().from(follow).orderBy(asc(follow.follower_id), asc(follow.followed_id))
  return { people, follows, levels: await db.select().from(threadLevel).orderBy(asc(threadLevel.user_id)) }
}

test('IMP-26 NodeBB follows and watched topics are imported once, without those of missing members', async () => {
  const t = await createTestApp()
  const report = await importInto(t, nodebb, { database: forum.url })
  expect(report.agrees).toBe(true)
  expect(report.sums.follow).toMatchObject({ in: 37, imported: 32, merged: 0, refused: 5 })
  expect(report.sums.watch).toMatchObject({ in: 37, imported: 32, merged: 1, refused: 4 })
  const whole = await stored(t)
  expect(whole.follows).toHaveLength(32)
  expect(whole.levels.map(({ level }) => String(level))).toEqual([
    'all',
    'none',
    ...Array.from({ length: PEOPLE }, () => 'all'),
  ])
  const named = Object.fromEntries(whole.people.map((one) => [one.name, one]))
  expect(named.Osoba11).toMatchObject({ following: 1, followers: 2 })
  expect(named.Osoba12).toMatchObject({ following: 2, followers: 1 })
  expect(await t.db.$count(notification)).toBe(0)
  const [first] = await t.db
    .select()
    .from(follow)
    .where(sql`created_at > to_timestamp(${AT / 1_000})`)
  expect(first!.created_at.getTime()).toBeGreaterThan(AT)
  expect((await importInto(t, nodebb, { database: forum.url })).sums).toEqual(report.sums)
  expect(await stored(t)).toEqual(whole)
  const parts = await createTestApp()
  for (let n = 0; n < 12; n += 1) {
    const end = new AbortController()
    setTimeout(() => end.abort(), n * 10)
    await importInto(parts, nodebb, { database: forum.url, batchSize: 1 + n, signal: end.signal }).catch(() => {})
  }
  await importInto(parts, nodebb, { database: forum.url })
  expect(await stored(parts)).toEqual(whole)
})

test('IMP-26 an import refuses follows of blocked members and keeps chosen notification levels', async () => {
  const t = await createTestApp()
  const map = 'people: {"12": Basia, "13": Celina}'
  const [basia, celina] = [
    await createUser(t.db, { username: 'Basia' }),
    await createUser(t.db, { username: 'Celina' }),
  ]
  await t.db.insert(blockedUser).values({ blocker_id: celina.id, blocked_id: basia.id })
  const report = await importInto(t, nodebb, { database: forum.url, map })
  expect(report.refused).toContainEqual({ kind: 'follow', id: '12 13', reason: 'blocked' })
  expect(await t.db.$count(follow, eq(follow.followed_id, celina.id))).toBe(0)
  await t.db.update(threadLevel).set({ level: 'replies' }).where(eq(threadLevel.user_id, basia.id))
  await importInto(t, nodebb, { database: forum.url, map })
  const [chosen] = await t.db.select().from(threadLevel).where(eq(threadLevel.user_id, basia.id))
  expect(chosen!.level).toBe('replies')
})
