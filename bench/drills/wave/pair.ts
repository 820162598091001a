import type postgres from 'postgres'
import { audit } from '../checks.ts'
import { callsOf, type Member } from './calls.ts'
import { clearQueue, openPanel } from './moderator.ts'

const CASES = 100

/** Two moderators work through one queue at once: the first removes everything, the second keeps everything. */
export async function runPair({
  sql,
  url,
  port,
  run,
  category_id,
  author,
  reader,
  moderators,
}: {
  sql: postgres.Sql
  url: string
  port: number
  run: string
  category_id: number
  author: Member
  reader: Member
  moderators: Member[]
}) {
  const { must } = callsOf(port)
  const posts: number[] = []
  for (let at = 0; at < CASES; at += 1) {
    const { id } = await must(
      '/api/posts',
      { title: `Oferta ${run}-${at}`, content: `Ogłoszenie ${at} ${run}`, category_id },
      author,
    )
    await must('/api/reports', { post_id: id, reason: 'To reklama' }, reader)
    posts.push(id)
  }
  const panels = await Promise.all(
    moderators.map((moderator, at) => openPanel(port, moderator, `pair_${run}_${at + 1}`)),
  )
  const left = async () =>
    (
      await sql<
        { count: number }[]
      >`select count(*)::int as count from queue_item where category_id = ${category_id} and status = 'open'`
    )[0]!.count
  const beganAt = performance.now()
  try {
    await Promise.all(
      panels.map(({ page }, at) =>
        clearQueue(
          page,
          'all',
          async () => (await left()) > 0,
          () => (at === 0 ? 'x' : 'a'),
        ),
      ),
    )
  } finally {
    await Promise.all(panels.map(({ close }) => close()))
  }
  const seconds = (performance.now() - beganAt) / 1_000
  const rows = await sql<{ id: number; made: number; by_id: number | null; action: string; is_removed: boolean }[]>`
    select p.id, count(d.id)::int as made, min(d.by_id) as by_id, coalesce(min(d.action), 'none') as action,
      p.removal_id is not null as is_removed
    from post p left join decision d on d.post_id = p.id where p.id = any(${posts}) group by p.id`
  const wrong = (await audit(url)).wrong
  if ((await left()) > 0) wrong.push(`${await left()} cases are left`)
  for (const { id, made, by_id, action, is_removed } of rows) {
    const wanted = by_id === moderators[0]!.id ? 'removed' : 'approved'
    if (made !== 1 || action !== wanted || is_removed !== (action === 'removed'))
      wrong.push(`post ${id} of member ${by_id} has ${made} decisions, ${action}; removed: ${is_removed}`)
  }
  return {
    cases: CASES,
    seconds,
    decided: moderators.map(({ id }) => rows.filter(({ by_id }) => by_id === id).length),
    wrong: wrong.map((line) => `two moderators: ${line}`),
  }
}
