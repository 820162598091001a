import { describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createBlock, createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { auditLog } from '../../audit/table.ts'
import { untilSomebodyWaits } from '../../auth/testing/waiting.ts'
import { lockCategory } from '../../categories/settings/queries.ts'
import { category } from '../../categories/table.ts'
import { refusalOfRemoval } from './rules.ts'
import { moderatorInvite } from './table.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

async function member(columns: Parameters<typeof createUser>[1] = {}) {
  const person = await createUser(t.db, columns)
  return { ...person, api: await t.as(person) }
}

type Member = Awaited<ReturnType<typeof member>>

/** The moderators are in order of seniority. */
async function community({
  moderators = 0,
  ...columns
}: { moderators?: number } & NonNullable<Parameters<typeof createCategory>[1]> = {}) {
  const creator = await member()
  const home = await createCategory(t.db, { ...columns, creator })
  const further: Member[] = []
  for (let made = 0; made < moderators; made += 1) {
    further.push(await member())
    await joinCategory(t.db, further.at(-1)!, home, { is_moderator: true })
  }
  return { id: home.id, name: home.name, creator, further }
}

const namesOf = async (category_id: number) =>
  (await visitor.moderators.list({ category_id })).moderators.map(({ user }) => user.username)

describe('inviting moderators', () => {
  test('MOD-7 an invitation to moderate notifies its receiver, who becomes a moderator by accepting it', async () => {
    const { id, name, creator } = await community()
    const invited = await member()
    const { invite_id } = await creator.api.moderators.invite({ category_id: id, username: invited.username })
    expect(await invited.api.notifications.list()).toMatchObject([
      {
        kind: 'invite',
        title: `${creator.username} zaprasza Cię do grona moderatorów`,
        content: `r/${name}`,
        link: '/moderator-invites',
      },
    ])
    expect((await invited.api.notifications.page({ filter: 'moderation' })).notifications).toHaveLength(1)
    expect(await invited.api.moderators.invites({})).toMatchObject({
      invites: [{ id: invite_id, category: { id, name }, invited_by: creator.username }],
      next_cursor: null,
    })
    expect((await creator.api.moderators.list({ category_id: id })).invited).toMatchObject([
      { invite_id, user: { id: invited.id } },
    ])
    expect((await admin.moderators.list({ category_id: id })).invited).toHaveLength(1)
    expect((await visitor.moderators.list({ category_id: id })).invited).toEqual([])
    expect((await invited.api.moderators.list({ category_id: id })).invited).toEqual([])

    expect(await invited.api.moderators.accept({ invite_id })).toEqual({ success: true })
    expect(await invited.api.categories.membership({ category_id: id })).toEqual({
      is_member: true,
      is_moderator: true,
    })
    expect((await visitor.categories.byName({ name })).member_count).toBe(2)
    const { moderators } = await visitor.moderators.list({ category_id: id })
    expect(moderators).toMatchObject([
      { user: { id: creator.id }, is_creator: true },
      { user: { id: invited.id }, is_creator: false },
    ])
    expect(await invited.api.notifications.count()).toEqual({ unread_count: 0 })
    expect(await failure(invited.api.moderators.accept({ invite_id }))).toMatchObject({ status: 404 })
  })

  test("MOD-7 a new moderator has the rights of the community's creator", async () => {
    const { id, creator } = await community()
    const invited = await member()
    const post = await createPost(t.db, { category: { id } })
    expect(await failure(invited.api.posts.remove({ post_id: post.id }))).toMatchObject({ status: 403 })
    await invited.api.moderators.accept(
      await creator.api.moderators.invite({ category_id: id, username: invited.username.toUpperCase() }),
    )
    expect(await invited.api.admin.me()).toMatchObject({ scope: 'moderator', categories: [{ id }] })
    expect(await invited.api.posts.remove({ post_id: post.id })).toEqual({ success: true })
  })

  test('MOD-7 a declined or withdrawn invitation to moderate is deleted with its notification', async () => {
    const { id, creator } = await community()
    const invited = await member()
    const invite = () => creator.api.moderators.invite({ category_id: id, username: invited.username })
    await invited.api.moderators.decline(await invite())
    expect(await invited.api.notifications.list()).toEqual([])
    expect(await invited.api.categories.membership({ category_id: id })).toEqual({
      is_member: false,
      is_moderator: false,
    })
    const second = await invite()
    expect(await invite()).toEqual(second)
    expect(await invited.api.notifications.list()).toHaveLength(1)
    expect(await creator.api.moderators.remove({ category_id: id, user_id: invited.id })).toEqual({ success: true })
    expect(await invited.api.notifications.list()).toEqual([])
    expect(await failure(invited.api.moderators.accept(second))).toMatchObject({ status: 404 })
    expect(await failure(creator.api.moderators.remove({ category_id: id, user_id: invited.id }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
  })

  test('only a moderator may invite another, who must exist, not moderate yet and not block the inviter', async () => {
    const {
      id,
      creator,
      further: [second],
    } = await community({ moderators: 1 })
    const elsewhere = await community()
    const [person, blocker] = [await member(), await member()]
    await createBlock(t.db, blocker, creator)
    const invite = (by: Member | { api: typeof admin }, username: string) =>
      failure(by.api.moderators.invite({ category_id: id, username }))
    expect(await invite(creator, second!.username)).toMatchObject({ status: 409, code: 'already_moderator' })
    expect(await invite(creator, creator.username)).toMatchObject({ status: 409, code: 'already_moderator' })
    expect(await invite(creator, 'nikt_taki')).toMatchObject({ status: 404, code: 'user_not_found' })
    expect(await invite(creator, '')).toMatchObject({ status: 422, issues: { username: expect.any(String) } })
    expect(await invite(creator, blocker.username)).toMatchObject({ status: 403, code: 'blocked' })
    expect(await invite(elsewhere.creator, person.username)).toMatchObject({ status: 403, code: 'not_staff' })
    expect(await invite(person, person.username)).toMatchObject({ status: 403, code: 'not_staff' })
    expect(await invite(await member({ is_admin: true }), person.username)).toMatchObject({
      status: 403,
      code: 'not_staff',
    })
    expect(await invite({ api: visitor }, person.username)).toMatchObject({ status: 401, code: 'admin_credential' })
    expect(
      await failure(creator.api.moderators.invite({ category_id: 2_000_000_000, username: person.username })),
    ).toMatchObject({ status: 404 })
    expect(await t.db.$count(moderatorInvite, eq(moderatorInvite.category_id, id))).toBe(0)
  })

  test('admins may invite moderators with the admin credential, which the audit log records', async () => {
    const { id } = await community()
    const invited = await member()
    await admin.moderators.invite({ category_id: id, username: invited.username })
    expect(await invited.api.moderators.invites({})).toMatchObject({ invites: [{ invited_by: null }] })
    expect(await invited.api.notifications.list()).toMatchObject([{ title: 'Ktoś zaprasza Cię do grona moderatorów' }])
    expect(await t.db.$count(auditLog, and(eq(auditLog.action, 'moderator.invite'), eq(auditLog.target_id, id)))).toBe(
      1,
    )
  })

  test('an invitation to moderate an adult community does not name the community on the normal host', async () => {
    const { id, creator, name } = await community({ is_nsfw: true })
    const invited = await member()
    await creator.api.moderators.invite({ category_id: id, username: invited.username })
    expect(JSON.stringify(await invited.api.notifications.list())).not.toMatch(
      new RegExp(`${name}|${creator.username}`),
    )
  })

  test('deleting a community deletes its invitations to moderate and their notifications', async () => {
    const { id, creator } = await community()
    const invited = await member()
    const invite = await creator.api.moderators.invite({ category_id: id, username: invited.username })
    await admin.admin.removeCategory({ category_id: id })
    expect((await invited.api.moderators.invites({})).invites).toEqual([])
    expect(await invited.api.notifications.list()).toEqual([])
    expect(await invited.api.notifications.count()).toEqual({ unread_count: 0 })
    expect(await failure(invited.api.moderators.accept(invite))).toMatchObject({ status: 404 })
  })

  test('an answer to an invitation to moderate returns 404 while its community is being deleted', async () => {
    for (const answer of ['accept', 'decline'] as const) {
      const [home, person] = [await community(), await member()]
      const { invite_id } = await home.creator.api.moderators.invite({
        category_id: home.id,
        username: person.username,
      })
      const { late } = await t.db.transaction(async (tx) => {
        await tx.update(category).set({ deleted_at: new Date() }).where(eq(category.id, home.id))
        const overlapping = failure(person.api.moderators[answer]({ invite_id }))
        await untilSomebodyWaits(t.db)
        return { late: overlapping }
      })
      expect(await late).toMatchObject({ status: 404, code: 'not_found' })
    }
  })

  test('accepting an invitation to moderate while joining or leaving the community causes no deadlock', async () => {
    const home = await community()
    const [newcomer, present] = [await member(), await member()]
    await joinCategory(t.db, present, home)
    const overlapping = async (person: Member, action: () => Promise<unknown>) => {
      const { invite_id } = await home.creator.api.moderators.invite({
        category_id: home.id,
        username: person.username,
      })
      const { late } = await t.db.transaction(async (tx) => {
        await lockCategory(tx, home.id)
        const accepting = person.api.moderators.accept({ invite_id })
        await untilSomebodyWaits(t.db)
        const both = Promise.all([accepting, action()])
        await untilSomebodyWaits(t.db, 2)
        return { late: both }
      })
      await late
      return person.api.categories.membership({ category_id: home.id })
    }
    expect(await overlapping(newcomer, () => newcomer.api.categories.join({ category_id: home.id }))).toEqual({
      is_member: true,
      is_moderator: true,
    })
    expect(await overlapping(present, () => present.api.categories.leave({ category_id: home.id }))).toEqual({
      is_member: false,
      is_moderator: false,
    })
  })

  test('an invitation to moderate can be accepted or declined only by its recipient', async () => {
    const { id, creator } = await community()
    const [invited, other] = [await member(), await member()]
    const invite = await creator.api.moderators.invite({ category_id: id, username: invited.username })
    for (const call of ['accept', 'decline'] as const) {
      expect(await failure(other.api.moderators[call](invite))).toMatchObject({ status: 404 })
      expect(await failure(visitor.moderators[call](invite))).toMatchObject({ status: 401, code: 'not_signed_in' })
    }
    expect((await other.api.moderators.invites({})).invites).toEqual([])
  })

  test('invitations to moderate are paged by cursor, and limited in number for each community', async () => {
    const invited = await member()
    const homes = [await community(), await community(), await community()]
    for (const { id, creator } of homes)
      await creator.api.moderators.invite({ category_id: id, username: invited.username })
    const first = await invited.api.moderators.invites({ limit: 2 })
    const second = await invited.api.moderators.invites({ limit: 2, cursor: first.next_cursor! })
    expect([...first.invites, ...second.invites].map(({ category }) => category.id)).toEqual(
      homes.map(({ id }) => id).reverse(),
    )
    expect(second.next_cursor).toBeNull()
    expect(await failure(invited.api.moderators.invites({ cursor: 'x' }))).toMatchObject({
      status: 400,
      code: 'bad_cursor',
    })

    const [{ id, creator }] = homes as [(typeof homes)[number]]
    for (let left = LIMITS.moderators - 2; left > 0; left -= 1) {
      await t.db.insert(moderatorInvite).values({ category_id: id, user_id: (await createUser(t.db)).id })
    }
    expect(
      await failure(creator.api.moderators.invite({ category_id: id, username: (await member()).username })),
    ).toMatchObject({ status: 409, code: 'too_many_moderators' })
  })

  test('accepting an invitation to moderate twice concurrently creates one moderator', async () => {
    const { id, creator } = await community()
    const invited = await member()
    const invite = await creator.api.moderators.invite({ category_id: id, username: invited.username })
    const both = await Promise.allSettled([
      invited.api.moderators.accept(invite),
      invited.api.moderators.accept(invite),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await namesOf(id)).toEqual([creator.username, invited.username])
  })
})

describe('seniority of moderators', () => {
  test('MOD-7 moderators can remove themselves and junior moderators, but not senior ones or the creator', async () => {
    const {
      id,
      creator,
      further: [second, third, fourth],
    } = await community({ moderators: 3 })
    const remove = (by: Member, whom: Member) => by.api.moderators.remove({ category_id: id, user_id: whom.id })
    expect(await failure(remove(third!, second!))).toMatchObject({ status: 403, code: 'not_over_staff' })
    expect(await failure(remove(second!, creator))).toMatchObject({ status: 403, code: 'not_over_staff' })
    expect(await remove(second!, fourth!)).toEqual({ success: true })
    expect(await remove(third!, third!)).toEqual({ success: true })
    expect(await remove(creator, second!)).toEqual({ success: true })
    expect(await namesOf(id)).toEqual([creator.username])
    expect(await fourth!.api.categories.membership({ category_id: id })).toEqual({
      is_member: true,
      is_moderator: false,
    })
    expect(await failure(fourth!.api.admin.me())).toMatchObject({ status: 401 })
  })

  test("MOD-7 the creator's role can be ended only by the creator, if there is another moderator", async () => {
    const { id, creator } = await community()
    const stepDown = (api = creator.api) => api.moderators.remove({ category_id: id, user_id: creator.id })
    expect(await failure(stepDown())).toMatchObject({ status: 409, code: 'creator_stays' })
    const second = await member()
    await second.api.moderators.accept(
      await creator.api.moderators.invite({ category_id: id, username: second.username }),
    )
    expect(await failure(stepDown(admin))).toMatchObject({ status: 409, code: 'creator_stays' })
    expect(await failure(creator.api.categories.leave({ category_id: id }))).toMatchObject({
      status: 409,
      code: 'creator_stays',
    })
    expect(await stepDown()).toEqual({ success: true })
    expect(await namesOf(id)).toEqual([second.username])
    expect(await visitor.categories.creator({ category_id: id })).toEqual({ username: null })
    expect(await creator.api.categories.leave({ category_id: id })).toEqual({ is_member: false, member_count: 1 })
  })

  test('a moderator who leaves the community loses the role', async () => {
    const {
      id,
      creator,
      further: [second],
    } = await community({ moderators: 1 })
    await second!.api.categories.leave({ category_id: id })
    await second!.api.categories.join({ category_id: id })
    expect(await namesOf(id)).toEqual([creator.username])
  })

  test('if two moderators remove each other concurrently, the senior one stays', async () => {
    const {
      id,
      creator,
      further: [second, third],
    } = await community({ moderators: 2 })
    await Promise.allSettled([
      second!.api.moderators.remove({ category_id: id, user_id: third!.id }),
      third!.api.moderators.remove({ category_id: id, user_id: second!.id }),
    ])
    expect(await namesOf(id)).toEqual([creator.username, second!.username])
  })

  test('an admin may remove any moderator except the creator', () => {
    const [creator, later] = [
      { id: 1, user_id: 1, is_creator: true },
      { id: 2, user_id: 2, is_creator: false },
    ]
    expect(refusalOfRemoval(null, later, 2)).toBeNull()
    expect(refusalOfRemoval(null, creator, 2)).toBe('creator_stays')
    expect(refusalOfRemoval(later, creator, 2)).toBe('not_over_staff')
    expect(refusalOfRemoval(creator, later, 2)).toBeNull()
    // A creator who left and was invited again may be junior to other moderators.
    expect(refusalOfRemoval({ ...creator, id: 3 }, later, 2)).toBeNull()
  })
})

test('listing moderators returns an empty list if there are none, and 404 for an unknown community', async () => {
  const { id } = await createCategory(t.db, { creator: null })
  expect(await visitor.moderators.list({ category_id: id })).toEqual({ moderators: [], invited: [] })
  expect(await failure(visitor.moderators.list({ category_id: 2_000_000_000 }))).toMatchObject({
    status: 404,
    code: 'category_not_found',
  })
})
