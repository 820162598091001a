import type { ImportRecord, OldAddress, Reader, ReaderOptions, Source } from '../../records.ts'
import { decodeEntities } from '../../text/html.ts'
import {
  findPrefix,
  idOf,
  number,
  openDatabase,
  string,
  unixTime,
  type SourceDatabase,
  type SourceRow,
} from '../database.ts'

type Forum = { db: SourceDatabase; at: (table: string) => string; columns: Set<string> }

const words = (value: SourceRow[string] | undefined) => decodeEntities(string(value))
const bbcode = (value: SourceRow[string] | undefined) =>
  ({ format: 'bbcode', text: decodeEntities(string(value).replace(/<br\s*\/?>/gi, '\n')) }) as const
const hidden = (approved: SourceRow[string] | undefined) =>
  approved === undefined || number(approved) === 1 ? {} : { left_out: 'not_approved' }

async function* boards({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('boards'), key: 'id_board' }))
    yield {
      kind: 'community',
      id: string(row.id_board),
      title: words(row.name),
      description: words(row.description).replace(/<[^>]*>/g, ''),
      ...(string(row.redirect) !== '' && { left_out: 'link' }),
    }
}

async function* members({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('members'), key: 'id_member' })) {
    const hash = string(row.passwd)
    const name = words(row.member_name)
    yield {
      kind: 'person',
      id: string(row.id_member),
      username: words(row.real_name) || name,
      email: string(row.email_address),
      password: hash === '' ? null : `smf:${name}:${hash}`,
      created_at: unixTime(row.date_registered),
      bio: bbcode(row.signature),
      language: string(row.lngfile).startsWith('english') ? 'en' : 'pl',
      ...(![1, 11].includes(number(row.is_activated)) && number(row.posts) === 0 && { left_out: 'never_activated' }),
    }
  }
}

/** The password's name is that of the account, which may differ from the one that is shown. */
async function* topics({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select: 't.*, m.id_msg, m.subject, m.body, m.poster_time, m.poster_name, m.modified_time, m.id_member',
    from: `${at('topics')} t left join ${at('messages')} m on m.id_msg = t.id_first_msg and m.id_topic = t.id_topic`,
    key: 't.id_topic',
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'thread',
      id: string(row.id_topic),
      community: string(row.id_board),
      title: words(row.subject),
      author: idOf(row.id_member ?? row.id_member_started),
      guest: idOf(row.id_member) === null ? words(row.poster_name) : null,
      text: bbcode(row.body),
      created_at: unixTime(row.poster_time),
      edited_at: unixTime(row.modified_time),
      first_post: idOf(row.id_msg),
      is_locked: number(row.locked) > 0,
      is_pinned: number(row.is_sticky) > 0,
      ...(number(row.id_redirect_topic) > 0 ? { left_out: 'moved' } : hidden(row.approved)),
    }
}

async function* messages({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select: 'm.*',
    from: `${at('messages')} m left join ${at('topics')} t on t.id_topic = m.id_topic`,
    key: 'm.id_msg',
    where: 't.id_first_msg is null or t.id_first_msg <> m.id_msg',
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'post',
      id: string(row.id_msg),
      thread: string(row.id_topic),
      author: idOf(row.id_member),
      guest: idOf(row.id_member) === null ? words(row.poster_name) : null,
      text: bbcode(row.body),
      created_at: unixTime(row.poster_time),
      edited_at: unixTime(row.modified_time),
      ...hidden(row.approved),
    }
}

