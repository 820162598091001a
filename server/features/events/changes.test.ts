import { join, resolve } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { messageTasks } from '#server/features/messages/jobs.ts'
import { adminTasks } from '#server/features/admin/jobs.ts'
import { userTasks } from '#server/features/users/jobs.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import {
  createCategory,
  createComment,
  createFollow,
  createMessage,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { replacePassword } from '../auth/queries.ts'
import { notify } from '../notifications/queries.ts'
import type { Change } from '#server/lib/events.ts'
import { publishChangesOf } from './changes.ts'

const t = await createTestApp()
const staff = await t.as(null, { admin: ADMIN_PASSWORD })
let published: Change[] = []
publishChangesOf(t.db, (change) => published.push(change))

async function changesOf(action: () => Promise<unknown>): Promise<Change[]> {
  published = []
  await action()
  return published
}

async function fixture() {
  const [author, member] = [await createUser(t.db), await createUser(t.db)]
  const category = await createCategory(t.db, { creator: author })
  await joinCategory(t.db, member, category)
  const post = await createPost(t.db, { author, category })
  const comment = await createComment(t.db, { post, author: member })
  return { author, member, category, post, comment, authors: await t.as(author), members: await t.as(member) }
}

const signal = new AbortController().signal

describe('the changes published to open event streams', () => {
  test('open event streams get new, edited and removed comments, whoever made the change', async () => {
    const { author, member, post, comment, authors, members } = await fixture()
    let id = 0
    const created = await changesOf(async () => {
      id = (await members.comments.create({ post_id: post.id, content: 'Nowy' })).id
    })
    expect(created).toEqual([
      { type: 'notification', user_id: author.id, id: expect.any(Number) },
      { type: 'comment', kind: 'new', post_id: post.id, id },
    ])
    expect(await changesOf(() => members.comments.edit({ comment_id: id, content: 'Inny' }))).toEqual([
      { type: 'comment', kind: 'edited', post_id: post.id, id },
    ])
    expect(await changesOf(() => members.comments.remove({ comment_id: id }))).toEqual([
      { type: 'notifications', user_id: author.id },
      { type: 'comment', kind: 'removed', post_id: post.id, id },
    ])
    expect(await changesOf(() => authors.comments.remove({ comment_id: comment.id }))).toEqual([
      { type: 'comment', kind: 'removed', post_id: post.id, id: comment.id },
      { type: 'notification', user_id: member.id, id: expect.any(Number) },
    ])
  })

  test('event streams do not mention a held or removed comment before it is public', async () => {
    const { category, post, authors, members } = await fixture()
    const matching = (value: string) => ({ any: [{ field: 'text' as const, op: 'word' as const, value }] })
    await authors.filters.create({
      category_id: category.id,
      name: 'Hazard',
      action: 'hold',
      match: matching('kasyno'),
      confirm: true,
    })
    await authors.filters.create({
      category_id: category.id,
      name: 'Oszustwa',
      action: 'remove',
      match: matching('lichwa'),
      confirm: true,
    })
    const ofThread = async (action: () => Promise<unknown>) =>
      (await changesOf(action)).filter(({ type }) => type === 'comment')
    const ids: number[] = []
    const write = (content: string) => async () =>
      void ids.push((await members.comments.create({ post_id: post.id, content })).id)
    expect(await ofThread(write('Tylko kasyno'))).toEqual([])
    expect(await ofThread(write('Tylko lichwa'))).toEqual([])
    expect(await ofThread(write('Znowu kasyno'))).toEqual([])
    expect(await ofThread(write('I kasyno'))).toEqual([])
    const [approved, removed, deleted, refused] = ids as [number, number, number, number]
    expect(await ofThread(() => authors.moderation.approve({ comment_id: approved }))).toEqual([
      { type: 'comment', kind: 'new', post_id: post.id, id: approved },
    ])
    expect(await ofThread(() => authors.moderation.restore({ comment_id: removed }))).toEqual([
      { type: 'comment', kind: 'edited', post_id: post.id, id: removed },
    ])
    expect(await ofThread(() => members.comments.remove({ comment_id: deleted }))).toEqual([])
    expect(await ofThread(() => authors.moderation.remove({ comment_id: refused, reason_code: 'spam' }))).toEqual([])
    expect(
      await ofThread(() => members.comments.edit({ comment_id: approved, content: 'Nadal lichwa' })),
    ).toContainEqual({ type: 'comment', kind: 'removed', post_id: post.id, id: approved })
  })

  test('open event streams get answers of the bot', async () => {
    const { post, comment, members } = await fixture()
    expect(await changesOf(() => members.bot.respondPublic({ comment_id: comment.id }))).toContainEqual({
      type: 'comment',
      kind: 'new',
      post_id: post.id,
      id: expect.any(Number),
    })
  })

  test('open event streams get votes that change a post, and edited and deleted posts', async () => {
    const { author, post, authors, members } = await fixture()
    const voted = { type: 'votes' as const, post_ids: [post.id] }
    expect(await changesOf(() => members.votes.post({ post_id: post.id, value: 1 }))).toEqual([voted])
    expect(await changesOf(() => members.votes.post({ post_id: post.id, value: 1 }))).toEqual([])
    expect(await changesOf(() => authors.posts.edit({ post_id: post.id, title: 'Nowy tytuł' }))).toEqual([
      { type: 'post', post_id: post.id },
    ])
    expect(await changesOf(() => staff.admin.removePost({ post_id: post.id }))).toEqual([
      { type: 'post', post_id: post.id },
      { type: 'notification', user_id: author.id, id: expect.any(Number) },
    ])
  })

  test('open event streams get the removal of posts of a deleted community', async () => {
    const { author, category, post, members } = await fixture()
    await members.comments.create({ post_id: post.id, content: 'Nieprzeczytany' })
    await staff.admin.removeCategory({ category_id: category.id })
    const changes = await changesOf(() => adminTasks.remove_community(t.services, { category_id: category.id }, signal))
    expect(changes[0]).toEqual({ type: 'notifications', user_id: author.id })
    expect(changes).toContainEqual({ type: 'post', post_id: post.id })
  })

  test('open event streams get messages that are sent, read, or deleted', async () => {
    const { author, member, authors, members } = await fixture()
    const pair = { sender_id: author.id, recipient_id: member.id }
    let id = 0
    const sent = await changesOf(async () => {
      id = (await authors.messages.send({ recipient_id: member.id, content: 'Cześć' })).id
    })
    expect(sent).toEqual([{ type: 'message', kind: 'new', ...pair, id }])
    expect(await changesOf(() => members.messages.conversation({ username: author.username }))).toEqual([
      { type: 'message', kind: 'read', ...pair, id },
    ])
    expect(await changesOf(() => members.messages.conversation({ username: author.username }))).toEqual([])
    await createMessage(t.db, author, member, { read_at: new Date('2020-01-01T00:00:00Z') })
    expect(await changesOf(() => messageTasks.expire_messages(t.services, {}, signal))).toEqual([
      { type: 'message', kind: 'gone', ...pair, id: null },
    ])
  })

  test('open event streams get notifications that are made, read or retracted', async () => {
    const { author, member, authors, members } = await fixture()
    const ofAuthor = { type: 'notifications' as const, user_id: author.id }
    expect(await changesOf(() => members.follows.follow({ user_id: author.id }))).toEqual([
      { type: 'notification', user_id: author.id, id: expect.any(Number) },
    ])
    const [{ id } = { id: 0 }] = await authors.notifications.list()
    expect(await changesOf(() => authors.notifications.markRead({ notification_id: id }))).toEqual([ofAuthor])
    expect(await changesOf(() => authors.notifications.markAllRead())).toEqual([])
    expect(await changesOf(() => members.follows.unfollow({ user_id: author.id }))).toEqual([ofAuthor])
    await notify(t.db, { userId: author.id, kind: 'follower', actorId: member.id })
    expect(await changesOf(() => authors.notifications.markAllRead())).toEqual([ofAuthor])
  })

  test('open event streams get a block, an unblock, and the notifications that a block retracts', async () => {
    const { author, member, members } = await fixture()
    await createFollow(t.db, author, member)
    await notify(t.db, { userId: member.id, kind: 'follower', actorId: author.id })
    expect(await changesOf(() => members.blocks.block({ user_id: author.id }))).toEqual([
      { type: 'blocks', user_id: member.id },
      { type: 'notifications', user_id: member.id },
    ])
    expect(await changesOf(() => members.blocks.unblock({ user_id: author.id }))).toEqual([
      { type: 'blocks', user_id: member.id },
    ])
  })

  test('open event streams get an event when login sessions of a member end', async () => {
    const { author, member, authors } = await fixture()
    await t.bearerOf(author)
    expect(await changesOf(() => authors.account.endOtherSessions())).toEqual([
      { type: 'sessions', user_id: author.id },
    ])
    await t.bearerOf(author)
    const { sessions } = await authors.account.sessions()
    const other = sessions.find(({ is_current }) => !is_current)!
    expect(await changesOf(() => authors.account.endSession({ session_id: other.id }))).toEqual([
      { type: 'sessions', user_id: author.id },
    ])
    expect(await changesOf(() => authors.auth.logout())).toEqual([{ type: 'sessions', user_id: author.id }])
    expect(await changesOf(() => t.db.transaction((tx) => replacePassword(tx, member.id, 'hash', new Date())))).toEqual(
      [{ type: 'sessions', user_id: member.id }],
    )
    expect(await changesOf(() => staff.admin.removeUser({ user_id: member.id }))).toContainEqual({
      type: 'sessions',
      user_id: member.id,
    })
  })

  test('open event streams get the changes that deleting an account causes', async () => {
    const { author, member, post, comment } = await fixture()
    await createMessage(t.db, member, author)
    await notify(t.db, { userId: author.id, kind: 'follower', actorId: member.id })
    const own = await createPost(t.db, { author: member })
    await staff.admin.removeUser({ user_id: member.id })
    const changes = await changesOf(() =>
      userTasks.remove_user_data(t.services, { user_id: member.id, content: 'remove' }, signal),
    )
    expect(changes).toContainEqual({
      type: 'message',
      kind: 'gone',
      sender_id: author.id,
      recipient_id: member.id,
      id: null,
    })
    expect(changes).toContainEqual({ type: 'notifications', user_id: author.id })
    expect(changes).toContainEqual({ type: 'comment', kind: 'removed', post_id: post.id, id: comment.id })
    expect(changes).toContainEqual({ type: 'post', post_id: own.id })
  })
})

