import { LIMITS } from '#shared/limits.ts'
import type { Condition, Match } from '#shared/rules/filters.ts'
import { median, Samples } from '../load/samples.ts'
import { costlyText, fullSet } from '../filter-set.ts'
import { ADMIN_PASSWORD, signIn, type Started } from '../fixture.ts'
import { figure, print } from '../rows.ts'
import type { Bench } from './bench.ts'

const FILTERS = 20
const POSTS = 150
// Requests that warm up the JIT before a row is measured.
const WARM_UP = 400
const PROBE_MS = 5
const BARS = { publishing: 1.05, held: 50, others: 2 }
const OTHERS = 3
// Milliseconds between two edits, twelve times as many as a single member may make.
const EDIT_EVERY_MS = 250
const TEXT = 'Dzień dobry, szukam kogoś, kto naprawia stare rowery i zna się na przerzutkach. '.repeat(8)

const KINDS: ((at: number) => Condition)[] = [
  (at) => ({ field: 'text', op: 'word', value: `kasyno${at}` }),
  (at) => ({ field: 'text', op: 'contains', value: `darmowe spiny ${at}` }),
  (at) => ({ field: 'text', op: 'regex', value: `\\b(kredyt|chwil[oó]wk\\w+)\\s+${at}` }),
  (at) => ({ field: 'links', op: 'more', value: at + 5 }),
]

type Member = Awaited<ReturnType<typeof signIn>>[number]

/** Sends a request as the member `by`, or as the admin if `by` is null. */
async function send(
  { port }: Started,
  path: string,
  body: object,
  by: Member | null,
  method = 'POST',
): Promise<Record<string, number>> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    body: JSON.stringify(body),
    headers: {
      host: 'localhost',
      'content-type': 'application/json',
      ...(by === null ? { 'x-admin-password': ADMIN_PASSWORD } : { authorization: `Bearer ${by.token}` }),
    },
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, number>
}

/** Measures publishing with and without filters, and how long others wait while a filter runs on a long text. */
export async function measureFilters(bench: Bench): Promise<void> {
  await measurePublishing(bench)
  await measureFullSet(bench)
}

async function measurePublishing({ forum, server, note }: Bench): Promise<void> {
  const [member] = await signIn(forum, 1, 7)
  const call = (path: string, body: object, admin = false) => send(server, path, body, admin ? null : member!)
  const homes = await forum.sql<
    { id: number }[]
  >`select id from category where not is_nsfw and deleted_at is null order by id limit 2`
  const [plain, filtered] = homes.map(({ id }) => id) as [number, number]
  for (const id of [plain, filtered])
    await forum.sql`insert into categorymembership (category_id, user_id) values (${id}, ${member!.id})
      on conflict do nothing`
  // Repeated texts of a newcomer would be held for review, so the member gets trust level 2.
  await forum.sql`update "user" set trust_level = 2 where id = ${member!.id}`
  await forum.sql`delete from category_moderator where user_id = ${member!.id}`
  await forum.sql`delete from content_filter where category_id = ${filtered}`
  for (let at = 0; at < FILTERS; at += 1) {
    await call(
      '/api/moderation/filters',
      {
        category_id: filtered,
        name: `Filter ${at}`,
        action: 'hold',
        match: { any: [KINDS[at % KINDS.length]!(at)] },
        confirm: true,
      },
      true,
    )
  }
  print('  publishing with and without filters ...')
  const times = new Map<number, number[]>([
    [plain, []],
    [filtered, []],
  ])
  for (let at = 0; at < POSTS + WARM_UP; at += 1) {
    for (const id of at % 2 === 0 ? [plain, filtered] : [filtered, plain]) {
      const startedAt = performance.now()
      await call('/api/posts', { title: `A post of a measurement ${at}`, content: TEXT, category_id: id })
      if (at >= WARM_UP) times.get(id)!.push(performance.now() - startedAt)
    }
  }
  const [without, withFilters] = [median(times.get(plain)!), median(times.get(filtered)!)]
  const ratio = withFilters / without
  await note({
    id: 'filters-publishing',
    area: 'filters',
    what: `a post in a community with ${FILTERS} filters against one without`,
    measured: `${figure(ratio)} times`,
    bar: `under ${BARS.publishing} times`,
    reached: ratio < BARS.publishing,
    details: { 'without ms': figure(without), 'with ms': figure(withFilters) },
  })

  print('  a test of a filter against history ...')
  const waits = new Samples()
  const match: Match = {
    any: [
      { field: 'text', op: 'word', value: 'kasyno' },
      { field: 'text', op: 'regex', value: '(a+)+$' },
      { field: 'title', op: 'contains', value: 'rower' },
    ],
  }
  let isDone = false
  const startedAt = performance.now()
  const testing = call('/api/moderation/filters/test', { match, days: 90 }, true).finally(() => {
    isDone = true
  })
  while (!isDone) {
    const sentAt = performance.now()
    await fetch(`http://127.0.0.1:${server.port}/healthz`, { headers: { host: 'localhost' } }).then((answer) =>
      answer.text(),
    )
    waits.add(performance.now() - sentAt)
    await Bun.sleep(PROBE_MS)
  }
  const { checked } = await testing
  const worst = waits.percentile(1)
  await note({
    id: 'filters-test',
    area: 'filters',
    what: 'the longest wait of another request while a filter is tested against 90 days',
    measured: `${figure(worst)} ms`,
    bar: `under ${BARS.held} ms`,
    reached: worst < BARS.held,
    details: {
      'posts and comments': checked!.toLocaleString('en'),
      seconds: figure((performance.now() - startedAt) / 1_000),
    },
  })
}

