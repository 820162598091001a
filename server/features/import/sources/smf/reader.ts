import type { FormerPoll, ImportRecord, OldAddress, Reader, ReaderOptions, Source } from '../../records.ts'
import { wordsOf } from '../../text/convert.ts'
import { decodeEntities } from '../../text/html.ts'
import { flatTexts, UNREAD_POLL, withPolls } from '../flat.ts'
import {
  findPrefix,
  flag,
  idOf,
  number,
  openDatabase,
  string,
  unixTime,
  type SourceDatabase,
  type SourceRow,
} from '../database.ts'
import { bbcode } from './text.ts'

type Forum = { db: SourceDatabase; at: (table: string) => string; has: (table: string) => boolean }

const words = (value: SourceRow[string] | undefined) => decodeEntities(string(value))
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
      // SMF hashes the password together with the login name, which may differ from the displayed name.
      password: hash === '' ? null : `smf:${name}:${hash}`,
      created_at: unixTime(row.date_registered),
      bio: bbcode(row.signature),
      language: string(row.lngfile).startsWith('english') ? 'en' : 'pl',
      ...(![1, 11].includes(number(row.is_activated)) && number(row.posts) === 0 && { left_out: 'never_activated' }),
    }
  }
}

const written = (row: SourceRow) => {
  const author = idOf(row.id_member)
  return {
    author,
    guest: author === null ? words(row.poster_name) : null,
    text: bbcode(row.body),
    created_at: unixTime(row.poster_time),
    edited_at: unixTime(row.modified_time),
  }
}

const texts = ({ db, at }: Forum) =>
  flatTexts({
    db,
    threads: { table: at('topics'), id: 'id_topic', first: 'id_first_msg' },
    posts: {
      table: at('messages'),
      id: 'id_msg',
      thread: 'id_topic',
      text: 'body',
      columns: 'p.subject, p.body, p.poster_time, p.poster_name, p.modified_time, p.id_member',
    },
    thread: (row) => ({
      ...written({ ...row, id_member: row.id_member ?? row.id_member_started! }),
      community: string(row.id_board),
      title: words(row.subject),
      is_locked: number(row.locked) > 0,
      is_pinned: number(row.is_sticky) > 0,
      ...(number(row.id_poll) > 0 && { poll: UNREAD_POLL }),
      ...(number(row.id_redirect_topic) > 0 ? { left_out: 'moved' } : hidden(row.approved)),
    }),
    post: (row) => ({ ...written(row), thread: string(row.id_topic), ...hidden(row.approved) }),
  })

async function readPoll({ db, at, has }: Forum, topic: string): Promise<FormerPoll | null> {
  if (!has('polls') || !has('poll_choices')) return null
  const [row] = await db.rows(
    `select p.id_poll, p.question, p.expire_time from ${at('topics')} t join ${at('polls')} p ` +
      `on p.id_poll = t.id_poll where t.id_topic = ${number(topic)}`,
  )
  if (row === undefined) return null
  const choices = await db.rows(
    `select label, votes from ${at('poll_choices')} where id_poll = ${number(row.id_poll)} order by id_choice`,
  )
  return {
    question: wordsOf(bbcode(row.question)),
    options: choices.map(({ label, votes }) => ({ text: wordsOf(bbcode(label)), votes: number(votes) })),
    closed_at: unixTime(row.expire_time),
  }
}

async function* likes({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  const query = { select: 'l.*', from: `${at('user_likes')} l`, key: 'l.content_id', where: "l.content_type = 'msg'" }
  // Likes have no id and are read message by message, since a page with a row limit could end amid the likes of a
  // message.
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

const [AVATAR, THUMBNAIL] = [1, 3]

async function* files({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('attachments'), key: 'id_attach' })) {
    const type = number(row.attachment_type)
    yield {
      kind: 'file',
      id: string(row.id_attach),
      of: idOf(row.id_member)
        ? { kind: 'person', id: string(row.id_member) }
        : { kind: 'post', id: string(row.id_msg) },
      path:
        type === AVATAR
          ? `custom_avatar/${string(row.filename)}`
          : `attachments/${string(row.id_attach)}_${string(row.file_hash)}.dat`,
      name: words(row.filename),
      ...(type === THUMBNAIL && { left_out: 'thumbnail' }),
    }
  }
}

