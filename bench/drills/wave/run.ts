import { join } from 'node:path'
import type postgres from 'postgres'
import { POINTS } from '#shared/limits.ts'
import { audit, settleJobs } from '../checks.ts'
import { openForum, signIn, spawnServer, untilAnswers } from '../../fixture.ts'
import { median } from '../../load/samples.ts'
import { runBans } from './bans.ts'
import { callsOf } from './calls.ts'
import { clearQueue, openPanel, undoByKeys } from './moderator.ts'
import { runPair } from './pair.ts'

const [ACCOUNTS, TRIES, HONEST, READERS, COMMUNITIES, UNDONE_BY_KEYS] = [50, 11, 20, 20, 5, 5]
const [DOMAIN, WORD] = ['tanie-kredyty.example.com', 'kasyno']

type Written = {
  id: number
  category_id: number
  is_removed: boolean
  held_by: string | null
  is_listed: boolean
  is_honest: boolean
}
export type WaveResult = Awaited<ReturnType<typeof runWave>>

function spamOf(run: string, account: number, at: number): { title: string; content: string; link_url?: string } {
  const title = `Oferta ${run}-${account}-${at}`
  const offer = `Najlepsze oprocentowanie w mieście tylko dzisiaj u doradcy numer ${run}${account}`
  if (at < 4) return { title, content: offer, ...(at < 3 && { link_url: `https://${DOMAIN}/${run}/${account}/${at}` }) }
  if (at < 7) return { title, content: `Nowe ${WORD} czeka na Ciebie, pokój ${account}${at} ${run}` }
  if (at === 7)
    return {
      title,
      content: Array.from({ length: 6 }, (_, n) => `https://example.org/${run}/${account}/${n}`).join(' '),
    }
  return {
    title,
    content:
      'Zarabiam pięć tysięcy tygodniowo bez wychodzenia z domu, zapytaj mnie jak, ' +
      `opowieść ${run} ${account} ${at}`,
  }
}

async function addMembers(sql: postgres.Sql, run: string, role: string, count: number, level: number): Promise<number> {
  const rows = await sql<{ id: number }[]>`insert into "user" (username, email, email_verified, trust_level)
    select ${`${role}_${run}_`} || n, ${`${role}-${run}-`} || n || '@example.org', true, ${level}
      from generate_series(1, ${count}::int) n returning id`
  return Math.min(...rows.map(({ id }) => id))
}

async function countersOf(sql: postgres.Sql, before: number) {
  const [members] = await sql<{ sum: string }[]>`
    select md5(string_agg(id || ':' || karma || ':' || wpoints, ',' order by id)) as sum from "user" where id
      < ${before}`
  const counts = await sql<{ id: number; post_count: number }[]>`select id, post_count from category order by id`
  return { members: members!.sum, counts: new Map(counts.map((row) => [row.id, row.post_count])) }
}

type Expected = {
  before: Awaited<ReturnType<typeof countersOf>>
  first: number
  homes: { id: number; name: string }[]
  shown: Map<number, number>
}

