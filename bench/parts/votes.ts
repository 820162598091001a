import { post, postRank } from '#server/features/posts/table.ts'
import { user } from '#server/features/users/table.ts'
import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { findViewer } from '#server/features/auth/viewer.ts'
import { setVote } from '#server/features/votes/queries.ts'
import { closedLoop } from '../load/generate.ts'
import { median } from '../load/samples.ts'
import { audit } from '../drills/checks.ts'
import { pgbench } from '../floors/pgbench.ts'
import { bareSql, type Statement } from '../floors/sql.ts'
import { figure, percent, print } from '../rows.ts'
import { counter, voteOf } from '../scenarios.ts'
import { SESSION_SECRET, type Forum } from '../fixture.ts'
import type { Bench } from './bench.ts'

const POST = 987_654_321
const MEMBER = 987_654_322
const AUTHOR = 987_654_323

/** Records the SQL statements of a vote that changes the count, with post and member replaced by variables. */
async function statementsOfVote(forum: Forum, token: string): Promise<Statement[]> {
  const statements: Statement[] = []
  const sql = postgres(forum.url, { max: 1, onnotice: () => {} })
  const db = drizzle(sql, { logger: { logQuery: (text, params) => statements.push({ text, params }) } })
  await findViewer(
    { db, config: { sessionSecret: SESSION_SECRET, publicUrl: forum.url, adultHost: '' } },
    token,
    new Date(),
  )
  const before = statements.length
  await db
    .transaction(async (tx) => {
      for (const id of [MEMBER, AUTHOR])
        await tx.insert(user).values({ id, username: `measured_${id}`, email: `${id}@example.org` })
      await tx
        .insert(post)
        .values({
          id: POST,
          category_id: 1,
          author_id: AUTHOR,
          title: 'Measured',
          content: '',
          content_html: '',
          excerpt: '',
          renderer_version: 1,
        })
      await tx
        .insert(postRank)
        .values({ post_id: POST, category_id: 1, author_id: AUTHOR, is_nsfw: false, created_at: new Date() })
      statements.splice(before)
      await setVote(tx, 'post', { userId: MEMBER, targetId: POST, value: 1, now: new Date() })
      throw new Error('undo')
    })
    .catch((error: Error) => {
      if (error.message !== 'undo') throw error
    })
  await sql.end()
  return statements
}

/** Measures votes on distinct posts and on one hot post, against pgbench (or postgres.js) with the same statements. */
export async function measureVotes(bench: Bench): Promise<void> {
  const { forum, things, seconds } = bench
  const statements = await statementsOfVote(forum, things.members[0]!.token)
  const shareOfMembers = Math.floor(forum.sizes.users / 16)
  const hot = things.posts[0]!
  for (const kind of ['distinct', 'hot'] as const) {
    print(`  votes, ${kind} ...`)
    const targets = kind === 'hot' ? [hot] : things.posts.slice(0, 2_000)
    const next = counter(kind === 'hot' ? 0 : 1)
    const shares: number[] = []
    let last = { perSecond: 0, p50: 0, p99: 0, errors: 0 }
    let floor = 0
    let by = 'pgbench'
    for (let repeat = 0; repeat < bench.repeats; repeat += 1) {
      const rate = await pgbench(forum, {
        statements,
        setup: [
          // Each client has its own members, so no member votes twice at once.
          `\\set member 1 + :client_id * ${shareOfMembers} + random(0, ${shareOfMembers - 1})`,
          `\\set target ` +
            `${kind === 'hot' ? hot : `random(${Math.max(1, forum.sizes.posts - 20_000)}, ${forum.sizes.posts})`}`,
          '\\set vote random(0, 1) * 2 - 1',
        ],
        variables: new Map<unknown, string>([
          [POST, 'target'],
          [MEMBER, 'member'],
          [1, 'vote'],
        ]),
        seconds,
      })
      if (rate === null) by = 'postgres.js'
      floor = rate ?? (await bareSql(forum, [statements], seconds))
      const load = await closedLoop({ port: bench.server.port, seconds, next: () => voteOf(things, targets, next()) })
      shares.push(load.perSecond / floor)
      last = { ...load, errors: last.errors + load.errors }
    }
    const share = median(shares)
    const bar = kind === 'hot' ? 10 : 35
    await bench.note({
      id: `votes-${kind}`,
      area: 'votes',
      what: kind === 'hot' ? 'votes on one hot post' : 'votes on distinct posts',
      measured: `${percent(share)} of ${by}`,
      bar: `${bar} % of pgbench`,
      reached: by === 'pgbench' ? share * 100 >= bar && last.errors === 0 : null,
      details: {
        'a second': figure(last.perSecond),
        'p50 ms': figure(last.p50),
        'p99 ms': figure(last.p99),
        [`${by} a second`]: figure(floor),
        statements: String(statements.length),
        errors: String(last.errors),
      },
    })
  }
  print(`    counters that the floor left off and the audit put right: ${(await audit(forum.url)).wrong.length}`)
}
