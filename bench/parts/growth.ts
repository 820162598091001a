import { Connection, requestBytes } from '../load/connection.ts'
import { median, Samples } from '../load/samples.ts'
import { figure, print } from '../rows.ts'
import { signIn, type Forum, type Started } from '../fixture.ts'
import type { Bench } from './bench.ts'

const PAGES = 100
const ROUNDS = 40

type List = { id: string; what: string; first: string; next: (path: string, answer: Answer) => string; member: boolean }
type Answer = { next_cursor?: string | null; messages?: { id: number }[] }

export const withCursor = (first: string) => (_: string, answer: Answer) =>
  `${first}${first.includes('?') ? '&' : '?'}cursor=${encodeURIComponent(answer.next_cursor ?? '')}`

/** Returns the URLs of the first and the hundredth page, by cursor. */
export async function addresses(
  server: Started,
  list: Pick<List, 'first' | 'next'>,
  headers: Record<string, string>,
): Promise<{ first: string; last: string; pages: number }> {
  const connection = new Connection(server.port)
  let path = list.first
  let pages = 1
  for (; pages < PAGES; pages += 1) {
    const { status, body } = await connection.ask(requestBytes(path, { headers }), { keepBody: true })
    if (status !== 200) throw new Error(`${path} answers ${status}`)
    const answer = JSON.parse(body!.toString()) as Answer
    if (answer.next_cursor === null || answer.messages?.length === 0) break
    path = list.next(path, answer)
  }
  connection.close()
  return { first: list.first, last: path, pages }
}

export async function typical(server: Started, path: string, headers: Record<string, string>): Promise<number> {
  const connection = new Connection(server.port)
  const request = requestBytes(path, { headers })
  const samples = new Samples()
  for (let round = 0; round < ROUNDS; round += 1) {
    const from = performance.now()
    const { status } = await connection.ask(request)
    if (status !== 200) throw new Error(`${path} answers ${status}`)
    samples.add(performance.now() - from)
  }
  connection.close()
  return samples.percentile(0.5)
}

async function listsOf(forum: Forum): Promise<List[]> {
  const [thread] = await forum.sql<{ post_id: number; name: string; username: string }[]>`
    select r.post_id, c.name, u.username from post_rank r join category c on c.id = r.category_id join "user" u on u.id
      = r.author_id
    where r.is_listed and not r.is_nsfw order by r.comment_count desc limit 1`
  const [author] = await forum.sql<{ username: string }[]>`
    select username from "user" where id = (select author_id from post_rank where is_listed and not is_nsfw
      group by author_id order by count(*) desc limit 1)`
  const [community] = await forum.sql<
    { name: string }[]
  >`select name from category where not is_nsfw order by post_count desc limit 1`
  const cursor = (id: string, what: string, first: string): List => ({
    id,
    what,
    first,
    next: withCursor(first),
    member: false,
  })
  return [
    cursor('feed', 'feed', '/api/posts'),
    cursor('community', 'community', `/api/posts?category=${community!.name}`),
    cursor('post', 'comments of the largest post', `/api/comments?post_id=${thread!.post_id}`),
    cursor('profile', 'posts of the most active author', `/api/posts?author=${author!.username}&sort=new`),
    {
      id: 'messages',
      what: 'conversation of 6,000 messages',
      first: '/api/messages/conversation/member_2?peek=true',
      member: true,
      next: (_, { messages }) => `/api/messages/conversation/member_2?peek=true&before=${messages![0]!.id}`,
    },
    {
      id: 'notifications',
      what: '6,000 notifications',
      first: '/api/notifications?limit=50',
      member: true,
      next: (path) => `/api/notifications?limit=50&offset=${Number(/offset=(\d+)/.exec(path)?.[1] ?? 0) + 50}`,
    },
  ]
}

/** Compares pages of the large forum with those of a forum of a hundredth of its size, in alternating samples. */
export async function measureGrowth(bench: Bench, small: { forum: Forum; server: Started }): Promise<void> {
  const sides = [{ forum: bench.forum, server: bench.server }, small]
  const found = await Promise.all(
    sides.map(async ({ forum, server }) => {
      const [member] = await signIn(forum, 1)
      const headers = { authorization: `Bearer ${member!.token}` }
      const lists = await listsOf(forum)
      const all = []
      for (const list of lists)
        all.push({
          list,
          headers: list.member ? headers : {},
          ...(await addresses(server, list, list.member ? headers : {})),
        })
      return all
    }),
  )
  for (const [at, { list }] of found[0]!.entries()) {
    print(`  growth of ${list.what} ...`)
    const times = { first: [[], []] as number[][], last: [[], []] as number[][] }
    for (let repeat = 0; repeat < bench.repeats + 1; repeat += 1) {
      for (const [side, { server }] of sides.entries()) {
        const place = found[side]![at]!
        const [first, last] = [
          await typical(server, place.first, place.headers),
          await typical(server, place.last, place.headers),
        ]
        if (repeat === 0) continue
        times.first[side]!.push(first)
        times.last[side]!.push(last)
      }
    }
    const [large, little] = [
      { first: median(times.first[0]!), last: median(times.last[0]!) },
      { first: median(times.first[1]!), last: median(times.last[1]!) },
    ]
    const factors = [large.first / little.first, large.last / little.last]
    await bench.note({
      id: `growth-${list.id}`,
      area: 'growth',
      what: list.what,
      measured: `${figure(factors[0]!)} first page, ${figure(factors[1]!)} page ${found[0]![at]!.pages}`,
      bar: 'at most 1.3 times',
      reached: Math.max(...factors) <= 1.3,
      details: {
        'first page, ms': `${figure(little.first)} → ${figure(large.first)}`,
        'last page, ms': `${figure(little.last)} → ${figure(large.last)}`,
        'pages walked': `${found[1]![at]!.pages} and ${found[0]![at]!.pages}`,
      },
    })
  }
}