async function compare(
  sql: postgres.Sql,
  url: string,
  port: number,
  run: string,
  { before, first, homes, shown }: Expected,
  when: string,
): Promise<string[]> {
  const wrong = (await settleJobs(sql, 120_000)).wrong
  const now = await countersOf(sql, first)
  if (now.members !== before.members) wrong.push('karma or points of members outside the wave changed')
  for (const [id, count] of now.counts) {
    const wanted = before.counts.get(id)! + (shown.get(id) ?? 0)
    if (count !== wanted) wrong.push(`community ${id} counts ${count} posts, ${wanted} expected`)
  }
  const off = await sql<{ id: number; karma: number; wpoints: number; votes: number; points: number }[]>`
    select u.id, u.karma, u.wpoints, coalesce(p.votes, 0)::int as votes, coalesce(p.points, 0)::int as points
      from "user" u left join (
      select r.author_id, sum(v.votes) as votes, sum(${POINTS.post}::int + v.points) as points
      from post_rank r cross join lateral (
        select coalesce(sum(value), 0) as votes, coalesce(sum(case value when 1 then ${POINTS.upvote}::int
          else ${POINTS.downvote}::int end), 0) as points
        from vote where post_id = r.post_id and user_id <> r.author_id
      ) v where r.author_id >= ${first} and r.is_listed group by r.author_id
    ) p on p.author_id = u.id
    where u.id >= ${first} and (u.karma <> coalesce(p.votes, 0) or u.wpoints <> coalesce(p.points, 0))`
  for (const row of off)
    wrong.push(
      `member ${row.id} has karma ${row.karma} and ${row.wpoints} points, ${row.votes} and ${row.points} expected`,
    )
  wrong.push(...(await audit(url)).wrong)
  for (const { id, name } of homes) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/posts?category=${name}&sort=new&limit=100`, {
      headers: { host: 'localhost' },
    })
    const found = ((await answer.json()) as { posts: { title: string }[] }).posts.filter(({ title }) =>
      title.includes(` ${run}-`),
    ).length
    if (found !== (shown.get(id) ?? 0))
      wrong.push(`a visitor finds ${found} posts of the wave in community ${id}, ${shown.get(id) ?? 0} expected`)
  }
  return wrong.map((line) => `${when}: ${line}`)
}

export async function runWave({
  home,
  posts,
  seconds,
  print,
}: {
  home: string
  posts: number
  seconds: number
  print: (line: string) => void
}) {
  const sizes = {
    users: Math.max(1_000, Math.round(posts / 5)),
    categories: Math.max(20, Math.round(posts / 2_000)),
    posts,
    comments: posts,
    votes: posts * 2,
  }
  const forum = await openForum(join(home, `posts-${posts}`), sizes, print)
  const [{ sql, url }, run] = [forum, Date.now().toString(36)]
  const wrong: string[] = []
  const servers: Awaited<ReturnType<typeof spawnServer>>[] = []
  const start = async (settings = {}) => {
    servers.push(await spawnServer({ dataDir: forum.dataDir, settings }))
    await untilAnswers(servers.at(-1)!)
    return { ...servers.at(-1)!, ...callsOf(servers.at(-1)!.port) }
  }
  try {
    const strict = await start({ RATE_LIMIT_SCALE: '1' })
    await audit(url)
    const [shared, ...homes] = await sql<
      { id: number; name: string }[]
    >`select id, name from category where not is_nsfw and deleted_at is null order by id desc limit ${COMMUNITIES + 1}`
    const ids = homes.map(({ id }) => id)
    const first = await addMembers(sql, run, 'spam', ACCOUNTS, 0)
    const firstHonest = await addMembers(sql, run, 'new', HONEST, 0)
    const firstReader = await addMembers(sql, run, 'reader', READERS, 2)
    const [moderatorId, firstOfPair] = [
      await addMembers(sql, run, 'moderator', 1, 2),
      await addMembers(sql, run, 'pair', 2, 2),
    ]
    const all = [shared!.id, ...ids]
    for (const table of ['category_moderator', 'queue_item', 'content_filter'])
      await sql`delete from ${sql(table)} where category_id = any(${all})`
    await sql`insert into categorymembership (category_id, user_id) select c.id, u.id
      from unnest(${all}::int[]) as c(id), "user" u where u.id >= ${first}`
    await sql`update category set member_count = (select count(*) from categorymembership m where m.category_id
      = category.id) where id = any(${all})`
    await sql`insert into category_moderator (category_id, user_id) select unnest(${ids}::int[]), ${moderatorId}::int
      union all select ${shared!.id}, generate_series(${firstOfPair}::int, ${firstOfPair + 1}::int)`
    for (const category_id of ids) {
      await strict.must(
        '/api/moderation/filters',
        {
          category_id,
          name: 'Kredyty',
          action: 'remove',
          match: { any: [{ field: 'link_domain', op: 'is', value: DOMAIN }] },
          confirm: true,
        },
        'admin',
      )
      await strict.must(
        '/api/moderation/filters',
        {
          category_id,
          name: 'Hazard',
          action: 'hold',
          match: { any: [{ field: 'text', op: 'word', value: WORD }] },
          confirm: true,
        },
        'admin',
      )
    }
    const [spammers, honest, readers] = [
      await signIn(forum, ACCOUNTS, first),
      await signIn(forum, HONEST, firstHonest),
      await signIn(forum, READERS, firstReader),
    ]
    const [[moderator], pair] = [await signIn(forum, 1, moderatorId), await signIn(forum, 2, firstOfPair)]
    const before = await countersOf(sql, first)
    print(`The wave, ${seconds} s`)
    const refused = new Map<string, number>()
    const startedAt = performance.now()
    let tried = 0
    for (let at = 0; at < TRIES; at += 1) {
      for (const [account, spammer] of spammers.entries()) {
        await Bun.sleep(Math.max(0, (tried / (ACCOUNTS * TRIES)) * seconds * 1_000 - (performance.now() - startedAt)))
        const { status, body } = await strict.call(
          '/api/posts',
          { ...spamOf(run, account, at), category_id: ids[(account + at) % COMMUNITIES] },
          spammer,
        )
        tried += 1
        const code = body.issues ? `${body.code} (${Object.keys(body.issues).join()})` : body.code!
        if (status !== 201) refused.set(code, (refused.get(code) ?? 0) + 1)
      }
    }
    for (const [at, member] of honest.entries()) {
      await strict.must(
        '/api/posts',
        {
          title: `Pytanie ${run}-${at}`,
          content: `Czy stare ${WORD} przy rynku jest jeszcze otwarte? Pytanie ${at} ${run}`,
          category_id: ids[at % COMMUNITIES],
        },
        member,
      )
    }
    const written = await sql<Written[]>`
      select p.id, p.category_id, p.removal_id is not null as is_removed, q.held_by, r.is_listed, p.author_id
        >= ${firstHonest} as is_honest
      from post p join post_rank r on r.post_id = p.id left join queue_item q on q.post_id = p.id and q.kind = 'held'
        where p.author_id >= ${first} order by p.id`
    const spam = written.filter(({ is_honest }) => !is_honest)
    const passed = spam.filter(({ is_listed }) => is_listed)
    for (const [at, { id }] of passed.entries()) {
      for (const reader of [readers[at % READERS]!, readers[(at + 1) % READERS]!]) {
        await strict.must('/api/reports', { post_id: id, reason: 'To reklama' }, reader)
        await strict.must(`/api/votes/${id}`, { value: -1 }, reader)
      }
      await strict.must(`/api/votes/${id}`, { value: 1 }, readers[(at + 2) % READERS]!)
    }
    await strict.stop()
    const server = await start()
    const open = async (kind: 'reports' | 'held') =>
      (
        await sql<
          { count: number }[]
        >`select count(*)::int as count from queue_item where status = 'open' and kind = ${kind} and category_id
          = any(${ids})`
      )[0]!.count
    const queue = (await open('reports')) + (await open('held'))
    print(`${tried} posts tried, ${written.length} written, ${passed.length} visible; ${queue} cases in the queue`)
    const [{ last } = { last: 0 }] = await sql<{ last: number }[]>`select max(id) as last from decision`
    const panel = await openPanel(server.port, moderator!, `moderator_${run}_1`)
    const times: number[] = []
    const shownOf = (which: Written[]) =>
      new Map(ids.map((id) => [id, which.filter(({ category_id }) => category_id === id).length]))
    let took = 0
    try {
      const beganAt = performance.now()
      for (const kind of ['reports', 'all'] as const) {
        const isLeft = async () => (await open('reports')) + (kind === 'all' ? await open('held') : 0) > 0
        times.push(
          ...(await clearQueue(panel.page, kind, isLeft, (title) => (title.startsWith('Pytanie') ? 'a' : 'x'))).map(
            (ms) => ms / 1_000,
          ),
        )
      }
      took = (performance.now() - beganAt) / 1_000
      print(`Cleared in ${took.toFixed(0)} s`)
      if (times.length !== queue) wrong.push(`the moderator decided ${times.length} times about ${queue} cases`)
      wrong.push(
        ...(await compare(
          sql,
          url,
          server.port,
          run,
          { before, first, homes, shown: shownOf(written.filter(({ is_honest }) => is_honest)) },
          'cleared',
        )),
      )
      await undoByKeys(
        panel.page,
        UNDONE_BY_KEYS,
        async () =>
          (
            await sql<
              { count: number }[]
            >`select count(*)::int as count from decision where id > ${last} and undoes_id > ${last}`
          )[0]!.count,
      )
    } finally {
      await panel.close()
    }
    const seen = (
      await sql<{ seconds: number }[]>`
      select extract(epoch from d.created_at - p.created_at)::float8 as seconds from post p join decision d
        on d.post_id = p.id and d.id > ${last} and d.action = 'removed'
      where p.id = any(${passed.map(({ id }) => id)})`
    ).map((row) => row.seconds)
    if (seen.length !== passed.length) wrong.push(`${seen.length} of ${passed.length} visible posts were removed`)
    print('Taking everything back')
    const made = await sql<{ id: number }[]>`
      select id from decision d where post_id = any(${written.map(({ id }) => id)}) and undoes_id is null
        and not exists (select from decision later where later.undoes_id = d.id) order by id desc`
    for (const { id } of made) {
      const { status, body } = await server.call(`/api/moderation/decisions/${id}/undo`, {}, moderator!)
      if (status >= 300) wrong.push(`decision ${id} was not taken back: ${body.code}`)
    }
    wrong.push(
      ...(await compare(sql, url, server.port, run, { before, first, homes, shown: shownOf(written) }, 'taken back')),
    )
    const waiting = [await open('held'), await open('reports')].join()
    if (waiting !== `0,${passed.length}`)
      wrong.push(`taken back: ${waiting} held and reported posts wait, 0,${passed.length} expected`)
    print('Two moderators, then bans')
    const both = await runPair({
      sql,
      url,
      port: server.port,
      run,
      category_id: shared!.id,
      author: readers[0]!,
      reader: readers[1]!,
      moderators: pair,
    })
    const other = await start()
    const bans = await runBans({
      sql,
      ports: [server.port, other.port],
      author: readers[0]!,
      member: readers[2]!,
      category_id: shared!.id,
    })
    wrong.push(...both.wrong, ...bans.wrong)
    const spread = (values: number[]) => ({ median: median(values), longest: Math.max(...values) })
    const heldBy = (name: string) => spam.filter(({ held_by }) => held_by === name).length
    return {
      posts,
      seconds,
      tried,
      refused,
      removed: spam.filter(({ is_removed }) => is_removed).length,
      held: heldBy('Hazard'),
      repeated: heldBy('newcomer'),
      passed: passed.length,
      honest: HONEST,
      queue,
      took,
      cases: spread(times),
      visible: spread(seen),
      undone: { keys: UNDONE_BY_KEYS, calls: made.length },
      both,
      bans,
      wrong,
    }
  } finally {
    for (const one of servers) await one.stop()
    await sql.end({ timeout: 1 })
    await forum.embedded.stop()
  }
}
