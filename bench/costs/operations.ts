import { requestBytes, type RequestInit } from '../load/connection.ts'
import type { Shot } from '../load/generate.ts'
import { of, readers, thingsOf } from '../scenarios.ts'
import { signIn, type Forum } from '../fixture.ts'

export type Operation = { id: string; what: string; next: (at: number) => Shot }

const MEMBERS = 2_000
const PASSWORD = 'Measured-password-1'

/** Members without votes, so that each run's votes are new. */
async function newMembers(forum: Forum) {
  const [{ used } = { used: 0 }] = await forum.sql<
    { used: number }[]
  >`select count(*)::integer as used from session where id like 'bench-%'`
  return signIn(forum, MEMBERS, 1 + (used % (forum.sizes.users - MEMBERS)))
}

export async function operationsOf(forum: Forum): Promise<Operation[]> {
  const { sql, sizes } = forum
  const things = await thingsOf(forum)
  const members = await newMembers(forum)
  const { posts } = things
  const categories = (await sql<{ id: number }[]>`select id from category where not is_nsfw order by id`).map(
    ({ id }) => id,
  )
  const comments = (
    await sql<{ id: number }[]>`
    select c.id from comment c join post_rank r on r.post_id = c.post_id where r.is_listed and c.deleted_at is null order by c.id desc limit 5000`
  ).map(({ id }) => id)
  const categoryOf = (member: number) => of(categories, member)
  await sql`insert into categorymembership (category_id, user_id)
    select * from unnest(${members.map((_, at) => categoryOf(at))}::integer[], ${members.map(({ id }) => id)}::integer[]) on conflict do nothing`
  const hash = await Bun.password.hash(PASSWORD)
  await sql`update "user" set password_hash = ${hash} where id in ${sql(members.map(({ id }) => id))}`
  const names = new Map(
    (
      await sql<
        { id: number; username: string }[]
      >`select id, username from "user" where id in ${sql(members.map(({ id }) => id))}`
    ).map((row) => [row.id, row.username]),
  )

  const member = (at: number) => of(members, at)
  const asked = (at: number, path: string, { expect = 200, ...init }: RequestInit & { expect?: number } = {}): Shot => {
    const headers = {
      authorization: `Bearer ${member(at).token}`,
      ...(expect === 201 && { 'idempotency-key': crypto.randomUUID() }),
    }
    return { bytes: requestBytes(path, { ...init, headers }), expect }
  }
  const post = (at: number, path: string, json: unknown = {}, expect = 200) =>
    asked(at, path, { method: 'POST', json, expect })
  /** A member meets each target once before the first repeats. */
  const target = <T>(list: T[], at: number) => of(list, Math.floor(at / MEMBERS) * 37 + at)
  const text = (at: number) => `Comment ${at} of a measurement, with *some* words in it.`
  const mentions = (at: number) =>
    Array.from({ length: 10 }, (_, n) => `@${names.get(member(at + 1 + n).id)}`).join(' ')
  const views: [string, string][] = [
    ['feed-miss', 'view: feed, visitor, not cached'],
    ['feed-hit', 'view: feed, visitor, cached'],
    ['feed-member', 'view: feed, member'],
    ['community-miss', 'view: community, visitor, not cached'],
    ['post-miss', 'view: post with 60 comments, visitor, not cached'],
    ['post-member', 'view: post with 60 comments, member'],
    ['search-miss', 'view: search of two words, visitor, not cached'],
  ]
  const scenarios = new Map(readers(things).map((one) => [one.id, one]))
  return [
    ...views.map(([id, what]) => ({ id, what, next: () => scenarios.get(id)!.next() })),
    { id: 'poll', what: 'number of unread notifications', next: (at) => asked(at, '/api/notifications/count') },
    { id: 'vote', what: 'vote on a post', next: (at) => post(at, `/api/votes/${target(posts, at)}`, { value: 1 }) },
    {
      id: 'vote-changed',
      what: 'changed vote on a post',
      next: (at) =>
        post(at, `/api/votes/${target(posts, at % MEMBERS)}`, { value: Math.floor(at / MEMBERS) % 2 ? 1 : -1 }),
    },
    {
      id: 'vote-hot',
      what: 'vote on one hot post',
      next: (at) => post(at, `/api/votes/${posts[0]}`, { value: Math.floor(at / MEMBERS) % 2 ? 1 : -1 }),
    },
    {
      id: 'vote-comment',
      what: 'vote on a comment',
      next: (at) => post(at, `/api/votes/comment/${target(comments, at)}`, { value: 1 }),
    },
    {
      id: 'comment',
      what: 'comment (one notification)',
      next: (at) => post(at, '/api/comments', { post_id: of(posts, at * 7), content: text(at) }, 201),
    },
    {
      id: 'comment-mentions',
      what: 'comment with ten mentions',
      next: (at) =>
        post(at, '/api/comments', { post_id: of(posts, at * 7), content: `${text(at)} ${mentions(at)}` }, 201),
    },
    {
      id: 'post',
      what: 'post',
      next: (at) =>
        post(
          at,
          '/api/posts',
          { category_id: categoryOf(at % MEMBERS), title: `Post ${at} of a measurement`, content: text(at).repeat(5) },
          201,
        ),
    },
    { id: 'save', what: 'save', next: (at) => post(at, `/api/posts/${target(posts, at)}/save`, { saved: true }) },
    {
      id: 'join',
      what: 'join a community',
      next: (at) => post(at, `/api/categories/${of(categories, at + 1 + Math.floor(at / MEMBERS))}/join`),
    },
    {
      id: 'follow',
      what: 'follow (one notification)',
      next: (at) => post(at, `/api/users/${1 + ((member(at).id + 7 + Math.floor(at / MEMBERS)) % sizes.users)}/follow`),
    },
    {
      id: 'message',
      what: 'private message',
      next: (at) =>
        post(
          at,
          '/api/messages',
          { recipient_id: 1 + ((member(at).id + 5) % sizes.users), content: `Message ${at} of a measurement.` },
          201,
        ),
    },
    {
      id: 'sign-in',
      what: 'sign-in',
      next: (at) => post(at, '/api/auth/login', { username: names.get(member(at).id), password: PASSWORD }),
    },
  ]
}
