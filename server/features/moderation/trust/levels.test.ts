import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { addJob } from '#server/jobs/add.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { recordVisit } from '../../reading/queries.ts'
import { user } from '../../users/table.ts'
import { trustTasks } from './jobs.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const DAY = 86_400_000
const START = Date.parse('2026-03-01T10:00:00Z')

async function at<T>(time: number, run: () => Promise<T>): Promise<T> {
  const real = t.clock.now
  t.clock.now = () => new Date(time)
  try {
    return await run()
  } finally {
    t.clock.now = real
  }
}

const levelOf = async ({ id }: { id: number }) =>
  (await t.db.select({ level: user.trust_level }).from(user).where(eq(user.id, id)))[0]!.level

const nightly = (time: number, member: { id: number }) =>
  at(time, async () => {
    await addJob(t.db, 'update_trust_levels', {})
    await runJobs(t.services)
    return levelOf(member)
  })

/** A member who joined at START, visited threads by others and commented in the first ones. */
async function newcomer({ threads = 5, contributions = 3 } = {}) {
  const [member, home] = [await createUser(t.db, { created_at: new Date(START) }), await createCategory(t.db)]
  const posts = await Promise.all(Array.from({ length: threads }, () => createPost(t.db, { category: home })))
  const api = await at(START, () => t.as(member))
  const comments = await at(START, async () => {
    for (const { id } of posts) await api.reading.visit({ post_id: id })
    const said = []
    for (let n = 0; n < contributions; n += 1)
      said.push(await api.comments.create({ post_id: posts[0]!.id, content: `Uwaga ${n}` }))
    return said
  })
  return { member, home, posts, comments }
}

/** A member who joined 30 days ago, with 20 active days and a number of comments. */
async function regular(contributions = 30) {
  const member = await createUser(t.db, { created_at: new Date(START - 30 * DAY), active_days: 20 })
  const post = await createPost(t.db)
  const comments = []
  for (let n = 0; n < contributions; n += 1)
    comments.push(await createComment(t.db, { author: member, post, created_at: new Date(START - 2 * DAY) }))
  return { member, comments }
}

describe('MOD-10 the trust level of a member', () => {
  test('a member reaches level 1 after a day, with five threads read and three public contributions', async () => {
    const [enough, fewThreads, fewTexts] = [
      await newcomer(),
      await newcomer({ threads: 4 }),
      await newcomer({ contributions: 2 }),
    ]
    expect(await nightly(START + DAY - 1, enough.member)).toBe(0)
    expect(await nightly(START + DAY, enough.member)).toBe(1)
    expect([await levelOf(fewThreads.member), await levelOf(fewTexts.member)]).toEqual([0, 0])
    await recordVisit(t.db, fewThreads.member.id, (await createPost(t.db)).id, new Date(START))
    expect(await nightly(START + DAY, fewThreads.member)).toBe(1)
  })

  test("a member's trust level ignores deleted texts and texts of the last day, and can decrease", async () => {
    const { member, posts, comments } = await newcomer({ contributions: 2 })
    const api = await t.as(member)
    await at(START + DAY, () => api.comments.create({ post_id: posts[1]!.id, content: 'Później' }))
    expect(await nightly(START + 2 * DAY - 1, member)).toBe(0)
    expect(await nightly(START + 2 * DAY, member)).toBe(1)
    await at(START + 2 * DAY, () => api.comments.remove({ comment_id: comments[0]!.id }))
    expect(await nightly(START + 2 * DAY, member)).toBe(0)
    await createPost(t.db, { author: member, created_at: new Date(START) })
    expect(await nightly(START + 2 * DAY, member)).toBe(1)
  })

  test('a member from before visits were recorded keeps trust level 1 with three public texts, not two', async () => {
    const member = await createUser(t.db, { created_at: new Date(START - DAY), trust_level: 1 })
    const post = await createPost(t.db)
    const said = await Promise.all(
      [1, 2, 3].map(() => createComment(t.db, { author: member, post, created_at: new Date(START - DAY) })),
    )
    expect(await nightly(START, member)).toBe(1)
    await (await t.as(member)).comments.remove({ comment_id: said[0]!.id })
    expect(await nightly(START, member)).toBe(0)
  })

  test("a member's trust level is updated right after a decision, not only by the nightly job", async () => {
    const { member, comments } = await newcomer()
    await nightly(START + DAY, member)
    const decided = (action: 'remove' | 'restore') =>
      at(START + DAY, async () => {
        const what = { comment_id: comments[0]!.id }
        await (action === 'remove'
          ? admin.moderation.remove({ ...what, reason_code: 'spam' })
          : admin.moderation.restore(what))
        await runJobs(t.services)
        return levelOf(member)
      })
    expect(await decided('remove')).toBe(0)
    expect(await decided('restore')).toBe(1)
  })

  test('a member reaches trust level 2 after thirty days, of which 20 active, and thirty contributions', async () => {
    const [enough, few, many] = [await regular(), await regular(29), await regular(40)]
    expect(await nightly(START - 1, enough.member)).toBe(0)
    expect(await nightly(START, enough.member)).toBe(2)
    expect(await levelOf(few.member)).toBe(0)
    const remove = (which: number) =>
      at(START, async () => {
        await admin.moderation.remove({ comment_id: many.comments[which]!.id, reason_code: 'spam' })
        await runJobs(t.services)
        return levelOf(many.member)
      })
    // The member keeps level 2 with 1 of 40 comments removed and falls to level 1 with 2 of 40.
    expect([await remove(0), await remove(1)]).toEqual([2, 1])
    // A removed comment still counts after its author deletes it.
    const own = await t.as(many.member)
    await own.comments.remove({ comment_id: many.comments[0]!.id })
    expect(await nightly(START, many.member)).toBe(1)
    await at(START, async () => {
      await admin.moderation.restore({ comment_id: many.comments[1]!.id })
      await runJobs(t.services)
    })
    expect(await levelOf(many.member)).toBe(2)
  })

  test('the trust level counts each active day of a member once, in any number of requests and logins', async () => {
    const member = await createUser(t.db)
    const daysOf = async () =>
      (await t.db.select({ days: user.active_days }).from(user).where(eq(user.id, member.id)))[0]!.days
    const visitOn = (time: string) =>
      at(Date.parse(time), async () => {
        const apis = await Promise.all([t.as(member), t.as(member)])
        await Promise.all(apis.map((api) => api.users.me()))
        return daysOf()
      })
    expect(await visitOn('2026-03-01T00:00:10Z')).toBe(1)
    expect(await visitOn('2026-03-01T23:59:50Z')).toBe(1)
    expect(await visitOn('2026-03-02T00:00:10Z')).toBe(2)
    // A clock that is set back does not count a day twice.
    expect(await visitOn('2026-03-01T12:00:00Z')).toBe(2)
  })

  test('trust levels are computed for all members in batches, one job per batch', async () => {
    const { member } = await regular()
    await t.db.insert(user).values(Array.from({ length: 420 }, (_, n) => ({ username: `wielu_${n}_${member.id}` })))
    const last = await regular()
    await at(START, async () => {
      await trustTasks.update_trust_levels(t.services, {}, new AbortController().signal)
      expect(await levelOf(last.member)).toBe(0)
      await runJobs(t.services)
    })
    expect([await levelOf(member), await levelOf(last.member)]).toEqual([2, 2])
  })
})