/** Of SMF 2.1: a like has no id of its own. */
async function* likes({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  const query = { select: 'l.*', from: `${at('user_likes')} l`, key: 'l.content_id', where: "l.content_type = 'msg'" }
  // One range may end within the likes of a message, so they are read by message.
  for await (const row of db.ranges({ ...query, select: 'distinct l.content_id' })) {
    const found = await db.rows(
      `select id_member, like_time from ${at('user_likes')} where content_type = 'msg' ` +
        `and content_id = ${number(row.content_id)} order by id_member`,
    )
    for (const like of found)
      yield {
        kind: 'vote',
        id: `${string(row.content_id)} ${string(like.id_member)}`,
        on: { kind: 'post', id: string(row.content_id) },
        person: string(like.id_member),
        value: 1,
        created_at: unixTime(like.like_time),
      }
  }
}

async function* files({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('attachments'), key: 'id_attach' }))
    yield {
      kind: 'file',
      id: string(row.id_attach),
      of: idOf(row.id_member)
        ? { kind: 'person', id: string(row.id_member) }
        : { kind: 'post', id: string(row.id_msg) },
      path:
        `attachments/${string(row.id_attach)}_${string(row.file_hash)}` +
        (number(row.attachment_type) === 3 ? '_thumb' : '.dat'),
      name: words(row.filename),
    }
}

async function open({ database, prefix: given }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const prefix = await findPrefix(db, given, ['topics', 'messages', 'members', 'boards'])
  const at = (table: string) => prefix + table
  const tables = await db.tables()
  const forum = { db, at, columns: await db.columns(at('messages')) }
  const has = (table: string) => tables.has(at(table))
  return {
    counts: async () => ({
      community: await db.count(at('boards')),
      person: await db.count(at('members')),
      thread: await db.count(at('topics')),
      post: await db.count(at('messages')),
      vote: has('user_likes') ? await db.count(at('user_likes'), "content_type = 'msg'") : 0,
      file: has('attachments') ? await db.count(at('attachments')) : 0,
    }),
    async *records() {
      yield* boards(forum)
      yield* members(forum)
      yield* topics(forum)
      yield* messages(forum)
      if (has('user_likes')) yield* likes(forum)
      if (has('attachments')) yield* files(forum)
    },
    close: db.close,
  }
}

/** `index.php?topic=12.34` with semicolons between the parts. */
function addressOf(path: string, given: URLSearchParams, hash: string): OldAddress | null {
  const file = path.replace(/^\/+/, '')
  const worded = /^(topic|board),(\d+)\.(msg)?(\d+)?(?:\.html)?/.exec(file)
  if (worded) return placeOf(worded[1] === 'board', worded[2]!, worded[3] ? worded[4] : undefined, worded[4])
  if (file !== '' && file !== 'index.php') return null
  const query = new URLSearchParams(
    [...given]
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
      .replaceAll(';', '&'),
  )
  const topic = /^(\d+)(?:\.(msg)?(\d+))?/.exec(query.get('topic') ?? '')
  if (topic)
    return placeOf(false, topic[1]!, /^#msg(\d+)$/.exec(hash)?.[1] ?? (topic[2] ? topic[3] : undefined), topic[3])
  const board = /^\d+/.exec(query.get('board') ?? '')?.[0]
  const person = query.get('action') === 'profile' ? /^\d+/.exec(query.get('u') ?? '')?.[0] : undefined
  const attachment = query.get('action') === 'dlattach' ? /^\d+/.exec(query.get('attach') ?? '')?.[0] : undefined
  if (query.get('action') === '.xml') return { kind: 'feed', community: board ?? null }
  if (attachment) return { kind: 'file', id: attachment }
  if (board) return { kind: 'community', id: board }
  if (person) return { kind: 'person', id: person }
  return query.size === 0 ? { kind: 'home' } : null
}

function placeOf(isBoard: boolean, id: string, post: string | undefined, start: string | undefined): OldAddress {
  if (isBoard) return { kind: 'community', id }
  if (post) return { kind: 'post', id: post }
  return Number(start) > 0 ? { kind: 'place', thread: id, number: Number(start) + 1 } : { kind: 'thread', id }
}

export const smf: Source = {
  name: 'smf',
  tables: {
    community: 'boards',
    person: 'members',
    thread: 'topics',
    post: 'messages',
    vote: 'user_likes',
    file: 'attachments',
  },
  from: 'database',
  open,
  addressOf,
}
