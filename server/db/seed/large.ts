import { once } from 'node:events'
import type { Writable } from 'node:stream'
import type postgres from 'postgres'
import { LIMITS } from '#shared/limits.ts'
import { ageLimits } from '#server/features/posts/feed/rules.ts'
import { RENDERER_VERSION } from '#server/markdown/markdown.ts'
import { fraction, hash, pick } from './random.ts'

export type Sizes = { users: number; categories: number; posts: number; comments: number; votes: number }

type Sql = postgres.Sql

const WORDS = (
  'wątek rozmowa miasto rower chleb zakwas las góry rzeka pociąg stacja zima lato ogród pomidor książka film ' +
  'muzyka kot pies dom ' +
  'praca szkoła komputer program serwer baza zapytanie indeks drzewo most ulica kawa herbata żółw ćma źrebak ' +
  'łąka świt ' +
  'city train bread garden river winter summer coffee music book movie server query index bridge forest mountain ' +
  'question answer ' +
  'how why when where best old new small quiet bright slow fast open'
).split(' ')
const HOUR = 3_600_000
const FIRST_DAY = Date.UTC(2024, 0, 2)

const salts = {
  author: 1,
  category: 2,
  up: 3,
  down: 4,
  voter: 5,
  words: 6,
  thread: 7,
  parent: 8,
  time: 9,
  commenter: 10,
  commentUp: 11,
  commentDown: 12,
  member: 13,
}

function words(index: number, salt: number, count: number): string {
  return Array.from({ length: count }, (_, at) => WORDS[pick(index * 31 + at, salt, WORDS.length)]!).join(' ')
}

/** Most numbers are small, a few are large. */
function heavyTail(index: number, salt: number, mean: number, most: number): number {
  return Math.min(most, Math.floor(mean * 0.45 * (1 / (1 - fraction(index, salt)) ** 0.7 - 0.55)))
}

/** The plan depends on the sizes alone, so that counters match the rows and an interrupted run can be resumed. */
function plan(sizes: Sizes) {
  const postVotes = (sizes.votes * 0.8) / sizes.posts
  const commentVotes = (sizes.votes * 0.2) / Math.max(1, sizes.comments)
  const perPost = sizes.comments / sizes.posts
  const mostVoters = Math.floor(sizes.users / 2)
  return {
    categoryOf: (post: number) => 1 + Math.floor(fraction(post, salts.category) ** 2 * sizes.categories),
    isAdult: (category: number) => category % 5 === 0,
    authorOf: (post: number) => 1 + pick(post, salts.author, sizes.users),
    createdAt: (post: number) =>
      FIRST_DAY + Math.floor((post / sizes.posts) * 900 * 24 * HOUR) + pick(post, salts.time, HOUR),
    postVotes: (post: number) => ({
      up: heavyTail(post, salts.up, postVotes * 0.75, mostVoters),
      down: heavyTail(post, salts.down, postVotes * 0.25, mostVoters),
    }),
    commentVotes: (comment: number) => ({
      up: heavyTail(comment, salts.commentUp, commentVotes * 0.75, mostVoters),
      down: heavyTail(comment, salts.commentDown, commentVotes * 0.25, mostVoters),
    }),
    // The voters of a post or comment have consecutive ids, so that no list of voters is needed.
    voter: (thing: number, salt: number, at: number) => 1 + (((hash(thing, salt) % sizes.users) + at) % sizes.users),
    // The last post's thread has the same length in all large data sets, so that their measurements can be compared.
    commentsOf: (post: number) =>
      post === sizes.posts
        ? Math.min(20_000, Math.floor(sizes.comments * 0.4))
        : heavyTail(post, salts.thread, perPost, 2_000),
    commenterOf: (comment: number) => 1 + pick(comment, salts.commenter, sizes.users),
  }
}

async function copy(sql: Sql, table: string, columns: string[], rows: Iterable<unknown[]>): Promise<void> {
  const stream = (await sql
    .unsafe(`copy "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) from stdin`)
    .writable()) as unknown as Writable
  let lines = ''
  for (const row of rows) {
    lines += `${row.map((value) => (value === null ? '\\N' : value)).join('\t')}\n`
    if (lines.length > 262_144) {
      if (!stream.write(lines)) await once(stream, 'drain')
      lines = ''
    }
  }
  stream.end(lines)
  await once(stream, 'finish')
}

function* range(from: number, to: number): Generator<number> {
  for (let at = from; at <= to; at += 1) yield at
}

function* mapped(from: number, to: number, row: (index: number) => unknown[]): Generator<unknown[]> {
  for (const index of range(from, to)) yield row(index)
}

type Thread = { parent: number | null; depth: number; replies: number }