describe('MOD-10 trust level 3', () => {
  test('only an admin grants and revokes trust level 3; the nightly job and decisions leave it unchanged', async () => {
    const { member, comments } = await newcomer()
    expect(await admin.admin.setTrust({ user_id: member.id, level: 3 })).toEqual({ id: member.id, trust_level: 3 })
    await at(START + DAY, async () => {
      await admin.moderation.remove({ comment_id: comments[0]!.id, reason_code: 'spam' })
      await admin.moderation.restore({ comment_id: comments[0]!.id })
    })
    expect(await nightly(START + DAY, member)).toBe(3)
    expect(await at(START + DAY, () => admin.admin.setTrust({ user_id: member.id, level: null }))).toEqual({
      id: member.id,
      trust_level: 1,
    })
    const { entries } = await admin.admin.audit({ limit: 100 })
    const ofMember = entries.filter(({ target_type, target_id }) => target_type === 'user' && target_id === member.id)
    expect(ofMember.map(({ action }) => action).sort()).toEqual(['user.grant_trust', 'user.revoke_trust'])
    const own = await t.as(member)
    expect(await failure(own.admin.setTrust({ user_id: member.id, level: 3 }))).toMatchObject({
      status: 401,
      code: 'admin_credential',
    })
    expect(await failure(admin.admin.setTrust({ user_id: 2_000_000_000, level: 3 }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    expect(await failure(admin.admin.setTrust({ user_id: member.id, level: 2 as 3 }))).toMatchObject({
      status: 422,
      issues: { level: 'Nadać można tylko poziom 3.' },
    })
  })

  test('every admin has trust level 3', async () => {
    const boss = await createUser(t.db, { is_admin: true })
    expect((await admin.users.get({ username: boss.username })).user.trust_level).toBe(3)
  })
})

test('MOD-10 the trust level is shown to the member and staff, and a suspension to staff only', async () => {
  const [member, moderator, elsewhere] = [
    await createUser(t.db, { trust_level: 1 }),
    await createUser(t.db),
    await createUser(t.db),
  ]
  const home = await createCategory(t.db, { creator: moderator })
  await joinCategory(t.db, member, home)
  await createCategory(t.db, { creator: elsewhere })
  await admin.moderation.ban({ user_id: member.id, category_id: null, days: 7, reason_code: 'spam' })
  const seenBy = async (api: typeof visitor) => {
    const { trust_level, is_suspended } = (await api.users.get({ username: member.username })).user
    return [trust_level, is_suspended]
  }
  expect(await seenBy(await t.as(member))).toEqual([1, null])
  for (const api of [admin, await t.as(moderator)]) expect(await seenBy(api)).toEqual([1, true])
  for (const api of [visitor, await t.as(elsewhere), await t.as(await createUser(t.db, { is_admin: true }))])
    expect(await seenBy(api)).toEqual([null, null])
  await admin.moderation.unban({ user_id: member.id, category_id: null })
  expect(await seenBy(admin)).toEqual([1, false])
})
