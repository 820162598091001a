import { describe, expect, test } from 'bun:test'
import { and, eq, sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { Condition, FilterAction, Match } from '#shared/rules/filters.ts'
import { HELD_UNCHECKED } from '#shared/rules/queue.ts'
import { ADVISORY_LOCKS } from '#server/lib/advisory-locks.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { unannounced } from '../../deferred/table.ts'
import { untilSomebodyWaits } from '../../auth/testing/waiting.ts'
import { category } from '../../categories/table.ts'
import { notification } from '../../notifications/table.ts'
import { pointsEntry } from '../../points/table.ts'
import { post } from '../../posts/table.ts'
import { contentFilter, filterHit } from './table.ts'

const t = await createTestApp()
const limited = await createTestApp({ RATE_LIMIT_SCALE: '1' })

const word = (value: string): Match => ({ any: [{ field: 'text', op: 'word', value }] })

async function scene({ app = t, trust_level = 1 } = {}) {
  const [moderator, author, reader] = [
    await createUser(app.db),
    await createUser(app.db, { trust_level }),
    await createUser(app.db),
  ]
  const home = await createCategory(app.db, { creator: moderator })
  await joinCategory(app.db, author, home)
  const [mod, writer] = [await app.as(moderator), await app.as(author)]
  const add = (action: FilterAction, match: Match) =>
    mod.filters.create({ category_id: home.id, name: 'Reklamy', action, match, confirm: true })
  return { author, reader, home, mod, writer, add, thread: await createPost(app.db, { category: home }) }
}

type Written = { post_id: number } | { comment_id: number }

const kindOf = (ref: Written) =>
  'post_id' in ref ? { kind: 'post', id: ref.post_id } : { kind: 'comment', id: ref.comment_id }

async function entriesOf(ref: Written) {
  const { kind, id } = kindOf(ref)
  const rows = await t.db
    .select({ reason: pointsEntry.reason, points: pointsEntry.points })
    .from(pointsEntry)
    .where(and(sql`${pointsEntry.cause} in (${kind}, ${`${kind}_removal`})`, eq(pointsEntry.cause_id, id)))
    .orderBy(pointsEntry.id)
  return rows.map(({ reason, points }) => `${reason} ${points}`)
}

/** Notifications about decisions are left out. */
async function notifiedOf(ref: Written) {
  const { kind, id } = kindOf(ref)
  const isAbout =
    kind === 'post' ? and(eq(notification.post_id, id), sql`comment_id is null`) : eq(notification.comment_id, id)
  const rows = await t.db
    .select({ user_id: notification.user_id, kind: notification.kind })
    .from(notification)
    .where(and(isAbout, sql`decision_id is null`))
    .orderBy(notification.id)
  return rows.map((row) => `${row.kind} ${row.user_id}`)
}

const postCount = async ({ id }: { id: number }) =>
  (await t.db.select({ count: category.post_count }).from(category).where(eq(category.id, id)))[0]!.count

describe('MOD-9 content that a filter holds or removes when it is created', () => {
  test.each(['hold', 'remove'] as const)(
    'a post caught by a filter with the action %s is counted, earns points and notifies once it is public',
    async (action) => {
      const { home, reader, mod, writer, add } = await scene()
      await add(action, word('kasyno'))
      const before = await postCount(home)
      const { id: post_id } = await writer.posts.create({
        title: 'Zapraszam',
        content: `kasyno dla @${reader.username}`,
        category_id: home.id,
      })
      const ref = { post_id }
      await runJobs(t.services)
      expect([await entriesOf(ref), await notifiedOf(ref), (await postCount(home)) - before]).toEqual([[], [], 0])
      await (action === 'hold' ? mod.moderation.approve(ref) : mod.moderation.restore(ref))
      await runJobs(t.services)
      expect([await entriesOf(ref), await notifiedOf(ref), (await postCount(home)) - before]).toEqual([
        ['post 5'],
        [`mention ${reader.id}`],
        1,
      ])
      await mod.moderation.remove({ ...ref, reason_code: 'spam' })
      await mod.moderation.restore(ref)
      await runJobs(t.services)
      expect(await notifiedOf(ref)).toEqual([`mention ${reader.id}`])
      expect(await t.db.$count(unannounced, eq(unannounced.post_id, post_id))).toBe(0)
    },
  )

  test('a comment held for review notifies parent authors, mentioned members and followers once public', async () => {
    const { home, author, reader, mod, writer, add } = await scene()
    const [owner, follower] = [await createUser(t.db), await createUser(t.db)]
    const thread = await createPost(t.db, { category: home, author: owner })
    const answered = await (await t.as(reader)).comments.create({ post_id: thread.id, content: 'Pytanie' })
    await (await t.as(follower)).notifications.setThread({ post_id: thread.id, level: 'all' })
    await add('hold', word('kasyno'))
    const { id: comment_id } = await writer.comments.create({
      post_id: thread.id,
      parent_id: answered.id,
      content: `Kasyno, @${reader.username}`,
    })
    const ref = { comment_id }
    await runJobs(t.services)
    expect([await entriesOf(ref), await notifiedOf(ref)]).toEqual([[], []])
    expect(await (await t.as(null)).posts.get({ post_id: thread.id })).toMatchObject({ comment_count: 1 })
    await writer.comments.edit({
      comment_id,
      content: `Kasyno, @${reader.username} i @${author.username} bez nikogo innego`,
    })
    await mod.moderation.approve(ref)
    await runJobs(t.services)
    expect(await entriesOf(ref)).toEqual(['comment 2'])
    expect((await notifiedOf(ref)).toSorted()).toEqual(
      [`comment_reply ${reader.id}`, `post_comment ${owner.id}`, `post_comment ${follower.id}`].toSorted(),
    )
    expect(await (await t.as(null)).posts.get({ post_id: thread.id })).toMatchObject({ comment_count: 2 })
  })

  test('an edit held for review notifies members mentioned in the latest text once the post is approved', async () => {
    const { home, reader, mod, writer, add } = await scene()
    const other = await createUser(t.db)
    await add('hold', word('kasyno'))
    const { id: post_id } = await writer.posts.create({
      title: 'Zapraszam',
      content: 'Dzień dobry',
      category_id: home.id,
    })
    expect(await writer.posts.edit({ post_id, content: `kasyno dla @${other.username}` })).toMatchObject({
      is_held: true,
    })
    expect(await writer.posts.edit({ post_id, content: `nic dla @${reader.username}` })).toMatchObject({
      is_held: true,
    })
    await runJobs(t.services)
    expect(await notifiedOf({ post_id })).toEqual([])
    await mod.moderation.approve({ post_id })
    await runJobs(t.services)
    expect(await notifiedOf({ post_id })).toEqual([`mention ${reader.id}`])
    expect((await entriesOf({ post_id })).filter((entry) => entry.startsWith('post '))).toEqual(['post 5'])
  })

  test('a post notifies nobody if it is removed again before the notification job runs', async () => {
    const { home, reader, mod, writer, add } = await scene()
    await add('hold', word('kasyno'))
    const { id: post_id } = await writer.posts.create({
      title: 'Zapraszam',
      content: `kasyno dla @${reader.username}`,
      category_id: home.id,
    })
    await mod.moderation.approve({ post_id })
    await mod.moderation.remove({ post_id, reason_code: 'spam' })
    await runJobs(t.services)
    expect(await notifiedOf({ post_id })).toEqual([])
    await mod.moderation.restore({ post_id })
    await runJobs(t.services)
    expect(await notifiedOf({ post_id })).toEqual([`mention ${reader.id}`])
  })
})

type Kind = (at: number) => Condition

/** Adds the maximum number of filters. */
async function addMany({ id: category_id }: { id: number }, ...given: Kind[]) {
  const kinds: Kind[] =
    given.length > 0
      ? given
      : [
          (at) => ({ field: 'text', op: 'word', value: `kasyno${at}` }),
          (at) => ({ field: 'text', op: 'contains', value: `darmowe spiny ${at}` }),
          (at) => ({ field: 'title', op: 'word', value: `bonus${at}` }),
          (at) => ({ field: 'link_domain', op: 'is', value: `sklep${at}.example` }),
          (at) =>
            at % 100 === 0
              ? { field: 'text', op: 'regex', value: `(kredyt|chwil[oó]wk\\w+)\\s+${at}` }
              : { field: 'text', op: 'contains', value: `pożyczka ${at}` },
        ]
  await t.db
    .insert(contentFilter)
    .values(
      Array.from({ length: 50 }, (_, filter) => ({
        category_id,
        name: 'Reklamy',
        action: 'hold' as const,
        is_enabled: true,
        match: { any: Array.from({ length: 20 }, (_one, at) => kinds[at % kinds.length]!(filter * 20 + at)) },
      })),
    )
}

const matchers = () =>
  Bun.spawnSync(['pgrep', '-P', String(process.pid), '-f', 'matching-process.ts published'])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)
    .map(Number)