/** Each comment replies to an earlier one of the thread or to the post. */
function threadOf(post: number, count: number): Thread[] {
  const thread: Thread[] = []
  for (let at = 0; at < count; at += 1) {
    const near =
      at > 0 && fraction(post * 131 + at, salts.parent) < 0.6
        ? Math.max(0, at - 1 - pick(post + at, salts.parent, 12))
        : null
    const parent = near !== null && thread[near]!.depth < LIMITS.commentDepth ? near : null
    thread.push({ parent, depth: parent === null ? 1 : thread[parent]!.depth + 1, replies: 0 })
    if (parent !== null) thread[parent]!.replies += 1
  }
  return thread
}

async function copyMembersAndCommunities(sql: Sql, p: Plan, sizes: Sizes): Promise<void> {
  await copy(
    sql,
    'user',
    ['id', 'username', 'email', 'email_verified', 'created_at'],
    mapped(1, sizes.users, (id) => [
      id,
      `member_${id}`,
      `member_${id}@example.org`,
      't',
      new Date(FIRST_DAY + id).toISOString(),
    ]),
  )
  await copy(
    sql,
    'category',
    ['id', 'name', 'display_name', 'description', 'is_nsfw', 'creator_id', 'created_at'],
    mapped(1, sizes.categories, (id) => [
      id,
      `community_${id}`,
      `${words(id, salts.words, 2)} ${id}`,
      words(id, salts.words, 12),
      p.isAdult(id) ? 't' : 'f',
      1 + (id % sizes.users),
      new Date(FIRST_DAY).toISOString(),
    ]),
  )
}

/** The first `done` posts are left out, because an interrupted run has copied them already. */
async function copyThreads(
  sql: Sql,
  p: Plan,
  sizes: Sizes,
  done: number,
  print: (line: string) => void,
): Promise<void> {
  let nextComment = 1
  for (const post of range(1, done)) nextComment += p.commentsOf(post)
  const slice = Math.max(1_000, Math.min(20_000, Math.ceil(sizes.posts / 50)))
  const began = performance.now()
  for (let from = done + 1; from <= sizes.posts; from += slice) {
    const to = Math.min(sizes.posts, from + slice - 1)
    const firstComment = nextComment
    await sql.unsafe('begin')
    await copyComments(sql, p, from, to, firstComment)
    for (const post of range(from, to)) nextComment += p.commentsOf(post)
    await copyPosts(sql, p, from, to)
    await copyVotes(sql, p, from, to, firstComment, nextComment - 1)
    await sql.unsafe('commit')
    const left = ((performance.now() - began) / (to - done)) * (sizes.posts - to)
    print(`${to} of ${sizes.posts} posts, ${nextComment - 1} comments, about ${Math.ceil(left / 60_000)} min left`)
  }
}

async function updateCounters(sql: Sql, p: Plan, sizes: Sizes): Promise<void> {
  const karma = new Int32Array(sizes.users + 1)
  let comment = 1
  for (const post of range(1, sizes.posts)) {
    const { up, down } = p.postVotes(post)
    karma[p.authorOf(post)]! += up - down - ownVotes(p, p.authorOf(post), post, up, down, salts.voter)
    for (const end = comment + p.commentsOf(post); comment < end; comment += 1) {
      const votes = p.commentVotes(comment)
      karma[p.commenterOf(comment)]! +=
        votes.up - votes.down - ownVotes(p, p.commenterOf(comment), comment, votes.up, votes.down, salts.member)
    }
  }
  await sql.unsafe('create temporary table seeded_karma (id int primary key, karma int not null)')
  await copy(
    sql,
    'seeded_karma',
    ['id', 'karma'],
    mapped(1, sizes.users, (id) => [id, karma[id]]),
  )
  await sql.unsafe(
    'update "user" set karma = s.karma from seeded_karma s where s.id = "user".id and s.karma <> "user".karma',
  )
  await sql.unsafe(`update category set post_count = (select count(*) from post_rank r where r.category_id
    = category.id and r.is_listed),
    member_count = (select count(*) from categorymembership m where m.category_id = category.id)`)
  await sql.unsafe(`update "user" set follower_count = (select count(*) from follow where followed_id = "user".id),
    following_count = (select count(*) from follow where follower_id = "user".id)`)
  for (const table of ['user', 'category', 'post', 'comment', 'message', 'notification']) {
    await sql.unsafe(
      `select setval(pg_get_serial_sequence('"${table}"', 'id'), (select greatest(1, max(id)) from "${table}"))`,
    )
  }
}