async function measureFullSet({ forum, server, seconds, note }: Bench): Promise<void> {
  print('  edits of a long text under as many filters as there may be ...')
  const [author, ...others] = (await signIn(forum, OTHERS + 1, 20)) as [Member, ...Member[]]
  const homes = await forum.sql<
    { id: number }[]
  >`select id from category where not is_nsfw and deleted_at is null order by id offset 2 limit 2`
  const [filtered, plain] = homes.map(({ id }) => id) as [number, number]
  for (const { id } of [author, ...others]) {
    await forum.sql`insert into categorymembership (category_id, user_id) select unnest(${[filtered, plain]}::int[]),
      ${id} on conflict do nothing`
    await forum.sql`update "user" set trust_level = 2 where id = ${id}`
    await forum.sql`delete from category_moderator where user_id = ${id}`
  }
  await forum.sql`delete from content_filter where category_id = ${filtered}`
  for (const match of fullSet()) {
    await forum.sql`insert into content_filter (category_id, name, is_enabled, action, match) values (${filtered},
      'Filter', true, 'hold', ${forum.sql.json(match as never)})`
  }
  const { id: open } = await send(
    server,
    '/api/posts',
    { title: 'A thread of a measurement', content: TEXT, category_id: plain },
    author,
  )
  const { id: edited } = await send(
    server,
    '/api/posts',
    { title: 'A long text of a measurement', content: TEXT, category_id: filtered },
    author,
  )

  let isEnding = false
  const times = new Samples()
  async function writeBeside(by: Member, waits: Samples): Promise<void> {
    for (let at = 0; !isEnding; at += 1) {
      const startedAt = performance.now()
      await send(server, '/api/comments', { post_id: open, content: `${by.id} ${at} ${TEXT.slice(0, 200)}` }, by)
      waits.add(performance.now() - startedAt)
      await Bun.sleep(PROBE_MS)
    }
  }
  async function edit(): Promise<void> {
    for (let at = 0; !isEnding; at += 1) {
      const startedAt = performance.now()
      await send(
        server,
        `/api/posts/${edited}`,
        { content: `${at} ${costlyText(LIMITS.postText - 10)}` },
        author,
        'PATCH',
      )
      times.add(performance.now() - startedAt)
      await Bun.sleep(Math.max(0, EDIT_EVERY_MS - (performance.now() - startedAt)))
    }
  }
  let oldest = 0
  async function watch(): Promise<void> {
    while (!isEnding) {
      const [row] = await forum.sql<
        { ms: number }[]
      >`select coalesce(max(extract(epoch from clock_timestamp() - xact_start)) * 1000, 0)::float8 as ms
        from pg_stat_activity where state = 'idle in transaction' and application_name = 'watek'`
      oldest = Math.max(oldest, row!.ms)
      await Bun.sleep(PROBE_MS)
    }
  }
  async function run(...work: (() => Promise<void>)[]): Promise<Samples> {
    const waits = new Samples()
    isEnding = false
    const ending = Bun.sleep(seconds * 1_000).then(() => {
      isEnding = true
    })
    await Promise.all([ending, ...work.map((one) => one()), ...others.map((by) => writeBeside(by, waits))])
    return waits
  }
  await run(edit)
  const [before, beside, after] = [await run(), await run(edit, watch), await run()]
  const p99 = (before.percentile(0.99) + after.percentile(0.99)) / 2
  const ratio = beside.percentile(0.99) / p99
  await note({
    id: 'filters-full-set',
    area: 'filters',
    what:
      `p99 of others' comments while a text of 40,000 characters is edited under ${LIMITS.filters} filters of ` +
      `${LIMITS.filterConditions} conditions, against without`,
    measured: `${figure(ratio)} times`,
    bar: `under ${BARS.others} times`,
    reached: ratio < BARS.others,
    details: {
      'without ms': figure(p99),
      'with ms': figure(beside.percentile(0.99)),
      'edit ms': figure(times.percentile(0.5)),
      'oldest idle transaction ms': figure(oldest),
    },
  })
}