test('every file that writes a table shown by event streams publishes changes or is listed as exempt', async () => {
  const EXCUSED: Record<string, string> = {
    'features/erasure/queries.ts': 'what was deleted 30 days ago',
    'features/rendering/queries.ts': 'the same text, rendered again',
    'features/counters/queries.ts': 'repairs',
    'features/auth/sessions.ts': 'opens sessions',
    'features/push/queries.ts': 'that something was pushed',
    'features/import/writer/files.ts': 'what moves in is no news',
    'features/import/writer/texts.ts': 'what moves in is no news',
    'features/import/writer/others.ts': 'what moves in is no news',
    'features/mails/queries.ts': 'that something was mailed',
    'features/posts/personal-data.ts': 'the deletion of an account has published its posts',
    'features/comments/personal-data.ts': 'the deletion of an account has published its comments',
  }
  const tables = 'notification|message|comment|post|session|blocked[uU]ser|vote'
  const writes = new RegExp(
    `\\.(insert|update|delete)\\((${tables})\\)|(insert into|update|delete from) (${tables})\\b`,
  )
  const root = resolve(import.meta.dir, '../..')
  const silent: string[] = []
  for await (const file of new Bun.Glob('{features,jobs,http}/**/*.ts').scan(root)) {
    if (/\.test\.ts$|\/testing\//.test(file) || file in EXCUSED) continue
    const source = await Bun.file(join(root, file)).text()
    if (writes.test(source) && !/emitChange|emitUnreadChange/.test(source)) silent.push(file)
  }
  expect(silent).toEqual([])
})
