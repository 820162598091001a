import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import type { CallError } from '#shared/api/errors.ts'
import { contract } from '#shared/api/index.ts'
import { PASSWORD, createMember } from '#server/features/auth/testing/member.ts'
import { untilSomebodyWaits } from '#server/features/auth/testing/waiting.ts'
import { category } from '#server/features/categories/table.ts'
import { lockMember } from '../moderation/index.ts'
import { notification } from '#server/features/notifications/table.ts'
import { post } from '#server/features/posts/table.ts'
import { report } from '../moderation/tables.ts'
import { stream } from '#server/features/streams/table.ts'
import { user } from '#server/features/users/table.ts'
import { createLogger } from '#server/lib/log.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { recountCounters } from '../counters/queries.ts'
import { auditLog } from '../audit/table.ts'

const t = await createTestApp()
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

beforeEach(async () => {
  await t.db.execute(sql`truncate "user", category, audit_log, graphile_worker._private_jobs cascade`)
})

const actions = async () =>
  (await t.db.select().from(auditLog).orderBy(auditLog.id)).map((entry) => `${entry.action} ${entry.target_id}`)

async function createStream() {
  const [row] = await t.db
    .insert(stream)
    .values({ user_id: (await createUser(t.db)).id, title: 'Na żywo', url: 'https://example.org' })
    .returning()
  return row!
}

async function createReport(
  target: { post_id?: number; comment_id?: number; category_id?: number },
  scope_category_id: number | null,
) {
  const [row] = await t.db
    .insert(report)
    .values({ reporter_id: (await createUser(t.db)).id, reason: 'Źle', scope_category_id, ...target })
    .returning()
  return row!
}

async function makeForum() {
  const [here, elsewhere] = [await createUser(t.db), await createUser(t.db)]
  const [home, other] = [
    await createCategory(t.db, { creator: here }),
    await createCategory(t.db, { creator: elsewhere }),
  ]
  const made = await createPost(t.db, { category: home })
  const reported = await createReport({ post_id: made.id }, home.id)
  return {
    here,
    elsewhere,
    home,
    other,
    post: made,
    report: reported,
    ofCommunity: await createReport({ category_id: home.id }, null),
  }
}

