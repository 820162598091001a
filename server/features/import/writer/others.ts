import { sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { cleanText } from '#server/markdown/clean-text.ts'
import { vote } from '../../votes/table.ts'
import { plausibleTime } from '../names.ts'
import { insertRows } from '../insert-rows.ts'
import type { RecordOf } from '../records.ts'
import { importedMessage, redirect } from '../table.ts'
import { markdownOf, parseText } from '../text/convert.ts'
import { accountOf, entryOf, record, refuse, take, type Batch } from './batch.ts'
import { basePathOf } from './named.ts'
import { addToKarma, FIRST_TIME } from './texts.ts'

type Ballot = { user_id: number; target: 'post' | 'comment'; target_id: number; value: 1 | -1; created_at: Date }

export async function writeVotes(batch: Batch, votes: RecordOf<'vote'>[]): Promise<void> {
  await batch.load(
    'person',
    votes.map((one) => one.person),
  )
  for (const kind of ['thread', 'post'] as const)
    await batch.load(
      kind,
      votes.flatMap((one) => (one.on.kind === kind ? [one.on.id] : [])),
    )
  const fresh: (Ballot & { source_id: string })[] = []
  for (const { id, on, person, value, created_at } of votes) {
    const user_id = accountOf(batch, person)
    const entry = entryOf(batch, on.kind, on.id)
    const target = entry?.target === 'post' || entry?.target === 'comment' ? entry.target : null
    if (user_id === null) refuse(batch, 'vote', id, 'person_missing')
    else if (!entry || target === null || entry.target_id === null) refuse(batch, 'vote', id, 'target_missing')
    else {
      const at = plausibleTime(created_at, batch.now) ?? FIRST_TIME
      fresh.push({ source_id: id, user_id, target, target_id: entry.target_id, value, created_at: at })
    }
  }
  const scores = new Map<number, number>()
  for (const target of ['post', 'comment'] as const) {
    const some = fresh.filter((one) => one.target === target)
    if (some.length > 0) await insertVotes(batch, target, some, scores)
  }
  await addToKarma(batch, scores)
}

async function insertVotes(
  batch: Batch,
  target: 'post' | 'comment',
  some: (Ballot & { source_id: string })[],
  scores: Map<number, number>,
): Promise<void> {
  const { tx } = batch
  const column = target === 'post' ? 'post_id' : 'comment_id'
  const stored = await tx
    .insert(vote)
    .values(
      some.map(({ user_id, target_id, value, created_at }) => ({ user_id, [column]: target_id, value, created_at })),
    )
    .onConflictDoNothing()
    .returning({ user_id: vote.user_id, target_id: vote[column] })
  const left = new Set(stored.map((one) => `${one.user_id} ${one.target_id}`))
  const counted: Ballot[] = []
  for (const one of some) {
    const { source_id, target_id } = one
    const isFirst = left.delete(`${one.user_id} ${target_id}`)
    if (isFirst) counted.push(one)
    record(batch, {
      kind: 'vote',
      source_id,
      outcome: isFirst ? 'imported' : 'merged',
      ...(!isFirst && { reason: 'repeated' }),
      target,
      target_id,
    })
  }
  if (batch.isDryRun) return
  const [table, key] =
    target === 'post' ? [sql.raw('post_rank'), sql.raw('post_id')] : [sql.raw('comment'), sql.raw('id')]
  const authors = await tx.execute<{ id: number; author_id: number | null }>(sql`
    update ${table} as target set upvotes = upvotes + added.up, downvotes = downvotes + added.down
    from (select id, (count(*) filter (where value = 1))::integer as up, (count(*) filter (where value = -1))::integer
      as down from unnest(${sql.param(counted.map((one) => one.target_id))}::integer[],
        ${sql.param(counted.map((one) => one.value))}::integer[]) as each (id, value) group by id) added
    where target.${key} = added.id returning target.${key} as id, target.author_id`)
  const authorOf = new Map(authors.map((row) => [row.id, row.author_id]))
  for (const { user_id, target_id, value } of counted) {
    const author = authorOf.get(target_id)
    if (author && author !== user_id) scores.set(author, (scores.get(author) ?? 0) + value)
  }
}

const plain = (text: string) => ({
  resolve: () => null,
  post: () => null,
  quoteBy: (who: string) => who || text,
  note: () => {},
})

export async function writeMessages(batch: Batch, messages: RecordOf<'message'>[]): Promise<void> {
  await batch.load(
    'person',
    messages.map((one) => one.owner),
  )
  const kept = messages.filter((one) => accountOf(batch, one.owner) !== null)
  const ids = await take(batch, 'imported_message', kept.length)
  for (const { id } of messages.filter((one) => accountOf(batch, one.owner) === null))
    refuse(batch, 'message', id, 'person_missing')
  const rows = kept.map(({ owner, with_name, is_own, subject, text, created_at }, at) => ({
    id: ids[at]!,
    user_id: accountOf(batch, owner)!,
    with_name: cleanText(with_name).slice(0, 200),
    is_own,
    subject: cleanText(subject).slice(0, LIMITS.titleMax),
    content: markdownOf(parseText(text), plain('↑')).slice(0, LIMITS.postText).toWellFormed(),
    created_at: plausibleTime(created_at, batch.now) ?? FIRST_TIME,
  }))
  await insertRows(batch.tx, importedMessage, rows)
  for (const { id } of kept) record(batch, { kind: 'message', source_id: id, outcome: 'imported' })
}

const KINDS = { post: 'post', comment: 'comment', user: 'user', category: 'category' } as const

export async function writeRedirects(batch: Batch, redirects: RecordOf<'redirect'>[]): Promise<void> {
  for (const kind of ['thread', 'post', 'person', 'community'] as const)
    await batch.load(
      kind,
      redirects.flatMap((one) => (one.to.kind === kind ? [one.to.id] : [])),
    )
  const base = basePathOf(batch)
  for (const { id, address, to } of redirects) {
    const entry = entryOf(batch, to.kind, to.id)
    if (!entry?.target || entry.target_id === null || !(entry.target in KINDS))
      refuse(batch, 'redirect', id, 'target_missing')
    else {
      await batch.tx
        .insert(redirect)
        .values({
          origin_id: batch.origin,
          address: base + address,
          kind: KINDS[entry.target as keyof typeof KINDS],
          target_id: entry.target_id,
        })
        .onConflictDoNothing()
      record(batch, { kind: 'redirect', source_id: id, outcome: 'imported' })
    }
  }
}
