import { describe, expect, test } from 'bun:test'
import { eq, or, sql } from 'drizzle-orm'
import { createOauthRows } from '#server/features/oauth/testing/rows.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { hook } from '#server/features/hooks/table.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createFollow,
  createImported,
  createInvite,
  createMessage,
  createPost,
  createPushSubscription,
  createSave,
  createUpload,
  createUser,
  createVote,
  joinCategory,
} from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { insertRowsAbout } from '#server/test/rows.ts'
import { createMember, PASSWORD } from '../../auth/testing/member.ts'
import {
  appeal,
  categoryBan,
  decision,
  moderatorInvite,
  moderatorNote,
  notice,
  queueItem,
} from '../../moderation/tables.ts'
import { auditLog } from '../../audit/table.ts'
import { blockedUser } from '../../blocks/table.ts'
import { category, categoryMembership } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { dataExport } from '../../exports/table.ts'
import { loginChallenge, passkey, passkeyChallenge, recoveryCode, totp } from '../../factors/table.ts'
import { follow } from '../../follows/table.ts'
import { mailState } from '../../mails/table.ts'
import { message } from '../../messages/table.ts'
import { modmailMessage, modmailRead, modmailThread } from '#server/features/modmail/table.ts'
import { notification, notificationSettings, threadLevel } from '../../notifications/table.ts'
import { personalData } from '../../personal-data.ts'
import { pollVote } from '../../polls/table.ts'
import { post, postRank } from '../../posts/table.ts'
import { recordVisit, setHidden } from '../../reading/queries.ts'
import { hiddenPost, postVisit } from '../../reading/table.ts'
import { savedPost } from '../../saves/table.ts'
import { upload } from '../../uploads/table.ts'
import { vote } from '../../votes/table.ts'
import { userTasks } from '../jobs.ts'
import { user } from '../table.ts'

const t = await createTestApp()
const password = PASSWORD

async function member(columns: Parameters<typeof createUser>[1] = {}) {
  const row = await createMember(t, columns)
  return { ...row, api: await t.as(row) }
}

async function rowOf({ id }: { id: number }) {
  const [row] = await t.db.select().from(user).where(eq(user.id, id))
  return row!
}

