import { requestBytes } from './load/connection.ts'
import type { Shot } from './load/generate.ts'
import type { Area } from './rows.ts'
import { signIn, type Forum } from './fixture.ts'

/** `bar` is the minimum rate, in percent of the rate of a server that returns only constant pages (floor C). */
export type Scenario = {
  id: string
  area: Area
  what: string
  bar: number | null
  next: () => Shot
  sample: () => Request
}

export type Things = {
  posts: number[]
  threads: number[]
  communities: string[]
  members: { id: number; token: string }[]
  pairs: string[]
  common: string
  users: number
}

const MEMBERS = 200
/** Numbers of posts in a feed whose JSON is just below or above the size that the kernel accepts in one write. */
const BELOW = 14
const ABOVE = 18

export async function thingsOf(forum: Forum): Promise<Things> {
  const { sql } = forum
  const posts = await sql<
    { post_id: number }[]
  >`select post_id from post_rank where is_listed and not is_nsfw order by hot desc limit 5000`
  // The page of each thread shows 20 top-level comments, and about 60 comments in all.
  const threads = await sql<{ post_id: number }[]>`
    select r.post_id from post_rank r
    where r.is_listed and not r.is_nsfw and r.comment_count between 60 and 90
      and (select count(*) from comment c where c.post_id = r.post_id and c.parent_id is null) between 20 and 30
    order by r.post_id desc limit 500`
  const communities = await sql<
    { name: string }[]
  >`select name from category where not is_nsfw order by post_count desc limit 50`
  // Other parts of the benchmark write posts too, so only seeded posts are used.
  const words = await sql<{ title: string }[]>`select title from post where id in (
    select post_id from post_rank where is_listed and not is_nsfw and post_id <= ${forum.sizes.posts}
      order by post_id desc limit 200)`
  return {
    posts: posts.map((row) => row.post_id),
    threads: threads.map((row) => row.post_id),
    communities: communities.map((row) => row.name),
    members: await signIn(forum, MEMBERS),
    pairs: words.map(({ title }) => title.split(' ').slice(0, 2).join(' ')),
    common: 'coffee',
    users: forum.sizes.users,
  }
}

export function counter(start = 0): () => number {
  let at = start
  return () => at++
}

export const of = <T>(list: T[], at: number): T => list[at % list.length]!

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const cookie = (token: string) => ({ cookie: `session=${token}` })