/** The join leaves out copies whose message was deleted, because `privateMessages` does not yield them. */
const COPIES = (at: Forum['at']) => `${at('pm_recipients')} r join ${at('personal_messages')} m on m.id_pm = r.id_pm`

/** Yields a private message for its sender and each recipient, except for people who deleted it. */
async function* privateMessages({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('personal_messages'), key: 'id_pm', long: 'body' })) {
    const copies = await db.rows(
      `select r.id_member, r.deleted, u.real_name from ${at('pm_recipients')} r left join ${at('members')} u ` +
        `on u.id_member = r.id_member where r.id_pm = ${number(row.id_pm)} order by r.id_member`,
    )
    const message = {
      kind: 'message',
      subject: words(row.subject),
      text: bbcode(row.body),
      created_at: unixTime(row.msgtime),
    } as const
    const id = string(row.id_pm)
    yield {
      ...message,
      id,
      owner: flag(row.deleted_by_sender) ? '' : string(row.id_member_from),
      with_name: copies.map((copy) => words(copy.real_name)).join(', '),
      is_own: true,
    }
    for (const copy of copies)
      yield {
        ...message,
        id: `${id} ${string(copy.id_member)}`,
        owner: flag(copy.deleted) ? '' : string(copy.id_member),
        with_name: words(row.from_name),
        is_own: false,
      }
  }
}

async function* bans({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select: 'i.id_member, g.expire_time, g.reason, g.cannot_access, g.cannot_login',
    from: `${at('ban_items')} i left join ${at('ban_groups')} g on g.id_ban_group = i.id_ban_group`,
    key: 'i.id_ban',
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'ban',
      id: string(row.range_key),
      person: idOf(row.id_member),
      until: unixTime(row.expire_time),
      reason: words(row.reason),
      ...(!flag(row.cannot_access) && !flag(row.cannot_login) && { left_out: 'not_of_access' }),
    }
}

async function open({ database, prefix: given }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const prefix = await findPrefix(db, given, ['topics', 'messages', 'members', 'boards'])
  const at = (table: string) => prefix + table
  const tables = await db.tables()
  const has = (table: string) => tables.has(at(table))
  const forum = { db, at, has }
  return {
    counts: async () => ({
      community: await db.count(at('boards')),
      person: await db.count(at('members')),
      thread: await db.count(at('topics')),
      post: await db.count(at('messages')),
      vote: has('user_likes') ? await db.count(at('user_likes'), "content_type = 'msg'") : 0,
      file: has('attachments') ? await db.count(at('attachments')) : 0,
      message: has('pm_recipients') ? (await db.count(at('personal_messages'))) + (await db.count(COPIES(at))) : 0,
      ban: has('ban_items') ? await db.count(at('ban_items')) : 0,
    }),
    async *records() {
      yield* boards(forum)
      yield* members(forum)
      yield* withPolls(texts(forum), (topic) => readPoll(forum, topic))
      if (has('user_likes')) yield* likes(forum)
      if (has('attachments')) yield* files(forum)
      if (has('pm_recipients')) yield* privateMessages(forum)
      if (has('ban_items')) yield* bans(forum)
    },
    close: db.close,
  }
}

/** Parses URLs like `index.php?topic=12.34`, whose parameters are separated by semicolons. */
function addressOf(path: string, given: URLSearchParams, hash: string): OldAddress | null {
  const file = path.replace(/^\/+/, '')
  const worded = /^(topic|board),(\d+)\.(msg)?(\d+)?(?:\.html)?/.exec(file)
  if (worded) return placeOf(worded[1] === 'board', worded[2]!, worded[3] ? worded[4] : undefined, worded[4])
  const avatar = /^custom_avatar\/avatar_(\d+)_\d+\.\w+$/.exec(file)?.[1]
  if (avatar) return { kind: 'avatar', id: avatar }
  if (file !== '' && file !== 'index.php') return null
  const query = new URLSearchParams(
    [...given]
      .map(([name, value]) => `${name}=${value}`)
      .join('&')
      .replaceAll(';', '&'),
  )
  const post = /^\d+/.exec(query.get('msg') ?? '')?.[0]
  if (post) return { kind: 'post', id: post }
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
  return [...query.keys()].every((name) => name === 'PHPSESSID') ? { kind: 'home' } : null
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
    message: 'personal_messages, pm_recipients',
    ban: 'ban_items',
  },
  from: 'database',
  fileAddress: ({ id }) => `/index.php?action=dlattach;attach=${id}`,
  open,
  addressOf,
}