/** Fills a forum by COPY and resumes an interrupted run; only a superuser can skip the check of foreign keys. */
export async function seedLarge(sql: Sql, sizes: Sizes, print: (line: string) => void): Promise<void> {
  const p = plan(sizes)
  const [{ count: users } = { count: 0 }] = await sql<
    { count: number }[]
  >`select count(*)::int as count from "user" where not is_bot`
  const [{ done } = { done: 0 }] = await sql<{ done: number }[]>`select coalesce(max(id), 0)::int as done from post`
  if (users > 0 && users !== sizes.users)
    throw new Error('The database has other members already; a large set needs an empty one.')

  await sql.unsafe('set session_replication_role = replica')
  if (users === 0) {
    print(`${sizes.users} users, ${sizes.categories} communities`)
    await sql.unsafe('begin')
    await copyMembersAndCommunities(sql, p, sizes)
    await copyTies(sql, sizes)
    await copyMail(sql, sizes)
    await sql.unsafe('commit')
  }

  await copyThreads(sql, p, sizes, done, print)
  print('Counters')
  await updateCounters(sql, p, sizes)
  await sql.unsafe(
    `insert into search_word select distinct word from post, f_spellable(search) as word where id
      > ${sizes.posts - 20_000} on conflict do nothing`,
  )
  print('Index of comments')
  await indexComments(sql)
  await sql.unsafe('set session_replication_role = origin')
  print('Statistics')
  await sql.unsafe('vacuum analyze')
}

async function indexComments(sql: Sql): Promise<void> {
  const [index] = await sql<
    { definition: string }[]
  >`select pg_get_indexdef('comment_search_words'::regclass) as definition`
  await sql.unsafe('begin; drop index comment_search_words')
  await sql.unsafe(`insert into comment_search
    select c.id, f_comment_search_vector(c.id, c.is_nsfw, c.content, c.author_id, p.category_id) from comment c
      join post p on p.id = c.post_id on conflict do nothing`)
  await sql.unsafe(`${index!.definition}; commit`)
}

type Plan = ReturnType<typeof plan>

const SAVES_EACH = 5
const PARTNERS_EACH = 4
const MESSAGES_EACH = 2
const NOTICES_EACH = 10
/** Messages between the first two members, and notifications of the first member: a hundred pages each. */
const MUCH_MAIL = 6_000

async function copyTies(sql: Sql, sizes: Sizes): Promise<void> {
  const at = (index: number) => new Date(FIRST_DAY + index * 1_000).toISOString()
  const other = (user: number, step: number) => 1 + ((user + step * 17 + 5) % sizes.users)
  const creators = () => mapped(1, sizes.categories, (id) => [id, 1 + (id % sizes.users)])
  await copy(sql, 'categorymembership', ['category_id', 'user_id'], creators())
  await copy(sql, 'category_moderator', ['category_id', 'user_id'], creators())
  function* members(): Generator<unknown[]> {
    for (const user of range(1, sizes.users)) {
      const category = 1 + pick(user, salts.member, sizes.categories)
      if (1 + (category % sizes.users) !== user) yield [category, user]
    }
  }
  await copy(sql, 'categorymembership', ['category_id', 'user_id'], members())
  function* each(count: number, row: (user: number, step: number) => unknown[]): Generator<unknown[]> {
    for (const user of range(1, sizes.users)) for (const step of range(0, count - 1)) yield row(user, step)
  }
  await copy(
    sql,
    'follow',
    ['follower_id', 'followed_id', 'created_at'],
    each(PARTNERS_EACH, (user, step) => [user, other(user, step), at(user)]),
  )
  await copy(
    sql,
    'blockeduser',
    ['blocker_id', 'blocked_id', 'created_at'],
    each(1, (user) => [user, other(user, 97), at(user)]),
  )
  await copy(
    sql,
    'savedpost',
    ['user_id', 'post_id', 'created_at'],
    each(SAVES_EACH, (user, step) => [user, 1 + ((user * 13 + step * 7_919) % sizes.posts), at(user + step)]),
  )
}

async function copyMail(sql: Sql, sizes: Sizes): Promise<void> {
  const end = FIRST_DAY + 900 * 24 * HOUR
  const at = (index: number) => new Date(end + index).toISOString()
  function* messages(): Generator<unknown[]> {
    for (const user of range(1, sizes.users)) {
      for (const step of range(0, PARTNERS_EACH * MESSAGES_EACH - 1)) {
        yield [
          user,
          1 + ((user + (step % PARTNERS_EACH) * 17 + 5) % sizes.users),
          words(user * 8 + step, salts.words + 300, 8),
          at(user),
        ]
      }
    }
    for (const index of range(1, MUCH_MAIL))
      yield [1 + (index % 2), 2 - (index % 2), words(index, salts.words + 301, 8), at(index)]
  }
  await copy(sql, 'message', ['sender_id', 'recipient_id', 'content', 'created_at'], messages())
  function* notices(): Generator<unknown[]> {
    for (const user of range(1, sizes.users)) {
      for (const step of range(1, user === 1 ? MUCH_MAIL : NOTICES_EACH))
        yield [user, 'follower', 1 + ((user + step * 29) % sizes.users), step % 2 ? 't' : 'f', at(step)]
    }
  }
  await copy(sql, 'notification', ['user_id', 'kind', 'actor_id', 'read', 'created_at'], notices())
}

