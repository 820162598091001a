import type { ImportRecord, OldAddress, Reader, ReaderOptions, Source } from '../../records.ts'
import {
  flag,
  idOf,
  number,
  openDatabase,
  string,
  type SourceDatabase,
  type SourceRow,
  type Value,
} from '../database.ts'
import { asMarkdownQuotes } from './quotes.ts'

type Forum = { db: SourceDatabase; tables: Set<string> }

/** Reads a time; without a zone it is in UTC. */
function time(value: Value | undefined): Date | null {
  if (value instanceof Date) return value
  if (!value) return null
  const text = string(value)
  return new Date(/Z|[+-]\d\d/.test(text.slice(10)) ? text : `${text}Z`)
}

const markdown = (row: SourceRow) => ({ format: 'markdown', text: asMarkdownQuotes(string(row.raw)) }) as const

async function* categories({ db }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: 'categories', key: 'id' }))
    yield {
      kind: 'community',
      id: string(row.id),
      title: string(row.name),
      description: string(row.description).replace(/<[^>]*>/g, ''),
      created_at: time(row.created_at),
      ...(flag(row.read_restricted) && { left_out: 'not_public' }),
    }
}

/** Passwords were columns of `users` before 3.4. */
async function* users({ db, tables }: Forum): AsyncGenerator<ImportRecord> {
  const hasTable = tables.has('user_passwords')
  const columns = await db.columns('users')
  const password = hasTable
    ? 'p.password_hash as hash, p.password_salt as salt, p.password_algorithm as algorithm'
    : columns.has('password_hash')
      ? 'u.password_hash as hash, u.salt, ' +
        `${columns.has('password_algorithm') ? 'u.password_algorithm' : "''"} as algorithm`
      : "'' as hash, '' as salt, '' as algorithm"
  const query = {
    select: `u.id, u.username, u.created_at, u.active, u.staged, e.email, ${password}`,
    from:
      'users u left join user_emails e on e.user_id = u.id and e."primary"' +
      (hasTable ? ' left join user_passwords p on p.user_id = u.id' : ''),
    key: 'u.id',
  }
  for await (const row of db.ranges(query)) {
    const rounds = /i=(\d+)/.exec(string(row.algorithm))?.[1] ?? '64000'
    const [hash, salt] = [string(row.hash), string(row.salt)]
    yield {
      kind: 'person',
      id: string(row.id),
      username: string(row.username),
      email: string(row.email),
      password: hash !== '' && salt !== '' ? `pbkdf2:${rounds}:${salt}:${hash}` : null,
      created_at: time(row.created_at),
      ...(number(row.id) <= 0 && { left_out: 'robot' }),
    }
  }
}

async function* topics({ db }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select:
      't.id, t.title, t.category_id, t.user_id, t.created_at, t.closed, t.pinned_at, t.deleted_at, t.archetype, ' +
      't.visible, p.id as post_id, p.raw, p.hidden',
    from: 'topics t left join posts p on p.topic_id = t.id and p.post_number = 1',
    key: 't.id',
    long: 'p.raw',
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'thread',
      id: string(row.id),
      community: string(row.category_id),
      title: string(row.title),
      author: idOf(row.user_id),
      text: markdown(row),
      created_at: time(row.created_at),
      first_post: idOf(row.post_id),
      is_locked: flag(row.closed),
      is_pinned: row.pinned_at !== null,
      ...(string(row.archetype) === 'private_message' && { left_out: 'private' }),
      ...(row.deleted_at !== null && { left_out: 'deleted' }),
      ...(flag(row.hidden) && { left_out: 'hidden' }),
    }
}

async function* posts({ db }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select:
      'p.id, p.topic_id, p.user_id, p.raw, p.created_at, p.deleted_at, p.hidden, p.post_type, ' +
      'p.reply_to_post_number, a.id as answered',
    from: 'posts p left join posts a on a.topic_id = p.topic_id and a.post_number = p.reply_to_post_number',
    key: 'p.id',
    long: 'p.raw',
    where: 'p.post_number <> 1 or not exists (select 1 from topics t where t.id = p.topic_id)',
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'post',
      id: string(row.id),
      thread: string(row.topic_id),
      parent: idOf(row.answered),
      author: idOf(row.user_id),
      text: markdown(row),
      created_at: time(row.created_at),
      // Type 1 is a post by a person, 2 and 3 are notes about actions, 4 is for staff.
      ...(number(row.post_type) > 1 && { left_out: number(row.post_type) === 4 ? 'not_public' : 'note' }),
      ...(row.deleted_at !== null && { left_out: 'deleted' }),
      ...(flag(row.hidden) && { left_out: 'hidden' }),
    }
}

const LIKE = 2

async function* likes({ db }: Forum): AsyncGenerator<ImportRecord> {
  const where = `post_action_type_id = ${LIKE}`
  for await (const row of db.ranges({ select: '*', from: 'post_actions', key: 'id', where }))
    yield {
      kind: 'vote',
      id: string(row.id),
      on: { kind: 'post', id: row.deleted_at === null ? string(row.post_id) : '' },
      person: string(row.user_id),
      value: 1,
      created_at: time(row.created_at),
    }
}

async function open({ database }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const forum = { db, tables: await db.tables() }
  return {
    counts: async () => ({
      community: await db.count('categories'),
      person: await db.count('users'),
      thread: await db.count('topics'),
      post: await db.count('posts'),
      vote: forum.tables.has('post_actions') ? await db.count('post_actions', `post_action_type_id = ${LIKE}`) : 0,
    }),
    async *records() {
      yield* categories(forum)
      yield* users(forum)
      yield* topics(forum)
      yield* posts(forum)
      if (forum.tables.has('post_actions')) yield* likes(forum)
    },
    close: db.close,
  }
}

function addressOf(path: string, query: URLSearchParams): OldAddress | null {
  if (path === '/' || path === '/latest' || path === '/categories') return query.size > 0 ? null : { kind: 'home' }
  const post = /^\/p\/(\d+)/.exec(path)
  if (post) return { kind: 'post', id: post[1]! }
  const topic = /^\/t\/(?:[^/]*[^\d/][^/]*\/|-\/)?(\d+)(?:\/(\d+))?(?:\/|\.rss)?$/.exec(path)
  if (topic) {
    const number = Number(topic[2] ?? 1)
    return number > 1 ? { kind: 'place', thread: topic[1]!, number } : { kind: 'thread', id: topic[1]! }
  }
  const category = /^\/c\/(?:[^\d/][^/]*\/)*(\d+)(\.rss|\/l\/\w+)?\/?$/.exec(path)
  if (category)
    return category[2] === '.rss' ? { kind: 'feed', community: category[1]! } : { kind: 'community', id: category[1]! }
  return /^\/(?:latest|posts)\.rss$/.test(path) ? { kind: 'feed', community: null } : null
}

export const discourse: Source = {
  name: 'discourse',
  tables: { community: 'categories', person: 'users', thread: 'topics', post: 'posts', vote: 'post_actions' },
  from: 'database',
  open,
  addressOf,
}
