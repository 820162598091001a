import { ImportError } from '../../map.ts'
import type { ImportRecord, OldAddress, Reader, ReaderOptions, Source } from '../../records.ts'
import { idOf, openDatabase, string, type SourceDatabase } from '../database.ts'

/** An object that NodeBB stores under a key like `post:12`. */
type Thing = Record<string, unknown>

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const id = (value: unknown) => idOf(text(value))
const time = (value: unknown): Date | null => (Number(value) > 0 ? new Date(Number(value)) : null)

const decoded = (value: unknown) =>
  text(value)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

const RANGE = 1_000

/** Yields numbers of one kind by ranges, because the keys of a store can be looked up, but not ordered by number. */
async function* numbersOf(db: SourceDatabase, table: string, kind: string, rest = ''): AsyncGenerator<number[]> {
  const [row] = await db.rows(
    `select coalesce(max(substring(_key from '^${kind}:([0-9]+)')::bigint), 0) as last from ${table} ` +
      `where _key ~ '^${kind}:[0-9]{1,15}${rest}$'`,
  )
  const last = Number(row!.last)
  for (let from = 0; from <= last; from += RANGE) yield Array.from({ length: RANGE }, (_, at) => from + at)
}

const isOneOf = (keys: string[]) => `_key in (${keys.map((key) => `'${key}'`).join(', ')})`

/** Yields objects of one kind in the order of their numbers. */
async function* things(db: SourceDatabase, kind: string): AsyncGenerator<Thing> {
  for await (const numbers of numbersOf(db, 'legacy_hash', kind)) {
    const keys = numbers.map((number) => `${kind}:${number}`)
    const found = await db.rows(`select _key, data from legacy_hash where ${isOneOf(keys)}`)
    const byKey = new Map(found.map((row) => [string(row._key), row.data]))
    for (const key of keys) {
      const data = byKey.get(key)
      if (data !== undefined) yield (typeof data === 'string' ? JSON.parse(data) : data) as Thing
    }
  }
}

const countOf = (db: SourceDatabase, kind: string) => db.count('legacy_hash', `_key ~ '^${kind}:[0-9]+$'`)

const written = (thing: Thing) =>
  ({
    author: id(thing.uid),
    text: {
      format: /<(p|br|div|a|blockquote)[ />]/.test(text(thing.content)) ? 'html' : 'markdown',
      text: text(thing.content),
    },
    created_at: time(thing.timestamp),
    edited_at: time(thing.edited),
    ...(text(thing.deleted) === '1' && { left_out: 'deleted' }),
  }) as const

async function* votes(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  for await (const numbers of numbersOf(db, 'legacy_set', 'pid', ':(up|down)vote')) {
    const keys = numbers.flatMap((pid) => [`pid:${pid}:upvote`, `pid:${pid}:downvote`])
    const found = await db.rows(`select _key, member from legacy_set where ${isOneOf(keys)} and member ~ '^[0-9]+$'`)
    const read = found.map((row) => {
      const [, pid, vote] = string(row._key).split(':')
      return { pid: pid!, person: string(row.member), value: vote === 'upvote' ? (1 as const) : (-1 as const) }
    })
    for (const { pid, person, value } of read.toSorted(
      (a, b) => Number(a.pid) - Number(b.pid) || Number(a.person) - Number(b.person),
    ))
      yield { kind: 'vote', id: `${pid} ${person}`, on: { kind: 'post', id: pid }, person, value }
  }
}

async function* records(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  for await (const one of things(db, 'category'))
    yield {
      kind: 'community',
      id: text(one.cid),
      title: decoded(one.name),
      description: decoded(one.description),
      ...(text(one.disabled) === '1' && { left_out: 'disabled' }),
    }
  for await (const one of things(db, 'user'))
    yield {
      kind: 'person',
      id: text(one.uid),
      username: text(one.username),
      email: text(one.email),
      password:
        text(one.password) === ''
          ? null
          : `${text(one['password:shaWrapped']) === '1' ? 'nodebb:' : ''}${text(one.password)}`,
      created_at: time(one.joindate),
      bio: { format: 'plain', text: text(one.aboutme) },
    }
  for await (const one of things(db, 'topic')) {
    const [first] = await db.rows(`select data from legacy_hash where _key = 'post:${Number(text(one.mainPid)) || 0}'`)
    const post = (typeof first?.data === 'string' ? JSON.parse(first.data) : (first?.data ?? {})) as Thing
    yield {
      kind: 'thread',
      id: text(one.tid),
      community: text(one.cid),
      title: decoded(one.title),
      first_post: id(post.pid),
      is_locked: text(one.locked) === '1',
      is_pinned: text(one.pinned) === '1',
      ...written({ ...post, uid: one.uid, timestamp: one.timestamp, deleted: one.deleted }),
    }
  }
  const mains = `substring(_key from 6) in (select data->>'mainPid' from legacy_hash where _key ~ '^topic:[0-9]+$')`
  const isMain = new Set(
    (await db.rows(`select _key from legacy_hash where _key ~ '^post:[0-9]+$' and ${mains}`)).map((row) =>
      string(row._key),
    ),
  )
  for await (const one of things(db, 'post'))
    if (!isMain.has(`post:${text(one.pid)}`))
      yield { kind: 'post', id: text(one.pid), thread: text(one.tid), parent: id(one.toPid), ...written(one) }
  yield* votes(db)
}

async function open({ database }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  if (!(await db.tables()).has('legacy_hash')) throw new ImportError('There is no NodeBB in this database.')
  return {
    counts: async () => ({
      community: await countOf(db, 'category'),
      person: await countOf(db, 'user'),
      thread: await countOf(db, 'topic'),
      post: await countOf(db, 'post'),
      vote: await db.count('legacy_set', "_key ~ '^pid:[0-9]+:(up|down)vote$' and member ~ '^[0-9]+$'"),
    }),
    records: () => records(db),
    close: db.close,
  }
}

function addressOf(path: string): OldAddress | null {
  const topic = /^\/topic\/(\d+)(?:\/[^/]*(?:\/(\d+))?)?\/?$/.exec(path)
  if (topic) {
    const number = Number(topic[2] ?? 1)
    return number > 1 ? { kind: 'place', thread: topic[1]!, number } : { kind: 'thread', id: topic[1]! }
  }
  const post = /^\/post\/(\d+)\/?$/.exec(path)
  if (post) return { kind: 'post', id: post[1]! }
  const category = /^\/category\/(\d+)(?:\/[^/]*)?\/?$/.exec(path)
  if (category) return { kind: 'community', id: category[1]! }
  const feed = /^\/(category|topic)\/(\d+)\.rss$/.exec(path)
  if (feed) return feed[1] === 'topic' ? { kind: 'thread', id: feed[2]! } : { kind: 'feed', community: feed[2]! }
  const person = /^\/uid\/(\d+)/.exec(path)
  if (person) return { kind: 'person', id: person[1]! }
  return /^\/(?:recent|categories)?$/.test(path) ? { kind: 'home' } : null
}

export const nodebb: Source = {
  name: 'nodebb',
  tables: { community: 'category', person: 'user', thread: 'topic', post: 'post', vote: 'upvote, downvote' },
  from: 'database',
  unpack: async (dump, work) => (await import('./unpack.ts')).unpackStore(dump, work),
  open,
  addressOf,
}