describe('who may make staff calls', () => {
  test('ADML-9 PERM-5 staff calls answer 401 to a member, an expired staff token and a wrong password', async () => {
    const member = await createMember(t)
    await t.db.update(user).set({ is_admin: true }).where(eq(user.id, member.id))
    const { admin_token } = await admin.adminAuth.login({ password: ADMIN_PASSWORD })
    await (await t.as(null, { admin: admin_token })).adminAuth.logout()
    const before = await actions()
    const callers: Record<string, string>[] = [
      { authorization: `Bearer ${await t.bearerOf(member)}` },
      { 'x-admin-password': admin_token },
      { 'x-admin-password': 'Wrong-password-1' },
      {},
    ]
    const calls = [contract.admin, contract.adminBot].flatMap((group) => Object.values(group))
    const statuses = await Promise.all(
      callers.flatMap((headers) =>
        calls.map(async ({ method, path }) => {
          const response = await t.request(path.replace(/:\w+/g, '1'), {
            method,
            headers: { ...headers, 'content-type': 'application/json' },
            body: method === 'POST' ? '{}' : undefined,
          })
          return `${response.status} ${((await response.json()) as { code: string }).code}`
        }),
      ),
    )
    expect(new Set(statuses)).toEqual(new Set(['401 admin_credential']))
    expect(await actions()).toEqual(before)
  })

  test('a staff token expires after twelve hours', async () => {
    const { admin_token } = await admin.adminAuth.login({ password: ADMIN_PASSWORD })
    const api = await t.as(null, { admin: admin_token })
    expect((await api.admin.me()).scope).toBe('admin')
    t.clock.now = () => new Date(Date.now() + 12 * 3_600_000 + 1_000)
    expect(await failure(api.admin.me())).toMatchObject({ status: 401, code: 'admin_credential' })
    t.clock.now = () => new Date()
  })

  test('PERM-5 a moderator gets 403 from every admin call, and 401 after logging out', async () => {
    const { here } = await makeForum()
    const headers = { authorization: `Bearer ${await t.bearerOf(here)}`, 'content-type': 'application/json' }
    const calls = [contract.admin, contract.adminBot]
      .flatMap((group) => Object.values(group))
      .filter(({ access }) => access === 'admin')
    const ask = ({ method, path }: { method: string; path: string }) =>
      t.request(path.replace(/:\w+/g, '1'), { method, headers, body: method === 'POST' ? '{}' : undefined })
    const statuses = await Promise.all(calls.map(async (call) => (await ask(call)).status))
    expect(new Set(statuses)).toEqual(new Set([403]))
    await t.request('/api/auth/logout', { method: 'POST', headers })
    expect((await ask(contract.admin.posts)).status).toBe(401)
  })

  test("ADML-7 if staff must have an account, staff calls without an admin's account answer 403", async () => {
    const strict = await createTestApp({ ADMIN_REQUIRE_ACCOUNT: 'true' })
    const [plain, flagged] = [await createUser(strict.db), await createUser(strict.db, { is_admin: true })]
    const refused = [
      await strict.as(null, { admin: ADMIN_PASSWORD }),
      await strict.as(plain, { admin: ADMIN_PASSWORD }),
    ]
    const errors = await Promise.all(refused.map((api) => failure(api.admin.dashboard())))
    expect(errors.map(({ status, code }) => [status, code])).toEqual([
      [403, 'not_staff'],
      [403, 'not_staff'],
    ])
    expect(await (await strict.as(flagged, { admin: ADMIN_PASSWORD })).admin.me()).toEqual({
      scope: 'admin',
      categories: [],
      username: flagged.username,
      draft_keys: [expect.any(String)],
    })
  })

  test('GEN-5 a moderator sees and moderates only their own communities in the panel', async () => {
    const { here, elsewhere, home, post: made, report: reported, ofCommunity } = await makeForum()
    const [mine, others] = [await t.as(here), await t.as(elsewhere)]
    expect(await mine.admin.me()).toEqual({
      scope: 'moderator',
      categories: [{ id: home.id, name: home.name }],
      username: here.username,
      draft_keys: [expect.any(String)],
    })
    const keysOf = async (api: typeof mine) => (await api.admin.me()).draft_keys
    expect(await keysOf(mine)).toEqual(await keysOf(await t.as(here)))
    expect(await keysOf(mine)).not.toEqual(await keysOf(others))
    expect((await mine.admin.posts()).posts.map(({ id }) => id)).toEqual([made.id])
    expect((await mine.admin.reports()).reports.map(({ id }) => id)).toEqual([reported.id])
    expect((await mine.admin.categories()).categories.map(({ id }) => id)).toEqual([home.id])
    expect(await others.admin.posts()).toEqual({ posts: [], total: 0 })
    expect(await others.admin.posts({ search: 'post' })).toEqual({ posts: [], total: 0 })
    expect(await others.admin.reports()).toEqual({ reports: [], total: 0 })
    const refused = [
      others.admin.removePost({ post_id: made.id }),
      others.admin.decideReport({ report_id: reported.id, action: 'resolved' }),
      mine.admin.decideReport({ report_id: ofCommunity.id, action: 'resolved' }),
      mine.admin.removeCategory({ category_id: home.id }),
    ]
    expect((await Promise.all(refused.map(failure))).map(({ status, code }) => [status, code])).toEqual(
      Array(4).fill([403, 'not_staff']),
    )
    expect(await actions()).toEqual([])
    expect(await mine.admin.decideReport({ report_id: reported.id, action: 'resolved' })).toMatchObject({
      id: reported.id,
      status: 'resolved',
    })
    expect(await mine.admin.removePost({ post_id: made.id })).toEqual({ success: true })
    expect(await actions()).toEqual([`report.resolved ${reported.id}`, `post.delete ${made.id}`])
    expect((await t.db.select().from(auditLog))[0]).toMatchObject({
      actor: here.username,
      actor_user_id: here.id,
      admin_token_id: null,
    })
  })
})

