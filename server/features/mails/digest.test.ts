import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { user } from '#server/features/users/table.ts'
import { createTestApp } from '#server/test/app.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createPost,
  createSave,
  createUser,
  createVote,
  joinCategory,
} from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { notificationSettings } from '../notifications/table.ts'
import { mailTasks } from './jobs.ts'
import { digestRun } from './table.ts'
import { collectDigests, receivedBy } from './testing/mails.ts'

const t = await createTestApp({
  PUBLIC_URL: 'https://watek.example',
  ADULT_HOST: 'dorosli.example',
  TIME_ZONE: 'Europe/Warsaw',
})

const at = (time: string) => {
  t.clock.now = () => new Date(time)
}
beforeEach(async () => {
  await t.db.delete(notificationSettings)
  await t.db.delete(digestRun)
})

async function reader(digest: 'daily' | 'weekly' = 'daily') {
  const member = await createUser(t.db)
  await t.db.insert(notificationSettings).values({ user_id: member.id, digest })
  const community = await createCategory(t.db)
  await joinCategory(t.db, member, community)
  return { ...member, community }
}

const titlesIn = ({ text }: { text: string }) => [...text.matchAll(/^Post .*$/gm)].map(([title]) => title)

/** A winter date, when 8:00 in Warsaw is 7:00 UTC; 14 January 2027 is a Thursday. */
const EVENING = new Date('2027-01-13T19:00:00Z')
const MORNING = '2027-01-14T07:00:00Z'

