import { ImportError } from '../../map.ts'
import type { ImportRecord, OldAddress, Reader, ReaderOptions, Source } from '../../records.ts'
import { idOf, openDatabase, string, type SourceDatabase } from '../database.ts'
import { messages, MESSAGE_COPIES } from './chats.ts'
import { follows, FOLLOWS, watches, WATCHES } from './follows.ts'
import {
  countOf,
  countRemote,
  dataOf,
  isOneOf,
  numbersOf,
  remoteIds,
  things,
  thingsByRange,
  type Thing,
} from './store.ts'
import { allowsTags, findMentioned, profilePath, textIn, type Mentioned } from './text.ts'

type Forum = { db: SourceDatabase; hasSorted: boolean; hasTags: boolean }

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const id = (value: unknown) => idOf(text(value))
const time = (value: unknown): Date | null => (Number(value) > 0 ? new Date(Number(value)) : null)
const isSet = (value: unknown) => text(value) === '1'

const decoded = (value: unknown) =>
  text(value)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

const UPLOADS = '/assets/uploads'

async function* categories({ db }: Forum): AsyncGenerator<ImportRecord> {
  for await (const one of things(db, 'category'))
    yield {
      kind: 'community',
      id: text(one.cid),
      title: decoded(one.name),
      description: decoded(one.description),
      ...(isSet(one.disabled) && { left_out: 'disabled' }),
      ...(text(one.link) !== '' && { left_out: 'link' }),
    }
  for await (const remote of remoteIds(db, 'category'))
    yield { kind: 'community', id: remote, title: '', left_out: 'remote' }
}

async function* users({ db }: Forum): AsyncGenerator<ImportRecord> {
  for await (const one of things(db, 'user'))
    yield {
      kind: 'person',
      id: text(one.uid),
      username: text(one.username),
      email: text(one.email),
      password:
        text(one.password) === '' ? null : `${isSet(one['password:shaWrapped']) ? 'nodebb:' : ''}${text(one.password)}`,
      created_at: time(one.joindate),
      bio: { format: 'plain', text: text(one.aboutme) },
      ...(text(one.userslug) !== '' && { addresses: [profilePath(text(one.userslug))] }),
    }
  for await (const remote of remoteIds(db, 'user'))
    yield { kind: 'person', id: remote, username: '', left_out: 'remote' }
}

const written = (thing: Thing, { hasTags }: Forum, mentioned: Mentioned) =>
  ({
    author: id(thing.uid),
    guest: id(thing.uid) === null ? text(thing.handle) || null : null,
    text: textIn(text(thing.content), hasTags, mentioned),
    created_at: time(thing.timestamp),
    edited_at: time(thing.edited),
    ...(isSet(thing.deleted) && { left_out: 'deleted' }),
  }) as const

const contentsOf = (posts: Thing[]) => posts.map((post) => text(post.content))

const NOT_HERE = { author: null, text: { format: 'plain', text: '' }, created_at: null, left_out: 'remote' } as const

async function* topics(forum: Forum): AsyncGenerator<ImportRecord> {
  const { db, hasSorted } = forum
  for await (const some of thingsByRange(db, 'topic')) {
    const keys = some.map((one) => `post:${Number(text(one.mainPid)) || 0}`)
    const found = keys.length === 0 ? [] : await db.rows(`select data from legacy_hash where ${isOneOf(keys)}`)
    const posts = new Map(found.map((row) => [text(dataOf(row).tid), dataOf(row)]))
    const mentioned = await findMentioned(db, hasSorted, contentsOf([...posts.values()]))
    for (const one of some) {
      const post = posts.get(text(one.tid)) ?? {}
      const content = isSet(post.deleted) ? '' : post.content
      const { uid, timestamp, deleted } = one
      yield {
        kind: 'thread',
        id: text(one.tid),
        community: text(one.cid),
        title: decoded(one.title),
        first_post: id(post.pid),
        is_locked: isSet(one.locked),
        is_pinned: isSet(one.pinned),
        ...written({ ...post, content, uid, timestamp, deleted }, forum, mentioned),
      }
    }
  }
  for await (const remote of remoteIds(db, 'topic'))
    yield { kind: 'thread', id: remote, community: '', title: '', ...NOT_HERE }
}