describe('deleting an account', () => {
  test('ADMU-5 API-54 a deleted account cannot log in, and its posts stay without an author', async () => {
    const member = await createMember(t)
    const made = await createPost(t.db, { author: member })
    expect(await admin.admin.removeUser({ user_id: member.id })).toEqual({ success: true })
    expect(
      await failure((await t.as(null)).auth.login({ username: member.username, password: PASSWORD })),
    ).toMatchObject({ status: 401 })
    await runJobs(t.services)
    expect((await (await t.as(null)).posts.get({ post_id: made.id })).author).toBeNull()
    expect(await actions()).toEqual([`user.delete ${member.id}`])
    expect(await failure(admin.admin.removeUser({ user_id: member.id }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
  })

  test('ADMU-5 deleting an account with its content deletes its posts and comments too', async () => {
    const member = await createUser(t.db)
    const made = await createPost(t.db, { author: member })
    await admin.admin.removeUser({ user_id: member.id, content: 'remove' })
    await runJobs(t.services)
    expect(await failure((await t.as(null)).posts.get({ post_id: made.id }))).toMatchObject({ status: 404 })
  })

  test("admins cannot delete their own account or the last admin's, and the attempt is not audited", async () => {
    const last = await createUser(t.db, { is_admin: true })
    const own = await t.as(last, { admin: ADMIN_PASSWORD })
    expect(await failure(own.admin.removeUser({ user_id: last.id }))).toMatchObject({ status: 409, code: 'self' })
    expect(await failure(admin.admin.removeUser({ user_id: last.id }))).toMatchObject({
      status: 409,
      code: 'last_admin',
    })
    expect(await actions()).toEqual([])
  })
})

describe('the admin flag', () => {
  test('PERM-5 API-55 granting or revoking the admin flag twice is audited once', async () => {
    await createUser(t.db, { is_admin: true })
    const member = await createUser(t.db)
    const set = (make_admin: boolean) => admin.admin.setAdmin({ user_id: member.id, make_admin })
    expect([await set(true), await set(true)]).toEqual(Array(2).fill({ id: member.id, is_admin: true }))
    expect([await set(false), await set(false)]).toEqual(Array(2).fill({ id: member.id, is_admin: false }))
    expect(await actions()).toEqual([`user.grant_admin ${member.id}`, `user.revoke_admin ${member.id}`])
    expect(await failure(admin.admin.setAdmin({ user_id: 999_999, make_admin: true }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
  })

  test('ADMU-3 admins cannot revoke their own admin flag or that of the last admin', async () => {
    const last = await createUser(t.db, { is_admin: true })
    const own = await t.as(last, { admin: ADMIN_PASSWORD })
    expect(await failure(own.admin.setAdmin({ user_id: last.id, make_admin: false }))).toMatchObject({
      status: 409,
      code: 'self',
    })
    expect(await failure(admin.admin.setAdmin({ user_id: last.id, make_admin: false }))).toMatchObject({
      status: 409,
      code: 'last_admin',
    })
    expect(await actions()).toEqual([])
  })

  test('if two admins revoke or delete each other at once, one of them stays an admin', async () => {
    const pair = [await createUser(t.db, { is_admin: true }), await createUser(t.db, { is_admin: true })] as const
    const [first, second] = await Promise.all(pair.map((own) => t.as(own, { admin: ADMIN_PASSWORD })))
    const outcomes = await Promise.allSettled([
      first!.admin.setAdmin({ user_id: pair[1].id, make_admin: false }),
      second!.admin.removeUser({ user_id: pair[0].id }),
    ])
    const refusals = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [(outcome.reason as CallError).code] : [],
    )
    expect(refusals).toEqual(['last_admin'])
    expect(await t.db.$count(user, eq(user.is_admin, true))).toBe(1)
    expect((await actions()).length).toBe(1)
  })
})

test('banning or deleting somebody while making them an admin causes no deadlock', async () => {
  const chief = await createUser(t.db, { is_admin: true })
  const own = await t.as(chief, { admin: ADMIN_PASSWORD })
  for (const change of [
    (user_id: number) => own.admin.setAdmin({ user_id, make_admin: true }),
    (user_id: number) => own.admin.removeUser({ user_id }),
  ]) {
    const { id: user_id } = await createUser(t.db)
    const { late } = await t.db.transaction(async (tx) => {
      await lockMember(tx, user_id)
      const ban = own.moderation.ban({ user_id, category_id: null, reason_code: 'spam' })
      await untilSomebodyWaits(t.db)
      const both = Promise.all([ban, change(user_id)])
      await untilSomebodyWaits(t.db, 2)
      return { late: both }
    })
    expect(await late).toMatchObject([{ decision: { action: 'suspended' } }, {}])
  }
})

describe('deleting a community', () => {
  test('PERM-5 API-54 a deleted community and its posts answer 404 at once and leave lists and counts', async () => {
    const author = await createUser(t.db)
    const api = await t.as(author)
    const home = await api.categories.create({ name: 'dzial', display_name: 'Dział' })
    const made = await api.posts.create({ title: 'Post tutaj', category_id: home.id })
    const said = await api.comments.create({ post_id: made.id, content: 'x' })
    const visitor = await t.as(null)
    expect(await admin.admin.removeCategory({ category_id: home.id })).toEqual({ success: true })
    expect(await failure(visitor.categories.byName({ name: 'dzial' }))).toMatchObject({ status: 404 })
    expect(await failure(visitor.posts.get({ post_id: made.id }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
    expect(await visitor.posts.list()).toMatchObject({ posts: [], total: 0 })
    expect((await admin.admin.posts()).posts).toEqual([])
    expect((await admin.admin.categories()).total).toBe(0)
    await runJobs(t.services)
    expect(await failure(api.comments.create({ post_id: made.id, content: 'x' }))).toMatchObject({ status: 404 })
    expect(await failure(visitor.comments.list({ post_id: said.post_id }))).toMatchObject({ status: 404 })
    expect(await visitor.users.get({ username: author.username })).toMatchObject({ post_count: 0, comment_count: 0 })
    expect((await t.db.select().from(post))[0]!.deleted_at).not.toBeNull()
    // The points for creating the community and the post are subtracted again; the two points for the comment remain.
    expect((await api.points.mine()).wpoints).toBe(2)
    expect(await recountCounters(t.db)).toEqual([])
    expect(await actions()).toEqual([`category.delete ${home.id}`])
    expect(await failure(admin.admin.removeCategory({ category_id: home.id }))).toMatchObject({
      status: 404,
      code: 'category_not_found',
    })
  })

  test('deleting a community resumes after a killed job, and a repeated job changes nothing', async () => {
    const home = await createCategory(t.db)
    await Promise.all(Array.from({ length: 3 }, () => createPost(t.db, { category: home })))
    await admin.admin.removeCategory({ category_id: home.id })
    await t.db.execute(sql`update post set deleted_at = now() where id = (select min(id) from post)`)
    await runJobs(t.services)
    await t.db.execute(
      sql`select graphile_worker.add_job('remove_community', json_build_object('category_id', ${home.id}::integer))`,
    )
    await runJobs(t.services)
    expect(await t.db.$count(post, sql`deleted_at is null`)).toBe(0)
  })

  test('deleting a community ends the rights of its moderators', async () => {
    const { here, home } = await makeForum()
    await admin.admin.removeCategory({ category_id: home.id })
    expect(await failure((await t.as(here)).admin.me())).toMatchObject({ status: 401, code: 'admin_credential' })
  })
})

describe('deleting posts and streams, deciding reports', () => {
  test('REP-5,6 PERM-5 API-54,56 deleting a post or a stream and deciding a report are each audited once', async () => {
    const { post: made, report: reported, ofCommunity } = await makeForum()
    const live = await createStream()
    expect(await admin.admin.removeStream({ stream_id: live.id })).toEqual({ success: true })
    expect(await admin.admin.decideReport({ report_id: reported.id, action: 'rejected' })).toMatchObject({
      status: 'rejected',
    })
    expect(await admin.admin.decideReport({ report_id: ofCommunity.id, action: 'resolved' })).toMatchObject({
      status: 'resolved',
      content_type: 'category',
    })
    expect(await admin.admin.removePost({ post_id: made.id })).toEqual({ success: true })
    expect(await failure((await t.as(null)).posts.get({ post_id: made.id }))).toMatchObject({ status: 404 })
    expect((await admin.admin.streams()).total).toBe(0)
    const again = [
      admin.admin.removeStream({ stream_id: live.id }),
      admin.admin.removePost({ post_id: made.id }),
      admin.admin.decideReport({ report_id: reported.id, action: 'resolved' }),
      admin.admin.decideReport({ report_id: 999_999, action: 'resolved' }),
    ]
    expect((await Promise.all(again.map(failure))).map(({ status, code }) => `${status} ${code}`)).toEqual([
      '404 not_found',
      '404 post_not_found',
      '409 already_decided',
      '404 not_found',
    ])
    expect(await actions()).toEqual([
      `stream.delete ${live.id}`,
      `report.rejected ${reported.id}`,
      `report.resolved ${ofCommunity.id}`,
      `post.delete ${made.id}`,
    ])
  })

  test('NOTI-9 a decision about a report notifies the reporter', async () => {
    const { report: reported } = await makeForum()
    await admin.admin.decideReport({ report_id: reported.id, action: 'resolved' })
    expect(await t.db.select().from(notification)).toMatchObject([
      { user_id: reported.reporter_id, kind: 'report_decided', report_id: reported.id },
    ])
  })

  test('only one of several simultaneous decisions about the same report succeeds', async () => {
    const { report: reported } = await makeForum()
    const outcomes = await Promise.allSettled(
      (['resolved', 'rejected', 'resolved'] as const).map((action) =>
        admin.admin.decideReport({ report_id: reported.id, action }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect((await actions()).length).toBe(1)
  })
})

describe('the audit log', () => {
  test('no staff action takes place if its entry in the audit log cannot be written', async () => {
    const { home, post: made, report: reported } = await makeForum()
    await createUser(t.db, { is_admin: true })
    const [member, live] = [await createUser(t.db), await createStream()]
    const said = await createComment(t.db, { post: made, content: 'jak było' })
    const onSite = await t.as(await createUser(t.db, { is_admin: true }))
    await t.db.execute(sql`alter table audit_log add constraint closed check (false) not valid`)
    const { log } = t.services
    t.services.log = createLogger('silent', false)
    const calls = [
      admin.admin.removeUser({ user_id: member.id }),
      admin.admin.removePost({ post_id: made.id }),
      admin.admin.removeCategory({ category_id: home.id }),
      admin.admin.removeStream({ stream_id: live.id }),
      admin.admin.setAdmin({ user_id: member.id, make_admin: true }),
      admin.admin.decideReport({ report_id: reported.id, action: 'resolved' }),
      admin.adminBot.createPost(),
      admin.adminBot.respond({ comment_id: said.id }),
      onSite.posts.remove({ post_id: made.id }),
      onSite.comments.remove({ comment_id: said.id }),
      onSite.comments.edit({ comment_id: said.id, content: 'inaczej' }),
    ]
    const errors = await Promise.all(calls.map(failure))
    await t.db.execute(sql`alter table audit_log drop constraint closed`)
    t.services.log = log
    expect(errors.map(({ status }) => status)).toEqual(Array(11).fill(500))
    const [row] = await t.db.execute<Record<string, number>>(sql`select
      (select count(*)::integer from "user" where deleted_at is not null or (is_admin and id = ${member.id})) as users,
      (select count(*)::integer from post where deleted_at is not null or title like 'Próbny%') as posts,
      (select count(*)::integer from category where deleted_at is not null) as categories,
      (select count(*)::integer from stream where deleted_at is not null) as streams,
      (select count(*)::integer from report where status <> 'pending') as reports,
      (select count(*)::integer from comment) - 1 as answers,
      (select count(*)::integer from comment where deleted_at is not null or content <> 'jak było') as comments,
      (select count(*)::integer from graphile_worker.jobs) as jobs`)
    expect(row).toEqual({ users: 0, posts: 0, categories: 0, streams: 0, reports: 0, answers: 0, comments: 0, jobs: 0 })
  })

  test("the audit log records staff actions on other people's content, but no actions on one's own", async () => {
    const { here, home, post: made } = await makeForum()
    const [flagged, author] = [await createUser(t.db, { is_admin: true }), await createUser(t.db)]
    const ofAuthor = () => createComment(t.db, { post: made, author })
    const [edited, first, second, own] = [await ofAuthor(), await ofAuthor(), await ofAuthor(), await ofAuthor()]
    const other = await createPost(t.db, { category: home })
    const ownPost = await createPost(t.db, { category: home, author: flagged })
    const [adminOnSite, moderator, member] = [
      await t.as(flagged, { address: '203.0.113.5' }),
      await t.as(here),
      await t.as(author),
    ]
    await member.comments.edit({ comment_id: own.id, content: 'moje' })
    await member.comments.remove({ comment_id: own.id })
    await adminOnSite.comments.edit({ comment_id: edited.id, content: 'inaczej' })
    await adminOnSite.comments.remove({ comment_id: first.id })
    await moderator.comments.remove({ comment_id: second.id })
    await adminOnSite.posts.remove({ post_id: other.id })
    await moderator.posts.remove({ post_id: made.id })
    await adminOnSite.posts.remove({ post_id: ownPost.id })
    const { entries } = await admin.admin.audit()
    expect(
      entries.reverse().map(({ actor, action, target_id, detail }) => `${actor}: ${action} ${target_id}, ${detail}`),
    ).toEqual([
      `${flagged.username}, 203.0.113.5: comment.edit ${edited.id}, post ${made.id}`,
      `${flagged.username}, 203.0.113.5: comment.delete ${first.id}, post ${made.id}`,
      `${here.username}, 127.0.0.1: comment.delete ${second.id}, post ${made.id}`,
      `${flagged.username}, 203.0.113.5: post.delete ${other.id}, ${other.title}`,
      `${here.username}, 127.0.0.1: post.delete ${made.id}, ${made.title}`,
    ])
  })

  test('the audit log lists admins and moderators separately, so that neither crowds out the other', async () => {
    const creator = await createUser(t.db)
    const home = await createCategory(t.db, { creator })
    const [api, flagged] = [await t.as(creator), await t.as(await createUser(t.db, { is_admin: true }))]
    const live = await createStream()
    await admin.admin.removeStream({ stream_id: live.id })
    const onSite = await createPost(t.db, { category: home })
    await flagged.posts.remove({ post_id: onSite.id })
    const removed = await createPost(t.db, { category: home })
    await api.posts.remove({ post_id: removed.id })
    await Promise.all(Array.from({ length: 20 }, () => api.admin.posts({ export: true })))
    const byAdmins = await admin.admin.audit({ by: 'admins', limit: 20 })
    expect(byAdmins).toMatchObject({
      entries: [
        { action: 'post.delete', target_id: onSite.id },
        { action: 'stream.delete', target_id: live.id },
      ],
      total: 2,
    })
    const byModerators = await admin.admin.audit({ by: 'moderators', limit: 100 })
    expect(byModerators.total).toBe(21)
    expect(byModerators.entries.at(-1)).toMatchObject({ action: 'post.delete', target_id: removed.id })
    expect((await admin.admin.audit()).total).toBe(23)
  })

  test('the audit log records who did something: credential, staff token, account and IP address', async () => {
    const account = await createUser(t.db)
    const { admin_token } = await admin.adminAuth.login({ password: ADMIN_PASSWORD })
    const [first, second] = [await createStream(), await createStream()]
    await admin.admin.removeStream({ stream_id: first.id })
    await (
      await t.as(account, { admin: admin_token, address: '203.0.113.9' })
    ).admin.removeStream({ stream_id: second.id })
    const { entries, total } = await admin.admin.audit()
    expect(total).toBe(3)
    expect(entries.map(({ action, target_id }) => [action, target_id]).slice(0, 2)).toEqual([
      ['stream.delete', second.id],
      ['stream.delete', first.id],
    ])
    expect(entries[0]!.actor).toMatch(
      new RegExp(`^admin credential #\\d+ \\(${account.username}\\), 203\\.0\\.113\\.9$`),
    )
    expect(entries[1]!.actor).toBe('admin credential, 127.0.0.1')
    expect((await admin.admin.audit({ skip: 1, limit: 1 })).entries.map(({ target_id }) => target_id)).toEqual([
      first.id,
    ])
  })
})

test('the panel shows a moderator only posts of the communities that they moderate', async () => {
  const moderator = await createUser(t.db)
  const [first, second] = [await createCategory(t.db, { creator: moderator }), await createCategory(t.db)]
  await joinCategory(t.db, moderator, second, { is_moderator: true })
  await joinCategory(t.db, moderator, await createCategory(t.db))
  const made = [await createPost(t.db, { category: first }), await createPost(t.db, { category: second })]
  await createPost(t.db)
  const api = await t.as(moderator)
  expect((await api.admin.posts()).posts.map(({ id }) => id)).toEqual(made.map(({ id }) => id).reverse())
  expect((await api.admin.categories()).total).toBe(2)
  expect(await t.db.$count(category)).toBe(4)
})
