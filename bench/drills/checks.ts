import type postgres from 'postgres'
import { createDb } from '#server/db/driver/client.ts'
import { recountCounters } from '#server/features/counters/queries.ts'
import { Connection, requestBytes } from '../load/connection.ts'
import type { Expected } from './expected.ts'

export type Finding = { looked: number; wrong: string[] }

export async function compareWithExpected(sql: postgres.Sql, expected: Expected): Promise<Finding> {
  const wrong: string[] = []
  let looked = 0
  const compare = (what: string, expected: Map<string, unknown>, found: Map<string, unknown>, absent: unknown) => {
    for (const [key, value] of expected) {
      looked += 1
      const there = found.get(key) ?? absent
      if (there !== value) wrong.push(`${what} ${key}: acknowledged ${String(value)}, found ${String(there)}`)
    }
  }
  const actors = [
    ...new Set(
      [...expected.postVotes.keys(), ...expected.commentVotes.keys(), ...expected.follows.keys()].map((key) =>
        Number(key.split(':')[0]),
      ),
    ),
  ]
  const pairs = (rows: postgres.RowList<{ key: string; value: unknown }[]>) =>
    new Map(rows.map(({ key, value }) => [key, value]))
  compare(
    'vote',
    expected.postVotes,
    pairs(
      await sql`select user_id || ':' || post_id as key, value from vote where post_id is not null and user_id
        = any(${actors})`,
    ),
    0,
  )
  compare(
    'vote on a comment',
    expected.commentVotes,
    pairs(
      await sql`select user_id || ':' || comment_id as key, value from vote where comment_id is not null and user_id
        = any(${actors})`,
    ),
    0,
  )
  compare(
    'follow',
    expected.follows,
    pairs(
      await sql`select follower_id || ':' || followed_id as key, true as value from follow where follower_id
        = any(${actors})`,
    ),
    false,
  )

  for (const [kind, table, column] of [
    ['post', 'post', 'title'],
    ['comment', 'comment', 'content'],
    ['message', 'message', 'content'],
  ] as const) {
    const run = [...expected.texts[kind]][0]?.split(' ')[0] ?? 'nothing'
    const rows = await sql<
      { id: number; text: string }[]
    >`select id, ${sql(column)} as text from ${sql(table)} where ${sql(column)} like ${`${run} %`}`
    const byId = new Map(rows.map(({ id, text }) => [id, text]))
    const acknowledged = { post: expected.posts, comment: expected.comments, message: expected.messages }[kind]
    for (const [id, text] of acknowledged) {
      looked += 1
      if (byId.get(id) !== text) wrong.push(`${kind} ${id}: acknowledged and not found`)
    }
    const seen = new Set<string>()
    for (const { id, text } of rows) {
      if (seen.has(text)) wrong.push(`${kind} ${id}: written twice`)
      seen.add(text)
    }
  }
  return { looked, wrong }
}

export async function compareMedia(port: number, expected: Expected): Promise<Finding> {
  const connection = new Connection(port)
  const wrong: string[] = []
  for (const url of expected.media) {
    const { status, bytes } = await connection.ask(requestBytes(url))
    if (status !== 200 || bytes === 0) wrong.push(`${url}: acknowledged, answers ${status} with ${bytes} bytes`)
  }
  connection.close()
  return { looked: expected.media.size, wrong }
}

/** Recounts all counters; every counter that this corrects was wrong. */
export async function audit(url: string): Promise<Finding> {
  const { db, close } = createDb(url, { max: 2 })
  try {
    const drifts = await recountCounters(db, new AbortController().signal)
    return { looked: 1, wrong: drifts.map(({ counter, id, off }) => `counter ${counter} of ${id} is off by ${off}`) }
  } finally {
    await close()
  }
}

/** Waits at most `limit` ms for pending jobs, and reports jobs that still wait or failed for good. */
export async function settleJobs(sql: postgres.Sql, limit: number): Promise<Finding> {
  const startedAt = performance.now()
  for (;;) {
    const [row] = await sql<{ waiting: number; dead: number }[]>`
      select count(*) filter (where attempts < max_attempts and (run_at
        < now() + interval '5 minutes'))::int as waiting,
        count(*) filter (where attempts >= max_attempts)::int as dead
      from graphile_worker._private_jobs`
    if (row!.waiting === 0 || performance.now() - startedAt > limit) {
      return {
        looked: 1,
        wrong: [
          ...(row!.waiting > 0 ? [`${row!.waiting} jobs still wait`] : []),
          ...(row!.dead > 0 ? [`${row!.dead} jobs failed for good`] : []),
        ],
      }
    }
    await Bun.sleep(200)
  }
}

export function compareMails(expected: Expected, recipients: string[]): Finding & { twice: number } {
  const times = new Map<string, number>()
  for (const recipient of recipients) times.set(recipient, (times.get(recipient) ?? 0) + 1)
  const wrong: string[] = []
  let twice = 0
  for (const email of expected.mails) {
    const count = times.get(email) ?? 0
    if (count === 0) wrong.push(`no mail to ${email}`)
    if (count > 1 && !expected.askedAgain.has(email)) twice += 1
  }
  return { looked: expected.mails.size, wrong, twice }
}
