import { describe, expect, test } from 'bun:test'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { readEvents } from '#server/test/event-stream.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'

const t = await createTestApp()
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const DAY = 86_400_000

/** A community with a moderator and a member who wrote a post and a comment in it. */
async function scene() {
  const [moderator, member] = [await createUser(t.db), await createUser(t.db, { password: 'Haslo1234' })]
  const home = await createCategory(t.db, { creator: moderator })
  await joinCategory(t.db, member, home)
  const [mod, api] = [await t.as(moderator), await t.as(member)]
  const own = await api.posts.create({ title: 'Mój post', category_id: home.id })
  const said = await api.comments.create({ post_id: own.id, content: 'Mój komentarz' })
  const foreign = await createPost(t.db, { category: home })
  const comment = await createComment(t.db, { post: foreign })
  return { moderator, member, home, mod, api, own, said, foreign, comment }
}

async function at<T>(time: number, run: () => Promise<T>): Promise<T> {
  const real = t.clock.now
  t.clock.now = () => new Date(time)
  try {
    return await run()
  } finally {
    t.clock.now = real
  }
}

describe('MOD-3 a ban from a community', () => {
  test('a ban from a community prevents posts, comments and votes there, and allows reading', async () => {
    const { member, home, mod, api, own, said, foreign, comment } = await scene()
    const poll = await mod.posts.create({
      title: 'Sonda',
      category_id: home.id,
      poll: { options: ['Tak', 'Nie'], hours: 24 },
    })
    const { decision } = await mod.moderation.ban({
      user_id: member.id,
      category_id: home.id,
      days: 7,
      reason_code: 'spam',
      text: 'Reklamy',
    })
    expect(decision).toMatchObject({
      action: 'banned',
      target: { type: 'user', id: member.id, title: member.username },
      reason_code: 'spam',
      text: 'Reklamy',
    })
    expect(Date.parse(decision.ends_at!) - Date.parse(decision.created_at)).toBe(7 * DAY)
    const banned = { status: 403, code: 'banned', body: { until: decision.ends_at } }
    expect(await failure(api.posts.create({ title: 'Następny', category_id: home.id }))).toMatchObject(banned)
    expect(await failure(api.posts.edit({ post_id: own.id, content: 'Inaczej' }))).toMatchObject(banned)
    expect(await failure(api.comments.create({ post_id: foreign.id, content: 'Ja' }))).toMatchObject(banned)
    expect(await failure(api.comments.edit({ comment_id: said.id, content: 'Inaczej' }))).toMatchObject(banned)
    expect(await failure(api.votes.post({ post_id: foreign.id, value: 1 }))).toMatchObject(banned)
    expect(await failure(api.votes.comment({ comment_id: comment.id, value: -1 }))).toMatchObject(banned)
    expect(await failure(api.polls.vote({ post_id: poll.id, option_id: poll.poll!.options[0]!.id }))).toMatchObject(
      banned,
    )
    expect(await api.posts.get({ post_id: foreign.id })).toMatchObject({ upvotes: 0, comment_count: 1 })
    expect((await api.posts.list({ category: home.name })).posts).toHaveLength(3)
    expect(await api.categories.membership({ category_id: home.id })).toMatchObject({
      is_member: true,
      ban: { until: decision.ends_at },
    })
    expect(await mod.moderation.notes({ user_id: member.id, category_id: home.id })).toEqual({
      notes: [],
      ban: { until: decision.ends_at! },
    })
    const elsewhere = await scene()
    expect(await api.comments.create({ post_id: elsewhere.foreign.id, content: 'Tu wolno' })).toMatchObject({
      content: 'Tu wolno',
    })
    expect((await api.decisions.mine()).decisions).toMatchObject([
      { action: 'banned', ends_at: decision.ends_at, can_appeal_until: expect.any(String) },
    ])
    expect((await api.notifications.page({ filter: 'moderation' })).notifications).toMatchObject([
      { kind: 'moderation', title: `Nie możesz na razie pisać w r/${home.name}` },
    ])
  })

  test('a ban ends when it expires or is lifted, and can be extended', async () => {
    const { member, home, mod, foreign } = await scene()
    const about = { user_id: member.id, category_id: home.id }
    await mod.moderation.ban({ ...about, days: 1, reason_code: 'spam' })
    const vote = async (time: number) =>
      at(time, async () => (await t.as(member)).votes.post({ post_id: foreign.id, value: 1 }))
    expect(await failure(vote(Date.now() + DAY / 2))).toMatchObject({ code: 'banned' })
    expect(await vote(Date.now() + 2 * DAY)).toMatchObject({ user_vote: 1 })
    const { decision } = await mod.moderation.ban({ ...about, reason_code: 'spam' })
    expect(decision.ends_at).toBeNull()
    expect(await failure(vote(Date.now() + 400 * DAY))).toMatchObject({ code: 'banned', body: { until: null } })
    expect(await mod.moderation.unban(about)).toMatchObject({ decision: { action: 'unbanned' } })
    expect(await vote(Date.now())).toMatchObject({ user_vote: 1 })
    expect(await failure(mod.moderation.unban(about))).toMatchObject({ status: 409, code: 'already_so' })
  })

  test('only staff of a community can ban members from it, and cannot ban its moderators or admins', async () => {
    const { moderator, member, home, mod, api } = await scene()
    const elsewhere = await scene()
    const chief = await createUser(t.db, { is_admin: true })
    const about = { user_id: member.id, category_id: home.id, reason_code: 'spam' } as const
    for (const caller of [api, elsewhere.mod, await t.as(chief)]) {
      expect(await failure(caller.moderation.ban(about))).toMatchObject({ status: 403, code: 'not_staff' })
      expect(await failure(caller.moderation.unban(about))).toMatchObject({ status: 403, code: 'not_staff' })
    }
    expect(await failure(mod.moderation.ban({ ...about, category_id: null }))).toMatchObject({
      status: 403,
      code: 'not_staff',
    })
    for (const user_id of [moderator.id, chief.id]) {
      expect(await failure(admin.moderation.ban({ ...about, user_id }))).toMatchObject({
        status: 403,
        code: 'not_over_staff',
      })
    }
    expect(
      await failure(admin.moderation.ban({ user_id: chief.id, category_id: null, reason_code: 'other' })),
    ).toMatchObject({ status: 403, code: 'not_over_staff' })
    for (const days of [0, 366, 1.5])
      expect(await failure(mod.moderation.ban({ ...about, days }))).toMatchObject({
        status: 422,
        issues: { days: expect.any(String) },
      })
    expect(await failure(mod.moderation.ban({ ...about, user_id: 2_000_000_000 }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    expect(await admin.moderation.ban({ ...about, user_id: elsewhere.moderator.id })).toMatchObject({
      decision: { action: 'banned' },
    })
  })
})

describe('MOD-3 a suspension from the site', () => {
  test('a suspended member can only sign in, read, see decisions, and export or delete the account', async () => {
    const { member, home, mod, api, own, foreign } = await scene()
    const { decision } = await admin.moderation.ban({
      user_id: member.id,
      category_id: null,
      days: 3,
      reason_code: 'hate',
      text: 'Trzy dni',
    })
    expect(decision).toMatchObject({ action: 'suspended', category: null })
    const suspended = { status: 403, code: 'suspended', body: { until: decision.ends_at, decision_id: decision.id } }
    const calls = [
      () => api.posts.create({ title: 'Nowy', category_id: home.id }),
      () => api.posts.edit({ post_id: own.id, content: 'x' }),
      () => api.posts.remove({ post_id: own.id }),
      () => api.comments.create({ post_id: foreign.id, content: 'x' }),
      () => api.votes.post({ post_id: foreign.id, value: 1 }),
      () => api.saves.save({ post_id: foreign.id, saved: true }),
      () => api.users.editMe({ bio: 'x' }),
      () => api.categories.leave({ category_id: home.id }),
      () => api.reports.create({ post_id: foreign.id, reason: 'x' }),
      () => api.moderation.lock({ post_id: own.id, locked: true }),
    ]
    for (const call of calls.slice(0, -1)) expect(await failure(call())).toMatchObject(suspended)
    expect(await failure(calls.at(-1)!())).toMatchObject({ status: 403 })
    const { access_token } = (await (
      await t.as(null)
    ).auth.login({ username: member.username, password: 'Haslo1234' })) as { access_token: string }
    expect(access_token).toEqual(expect.any(String))
    expect(await api.posts.get({ post_id: own.id })).toMatchObject({ title: 'Mój post' })
    expect((await api.decisions.mine()).decisions).toMatchObject([{ action: 'suspended', text: 'Trzy dni' }])
    expect(await api.notifications.markAllRead()).toEqual({ success: true })
    expect(await api.exports.request()).toMatchObject({ status: 'preparing' })
    expect(
      await at(Date.now() + 4 * DAY, async () => (await t.as(member)).votes.post({ post_id: foreign.id, value: 1 })),
    ).toMatchObject({ user_vote: 1 })
    expect(await admin.moderation.unban({ user_id: member.id, category_id: null })).toMatchObject({
      decision: { action: 'unsuspended' },
    })
    expect(await api.votes.post({ post_id: foreign.id, value: -1 })).toMatchObject({ user_vote: -1 })
    expect(await failure(admin.moderation.unban({ user_id: member.id, category_id: null }))).toMatchObject({
      status: 409,
      code: 'already_so',
    })
    await admin.moderation.ban({ user_id: member.id, category_id: null, reason_code: 'hate' })
    expect(await api.users.removeMe({ password: 'Haslo1234' })).toEqual({ success: true })
    expect(await failure(mod.moderation.warn({ user_id: member.id, category_id: home.id, text: 'x' }))).toMatchObject({
      status: 404,
    })
  })

  test('a suspended moderator cannot moderate', async () => {
    const { moderator, mod, own } = await scene()
    await admin.moderation.ban({ user_id: moderator.id, category_id: null, reason_code: 'other' })
    expect(await failure(mod.moderation.lock({ post_id: own.id, locked: true }))).toMatchObject({
      status: 403,
      code: 'suspended',
      body: { until: null },
    })
  })

  test('LIVE-7 a suspension closes open event streams with a resync event, and keeps the login session', async () => {
    const { member, api } = await scene()
    const stream = readEvents(
      await t.request('/api/events?topics=me', { headers: { authorization: `Bearer ${await t.bearerOf(member)}` } }),
    )
    await stream.next('hello')
    await admin.moderation.ban({ user_id: member.id, category_id: null, days: 1, reason_code: 'other' })
    expect((await stream.next('resync')).data).toEqual({ topics: ['me'] })
    await stream.ended
    expect(await api.users.me()).toMatchObject({ id: member.id })
  })
})

test("MOD-3 MOD-12 only admins see a member's bans and decisions, and who made them", async () => {
  const { moderator, member, home, mod, own } = await scene()
  await mod.moderation.ban({ user_id: member.id, category_id: home.id, days: 7, reason_code: 'spam', text: 'Reklamy' })
  await mod.moderation.remove({ post_id: own.id, reason_code: 'spam' })
  const { decision } = await admin.moderation.ban({
    user_id: member.id,
    category_id: null,
    days: 3,
    reason_code: 'hate',
  })
  const record = await admin.admin.userRecord({ user_id: member.id })
  expect(record).toMatchObject({
    user: { id: member.id, username: member.username, trust_level: 0 },
    suspension: { ends_at: decision.ends_at },
    bans: [{ category: { name: home.name }, ends_at: expect.any(String) }],
    next_cursor: null,
  })
  expect(record.decisions.map(({ action, by }) => [action, by?.username])).toEqual([
    ['suspended', undefined],
    ['removed', moderator.username],
    ['banned', moderator.username],
  ])
  expect(record.decisions[1]!.target).toMatchObject({ type: 'post', id: own.id, title: 'Mój post' })
  const first = await admin.admin.userRecord({ user_id: member.id, limit: 2 })
  const rest = await admin.admin.userRecord({ user_id: member.id, limit: 2, cursor: first.next_cursor! })
  expect([...first.decisions, ...rest.decisions]).toEqual(record.decisions)
  expect(await at(Date.now() + 8 * DAY, () => admin.admin.userRecord({ user_id: member.id }))).toMatchObject({
    suspension: null,
    bans: [],
  })
  expect(await failure(mod.admin.userRecord({ user_id: member.id }))).toMatchObject({ status: 403, code: 'not_staff' })
  expect(await failure(admin.admin.userRecord({ user_id: 2_000_000_000 }))).toMatchObject({
    status: 404,
    code: 'user_not_found',
  })
})

test('a banned or suspended author may not edit their content', async () => {
  const author = await createUser(t.db)
  const written = await createPost(t.db, { author })
  const said = await createComment(t.db, { author, post: written })
  const api = await t.as(author)
  const rights = async () => [
    (await api.posts.get({ post_id: written.id })).can.edit,
    (await api.comments.list({ post_id: written.id })).comments.find(({ id }) => id === said.id)!.can.edit,
  ]
  const edits = () =>
    Promise.all(
      [
        api.posts.edit({ post_id: written.id, content: 'Inaczej' }),
        api.comments.edit({ comment_id: said.id, content: 'Inaczej' }),
      ].map((edit) =>
        edit.then(
          () => 200,
          ({ status }: { status: number }) => status,
        ),
      ),
    )
  expect([await rights(), await edits()]).toEqual([
    [true, true],
    [200, 200],
  ])
  await admin.moderation.ban({ user_id: author.id, category_id: written.category_id, reason_code: 'spam' })
  expect([await rights(), await edits()]).toEqual([
    [false, false],
    [403, 403],
  ])
  await admin.moderation.unban({ user_id: author.id, category_id: written.category_id })
  expect(await rights()).toEqual([true, true])
  await admin.moderation.ban({ user_id: author.id, category_id: null, reason_code: 'spam' })
  expect([await rights(), await edits()]).toEqual([
    [false, false],
    [403, 403],
  ])
})
