import { sql } from 'drizzle-orm'
import { plausibleTime } from '../names.ts'
import type { RecordOf } from '../records.ts'
import { accountOf, entryOf, record, refuse, type Batch } from './batch.ts'
import { FIRST_TIME } from './texts.ts'

type Stored<Row> = { source_id: string; row: Row }

/** A row that the database did not store is a repetition or existed here before; it is recorded as merged. */
function recordStored<Row>(
  batch: Batch,
  kind: 'follow' | 'watch',
  given: Stored<Row>[],
  keyOf: (row: Row) => string,
  stored: Set<string>,
): void {
  for (const { source_id, row } of given)
    if (stored.delete(keyOf(row))) record(batch, { kind, source_id, outcome: 'imported' })
    else record(batch, { kind, source_id, outcome: 'merged', reason: 'repeated' })
}

async function livingOf({ tx }: Batch, ids: number[]): Promise<Set<number>> {
  const rows = await tx.execute<{ id: number }>(sql`
    select id from "user" where id = any (${sql.param(ids)}::integer[]) and deleted_at is null`)
  return new Set(rows.map(({ id }) => id))
}

export async function writeFollows(batch: Batch, follows: RecordOf<'follow'>[]): Promise<void> {
  await batch.load(
    'person',
    follows.flatMap(({ follower, followed }) => [follower, followed]),
  )
  const accounts = follows.map((one) => [accountOf(batch, one.follower), accountOf(batch, one.followed)] as const)
  const living = await livingOf(
    batch,
    accounts.flat().filter((id) => id !== null),
  )
  const given: Stored<{ follower: number; followed: number; at: Date }>[] = []
  for (const [nth, { id, created_at }] of follows.entries()) {
    const [follower, followed] = accounts[nth]!
    if (follower === null || followed === null || !living.has(follower) || !living.has(followed))
      refuse(batch, 'follow', id, 'person_missing')
    else if (follower === followed) refuse(batch, 'follow', id, 'self')
    else {
      const at = plausibleTime(created_at, batch.now) ?? FIRST_TIME
      given.push({ source_id: id, row: { follower, followed, at } })
    }
  }
  const open = await withoutBlocked(batch, given)
  const stored = await batch.tx.execute<{ follower_id: number; followed_id: number }>(sql`
    insert into follow (follower_id, followed_id, created_at)
    select * from unnest(${sql.param(open.map(({ row }) => row.follower))}::integer[],
      ${sql.param(open.map(({ row }) => row.followed))}::integer[],
      ${sql.param(open.map(({ row }) => row.at.toISOString()))}::text[]::timestamptz[])
    on conflict do nothing returning follower_id, followed_id`)
  recordStored(
    batch,
    'follow',
    open,
    ({ follower, followed }) => `${follower} ${followed}`,
    new Set(stored.map((one) => `${one.follower_id} ${one.followed_id}`)),
  )
  if (!batch.isDryRun) await countFollows(batch, [...stored])
}

type Given = Stored<{ follower: number; followed: number; at: Date }>[]

async function withoutBlocked(batch: Batch, given: Given): Promise<Given> {
  const ids = given.flatMap(({ row }) => [row.follower, row.followed])
  const rows = await batch.tx.execute<{ blocker_id: number; blocked_id: number }>(sql`
    select blocker_id, blocked_id from blockeduser where blocker_id = any (${sql.param(ids)}::integer[])
      and blocked_id = any (${sql.param(ids)}::integer[])`)
  const blocked = new Set(rows.map((one) => `${one.blocker_id} ${one.blocked_id}`))
  return given.filter(({ source_id, row: { follower, followed } }) => {
    const isOpen = !blocked.has(`${follower} ${followed}`) && !blocked.has(`${followed} ${follower}`)
    if (!isOpen) refuse(batch, 'follow', source_id, 'blocked')
    return isOpen
  })
}

async function countFollows({ tx }: Batch, added: { follower_id: number; followed_id: number }[]): Promise<void> {
  await tx.execute(sql`
    update "user" set following_count = following_count + sums.following, follower_count
      = follower_count + sums.followers
    from (select id, sum(following)::integer as following, sum(followers)::integer as followers from (
        select unnest(${sql.param(added.map((one) => one.follower_id))}::integer[]) as id, 1 as following,
          0 as followers
        union all select unnest(${sql.param(added.map((one) => one.followed_id))}::integer[]), 0, 1
      ) sides group by id) sums
    where "user".id = sums.id`)
}

const keyOfWatch = ({ person, thread }: { person: number; thread: number }) => `${person} ${thread}`

/** A level that the member already chose here is kept. */
export async function writeWatches(batch: Batch, watches: RecordOf<'watch'>[]): Promise<void> {
  await batch.load(
    'person',
    watches.map((one) => one.person),
  )
  await batch.load(
    'thread',
    watches.map((one) => one.thread),
  )
  const accounts = watches.flatMap(({ person }) => accountOf(batch, person) ?? [])
  const living = await livingOf(batch, accounts)
  const given: Stored<{ person: number; thread: number; level: string }>[] = []
  for (const { id, person, thread, level } of watches) {
    const account = accountOf(batch, person)
    const target = entryOf(batch, 'thread', thread)?.target_id ?? null
    if (account === null || !living.has(account)) refuse(batch, 'watch', id, 'person_missing')
    else if (target === null) refuse(batch, 'watch', id, 'target_missing')
    else given.push({ source_id: id, row: { person: account, thread: target, level } })
  }
  // The first of several levels for a member and thread is chosen here, because the join does not preserve the order.
  const first = [...new Map(given.toReversed().map((one) => [keyOfWatch(one.row), one])).values()]
  const stored = await batch.tx.execute<{ user_id: number; post_id: number }>(sql`
    insert into thread_level (user_id, post_id, level)
    select given.* from unnest(${sql.param(first.map(({ row }) => row.person))}::integer[],
      ${sql.param(first.map(({ row }) => row.thread))}::integer[],
      ${sql.param(first.map(({ row }) => row.level))}::text[]) as given (user_id, post_id, level)
    join post on post.id = given.post_id
    on conflict do nothing returning user_id, post_id`)
  recordStored(batch, 'watch', given, keyOfWatch, new Set(stored.map((one) => `${one.user_id} ${one.post_id}`)))
}