export function readers(things: Things): Scenario[] {
  const { posts, threads, communities, members, pairs, common } = things
  const scenario = (
    id: string,
    area: Area,
    what: string,
    bar: number | null,
    path: (at: number) => string,
    headers: (at: number) => Record<string, string> = () => ({}),
  ): Scenario => {
    const next = counter()
    const sampled = counter()
    return {
      id,
      area,
      what,
      bar,
      next() {
        const at = next()
        return { bytes: requestBytes(path(at), { headers: headers(at) }), expect: 200 }
      },
      sample() {
        const at = sampled()
        return new Request(`http://localhost${path(at)}`, { headers: headers(at) })
      },
    }
  }
  const once = (id: string, what: string, path: string): Scenario => {
    const headers = { 'accept-encoding': 'br' }
    const shot: Shot = { bytes: requestBytes(path, { headers }), expect: 200 }
    return {
      id,
      area: 'visitor',
      what,
      bar: 60,
      next: () => shot,
      sample: () => new Request(`http://localhost${path}`, { headers }),
    }
  }
  // The server ignores the parameter `n`, but each value makes the URL a cache miss.
  const unseen = (path: string, at: number) => `${path}${path.includes('?') ? '&' : '?'}n=${at}`
  return [
    once('feed-hit', 'feed, from the page cache (brotli)', '/'),
    once('community-hit', 'community, from the page cache (brotli)', `/r/${communities[0]}`),
    once('post-hit', 'post with 60 comments, from the page cache (brotli)', `/post/${threads[0]}`),
    scenario('feed-miss', 'visitor', 'feed, rendered for each request', 1.5, (at) => unseen('/', at)),
    scenario('community-miss', 'visitor', 'community, rendered for each request', 1.5, (at) =>
      unseen(`/r/${of(communities, at)}`, at),
    ),
    scenario('post-miss', 'visitor', 'post with 60 comments, rendered for each request', 1.5, (at) =>
      unseen(`/post/${of(threads, at)}`, at),
    ),
    scenario('search-miss', 'visitor', 'search page of two words, rendered for each request', null, (at) =>
      unseen(`/search?q=${encodeURIComponent(of(pairs, at))}`, at),
    ),
    scenario(
      'feed-member',
      'member',
      'feed of a member',
      1.2,
      () => '/',
      (at) => cookie(of(members, at).token),
    ),
    scenario(
      'post-member',
      'member',
      'post with 60 comments, for a member',
      0.7,
      (at) => `/post/${of(threads, at)}`,
      (at) => cookie(of(members, at).token),
    ),
    scenario(
      'messages-member',
      'member',
      'list of conversations',
      null,
      () => '/messages',
      (at) => cookie(of(members, at).token),
    ),
    scenario('feed-json', 'json', 'feed of 10 posts', 4, () => '/api/posts?limit=10'),
    scenario('feed-json-20', 'json', 'feed of 20 posts', null, () => '/api/posts?limit=20'),
    scenario(
      'feed-json-below',
      'json',
      `feed of ${BELOW} posts, just below 16 kB`,
      null,
      () => `/api/posts?limit=${BELOW}`,
    ),
    scenario(
      'feed-json-above',
      'json',
      `feed of ${ABOVE} posts, just above 16 kB`,
      null,
      () => `/api/posts?limit=${ABOVE}`,
    ),
    scenario(
      'feeds-json',
      'json',
      'feeds of 20 communities in turns, 20 posts',
      null,
      (at) => `/api/posts?limit=20&category=${of(communities.slice(0, 20), at)}`,
    ),
    scenario(
      'comments-json',
      'json',
      'page of comments (20 threads, 60 comments)',
      2.5,
      (at) => `/api/comments?post_id=${of(threads, at)}`,
    ),
    scenario(
      'search-two',
      'json',
      'search of two words',
      1,
      (at) => `/api/posts/search?q=${encodeURIComponent(of(pairs, at))}`,
    ),
    scenario('search-common', 'json', 'search of one common word', 0.3, () => `/api/posts/search?q=${common}`),
    scenario(
      'search-comments-two',
      'json',
      'search of two words in comments',
      1,
      (at) => `/api/search?type=comments&q=${encodeURIComponent(of(pairs, at))}`,
    ),
    scenario(
      'search-comments-common',
      'json',
      'search of one common word in comments',
      0.3,
      () => `/api/search?type=comments&q=${common}`,
    ),
    scenario('post-json', 'json', 'one post', null, (at) => `/api/posts/${of(posts, at)}`),
    scenario(
      'feed-json-member',
      'json',
      'feed of 10 posts, for a member',
      null,
      () => '/api/posts?limit=10',
      (at) => bearer(of(members, at).token),
    ),
  ]
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))

/** The vote alternates each time a member votes on the same post again, so that every vote counts. */
export function voteOf(things: Things, targets: number[], at: number): Shot {
  const member = of(things.members, at)
  const target = of(targets, at)
  const pairs = (things.members.length * targets.length) / greatestDivisor(things.members.length, targets.length)
  const value = Math.floor(at / pairs) % 2 === 0 ? 1 : -1
  return {
    bytes: requestBytes(`/api/votes/${target}`, { method: 'POST', headers: bearer(member.token), json: { value } }),
    expect: 200,
  }
}

export function commentOf(things: Things, at: number): Shot {
  return {
    bytes: requestBytes('/api/comments', {
      method: 'POST',
      headers: { ...bearer(of(things.members, at).token), 'idempotency-key': crypto.randomUUID() },
      json: { post_id: of(things.posts, at * 7), content: `Comment ${at} of a measurement, with *some* words in it.` },
    }),
    expect: 201,
  }
}

export function messageOf(things: Things, at: number): Shot {
  const sender = of(things.members, at)
  return {
    bytes: requestBytes('/api/messages', {
      method: 'POST',
      headers: { ...bearer(sender.token), 'idempotency-key': crypto.randomUUID() },
      // The two have exchanged messages before: a new partner would count towards the limit of new conversations.
      json: { recipient_id: 1 + ((sender.id + 5) % things.users), content: `Message ${at} of a measurement.` },
    }),
    expect: 201,
  }
}