function ownVotes(p: Plan, author: number, thing: number, up: number, down: number, salt: number): number {
  const first = p.voter(thing, salt, 0)
  const last = p.voter(thing, salt, up + down - 1)
  if (up + down === 0 || (first <= last ? author < first || author > last : author < first && author > last)) return 0
  for (let at = 0; at < up + down; at += 1) if (p.voter(thing, salt, at) === author) return at < up ? 1 : -1
  return 0
}

async function copyPosts(sql: Sql, p: Plan, from: number, to: number): Promise<void> {
  const columns = [
    'id',
    'category_id',
    'author_id',
    'title',
    'content',
    'content_html',
    'renderer_version',
    'excerpt',
    'created_at',
    'is_nsfw',
  ]
  await copy(
    sql,
    'post',
    columns,
    mapped(from, to, (id) => {
      const content = words(id, salts.words + 100, 20 + pick(id, salts.words, 40))
      return [
        id,
        p.categoryOf(id),
        p.authorOf(id),
        `${words(id, salts.words, 5)} ${id}`,
        content,
        `<p>${content}</p>`,
        RENDERER_VERSION,
        content,
        new Date(p.createdAt(id)).toISOString(),
        p.isAdult(p.categoryOf(id)) ? 't' : 'f',
      ]
    }),
  )
  const ranks = [
    'post_id',
    'category_id',
    'author_id',
    'is_nsfw',
    'created_at',
    'upvotes',
    'downvotes',
    'comment_count',
    'age',
  ]
  const limits = ageLimits(new Date()).map(Number)
  await copy(
    sql,
    'post_rank',
    ranks,
    mapped(from, to, (id) => {
      const { up, down } = p.postVotes(id)
      return [
        id,
        p.categoryOf(id),
        p.authorOf(id),
        p.isAdult(p.categoryOf(id)) ? 't' : 'f',
        new Date(p.createdAt(id)).toISOString(),
        up,
        down,
        p.commentsOf(id),
        limits.filter((limit) => p.createdAt(id) < limit).length,
      ]
    }),
  )
}

async function copyComments(sql: Sql, p: Plan, from: number, to: number, first: number): Promise<void> {
  const columns = [
    'id',
    'post_id',
    'parent_id',
    'author_id',
    'depth',
    'is_nsfw',
    'content',
    'content_html',
    'excerpt',
    'renderer_version',
    'upvotes',
    'downvotes',
    'reply_count',
    'created_at',
  ]
  function* rows(): Generator<unknown[]> {
    let start = first
    for (const post of range(from, to)) {
      const isNsfw = p.isAdult(p.categoryOf(post)) ? 't' : 'f'
      const thread = threadOf(post, p.commentsOf(post))
      for (const [at, { parent, depth, replies }] of thread.entries()) {
        const id = start + at
        const content = words(id, salts.words + 200, 5 + pick(id, salts.words, 20))
        const { up, down } = p.commentVotes(id)
        yield [
          id,
          post,
          parent === null ? null : start + parent,
          p.commenterOf(id),
          depth,
          isNsfw,
          content,
          `<p>${content}</p>`,
          content.slice(0, 100),
          RENDERER_VERSION,
          up,
          down,
          replies,
          new Date(p.createdAt(post) + HOUR + at * 1_000).toISOString(),
        ]
      }
      start += thread.length
    }
  }
  await copy(sql, 'comment', columns, rows())
}

async function copyVotes(
  sql: Sql,
  p: Plan,
  from: number,
  to: number,
  firstComment: number,
  lastComment: number,
): Promise<void> {
  function* votesOn(
    first: number,
    last: number,
    salt: number,
    votesOf: (thing: number) => { up: number; down: number },
  ): Generator<unknown[]> {
    for (const thing of range(first, last)) {
      const { up, down } = votesOf(thing)
      for (let at = 0; at < up + down; at += 1) yield [p.voter(thing, salt, at), thing, at < up ? 1 : -1]
    }
  }
  await copy(sql, 'vote', ['user_id', 'post_id', 'value'], votesOn(from, to, salts.voter, p.postVotes))
  await copy(
    sql,
    'vote',
    ['user_id', 'comment_id', 'value'],
    votesOn(firstComment, lastComment, salts.member, p.commentVotes),
  )
}