describe('a daily digest', () => {
  test('NOTE-4 a daily digest is sent at 8:00 in the time zone of the site, with the best posts first', async () => {
    const anna = await reader()
    for (const [title, upvotes] of [
      ['Post dobry', 7],
      ['Post najlepszy', 12],
      ['Post niezły', 3],
    ] as const) {
      await createPost(t.db, { category: anna.community, title, upvotes, comment_count: 5, created_at: EVENING })
    }
    at('2027-01-14T06:59:00Z')
    await collectDigests(t)
    expect(await receivedBy(t, anna)).toEqual([])
    at(MORNING)
    await collectDigests(t)
    const [mail] = await receivedBy(t, anna)
    expect(mail!.subject).toBe('Podsumowanie dnia – Wątek')
    expect(titlesIn(mail!)).toEqual(['Post najlepszy', 'Post dobry', 'Post niezły'])
    expect(mail!.text).toContain(`r/${anna.community.name} · wynik 12 · 5 komentarzy\nhttps://watek.example/post/`)
    expect(mail!.text).toContain('bo masz włączone codzienne podsumowanie')
  })

  test.each([
    ['2027-03-27T07:00:00Z', '2027-03-28T05:59:00Z', '2027-03-28T06:00:00Z'],
    ['2027-10-30T06:00:00Z', '2027-10-31T06:59:00Z', '2027-10-31T07:00:00Z'],
  ])(
    'NOTE-4 a daily digest keeps 8:00 local time across a clock change: run at %s, not due at %s, due at %s',
    async (before, early, due) => {
      const anna = await reader()
      at(before)
      await collectDigests(t)
      await createPost(t.db, { category: anna.community, title: 'Post z nocy', created_at: new Date(early) })
      at(early)
      await collectDigests(t)
      expect(await receivedBy(t, anna)).toEqual([])
      at(due)
      await collectDigests(t)
      expect((await receivedBy(t, anna)).map(titlesIn)).toEqual([['Post z nocy']])
    },
  )

  test('a daily digest omits posts that the member opened or hid', async () => {
    const anna = await reader()
    const api = await t.as(anna)
    const inCommunity = (title: string) => createPost(t.db, { category: anna.community, title, created_at: EVENING })
    const [opened, hidden] = [
      await inCommunity('Post otwarty'),
      await inCommunity('Post ukryty'),
      await inCommunity('Post nowy'),
    ]
    const other = await createUser(t.db)
    await api.reading.visit({ post_id: opened.id })
    await api.reading.hide({ post_id: hidden.id, hidden: true })
    await (await t.as(other)).reading.visit({ post_id: hidden.id })
    at(MORNING)
    await collectDigests(t)
    expect((await receivedBy(t, anna)).map(titlesIn)).toEqual([['Post nowy']])
  })

  test('a daily digest has at most ten posts of joined communities from the last day', async () => {
    const anna = await reader()
    const inCommunity = (title: string, columns: object) =>
      createPost(t.db, { category: anna.community, title, created_at: EVENING, ...columns })
    for (let n = 1; n <= 11; n += 1) await inCommunity(`Post ${n}`, { upvotes: n })
    await inCommunity('Post sprzed dwóch dni', { upvotes: 99, created_at: new Date('2027-01-12T19:00:00Z') })
    await inCommunity('Post dzisiejszy', { upvotes: 99, created_at: new Date('2027-01-14T07:01:00Z') })
    await createPost(t.db, { title: 'Post obcy', upvotes: 99, created_at: EVENING })
    at(MORNING)
    await collectDigests(t)
    expect((await receivedBy(t, anna)).map(titlesIn)).toEqual([
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((n) => `Post ${n}`),
    ])
  })

  test('NOTE-4 a daily digest omits posts that its reader wrote, has opened or may not see', async () => {
    const anna = await reader()
    const blocked = await createUser(t.db)
    await createBlock(t.db, anna, blocked)
    const make = (title: string, columns: object = {}) =>
      createPost(t.db, { category: anna.community, title, created_at: EVENING, ...columns })
    await make('Post własny', { author: anna })
    await make('Post kogoś zablokowanego', { author: blocked })
    await make('Post usunięty', { deleted_at: EVENING })
    await createVote(t.db, { user: anna, post: await make('Post z głosem') })
    await createSave(t.db, anna, await make('Post zapisany'))
    await createComment(t.db, { post: await make('Post skomentowany'), author: anna, created_at: EVENING })
    await make('Post nowy')
    at(MORNING)
    await collectDigests(t)
    expect((await receivedBy(t, anna)).map(titlesIn)).toEqual([['Post nowy']])
  })

  test('NOTE-4 a daily digest is not sent if there is nothing to read', async () => {
    const anna = await reader()
    await createPost(t.db, { category: anna.community, author: anna, created_at: EVENING })
    at(MORNING)
    await collectDigests(t)
    expect(await receivedBy(t, anna)).toEqual([])
  })

  test('NOTE-6 a daily digest counts posts of adult communities without their titles', async () => {
    const anna = await reader()
    const adult = await createCategory(t.db, { name: 'pikantne_x', display_name: 'Pikantne', is_nsfw: true })
    await joinCategory(t.db, anna, adult)
    for (const n of [1, 2]) await createPost(t.db, { category: adult, title: `Ostry ${n}`, created_at: EVENING })
    at(MORNING)
    await collectDigests(t)
    const [mail] = await receivedBy(t, anna)
    expect(mail!.text).toContain('2 nowe posty w społecznościach dla dorosłych')
    expect(JSON.stringify(mail)).not.toMatch(/ostry|pikantn|dorosli\.example/i)
  })

  test('a daily digest is not sent to an unverified e-mail address, nor after it was switched off', async () => {
    const [anna, bartek] = [await reader(), await reader()]
    for (const { community } of [anna, bartek]) await createPost(t.db, { category: community, created_at: EVENING })
    await t.db.update(user).set({ email_verified: false }).where(eq(user.id, anna.id))
    at(MORNING)
    await mailTasks.collect_digests(t.services, {}, new AbortController().signal)
    await (await t.as(bartek)).notifications.editSettings({ digest: 'off' })
    await runJobs(t.services)
    expect([await receivedBy(t, anna), await receivedBy(t, bartek)]).toEqual([[], []])
  })
})

