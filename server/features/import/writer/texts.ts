import { sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { renderMarkdown } from '#server/markdown/markdown.ts'
import { textColumns as commentColumns } from '../../comments/rules.ts'
import { comment } from '../../comments/table.ts'
import { ageLimits } from '../../posts/feed/rules.ts'
import { linkColumns, textColumns } from '../../posts/rules.ts'
import { post, postRank } from '../../posts/table.ts'
import { addressesIn, placeOf, targetPath } from '../addresses.ts'
import { fittingTitle, plausibleTime, plausibleVotes } from '../names.ts'
import { insertRows } from '../insert-rows.ts'
import type { RecordKind, RecordOf } from '../records.ts'
import { markdownOf, parseText, type ParsedText } from '../text/convert.ts'
import { textOf } from '../text/nodes.ts'
import { accountOf, entryOf, note, record, refuse, take, type Batch } from './batch.ts'
import { loadNamed } from './named.ts'
import { closingOf, fittingPoll, withPoll, writePolls } from './polls.ts'

type Thread = RecordOf<'thread'>
type Post = RecordOf<'post'>

/** The last plausible creation time replaces an implausible one; skipped rows and earlier batches count, too. */
export type Clock = { last: Date }

export const FIRST_TIME = new Date('2001-01-01T00:00:00Z')

export function timeOf({ created_at }: { created_at: Date | null }, clock: Clock, now: Date): Date {
  return (clock.last = plausibleTime(created_at, now) ?? clock.last)
}

type Parsed<Row> = { row: Row; text: ParsedText; at: Date }

/** Links to the former forum become links to this forum; truncated text and unsupported markup are noted. */
function contentOf(batch: Batch, kind: RecordKind, id: string, text: ParsedText, max: number): string {
  const found = (address: string) => {
    const place = placeOf(batch, address)
    if (place === null) return null
    if (place.named !== null) return batch.named.get(place.named) ?? place.path
    const entry = place.kind === null ? undefined : entryOf(batch, place.kind, place.id)
    return (entry && targetPath(entry)) ?? place.path
  }
  const content = markdownOf(text, {
    resolve: found,
    post: (quoted) => {
      const entry = entryOf(batch, 'post', quoted)
      return entry ? targetPath(entry) : null
    },
    quoteBy: (author) => author || '↑',
    note: (what) => note(batch, kind, id, what),
  })
  if (text.wasCut || content.length > max) note(batch, kind, id, 'text_cut')
  return content.length > max ? `${content.slice(0, max - 1).toWellFormed()}…` : content
}

function authorOf(batch: Batch, kind: RecordKind, { id, author, guest }: Thread | Post): number | null {
  const account = accountOf(batch, author)
  if (account === null && (author !== null || guest))
    note(batch, kind, id, author === null ? 'guest' : 'author_unknown')
  return account
}

const signed = (content: string, guest: string | null | undefined, author: number | null) =>
  author === null && guest ? `*${guest.replace(/[*_\\`[\]<>]/g, '').trim()}:*\n\n${content}` : content

const homeOf = (kind: RecordKind) => (kind === 'thread' ? 'community' : 'thread')

function whyRefused(batch: Batch, kind: 'thread' | 'post', row: Thread | Post, home: string): string | null {
  if (row.left_out) return row.left_out
  const entry = entryOf(batch, homeOf(kind), home)
  if (!entry) return `${homeOf(kind)}_missing`
  return entry.target_id === null ? `${homeOf(kind)}_refused` : null
}

/** Returns null for a link to the former forum, which is shown in the text of the thread instead. */
function linkOf(batch: Batch, { link }: Thread): string | null {
  const isLink = link && /^https?:\/\//.test(link) && link.length <= LIMITS.linkUrl && URL.canParse(link)
  return isLink && placeOf(batch, link) === null ? link : null
}

async function loadLinked(batch: Batch, kept: Parsed<Thread | Post>[]): Promise<void> {
  const linked = kept.flatMap(({ row }) =>
    addressesIn(batch, 'link' in row && row.link ? `${row.link} ${row.text.text}` : row.text.text),
  )
  await loadNamed(
    batch,
    linked.flatMap((place) => place.named ?? []),
  )
  const idsOf = (kind: RecordKind) => linked.flatMap((place) => (place.kind === kind ? [place.id] : []))
  await batch.load('thread', idsOf('thread'))
  await batch.load('person', idsOf('person'))
  await batch.load('community', idsOf('community'))
  await batch.load('post', [...idsOf('post'), ...kept.flatMap(({ text }) => text.quoted)])
}

function refuseThread(batch: Batch, row: Thread, reason: string): void {
  refuse(batch, 'thread', row.id, reason)
  if (row.first_post) refuse(batch, 'post', row.first_post, 'thread_refused')
}

/** `homes` has for each community of the kept threads whether it is adult. */
async function chooseThreads(
  batch: Batch,
  threads: Thread[],
  clock: Clock,
): Promise<{ kept: Parsed<Thread>[]; homes: Map<number, boolean> }> {
  const fitting: Thread[] = []
  const times = new Map<Thread, Date>()
  for (const row of threads) {
    const at = timeOf(row, clock, batch.now)
    const reason = whyRefused(batch, 'thread', row, row.community)
    if (reason === null) fitting.push(row)
    else refuseThread(batch, row, reason)
    times.set(row, at)
  }
  const homes = await homesOf(batch, fitting)
  const kept: Parsed<Thread>[] = []
  for (const row of fitting) {
    const isAdult = homes.get(entryOf(batch, 'community', row.community)!.target_id!)!
    if (row.is_nsfw && !isAdult) refuseThread(batch, row, 'nsfw')
    else kept.push({ row, at: times.get(row)!, text: parseText(row.text) })
  }
  return { kept, homes }
}

export async function writeThreads(batch: Batch, threads: Thread[], clock: Clock): Promise<void> {
  await batch.load(
    'community',
    threads.map((row) => row.community),
  )
  await batch.load(
    'person',
    threads.map((row) => row.author),
  )
  const { kept, homes } = await chooseThreads(batch, threads, clock)
  if (kept.length === 0) return
  await loadLinked(batch, kept)
  const ids = await take(batch, 'post', kept.length)
  const ages = ageLimits(batch.now)
  const rows: (typeof post.$inferInsert)[] = []
  const ranks: (typeof postRank.$inferInsert)[] = []
  const polls: Parameters<typeof writePolls>[1] = []
  for (const [at, { row, text, at: created_at }] of kept.entries()) {
    const id = ids[at]!
    const category_id = entryOf(batch, 'community', row.community)!.target_id!
    const author_id = authorOf(batch, 'thread', row)
    const link = linkOf(batch, row)
    const before = link === null && row.link ? `${row.link}\n\n` : ''
    const linked = { ...text, nodes: text.nodes && [before, ...text.nodes], markdown: before + text.markdown }
    const poll = fittingPoll(batch, row)
    const shown = withPoll(linked, poll)
    const content = signed(contentOf(batch, 'thread', row.id, shown, LIMITS.postText), row.guest, author_id)
    if (poll) polls.push({ post_id: id, poll })
    const { title, changed } = fittingTitle(row.title, text.nodes ? textOf(text.nodes) : text.markdown)
    if (changed) note(batch, 'thread', row.id, `title_${changed}: ${row.title.slice(0, 300)}`)
    const edited_at = plausibleTime(row.edited_at, batch.now)
    rows.push({
      id,
      category_id,
      author_id,
      title,
      created_at,
      edited_at,
      poll_closes_at: closingOf(poll, created_at),
      ...textColumns(content, renderMarkdown(content)),
      ...linkColumns(link),
    })
    ranks.push({
      post_id: id,
      category_id,
      author_id,
      is_nsfw: homes.get(category_id)!,
      created_at,
      age: ages.filter((limit) => created_at < limit).length,
      is_locked: row.is_locked ?? false,
      is_pinned: row.is_pinned ?? false,
      upvotes: plausibleVotes(row.upvotes),
      downvotes: plausibleVotes(row.downvotes),
    })
    const target = { target: 'post', target_id: id } as const
    record(batch, { kind: 'thread', source_id: row.id, outcome: 'imported', ...target })
    if (row.first_post)
      record(batch, { kind: 'post', source_id: row.first_post, outcome: 'merged', reason: 'first_post', ...target })
  }
  await insertRows(batch.tx, post, rows)
  await insertRows(batch.tx, postRank, ranks)
  await writePolls(batch, polls)
  if (batch.isDryRun) return
  await countIn(
    batch,
    ranks.map(({ category_id, author_id, created_at }) => ({ category_id, author_id, created_at })),
  )
  await batch.tx.execute(sql`
    update category set post_count = post_count + added.count
    from (select id, count(*)::integer as count
      from unnest(${sql.param(ranks.map((one) => one.category_id))}::integer[]) as each (id) group by id) added
    where category.id = added.id`)
  await addKarma(batch, ranks)
}

async function homesOf(batch: Batch, threads: Thread[]): Promise<Map<number, boolean>> {
  const ids = [...new Set(threads.map((row) => entryOf(batch, 'community', row.community)!.target_id!))]
  const lock = batch.isDryRun ? sql`` : sql`for no key update`
  const rows = await batch.tx.execute<{ id: number; is_nsfw: boolean }>(
    sql`select id, is_nsfw from category where id = any (${sql.param(ids)}::integer[]) ${lock}`,
  )
  return new Map(rows.map(({ id, is_nsfw }) => [id, is_nsfw]))
}

type Voted = { author_id?: number | null; upvotes?: number; downvotes?: number }

/** Adds the votes whose voters are unknown to the karma of the authors. */
async function addKarma(batch: Batch, rows: Voted[]): Promise<void> {
  const sums = new Map<number, number>()
  for (const { author_id, upvotes = 0, downvotes = 0 } of rows)
    if (author_id && upvotes !== downvotes) sums.set(author_id, (sums.get(author_id) ?? 0) + upvotes - downvotes)
  await addToKarma(batch, sums)
}

export async function addToKarma({ tx, isDryRun }: Batch, sums: Map<number, number>): Promise<void> {
  if (isDryRun || sums.size === 0) return
  await tx.execute(sql`
    update "user" set karma = karma + added.score
    from unnest(${sql.param([...sums.keys()])}::integer[], ${sql.param([...sums.values()])}::integer[])
      as added (id, score) where "user".id = added.id`)
}

type Wrote = { category_id: number; author_id?: number | null; created_at: Date }

/** A membership begins at the time of the author's first text in the community. */
async function countIn({ tx }: Batch, wrote: Wrote[]): Promise<void> {
  const first = new Map<string, Wrote & { author_id: number }>()
  for (const one of wrote) {
    const { category_id, author_id } = one
    if (author_id && !first.has(`${category_id} ${author_id}`))
      first.set(`${category_id} ${author_id}`, { ...one, author_id })
  }
  if (first.size === 0) return
  const rows = [...first.values()]
  await tx.execute(sql`
    with joined as (
      insert into categorymembership (category_id, user_id, created_at)
      select * from unnest(${sql.param(rows.map((one) => one.category_id))}::integer[],
        ${sql.param(rows.map((one) => one.author_id))}::integer[],
        ${sql.param(rows.map((one) => one.created_at.toISOString()))}::text[]::timestamptz[])
      on conflict do nothing returning category_id
    )
    update category set member_count = member_count + added.count
    from (select category_id, count(*)::integer as count from joined group by category_id) added
    where category.id = added.category_id`)
}

type Parent = { id: number; depth: number; post_id: number }

const listOf = (parent: Post['parent']): string[] => (Array.isArray(parent) ? parent : parent ? [parent] : [])

async function findParents(batch: Batch, posts: Parsed<Post>[]): Promise<Map<number, Parent>> {
  const ids = posts.flatMap(({ row, text }) =>
    [...listOf(row.parent), ...text.quoted].flatMap((id) => {
      const entry = id ? entryOf(batch, 'post', id) : undefined
      return entry?.target === 'comment' && entry.target_id !== null ? [entry.target_id] : []
    }),
  )
  if (ids.length === 0) return new Map()
  const rows = await batch.tx.execute<Parent>(
    sql`select id, depth, post_id from comment where id = any (${sql.param(ids)}::integer[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the nearest imported ancestor or, if the source gives none, the only post that the text quotes. */
function parentOf(
  batch: Batch,
  { row, text }: Parsed<Post>,
  postId: number,
  known: Map<number, Parent>,
): Parent | null {
  const quoted = new Set(text.quoted)
  const wanted = row.parent !== undefined ? listOf(row.parent) : quoted.size === 1 ? [...quoted] : []
  for (const [at, id] of wanted.entries()) {
    const entry = entryOf(batch, 'post', id)
    // The first post became the text of the thread, so a reply to it becomes a comment without a parent.
    if (entry?.target === 'post' && entry.target_id === postId) return null
    const parent = entry?.target === 'comment' ? known.get(entry.target_id ?? 0) : undefined
    if (parent?.post_id === postId) return parent
    if (at === 0 && row.parent) note(batch, 'post', row.id, 'parent_missing')
  }
  return null
}

/** A refused post keeps its position if the source counts it in the numbering of its thread. */
function refusePost(batch: Batch, { id, thread, is_numbered }: Post, reason: string): void {
  const post_id = is_numbered ? (entryOf(batch, 'thread', thread)?.target_id ?? null) : null
  record(batch, { kind: 'post', source_id: id, outcome: 'refused', reason, post_id })
}

export async function writePosts(batch: Batch, posts: Post[], clock: Clock): Promise<void> {
  await batch.load(
    'thread',
    posts.map((row) => row.thread),
  )
  await batch.load(
    'person',
    posts.map((row) => row.author),
  )
  await batch.load(
    'post',
    posts.flatMap((row) => row.parent),
  )
  const kept: Parsed<Post>[] = []
  for (const row of posts) {
    const at = timeOf(row, clock, batch.now)
    const reason = whyRefused(batch, 'post', row, row.thread)
    if (reason === null) kept.push({ row, at, text: parseText(row.text) })
    else refusePost(batch, row, reason)
  }
  if (kept.length === 0) return
  await loadLinked(batch, kept)
  const ids = await take(batch, 'comment', kept.length)
  const homes = await threadsOf(batch, kept)
  const parents = await findParents(batch, kept)
  const rows: (typeof comment.$inferInsert)[] = []
  const replies = new Map<number, number>()
  for (const [at, one] of kept.entries()) {
    const { row, text, at: created_at } = one
    const id = ids[at]!
    const post_id = entryOf(batch, 'thread', row.thread)!.target_id!
    const author_id = authorOf(batch, 'post', row)
    const parent = parentOf(batch, one, post_id, parents)
    const depth = Math.min((parent?.depth ?? 0) + 1, LIMITS.commentDepth)
    const content = signed(contentOf(batch, 'post', row.id, text, LIMITS.postText), row.guest, author_id)
    if (content === '') note(batch, 'post', row.id, 'text_empty')
    rows.push({
      id,
      post_id,
      parent_id: parent?.id ?? null,
      author_id,
      depth,
      is_nsfw: homes.get(post_id)!.is_nsfw,
      ...commentColumns(content, renderMarkdown(content)),
      upvotes: plausibleVotes(row.upvotes),
      downvotes: plausibleVotes(row.downvotes),
      created_at,
      edited_at: plausibleTime(row.edited_at, batch.now),
    })
    parents.set(id, { id, depth, post_id })
    if (parent) replies.set(parent.id, (replies.get(parent.id) ?? 0) + 1)
    const target = { target: 'comment', target_id: id, post_id } as const
    record(batch, { kind: 'post', source_id: row.id, outcome: 'imported', ...target, number: row.number ?? null })
  }
  await insertRows(batch.tx, comment, rows)
  if (batch.isDryRun) return
  await batch.tx.execute(sql`
    update comment set reply_count = reply_count + added.count
    from unnest(${sql.param([...replies.keys()])}::integer[], ${sql.param([...replies.values()])}::integer[])
      as added (id, count) where comment.id = added.id`)
  await batch.tx.execute(sql`
    update post_rank set comment_count = comment_count + added.count
    from (select id, count(*)::integer as count from unnest(${sql.param(rows.map((one) => one.post_id))}::integer[])
      as each (id) group by id) added where post_rank.post_id = added.id`)
  await countIn(
    batch,
    rows.map((one) => ({
      category_id: homes.get(one.post_id)!.category_id,
      author_id: one.author_id ?? null,
      created_at: one.created_at!,
    })),
  )
  await addKarma(batch, rows)
}

type Home = { post_id: number; category_id: number; is_nsfw: boolean }

async function threadsOf(batch: Batch, kept: Parsed<Post>[]): Promise<Map<number, Home>> {
  const ids = [...new Set(kept.map(({ row }) => entryOf(batch, 'thread', row.thread)!.target_id!))]
  const rows = await batch.tx.execute<Home>(sql`
    select post_id, category_id, is_nsfw from post_rank where post_id = any (${sql.param(ids)}::integer[])`)
  return new Map(rows.map((row) => [row.post_id, row]))
}