const openTransactions = async () =>
  (
    await t.db.execute<{ open: number }>(sql`
  select count(*)::int as open from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and xact_start is not null`)
  )[0]!.open

async function untilOneMatches(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const [pid] = matchers()
    if (pid !== undefined) return pid
    await Bun.sleep(5)
  }
  throw new Error('No process was started')
}

describe('MOD-9 fifty filters with twenty conditions each', () => {
  test('many filters are matched in a separate process, without a transaction that blocks other writers', async () => {
    const { home, thread, writer } = await scene()
    await addMany(home)
    const edited = await writer.posts.create({ title: 'Dzień dobry', content: 'Kasyno', category_id: home.id })
    const matcher = await untilOneMatches()
    process.kill(matcher, 'SIGSTOP')
    const ended: string[] = []
    const noting = (name: string) => (text: { is_held: boolean }) =>
      void ended.push(`${name} ${text.is_held ? 'held' : 'public'}`)
    const stopped = [
      writer.posts
        .create({ title: 'Nowy post', content: 'Mam kasyno7', category_id: home.id }, { idempotencyKey: 'raz' })
        .then(noting('post')),
      writer.posts
        .create({ title: 'Nowy post', content: 'Mam kasyno7', category_id: home.id }, { idempotencyKey: 'raz' })
        .then(noting('post')),
      writer.comments
        .create({ post_id: thread.id, content: 'Mam kasyno8' }, { idempotencyKey: 'dwa' })
        .then(noting('comment')),
      writer.posts.edit({ post_id: edited.id, content: 'Mam już tylko bony' }).then(noting('edit')),
    ]
    const elsewhere = await scene()
    for (let n = 0; n < 3; n += 1)
      await elsewhere.writer.comments.create({ post_id: elsewhere.thread.id, content: 'Piszę obok' })
    expect([ended, await openTransactions()]).toEqual([[], 0])
    process.kill(matcher, 'SIGCONT')
    await Promise.all(stopped)
    expect(ended.toSorted()).toEqual(['comment public', 'edit public', 'post public', 'post public'])
    expect(await writer.comments.create({ post_id: thread.id, content: 'Mam kasyno20' })).toMatchObject({
      is_held: true,
    })
  })

  test('a text is held for review if many filters cannot check it in time, and the next text is checked', async () => {
    const { home, mod, writer } = await scene()
    await addMany(home, (at) => ({ field: 'text', op: 'regex', value: `[ab].{80}[cd]\\b${at}` }))
    const content = Array.from({ length: LIMITS.postText }, (_, at) => 'ab x'[((at * 7_919) % 104_729) % 4]).join('')
    expect(await writer.posts.create({ title: 'Dzień dobry', content, category_id: home.id })).toMatchObject({
      is_held: true,
    })
    expect((await mod.queue.list({ kind: 'held', category_id: home.id })).items).toMatchObject([
      { held_by: HELD_UNCHECKED },
    ])
    expect((await writer.decisions.mine()).decisions).toMatchObject([{ action: 'held', automatic: true }])
    expect(await writer.posts.create({ title: 'Dzień dobry', content: 'Krótko', category_id: home.id })).toMatchObject({
      is_held: false,
    })
  })

  test('the filters of a community do not check texts by its moderators', async () => {
    const { home, mod } = await scene()
    await addMany(home)
    const known = matchers()
    for (const pid of known) process.kill(pid, 'SIGSTOP')
    expect(await mod.posts.create({ title: 'Ogłoszenie', content: 'kasyno0', category_id: home.id })).toMatchObject({
      is_held: false,
    })
    for (const pid of known) process.kill(pid, 'SIGCONT')
    expect(matchers()).toEqual(known)
  })
})

