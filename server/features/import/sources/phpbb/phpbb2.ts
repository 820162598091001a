import { formerPassword } from '../../passwords.ts'
import type { ImportRecord, Reader, SourceText } from '../../records.ts'
import { decodeEntities } from '../../text/html.ts'
import { idOf, number, string, unixTime, type SourceDatabase, type SourceRow, type Value } from '../database.ts'
import { storedText } from './text.ts'

/** Polish forums mostly stored ISO-8859-2 in columns declared with another encoding. */
function decoded(value: Value | undefined): string {
  if (!(value instanceof Uint8Array)) return string(value)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(value)
  } catch {
    return new TextDecoder('iso-8859-2').decode(value)
  }
}

const words = (value: Value | undefined) => decodeEntities(decoded(value))

type Forum = { db: SourceDatabase; at: (table: string) => string; bytes: (column: string, name: string) => string }

const bytesOf = (db: SourceDatabase) => (column: string, name: string) =>
  db.isMysql ? `cast(${column} as binary) as ${name}` : `${column} as ${name}`

async function* forums({ db, at, bytes }: Forum): AsyncGenerator<ImportRecord> {
  const select = `forum_id, ${bytes('forum_name', 'name')}, ${bytes('forum_desc', 'words')}`
  for await (const row of db.ranges({ select, from: at('forums'), key: 'forum_id' }))
    yield { kind: 'community', id: string(row.forum_id), title: words(row.name), description: words(row.words) }
}

async function* users({ db, at, bytes }: Forum): AsyncGenerator<ImportRecord> {
  const select =
    `user_id, user_regdate, user_posts, user_active, user_lang, ${bytes('username', 'name')}, ` +
    `${bytes('user_email', 'email')}, ${bytes('user_password', 'password')}`
  for await (const row of db.ranges({ select, from: at('users'), key: 'user_id' })) {
    const isNobody = number(row.user_id) < 0
    const isUnused = number(row.user_active) === 0 && number(row.user_posts) === 0
    yield {
      kind: 'person',
      id: string(row.user_id),
      username: words(row.name),
      email: decoded(row.email),
      password: formerPassword(decoded(row.password)),
      created_at: unixTime(row.user_regdate),
      ...(isNobody ? { left_out: 'robot' } : isUnused && { left_out: 'never_activated' }),
    }
  }
}

/**
 * phpBB 2 adds an id to each tag. `storedText` removes it, except before the author of a quote, as in
 * `[quote:id="name"]`.
 */
function typedTextOf(row: SourceRow): SourceText {
  const uid = decoded(row.bbcode_uid)
  const said = decoded(row.said)
  return storedText(uid === '' ? said : said.replaceAll(`:${uid}=`, '='), uid)
}

const writtenOf = (bytes: Forum['bytes']) =>
  `${bytes('p.post_username', 'guest')}, ${bytes('x.post_text', 'said')}, x.bbcode_uid`

async function* topics({ db, at, bytes }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select:
      `t.topic_id, t.forum_id, t.topic_poster, t.topic_time, t.topic_status, t.topic_type, p.post_id, ` +
      `p.post_edit_time, ${bytes('t.topic_title', 'title')}, ${writtenOf(bytes)}`,
    from:
      `${at('topics')} t left join ${at('posts')} p on p.post_id = t.topic_first_post_id ` +
      `and p.topic_id = t.topic_id left join ${at('posts_text')} x on x.post_id = p.post_id`,
    key: 't.topic_id',
    long: 'x.post_text',
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'thread',
      id: string(row.topic_id),
      community: string(row.forum_id),
      title: words(row.title),
      author: idOf(row.topic_poster),
      guest: words(row.guest) || null,
      text: typedTextOf(row),
      created_at: unixTime(row.topic_time),
      edited_at: unixTime(row.post_edit_time),
      first_post: idOf(row.post_id),
      is_locked: number(row.topic_status) === 1,
      is_pinned: number(row.topic_type) > 0,
      ...(number(row.topic_status) === 2 && { left_out: 'moved' }),
    }
}

async function* posts({ db, at, bytes }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select: `p.post_id, p.topic_id, p.poster_id, p.post_time, p.post_edit_time, ${writtenOf(bytes)}`,
    from:
      `${at('posts')} p left join ${at('topics')} t on t.topic_id = p.topic_id ` +
      `left join ${at('posts_text')} x on x.post_id = p.post_id`,
    key: 'p.post_id',
    long: 'x.post_text',
    where: 't.topic_first_post_id is null or t.topic_first_post_id <> p.post_id',
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'post',
      id: string(row.post_id),
      thread: string(row.topic_id),
      author: idOf(row.poster_id),
      guest: words(row.guest) || null,
      text: typedTextOf(row),
      created_at: unixTime(row.post_time),
      edited_at: unixTime(row.post_edit_time),
    }
}

/** Each row is one person's copy: the sender's for the types 2 and 4, the recipient's for all others. */
async function* messages({ db, at, bytes }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select:
      `m.privmsgs_id, m.privmsgs_type, m.privmsgs_from_userid, m.privmsgs_to_userid, m.privmsgs_date, ` +
      `${bytes('m.privmsgs_subject', 'title')}, ${bytes('x.privmsgs_text', 'said')}, ` +
      `x.privmsgs_bbcode_uid as bbcode_uid, ${bytes('f.username', 'from_name')}, ${bytes('t.username', 'to_name')}`,
    from:
      `${at('privmsgs')} m left join ${at('privmsgs_text')} x on x.privmsgs_text_id = m.privmsgs_id ` +
      `left join ${at('users')} f on f.user_id = m.privmsgs_from_userid ` +
      `left join ${at('users')} t on t.user_id = m.privmsgs_to_userid`,
    key: 'm.privmsgs_id',
    long: 'x.privmsgs_text',
  }
  for await (const row of db.ranges(query)) {
    const is_own = [2, 4].includes(number(row.privmsgs_type))
    yield {
      kind: 'message',
      id: string(row.privmsgs_id),
      owner: string(is_own ? row.privmsgs_from_userid : row.privmsgs_to_userid),
      with_name: words(is_own ? row.to_name : row.from_name),
      is_own,
      subject: words(row.title),
      text: typedTextOf(row),
      created_at: unixTime(row.privmsgs_date),
    }
  }
}

/** Bans of phpBB 2 never expire. */
async function* bans({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('banlist'), key: 'ban_id' }))
    yield { kind: 'ban', id: string(row.ban_id), person: idOf(row.ban_userid), until: null, reason: '' }
}

/** phpBB 2 and phpBB by Przemo store texts in tables of their own. */
export function openOld(db: SourceDatabase, at: (table: string) => string, tables: Set<string>): Reader {
  const has = (name: string) => tables.has(at(name))
  const forum = { db, at, bytes: bytesOf(db) }
  return {
    counts: async () => ({
      community: await db.count(at('forums')),
      person: await db.count(at('users')),
      thread: await db.count(at('topics')),
      post: await db.count(at('posts')),
      file: 0,
      message: has('privmsgs_text') ? await db.count(at('privmsgs')) : 0,
      ban: has('banlist') ? await db.count(at('banlist')) : 0,
    }),
    async *records() {
      yield* forums(forum)
      yield* users(forum)
      yield* topics(forum)
      yield* posts(forum)
      if (has('privmsgs_text')) yield* messages(forum)
      if (has('banlist')) yield* bans(forum)
    },
    close: db.close,
  }
}
