import { median } from '../load/samples.ts'
import { figure, print } from '../rows.ts'
import { signIn, type Forum } from '../fixture.ts'
import type { Bench } from './bench.ts'
import { addresses, typical, withCursor } from './growth.ts'

const JOINED = [
  { count: 5, bar: 1.5 },
  { count: 50, bar: 1.5 },
  { count: 500, bar: 3 },
]
const FOLLOWED = 500
const FOLLOWED_BAR = 3
const VISITED = 300
const HIDDEN = 50
const VISITS_BAR = 1.1
/** A statement must be prepared on every connection, since planning a joined feed takes as long as running it. */
const WARM_UPS = 8
/** One pair of samples may deviate by a tenth, so several pairs are measured. */
const PAIRS_PER_REPEAT = 5

type Feed = { id: string; what: string; path: string; token: string; bar?: number }

/** The members differ from each other in one respect each, and no other part of the benchmark uses their accounts. */
async function makeMembers(forum: Forum) {
  const { sql } = forum
  const members = await signIn(forum, JOINED.length + 3, forum.sizes.users - JOINED.length - 2)
  const ids = members.map(({ id }) => id)
  await sql`delete from categorymembership where user_id = any (${ids}::integer[])`
  await sql`delete from follow where follower_id = any (${ids}::integer[])`
  for (const [at, { count }] of JOINED.entries()) {
    await sql`
      insert into categorymembership (category_id, user_id)
      select id, ${ids[at]!} from category where not is_nsfw and deleted_at is null order by (id * 7919) % 1009, id
        limit ${count}`
  }
  const [following, plain, visiting] = members.slice(JOINED.length) as [
    (typeof members)[0],
    (typeof members)[0],
    (typeof members)[0],
  ]
  await sql`
    insert into follow (follower_id, followed_id)
    select ${following.id}, id from "user" where id <> ${following.id} order by (id * 7919::bigint) % 100003, id
      limit ${FOLLOWED}`
  const latest = sql`select post_id from post_rank where is_listed and not is_nsfw order by hot desc limit ${VISITED}`
  await sql`insert into post_visit (user_id, post_id, visited_at) select ${visiting.id}, post_id,
    now() - interval '30 days' from (${latest}) p on conflict do nothing`
  await sql`insert into hidden_post (user_id, post_id) select ${visiting.id}, post_id from (${latest}) p
    where post_id % ${Math.round(VISITED / HIDDEN)} = 0 on conflict do nothing`
  await sql`analyze categorymembership, follow, post_visit, hidden_post`
  return { joined: members.slice(0, JOINED.length), following, plain, visiting }
}

/** Each result is the time of a feed's page divided by the time of the same page of a member's home feed. */
export async function measureFeeds(bench: Bench): Promise<void> {
  const { forum, server } = bench
  await forum.sql`analyze post_rank`
  const { joined, following, plain, visiting } = await makeMembers(forum)
  const largest = joined.at(-1)!.token
  const sorts = ['hot', 'top']
  const feeds: Feed[] = [
    ...joined.flatMap(({ token }, at) =>
      sorts.map((sort) => ({
        id: `joined-${JOINED[at]!.count}-${sort}`,
        what: `up to ${JOINED[at]!.count} joined communities, ${sort}`,
        path: `/api/posts?feed=joined&sort=${sort}`,
        token,
        bar: JOINED[at]!.bar,
      })),
    ),
    ...sorts.map((sort) => ({
      id: `following-${sort}`,
      what: `${FOLLOWED} followed people, ${sort}`,
      path: `/api/posts?feed=following&sort=${sort}`,
      token: following.token,
      bar: FOLLOWED_BAR,
    })),
    ...['day', 'week', 'month', 'year', 'all'].map((window) => ({
      id: `window-${window}`,
      what: `all communities, top, ${window}`,
      path: `/api/posts?sort=top&window=${window}`,
      token: plain.token,
    })),
    {
      id: 'joined-month',
      what: 'up to 500 joined communities, top, month',
      path: '/api/posts?feed=joined&sort=top&window=month',
      token: largest,
    },
    {
      id: 'visits',
      what: `all communities, with ${VISITED} visits and ${HIDDEN} hidden posts among the first`,
      path: '/api/posts',
      token: visiting.token,
      bar: VISITS_BAR,
    },
  ]
  const headersOf = (token: string) => ({ authorization: `Bearer ${token}` })
  const home = await addresses(server, { first: '/api/posts', next: withCursor('/api/posts') }, headersOf(plain.token))
  for (let round = 0; round < WARM_UPS; round += 1)
    for (const page of ['first', 'last'] as const) await typical(server, home[page], headersOf(plain.token))
  for (const { id, what, path, token, bar } of feeds) {
    print(`  feed of ${what} ...`)
    const place = await addresses(server, { first: path, next: withCursor(path) }, headersOf(token))
    const ratios = { first: [] as number[], last: [] as number[] }
    for (let round = 0; round < WARM_UPS; round += 1)
      for (const page of ['first', 'last'] as const) await typical(server, place[page], headersOf(token))
    for (let repeat = 0; repeat < bench.repeats * PAIRS_PER_REPEAT + 1; repeat += 1) {
      for (const page of ['first', 'last'] as const) {
        const ratio =
          (await typical(server, place[page], headersOf(token))) /
          (await typical(server, home[page], headersOf(plain.token)))
        if (repeat > 0) ratios[page].push(ratio)
      }
    }
    const [first, last] = [median(ratios.first), median(ratios.last)]
    await bench.note({
      id: `feed-${id}`,
      area: 'feeds',
      what,
      measured: `${figure(first)} first page, ${figure(last)} page ${place.pages}`,
      bar: bar === undefined ? null : `at most ${bar} times`,
      reached: bar === undefined ? null : Math.max(first, last) <= bar,
      details: {},
    })
  }
}