test('NOTE-4 a weekly digest is sent on Monday at 8:00 with the best posts of the week', async () => {
  const anna = await reader('weekly')
  await createPost(t.db, {
    category: anna.community,
    title: 'Post wtorkowy',
    upvotes: 5,
    created_at: new Date('2027-01-12T12:00:00Z'),
  })
  await createPost(t.db, {
    category: anna.community,
    title: 'Post sobotni',
    upvotes: 9,
    created_at: new Date('2027-01-16T12:00:00Z'),
  })
  await createPost(t.db, {
    category: anna.community,
    title: 'Post zeszły',
    upvotes: 50,
    created_at: new Date('2027-01-10T12:00:00Z'),
  })
  at('2027-01-11T07:00:00Z')
  await collectDigests(t)
  expect((await receivedBy(t, anna)).map(titlesIn)).toEqual([['Post zeszły']])
  for (const day of ['12', '14', '17']) {
    at(`2027-01-${day}T08:00:00Z`)
    await collectDigests(t)
  }
  at('2027-01-18T06:59:00Z')
  await collectDigests(t)
  expect(await receivedBy(t, anna)).toHaveLength(1)
  at('2027-01-18T07:00:00Z')
  await collectDigests(t)
  const mails = await receivedBy(t, anna)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Podsumowanie tygodnia – Wątek',
    'Podsumowanie tygodnia – Wątek',
  ])
  expect(titlesIn(mails[1]!)).toEqual(['Post sobotni', 'Post wtorkowy'])
})

describe('every member gets a digest once', () => {
  const collect = (signal = new AbortController().signal) => mailTasks.collect_digests(t.services, {}, signal)

  async function readers(count: number) {
    const community = await createCategory(t.db)
    await createPost(t.db, { category: community, title: 'Post wspólny', created_at: EVENING })
    const members = await Promise.all(Array.from({ length: count }, () => createUser(t.db)))
    await t.db.insert(notificationSettings).values(members.map(({ id }) => ({ user_id: id, digest: 'daily' as const })))
    for (const member of members) await joinCategory(t.db, member, community)
    return members
  }
  const numbersOf = async (members: Awaited<ReturnType<typeof readers>>) =>
    new Set((await Promise.all(members.map((member) => receivedBy(t, member)))).map((mails) => mails.length))

  test('a member gets a digest once even if several processes collect digests, at once or in turn', async () => {
    const members = await readers(5)
    at(MORNING)
    await Promise.all([collect(), collect(), collect()])
    await runJobs(t.services)
    at('2027-01-14T20:00:00Z')
    await collectDigests(t)
    expect(await numbersOf(members)).toEqual(new Set([1]))
  })

  test('a member gets a digest once even if the sending process is killed and another one continues', async () => {
    const members = await readers(250)
    at(MORNING)
    await expect(collect(AbortSignal.abort(new Error('Killed')))).rejects.toThrow('Killed')
    const [run] = await t.db.select().from(digestRun).where(eq(digestRun.period, 'daily'))
    expect(run).toMatchObject({ cursor: members.map(({ id }) => id).sort((a, b) => a - b)[199], is_complete: false })
    await collect()
    await t.db.update(user).set({ email_verified: false })
    const jobs = await t.db.execute<{ user_id: number }>(
      sql`select (payload ->> 'user_id')::integer as user_id from graphile_worker._private_jobs`,
    )
    expect(jobs.map(({ user_id }) => user_id).sort()).toEqual(members.map(({ id }) => id).sort())
    await runJobs(t.services)
  })

  test('a member gets a single digest for the time when no server was running', async () => {
    const [anna] = await readers(1)
    at('2027-01-11T07:00:00Z')
    await collectDigests(t)
    at('2027-01-16T13:00:00Z')
    await collectDigests(t)
    expect((await receivedBy(t, anna!)).map(titlesIn)).toEqual([['Post wspólny']])
  })
})