/** First posts are yielded, too: the import skips those that became the text of their thread. */
async function* posts(forum: Forum): AsyncGenerator<ImportRecord> {
  const { db, hasSorted } = forum
  for await (const some of thingsByRange(db, 'post')) {
    const mentioned = await findMentioned(db, hasSorted, contentsOf(some))
    for (const one of some)
      yield {
        kind: 'post',
        id: text(one.pid),
        thread: text(one.tid),
        parent: id(one.toPid),
        // NodeBB counts deleted posts in the numbering of their thread.
        is_numbered: true,
        ...written(one, forum, mentioned),
      }
  }
  for await (const remote of remoteIds(db, 'post')) yield { kind: 'post', id: remote, thread: '', ...NOT_HERE }
}

const VOTES = "_key ~ '^pid:[0-9]{1,15}:(up|down)vote$'"

async function* votes({ db }: Forum): AsyncGenerator<ImportRecord> {
  for await (const numbers of numbersOf(db, 'legacy_set', 'pid', ':(up|down)vote')) {
    const keys = numbers.flatMap((pid) => [`pid:${pid}:upvote`, `pid:${pid}:downvote`])
    const found = await db.rows(`select _key, member from legacy_set where ${isOneOf(keys)}`)
    const read = found.map((row) => {
      const [, pid, vote] = string(row._key).split(':')
      const person = string(row.member)
      const isUp = vote === 'upvote'
      return { pid: pid!, person, value: isUp ? (1 as const) : (-1 as const), id: `${pid} ${isUp ? '' : '-'}${person}` }
    })
    for (const { pid, person, value, id: of } of read.toSorted(
      (a, b) => Number(a.pid) - Number(b.pid) || Number(a.person) - Number(b.person) || (a.id < b.id ? -1 : 1),
    ))
      yield { kind: 'vote', id: of, on: { kind: 'post', id: pid }, person, value }
  }
}

