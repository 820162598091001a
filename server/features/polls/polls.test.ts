import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { category } from '../categories/table.ts'
import { post } from '../posts/table.ts'
import { pollVote } from './table.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1000' })
const visitor = await t.as(null)
const DAY = 86_400_000

async function publishPoll(options = ['Żytni', 'Pszenny', 'Orkiszowy'], { is_nsfw = false } = {}) {
  const author = await createUser(t.db)
  const home = await createCategory(t.db, { creator: author, is_nsfw })
  const api = await t.as(author)
  const made = await api.posts.create({ title: 'Jaki chleb?', category_id: home.id, poll: { options, hours: 24 } })
  return { author, home, api, made, ids: made.poll!.options.map(({ id }) => id) }
}

const close = (id: number) =>
  t.db
    .update(post)
    .set({ poll_closes_at: new Date(Date.now() - 1_000) })
    .where(eq(post.id, id))
const votesIn = (poll: { options: { votes: number | null }[] } | null) => poll!.options.map(({ votes }) => votes)

describe('a poll in a post', () => {
  test('WRITE-3 a new poll lists its options in order and hides the vote counts, also from its author', async () => {
    const { api, made } = await publishPoll()
    expect(made.poll).toEqual({
      options: ['Żytni', 'Pszenny', 'Orkiszowy'].map((text) => ({ id: expect.any(Number), text, votes: null })),
      total_votes: 0,
      closes_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      is_closed: false,
      my_option_id: null,
    })
    expect(new Date(made.poll!.closes_at).getTime() - new Date(made.created_at).getTime()).toBe(DAY)
    expect((await api.posts.get({ post_id: made.id })).poll).toEqual(made.poll)
  })

  test.each([
    ['one option', { options: ['Sam'], hours: 1 }],
    ['seven options', { options: ['a', 'b', 'c', 'd', 'e', 'f', 'g'], hours: 1 }],
    ['a blank option', { options: ['a', '  '], hours: 1 }],
    ['an option of 101 characters', { options: ['a', 'b'.repeat(101)], hours: 1 }],
    ['no time', { options: ['a', 'b'], hours: 0 }],
    ['more than a week', { options: ['a', 'b'], hours: 169 }],
    ['half an hour', { options: ['a', 'b'], hours: 0.5 }],
    ['no object', 'tak'],
  ])('WRITE-3 a poll with %s is refused', async (_, poll) => {
    const author = await createUser(t.db)
    const home = await createCategory(t.db, { creator: author })
    const error = await failure(
      (await t.as(author)).posts.create({ title: 'Ankieta', category_id: home.id, poll: poll as never }),
    )
    expect(error).toMatchObject({ status: 422, issues: { poll: expect.any(String) } })
  })

  test('WRITE-3 a poll shows vote counts only to those who voted, and a choice only to its voter', async () => {
    const { api, made, ids } = await publishPoll()
    const voter = await t.as(await createUser(t.db))
    const { poll } = await voter.polls.vote({ post_id: made.id, option_id: ids[1]! })
    expect(poll).toMatchObject({
      options: [{ votes: 0 }, { votes: 1 }, { votes: 0 }],
      total_votes: 1,
      my_option_id: ids[1]!,
    })
    expect((await voter.posts.get({ post_id: made.id })).poll).toEqual(poll)
    for (const reader of [api, visitor]) {
      expect((await reader.posts.get({ post_id: made.id })).poll).toMatchObject({
        options: [{ votes: null }, { votes: null }, { votes: null }],
        total_votes: 1,
        my_option_id: null,
      })
    }
  })

  test("WRITE-3 feeds and saved posts hide a poll's vote counts from members who have not voted", async () => {
    const { home, made, ids } = await publishPoll(['Kwasnoburaczany', 'Inny'])
    await (await t.as(await createUser(t.db))).polls.vote({ post_id: made.id, option_id: ids[0]! })
    const reader = await t.as(await createUser(t.db))
    await reader.saves.save({ post_id: made.id, saved: true })
    const cards = [
      (await visitor.posts.list({ category: home.name })).posts[0],
      (await reader.posts.list({ category: home.name })).posts[0],
      (await reader.posts.saved({})).posts[0],
    ]
    for (const card of cards) expect([votesIn(card!.poll), card!.poll!.total_votes]).toEqual([[null, null], 1])
    await reader.polls.vote({ post_id: made.id, option_id: ids[1]! })
    expect(votesIn((await reader.posts.saved({})).posts[0]!.poll)).toEqual([1, 1])
  })

  test('WRITE-3 a member can vote in a poll once and cannot change the vote', async () => {
    const { made, ids } = await publishPoll()
    const voter = await t.as(await createUser(t.db))
    await voter.polls.vote({ post_id: made.id, option_id: ids[0]! })
    expect(await failure(voter.polls.vote({ post_id: made.id, option_id: ids[1]! }))).toMatchObject({
      status: 409,
      code: 'voted',
    })
    expect(await failure(voter.polls.vote({ post_id: made.id, option_id: ids[0]! }))).toMatchObject({
      status: 409,
      code: 'voted',
    })
    expect(votesIn((await voter.posts.get({ post_id: made.id })).poll)).toEqual([1, 0, 0])
  })

  test('WRITE-3 a closed poll refuses votes and shows its result to everybody', async () => {
    const { made, ids } = await publishPoll()
    await (await t.as(await createUser(t.db))).polls.vote({ post_id: made.id, option_id: ids[2]! })
    await close(made.id)
    const late = await t.as(await createUser(t.db))
    expect(await failure(late.polls.vote({ post_id: made.id, option_id: ids[0]! }))).toMatchObject({
      status: 409,
      code: 'closed',
    })
    expect((await visitor.posts.get({ post_id: made.id })).poll).toMatchObject({
      options: [{ votes: 0 }, { votes: 0 }, { votes: 1 }],
      is_closed: true,
    })
  })

  test("WRITE-3 voting is refused for another poll's option, a post without a poll and a missing post", async () => {
    const { made, ids } = await publishPoll()
    const other = await publishPoll()
    const voter = await t.as(await createUser(t.db))
    const vote = (post_id: number, option_id = ids[0]!) => failure(voter.polls.vote({ post_id, option_id }))
    expect(await vote(made.id, other.ids[0])).toMatchObject({
      status: 422,
      issues: { option_id: 'Wybierz odpowiedź z tej ankiety.' },
    })
    expect(await vote((await createPost(t.db)).id)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await vote(2_000_000_000)).toMatchObject({ status: 404, code: 'post_not_found' })
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, other.home.id))
    expect(await vote(other.made.id, other.ids[0])).toMatchObject({ status: 404, code: 'post_not_found' })
    expect(await t.db.$count(pollVote, eq(pollVote.post_id, other.made.id))).toBe(0)
  })

  test('WRITE-3 100 concurrent votes of 50 members in a poll are counted as one for each member', async () => {
    const { made, ids } = await publishPoll()
    const voters = await Promise.all(Array.from({ length: 50 }, async () => t.as(await createUser(t.db))))
    const outcomes = await Promise.allSettled(
      voters.flatMap((voter, at) =>
        [at, at + 1].map((choice) => voter.polls.vote({ post_id: made.id, option_id: ids[choice % 3]! })),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    await close(made.id)
    const { poll } = await visitor.posts.get({ post_id: made.id })
    const counts = votesIn(poll).map((votes) => votes!)
    expect([poll!.total_votes, counts.reduce((sum, votes) => sum + votes, 0)]).toEqual([50, 50])
    const stored = await Promise.all(ids.map((id) => t.db.$count(pollVote, eq(pollVote.option_id, id))))
    expect(counts).toEqual(stored)
  })
})
