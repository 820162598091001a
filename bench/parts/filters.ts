import type { Condition, Match } from '#shared/rules/filters.ts'
import { median, Samples } from '../load/samples.ts'
import { ADMIN_PASSWORD, signIn } from '../fixture.ts'
import { figure, print } from '../rows.ts'
import type { Bench } from './bench.ts'

const FILTERS = 20
const POSTS = 150
// As before other rows, the compiler has seen the code.
const WARM_UP = 400
const PROBE_MS = 5
const BARS = { publishing: 1.05, held: 50 }
const TEXT = 'Dzień dobry, szukam kogoś, kto naprawia stare rowery i zna się na przerzutkach. '.repeat(8)

const KINDS: ((at: number) => Condition)[] = [
  (at) => ({ field: 'text', op: 'word', value: `kasyno${at}` }),
  (at) => ({ field: 'text', op: 'contains', value: `darmowe spiny ${at}` }),
  (at) => ({ field: 'text', op: 'regex', value: `\\b(kredyt|chwil[oó]wk\\w+)\\s+${at}` }),
  (at) => ({ field: 'links', op: 'more', value: at + 5 }),
]

/** Milliseconds of publishing in a community with filters and in one without, in turns; and how long others wait while a filter is tested. */
export async function measureFilters({ forum, server, note }: Bench): Promise<void> {
  const [member] = await signIn(forum, 1, 7)
  const call = async (path: string, body: object, admin = false) => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST', body: JSON.stringify(body),
      headers: { host: 'localhost', 'content-type': 'application/json', ...(admin ? { 'x-admin-password': ADMIN_PASSWORD } : { authorization: `Bearer ${member!.token}` }) },
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return await answer.json() as Record<string, number>
  }
  const homes = await forum.sql<{ id: number }[]>`select id from category where not is_nsfw and deleted_at is null order by id limit 2`
  const [plain, filtered] = homes.map(({ id }) => id) as [number, number]
  for (const id of [plain, filtered]) await forum.sql`insert into categorymembership (category_id, user_id) values (${id}, ${member!.id}) on conflict do nothing`
  // Repeated texts of newcomers are held.
  await forum.sql`update "user" set trust_level = 2 where id = ${member!.id}`
  await forum.sql`delete from category_moderator where user_id = ${member!.id}`
  await forum.sql`delete from content_filter where category_id = ${filtered}`
  for (let at = 0; at < FILTERS; at += 1) {
    await call('/api/moderation/filters', { category_id: filtered, name: `Filter ${at}`, action: 'hold', match: { any: [KINDS[at % KINDS.length]!(at)] }, confirm: true }, true)
  }
  print('  publishing with and without filters ...')
  const times = new Map<number, number[]>([[plain, []], [filtered, []]])
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
    id: 'filters-publishing', area: 'filters', what: `a post in a community with ${FILTERS} filters against one without`, measured: `${figure(ratio)} times`,
    bar: `under ${BARS.publishing} times`, reached: ratio < BARS.publishing, details: { 'without ms': figure(without), 'with ms': figure(withFilters) },
  })

  print('  a test of a filter against history ...')
  const waits = new Samples()
  const match: Match = { any: [{ field: 'text', op: 'word', value: 'kasyno' }, { field: 'text', op: 'regex', value: '(a+)+$' }, { field: 'title', op: 'contains', value: 'rower' }] }
  let isDone = false
  const startedAt = performance.now()
  const testing = call('/api/moderation/filters/test', { match, days: 90 }, true).finally(() => { isDone = true })
  while (!isDone) {
    const sentAt = performance.now()
    await fetch(`http://127.0.0.1:${server.port}/healthz`, { headers: { host: 'localhost' } }).then((answer) => answer.text())
    waits.add(performance.now() - sentAt)
    await Bun.sleep(PROBE_MS)
  }
  const { checked } = await testing
  const worst = waits.percentile(1)
  await note({
    id: 'filters-test', area: 'filters', what: 'the longest wait of another request while a filter is tested against 90 days', measured: `${figure(worst)} ms`,
    bar: `under ${BARS.held} ms`, reached: worst < BARS.held, details: { 'posts and comments': checked!.toLocaleString('en'), seconds: figure((performance.now() - startedAt) / 1_000) },
  })
}