const UPLOAD = /\/assets\/uploads(\/files\/[^\s")\]]+)/g
const AVATAR = /\/assets\/uploads(\/profile\/[^\s?]+)/
const AVATARS = "_key ~ '^user:[0-9]{1,15}$' and data->>'picture' ~ '/assets/uploads/profile/[^[:space:]?]'"

const uploadsIn = (content: string) => new Set([...content.matchAll(UPLOAD)].map(([, path]) => path!))

/** Yields each file once, for the first post that links to it. */
async function* files({ db }: Forum): AsyncGenerator<ImportRecord> {
  const seen = new Set<string>()
  for await (const one of things(db, 'post'))
    for (const path of uploadsIn(text(one.content))) {
      const pid = text(one.pid)
      yield {
        kind: 'file',
        id: seen.has(path) ? `${path} ${pid}` : path,
        of: { kind: 'post', id: pid },
        path: path.slice(1),
        name: path.replace(/^.*\/(?:\d{13}-)?/, ''),
      }
      seen.add(path)
    }
  for await (const one of things(db, 'user')) {
    const path = AVATAR.exec(text(one.picture))?.[1]
    const uid = text(one.uid)
    if (path)
      yield { kind: 'file', id: `avatar ${uid}`, of: { kind: 'person', id: uid }, path: path.slice(1), name: '' }
  }
}

async function countFiles(db: SourceDatabase): Promise<number> {
  let count = await db.count('legacy_hash', AVATARS)
  for await (const one of things(db, 'post')) count += uploadsIn(text(one.content)).size
  return count
}

const BANNED = "_key ~ '^user:[0-9]{1,15}$' and data->>'banned' = '1'"

async function* bans({ db }: Forum): AsyncGenerator<ImportRecord> {
  const found = await db.rows("select _key, data from legacy_hash where _key ~ '^uid:[0-9]+:ban:[0-9]+$'")
  const reasons = new Map<string, { at: number; reason: string }>()
  for (const row of found) {
    const { uid, timestamp, reason } = dataOf(row)
    if (Number(timestamp) >= (reasons.get(text(uid))?.at ?? 0))
      reasons.set(text(uid), { at: Number(timestamp), reason: text(reason) })
  }
  for await (const one of things(db, 'user')) {
    const uid = text(one.uid)
    if (!isSet(one.banned)) continue
    const reason = reasons.get(uid)?.reason ?? ''
    yield { kind: 'ban', id: uid, person: uid, until: time(one['banned:expire']), reason }
  }
}

async function open({ database }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const tables = await db.tables()
  if (!tables.has('legacy_hash')) throw new ImportError('There is no NodeBB in this database.')
  const hasSorted = tables.has('legacy_zset')
  const forum = { db, hasSorted, hasTags: await allowsTags(db, hasSorted) }
  const count = async (kind: 'category' | 'user' | 'topic' | 'post') =>
    (await countOf(db, kind)) + (await countRemote(db, kind))
  return {
    counts: async () => ({
      community: await count('category'),
      person: await count('user'),
      thread: await count('topic'),
      post: await count('post'),
      vote: await db.count('legacy_set', VOTES),
      follow: hasSorted ? await db.count('legacy_zset', FOLLOWS) : 0,
      watch: await db.count('legacy_set', WATCHES),
      file: await countFiles(db),
      message: hasSorted ? await db.count(MESSAGE_COPIES) : 0,
      ban: await db.count('legacy_hash', BANNED),
    }),
    lastPostAddress: async () => {
      const [row] = await db.rows(
        'select coalesce(max(substring(_key from 6)::bigint), 0) as last from legacy_hash ' +
          "where _key ~ '^post:[0-9]{1,9}$'",
      )
      return Number(row!.last)
    },
    async *records() {
      yield* categories(forum)
      yield* users(forum)
      yield* topics(forum)
      yield* posts(forum)
      yield* votes(forum)
      if (hasSorted) yield* follows(db)
      yield* watches(db)
      yield* files(forum)
      if (hasSorted) yield* messages(db)
      yield* bans(forum)
    },
    close: db.close,
  }
}

function feedOf(path: string): OldAddress | null {
  const topic = /^\/topic\/(\d+)\.rss$/.exec(path)?.[1]
  if (topic) return { kind: 'thread', id: topic }
  const category = /^\/category\/(\d+)(?:\/recentposts)?\.rss$/.exec(path)?.[1]
  if (category) return { kind: 'feed', community: category }
  return /^\/(?:recent|topics|recentposts|(?:top|popular)(?:\/\w+)?)\.rss$/.test(path)
    ? { kind: 'feed', community: null }
    : null
}

function addressOf(path: string): OldAddress | null {
  if (path.endsWith('.rss')) return feedOf(path)
  const topic = /^\/topic\/(\d+)(?:\/[^/]*(?:\/(\d+))?)?\/?$/.exec(path)
  if (topic) {
    const number = Number(topic[2] ?? 1)
    return number > 1 ? { kind: 'place', thread: topic[1]!, number } : { kind: 'thread', id: topic[1]! }
  }
  const post = /^\/post\/(\d+)\/?$/.exec(path)
  if (post) return { kind: 'post', id: post[1]! }
  const category = /^\/category\/(\d+)(?:\/[^/]*(?:\/\d+)?)?\/?$/.exec(path)
  if (category) return { kind: 'community', id: category[1]! }
  const person = /^\/uid\/(\d+)/.exec(path)
  if (person) return { kind: 'person', id: person[1]! }
  const named = /^\/user\/[^/]+/.exec(path)?.[0]
  if (named)
    return { kind: 'named', address: named.toLowerCase().replace(/%[\da-f]{2}/g, (code) => code.toUpperCase()) }
  const upload = /^(?:\/assets)?\/uploads(\/.+)$/.exec(path)?.[1]
  const avatar = upload && /^\/profile\/(?:uid-)?(\d+)/.exec(upload)?.[1]
  if (avatar) return { kind: 'avatar', id: avatar }
  if (upload) return { kind: 'file', id: upload.replace(/-resized(?=\.\w+$)/, '') }
  return /^\/(?:recent|categories|popular|top)?$/.test(path) ? { kind: 'home' } : null
}

export const nodebb: Source = {
  name: 'nodebb',
  tables: {
    community: 'category',
    person: 'user',
    thread: 'topic',
    post: 'post',
    vote: 'upvote, downvote',
    follow: 'following',
    watch: 'followers, ignorers of topic',
    file: 'files in post, picture of user',
    message: 'message, for each of its room',
    ban: 'banned of user',
  },
  from: 'database',
  unpack: async (dump, work) => (await import('./unpack.ts')).unpackStore(dump, work),
  fileAddress: ({ path }) => `${UPLOADS}/${path}`,
  open,
  addressOf,
}
