import type postgres from 'postgres'
import { readEvents } from '#server/test/event-stream.ts'
import { callsOf, headersOf, type Member } from './calls.ts'

const [BAR_MS, LIMIT_MS] = [2_000, 10_000]

/** Measures how soon two servers enforce and announce a ban, and how soon they accept writes again after it. */
export async function runBans({
  sql,
  ports,
  author,
  member,
  category_id,
}: {
  sql: postgres.Sql
  ports: number[]
  author: Member
  member: Member
  category_id: number
}) {
  const wrong: string[] = []
  const servers = ports.map((port) => callsOf(port))
  const { id: post_id } = await servers[0]!.must('/api/posts', { title: 'Rozmowa', category_id }, author)
  const last = async (what: string, all: Promise<unknown>[]) => {
    const startedAt = performance.now()
    await Promise.race([Promise.all(all), Bun.sleep(LIMIT_MS)])
    const took = performance.now() - startedAt
    if (took > BAR_MS) wrong.push(`${what} after ${took.toFixed(0)} ms, or not at all`)
    return took
  }
  const writes = (wanted: string) =>
    servers.map(async ({ call }) => {
      const end = performance.now() + LIMIT_MS
      const write = async () =>
        (await call('/api/comments', { post_id, content: `Komentarz ${crypto.randomUUID()}` }, member)).body.code ??
        'written'
      while ((await write()) !== wanted && performance.now() < end) await Bun.sleep(20)
    })
  const times: { name: string; reached: number; refused: number; ended: number }[] = []
  for (const name of ['banned', 'suspended'] as const) {
    const streams = await Promise.all(
      ports.map(async (port) =>
        readEvents(await fetch(`http://127.0.0.1:${port}/api/events?topics=me`, { headers: headersOf(member) })),
      ),
    )
    for (const stream of streams) await stream.next('hello')
    await servers[0]!.must(
      '/api/moderation/ban',
      { user_id: member.id, category_id: name === 'banned' ? category_id : null, days: 1, reason_code: 'spam' },
      'admin',
    )
    const [reached, refused] = await Promise.all([
      last(
        `${name}: an event on both streams`,
        streams.map((stream) =>
          name === 'banned' ? stream.next('notification') : stream.next('resync').then(() => stream.ended),
        ),
      ),
      last(`${name}: refused by both servers`, writes(name)),
    ])
    await Promise.all(streams.map(({ close }) => close()))
    if (name === 'banned') await sql`update category_ban set ends_at = now() where user_id = ${member.id}`
    else await sql`update "user" set suspended_until = now() where id = ${member.id}`
    times.push({
      name,
      reached,
      refused,
      ended: await last(`${name}: the end noticed by both servers`, writes('written')),
    })
  }
  return { times, wrong }
}