describe('MOD-9 a change between the check of a text and its storing', () => {
  test('filters check two concurrent edits of a post in combination, as the post will be stored', async () => {
    const { home, writer, add } = await scene()
    await add('hold', {
      all: [
        { field: 'title', op: 'word', value: 'tanie' },
        { field: 'text', op: 'word', value: 'zegarki' },
      ],
    })
    const { id: post_id } = await writer.posts.create({ title: 'Sprzedam', content: 'Coś', category_id: home.id })
    const { late } = await t.db.transaction(async (tx) => {
      await tx.select({ id: post.id }).from(post).where(eq(post.id, post_id)).for('update')
      const overlapping = Promise.all([
        writer.posts.edit({ post_id, title: 'Tanie' }),
        writer.posts.edit({ post_id, content: 'zegarki' }),
      ])
      await untilSomebodyWaits(t.db, 2)
      return { late: overlapping }
    })
    expect((await late).map(({ is_held }) => is_held).toSorted()).toEqual([false, true])
    expect(await writer.posts.get({ post_id })).toMatchObject({ title: 'Tanie', content: 'zegarki', is_held: true })
  })

  test.each(['deleted', 'switched off'] as const)(
    'a filter that is %s after a text was checked, but before the text is stored, has no effect',
    async (how) => {
      const { author, home, thread, mod, writer, add } = await scene({ trust_level: 0 })
      const { id: filter_id } = await add('remove', word('kasyno'))
      const { late } = await t.db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.newcomer}, ${author.id})`)
        const overlapping = Promise.all([
          writer.posts.create({ title: 'Zapraszam', content: 'kasyno', category_id: home.id }),
          writer.comments.create({ post_id: thread.id, content: 'kasyno' }),
        ])
        await untilSomebodyWaits(t.db, 2)
        await (how === 'deleted'
          ? mod.filters.remove({ filter_id })
          : mod.filters.edit({ filter_id, is_enabled: false }))
        return { late: overlapping }
      })
      expect((await late).map(({ is_held, removal }) => [is_held, removal])).toEqual([
        [false, null],
        [false, null],
      ])
      expect(await t.db.$count(filterHit, eq(filterHit.filter_id, filter_id))).toBe(0)
    },
  )
})

test('requests with the same Idempotency-Key count as one match of a filter, even concurrently', async () => {
  const { home, writer, author, thread } = await scene({ app: limited })
  const send = () => writer.posts.create({ title: 'Raz', category_id: home.id }, { idempotencyKey: 'jeden' })
  const sent = [...(await Promise.all(Array.from({ length: 12 }, send))), await send()]
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
  const more = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => writer.posts.create({ title: `Kolejny ${n}`, category_id: home.id })),
  )
  expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
  expect(await limited.db.$count(post, eq(post.author_id, author.id))).toBe(10)
  expect(await (await limited.as(null)).posts.get({ post_id: thread.id })).toMatchObject({ comment_count: 0 })
})