describe('requests to delete an account', () => {
  test('deleting an account requires the password', async () => {
    const anna = await member()
    expect(await failure(anna.api.users.removeMe({ password: 'zgaduję' }))).toMatchObject({
      status: 401,
      code: 'bad_credentials',
    })
    expect(await failure(anna.api.users.removeMe({ password: '' }))).toMatchObject({
      status: 422,
      issues: { password: expect.any(String) },
    })
    expect(await failure((await t.as(null)).users.removeMe({ password }))).toMatchObject({
      status: 401,
      code: 'not_signed_in',
    })
    expect(await anna.api.users.me()).toMatchObject({ id: anna.id })
  })

  test('a deleted account stays as a tombstone: its user name is reserved, its e-mail address is free', async () => {
    const anna = await member({ bio: 'O mnie' })
    const other = await t.as(anna)
    expect(await anna.api.users.removeMe({ password })).toEqual({ success: true })
    expect(await rowOf(anna)).toMatchObject({
      username: anna.username,
      email: null,
      password_hash: null,
      bio: '',
      deleted_at: expect.any(Date),
    })
    const visitor = await t.as(null)
    expect(await failure(other.users.me())).toMatchObject({ status: 401 })
    expect(await failure(visitor.users.get({ username: anna.username }))).toMatchObject({ status: 404 })
    expect((await visitor.users.search({ q: anna.username })).map((card) => card.id)).not.toContain(anna.id)
    expect(await failure(visitor.auth.login({ username: anna.username, password }))).toMatchObject({
      status: 401,
      code: 'bad_credentials',
    })
    expect(await visitor.auth.checkUsername({ username: anna.username })).toEqual({ available: false })
    expect(
      await visitor.auth.register({ username: `${anna.username}2`.slice(-30), email: anna.email!, password }),
    ).toMatchObject({ email: anna.email! })
  })

  test('one of two concurrent requests to delete an account fails with not_signed_in', async () => {
    const anna = await member()
    const both = await Promise.allSettled([anna.api, anna.api].map((api) => api.users.removeMe({ password })))
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 401, code: 'not_signed_in' },
    })
  })

  test('deleting an account clears the session cookie', async () => {
    const anna = await member()
    const answer = await t.request('/api/users/me', {
      method: 'DELETE',
      body: JSON.stringify({ password }),
      headers: { authorization: `Bearer ${await t.bearerOf(anna)}`, 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toMatch(/^session=;/)
  })

  test('the last admin cannot delete their account, also when two admins try concurrently', async () => {
    const [one, two] = [await member({ is_admin: true }), await member({ is_admin: true })]
    const outcomes = await Promise.allSettled([one, two].map((admin) => admin.api.users.removeMe({ password })))
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    const [stayed] = await t.db.select().from(user).where(eq(user.is_admin, true))
    const api = await t.as(stayed!)
    expect(await failure(api.users.removeMe({ password }))).toMatchObject({ status: 409, code: 'last_admin' })
    await createUser(t.db, { is_admin: true })
    expect(await api.users.removeMe({ password })).toEqual({ success: true })
  })

  test('only one of two concurrent deletions of an account succeeds', async () => {
    const anna = await member()
    const outcomes = await Promise.allSettled([
      anna.api.users.removeMe({ password }),
      anna.api.users.removeMe({ password }),
    ])
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
  })
})

/** Counts the rows that refer to an account, by all foreign keys to `user`. */
async function countReferences(userId: number) {
  const columns = await t.db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'public."user"'::regclass`)
  return Promise.all(
    columns.map(async ({ table, column }) => {
      const where = sql`${sql.raw(table)} where ${sql.identifier(column)} = ${userId}`
      const [row] = await t.db.execute<{ rows: number }>(sql`select count(*)::integer as rows from ${where}`)
      return { column: `${table}.${column}`, rows: row!.rows }
    }),
  )
}

async function settled() {
  const [anna, bartek, celina] = [await member(), await member(), await member()]
  const home = await createCategory(t.db, { creator: anna })
  await createImported(t.db, anna)
  const foreign = await createPost(t.db, { author: bartek })
  const written = await createPost(t.db, { author: anna, category: home })
  const said = await createComment(t.db, { author: anna, post: foreign })
  const answer = await createComment(t.db, { author: bartek, parent: said })
  await joinCategory(t.db, bartek, home)
  await t.db.insert(moderatorInvite).values([
    { category_id: home.id, user_id: celina.id, invited_by: anna.id },
    { category_id: foreign.category_id, user_id: anna.id },
  ])
  await createFollow(t.db, anna, bartek)
  await createFollow(t.db, bartek, anna)
  await createFollow(t.db, celina, bartek)
  await createBlock(t.db, anna, celina)
  await createSave(t.db, anna, foreign)
  await setHidden(t.db, { userId: anna.id, postId: foreign.id, hidden: true }, new Date())
  await recordVisit(t.db, anna.id, foreign.id, new Date())
  await createSave(t.db, bartek, written)
  await createVote(t.db, { user: anna, post: foreign })
  await createVote(t.db, { user: anna, comment: answer })
  const asked = await (
    await t.as(anna)
  ).posts.create({ title: 'Ankieta', category_id: home.id, poll: { options: ['Tak', 'Nie'], hours: 1 } })
  for (const voter of [anna, bartek])
    await voter.api.polls.vote({ post_id: asked.id, option_id: asked.poll!.options[0]!.id })
  await t.db.insert(notification).values([
    { user_id: anna.id, kind: 'follower', actor_id: bartek.id },
    { user_id: bartek.id, kind: 'follower', actor_id: anna.id },
    { user_id: bartek.id, kind: 'follower', actor_id: celina.id },
  ])
  await t.db.insert(notificationSettings).values([{ user_id: anna.id, digest: 'daily' }, { user_id: bartek.id }])
  await t.db.insert(mailState).values([{ user_id: anna.id }, { user_id: bartek.id }])
  for (const owner of [anna, bartek]) {
    await createPushSubscription(t.db, owner)
    await t.db.insert(hook).values({ owner_id: owner.id, url: 'https://example.org/hook', secret: 'x', events: [] })
  }
  await t.db.insert(threadLevel).values([
    { user_id: anna.id, post_id: foreign.id, level: 'all' },
    { user_id: bartek.id, post_id: foreign.id, level: 'none' },
  ])
  const [sent, received, unused] = [
    await createUpload(t.db, { user: anna, kind: 'message_image' }),
    await createUpload(t.db, { user: bartek, kind: 'message_image' }),
    await createUpload(t.db, { user: anna, kind: 'message_image' }),
  ]
  await createMessage(t.db, anna, bartek, { image_url: sent.url })
  await createMessage(t.db, bartek, anna, { image_url: received.url })
  await createMessage(t.db, celina, bartek)
  const [question, request] = await t.db
    .insert(modmailThread)
    .values([
      { member_id: anna.id, category_id: home.id, subject: 'Pytanie', last_message_at: new Date() },
      {
        member_id: bartek.id,
        category_id: home.id,
        subject: 'Prośba',
        last_message_at: new Date(),
        claimed_by_id: anna.id,
      },
    ])
    .returning()
  const greeting = { text: 'Dzień dobry', text_html: '', renderer_version: 1 }
  await t.db.insert(modmailMessage).values([
    { ...greeting, thread_id: question!.id, author_id: anna.id, is_staff: false },
    { ...greeting, thread_id: request!.id, author_id: anna.id, is_staff: true },
  ])
  await t.db.insert(modmailRead).values({ user_id: anna.id, thread_id: request!.id, message_id: 1 })
  const noted = { category_id: home.id, text: 'Uwaga' }
  await t.db.insert(moderatorNote).values([
    { ...noted, user_id: anna.id, by_id: bartek.id },
    { ...noted, user_id: bartek.id, by_id: anna.id },
  ])
  await t.db
    .insert(queueItem)
    .values({ kind: 'held', thing: `post:${written.id}`, claimed_by_id: anna.id, waiting_since: new Date() })
  const [banned] = await t.db
    .insert(decision)
    .values({ action: 'banned', user_id: anna.id, category_id: home.id, by_id: anna.id })
    .returning()
  await t.db.insert(categoryBan).values({ user_id: anna.id, category_id: home.id, decision_id: banned!.id })
  await t.db
    .insert(notice)
    .values({
      reference: crypto.randomUUID(),
      url: `/u/${anna.username}`,
      user_id: anna.id,
      reason_code: 'illegal',
      text: 'Podszywa się pod kogoś',
      language: 'pl',
    })
  const [warned] = await t.db
    .insert(decision)
    .values({ action: 'warned', user_id: bartek.id, category_id: home.id })
    .returning()
  const appealed = { text: 'Proszę o ponowne spojrzenie.' }
  await t.db.insert(appeal).values([
    { ...appealed, user_id: anna.id, decision_id: banned!.id },
    { ...appealed, user_id: bartek.id, decision_id: warned!.id, decided_by: anna.id },
  ])
  await t.db.insert(totp).values({ user_id: anna.id, encrypted_secret: '' })
  await t.db.insert(recoveryCode).values({ user_id: anna.id, salt: '', code_hash: '' })
  await t.db
    .insert(passkey)
    .values({
      user_id: anna.id,
      name: 'Telefon',
      credential_id: crypto.randomUUID(),
      public_key: '',
      counter: 0,
      transports: [],
      rp_id: 'localhost',
      user_handle: '',
    })
  await t.db
    .insert(loginChallenge)
    .values({
      user_id: anna.id,
      token_hash: crypto.randomUUID(),
      remember_me: false,
      tries_left: 5,
      expires_at: new Date(),
    })
  await t.db
    .insert(passkeyChallenge)
    .values({ user_id: anna.id, challenge: crypto.randomUUID(), expires_at: new Date() })
  await t.db
    .insert(dataExport)
    .values({
      user_id: anna.id,
      url: `/media/e/${crypto.randomUUID().replaceAll('-', '')}.zip`,
      expires_at: new Date(),
    })
  await anna.api.streams.create({ title: 'Na żywo', url: 'https://example.org/na-zywo' })
  return { anna, bartek, celina, home, foreign, written, said, answer, asked, images: [sent, received, unused] }
}

describe('data of a deleted account', () => {
  test("a deleted account's messages and user name disappear at once, before any job has run", async () => {
    const { anna, bartek, written, said, foreign } = await settled()
    await anna.api.users.removeMe({ password })
    expect(await bartek.api.messages.conversations()).toMatchObject([{ total_messages: 1 }])
    expect(await bartek.api.messages.unreadCount()).toEqual({ unread_count: 1 })
    expect(await bartek.api.follows.following({ user_id: bartek.id })).toEqual([])
    expect(await bartek.api.posts.get({ post_id: written.id })).toMatchObject({ author: null })
    expect(
      (await bartek.api.comments.list({ post_id: foreign.id })).comments.find((row) => row.id === said.id),
    ).toMatchObject({ author: null })
    expect(await failure(bartek.api.messages.send({ recipient_id: anna.id, content: 'Halo?' }))).toMatchObject({
      status: 404,
    })
  })

  test("a deleted account's messages, follows, blocks, saves, notifications and streams are deleted", async () => {
    const { anna, bartek, celina, home, asked, images } = await settled()
    await anna.api.users.removeMe({ password })
    await runJobs(t.services)
    expect(await t.db.$count(message, or(eq(message.sender_id, anna.id), eq(message.recipient_id, anna.id)))).toBe(0)
    expect(await t.db.$count(message, eq(message.sender_id, celina.id))).toBe(1)
    const uploads = await t.db
      .select()
      .from(upload)
      .where(or(...images.map((image) => eq(upload.id, image.id))))
    expect(uploads.map((row) => row.deleted_at !== null)).toEqual([true, true, true])
    expect(await t.db.$count(follow, or(eq(follow.follower_id, anna.id), eq(follow.followed_id, anna.id)))).toBe(0)
    expect(await rowOf(bartek)).toMatchObject({ follower_count: 1, following_count: 0 })
    expect(await rowOf(celina)).toMatchObject({ follower_count: 0, following_count: 1 })
    expect(await t.db.$count(blockedUser, eq(blockedUser.blocker_id, anna.id))).toBe(0)
    expect(await t.db.$count(savedPost, eq(savedPost.user_id, anna.id))).toBe(0)
    expect(await t.db.$count(pollVote, eq(pollVote.user_id, anna.id))).toBe(0)
    expect((await bartek.api.posts.get({ post_id: asked.id })).poll).toMatchObject({
      total_votes: 2,
      options: [{ votes: 2 }, { votes: 0 }],
    })
    expect(await t.db.$count(hiddenPost, eq(hiddenPost.user_id, anna.id))).toBe(0)
    expect(await t.db.$count(postVisit, eq(postVisit.user_id, anna.id))).toBe(0)
    expect(
      await t.db.$count(notification, or(eq(notification.user_id, anna.id), eq(notification.actor_id, anna.id))),
    ).toBe(0)
    expect(await t.db.$count(notification, eq(notification.actor_id, celina.id))).toBe(1)
    expect(await t.db.$count(notificationSettings, eq(notificationSettings.user_id, anna.id))).toBe(0)
    expect(await t.db.$count(threadLevel, eq(threadLevel.user_id, anna.id))).toBe(0)
    expect(await t.db.$count(threadLevel, eq(threadLevel.user_id, bartek.id))).toBe(1)
    expect(await t.db.$count(categoryMembership, eq(categoryMembership.user_id, anna.id))).toBe(0)
    const [left] = await t.db.select().from(category).where(eq(category.id, home.id))
    expect(left).toMatchObject({ member_count: 1, creator_id: null })
  })

  test("a deleted account's votes, posts and comments stay, without their author", async () => {
    const { anna, bartek, foreign, written, said } = await settled()
    await anna.api.users.removeMe({ password, content: 'keep' })
    await runJobs(t.services)
    expect(await t.db.$count(vote, eq(vote.user_id, anna.id))).toBe(2)
    expect(await bartek.api.posts.get({ post_id: foreign.id })).toMatchObject({ upvotes: 1, comment_count: 2 })
    expect(await bartek.api.posts.get({ post_id: written.id })).toMatchObject({ title: written.title, author: null })
    expect(await t.db.$count(post, eq(post.author_id, anna.id))).toBe(0)
    expect(await t.db.$count(postRank, eq(postRank.author_id, anna.id))).toBe(0)
    expect(await t.db.$count(comment, eq(comment.author_id, anna.id))).toBe(0)
    const { comments } = await bartek.api.comments.list({ post_id: foreign.id })
    expect(comments.find((row) => row.id === said.id)).toMatchObject({
      content: said.content,
      author: null,
      author_id: null,
      is_deleted: false,
    })
    expect(await bartek.api.saves.isSaved({ post_id: written.id })).toEqual({ is_saved: true })
  })

  test("a deleted account's posts and comments are deleted if its owner chose so", async () => {
    const { anna, bartek, home, foreign, written, said, answer } = await settled()
    await anna.api.users.removeMe({ password, content: 'remove' })
    await runJobs(t.services)
    expect(await failure(bartek.api.posts.get({ post_id: written.id }))).toMatchObject({ status: 404 })
    expect(await bartek.api.categories.byName({ name: home.name })).toMatchObject({ post_count: 0 })
    expect(await bartek.api.posts.get({ post_id: foreign.id })).toMatchObject({ comment_count: 1 })
    const { comments } = await bartek.api.comments.list({ post_id: foreign.id })
    expect(comments).toMatchObject([
      { id: said.id, content: '', author: null, is_deleted: true },
      { id: answer.id, author: bartek.username, is_deleted: false },
    ])
    expect(await t.db.$count(post, eq(post.author_id, anna.id))).toBe(0)
    expect(await t.db.$count(comment, eq(comment.author_id, anna.id))).toBe(0)
  })

  test('every row that refers to a deleted account is deleted, except in columns declared as kept', async () => {
    const { anna, foreign } = await settled()
    await createBlock(t.db, await createUser(t.db), anna)
    await anna.api.reports.create({ post_id: foreign.id, reason: 'Reklama' })
    const reporter = await member()
    const { id: message_id } = await anna.api.messages.send({ recipient_id: reporter.id, content: 'Obelga' })
    await reporter.api.reports.create({ message_id, reason: 'Obelga' })
    await anna.api.comments.create({ post_id: foreign.id, content: 'Punkty' }, { idempotencyKey: crypto.randomUUID() })
    await (await t.as(null)).auth.requestPasswordReset({ email: anna.email! })
    await anna.api.account.changeEmail({ email: `nowy.${anna.username}@example.org`, password })
    await runJobs(t.services)
    await anna.api.adminAuth.login({ password: ADMIN_PASSWORD })
    await t.db
      .insert(auditLog)
      .values({
        actor: anna.username,
        actor_user_id: anna.id,
        address: 'local',
        action: 'post.delete',
        target_type: 'post',
      })
    await createOauthRows(t.db, anna)
    await createInvite(t.db, anna, anna)
    await insertRowsAbout(
      t.db,
      anna,
      (await countReferences(anna.id)).map(({ column }) => column),
    )
    const before = await countReferences(anna.id)
    expect(before.filter(({ rows }) => rows === 0)).toEqual([])

    await anna.api.users.removeMe({ password })
    await runJobs(t.services)
    const left = (await countReferences(anna.id)).filter(({ rows }) => rows > 0)
    const kept = personalData.flatMap((feature) => Object.keys(feature.kept ?? {}))
    expect(left.map(({ column }) => column).sort()).toEqual(kept.sort())
  })

  test('the removal of an account also deletes rows that other members add during the removal', async () => {
    const [anna, bartek] = [await member(), await member()]
    await Promise.allSettled([
      anna.api.users.removeMe({ password }),
      ...Array.from({ length: 8 }, (_, n) => bartek.api.messages.send({ recipient_id: anna.id, content: `${n}` })),
      bartek.api.follows.follow({ user_id: anna.id }),
    ])
    await runJobs(t.services)
    expect(await t.db.$count(message, eq(message.recipient_id, anna.id))).toBe(0)
    expect(await rowOf(bartek)).toMatchObject({ following_count: 0 })
  })

  test('the removal of an account continues after its job was killed, and is idempotent', async () => {
    const [anna, bartek] = [await member(), await member()]
    const home = await createCategory(t.db)
    const fans = await t.db
      .insert(user)
      .values(Array.from({ length: 450 }, (_, n) => ({ username: `fan_${n}`, following_count: 1 })))
      .returning()
    await t.db.insert(follow).values(fans.map((fan) => ({ follower_id: fan.id, followed_id: anna.id })))
    await t.db
      .insert(message)
      .values(Array.from({ length: 450 }, () => ({ sender_id: bartek.id, recipient_id: anna.id, content: 'x' })))
    const made = await t.db
      .insert(post)
      .values(Array.from({ length: 450 }, (_, n) => ({ category_id: home.id, author_id: anna.id, title: `Post ${n}` })))
      .returning()
    await t.db
      .insert(postRank)
      .values(
        made.map((row) => ({
          post_id: row.id,
          category_id: home.id,
          author_id: anna.id,
          is_nsfw: false,
          created_at: row.created_at,
        })),
      )
    await anna.api.users.removeMe({ password })

    const killed = AbortSignal.abort(new Error('Killed'))
    const work = { user_id: anna.id, content: 'keep' as const }
    const left = async () =>
      (await t.db.$count(message, eq(message.recipient_id, anna.id))) +
      (await t.db.$count(follow, eq(follow.followed_id, anna.id)))
    for (const rows of [700, 500]) {
      expect(await failure(userTasks.remove_user_data(t.services, work, killed))).toMatchObject({ message: 'Killed' })
      expect(await left()).toBe(rows)
    }
    await runJobs(t.services)
    await userTasks.remove_user_data(t.services, work, new AbortController().signal)
    expect(await left()).toBe(0)
    expect(await t.db.$count(user, eq(user.following_count, 1))).toBe(await t.db.$count(follow))
    expect(await t.db.$count(post, eq(post.author_id, anna.id))).toBe(0)
  })
})
