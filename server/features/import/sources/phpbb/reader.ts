import { formerPassword } from '../../passwords.ts'
import type { FormerPoll, ImportRecord, Reader, ReaderOptions, Source } from '../../records.ts'
import { wordsOf } from '../../text/convert.ts'
import { decodeEntities } from '../../text/html.ts'
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
import { flatTexts, withPolls } from '../flat.ts'
import { openOld } from './phpbb2.ts'
import { addressOf } from './addresses.ts'
import { customBbcode, type CustomBbcodes } from './custom-bbcodes.ts'
import { storedText } from './text.ts'

const [MOVED, LOCKED] = [2, 1]
const [INACTIVE, ROBOT] = [1, 2]
const [CATEGORY, LINK] = [0, 2]

const words = (row: SourceRow, name: string) => decodeEntities(string(row[name]))

type Forum = { db: SourceDatabase; at: (table: string) => string; visible: string; custom: CustomBbcodes }

async function customBbcodes(db: SourceDatabase, table: string): Promise<CustomBbcodes> {
  const rows = await db.rows(`select bbcode_match, bbcode_tpl from ${table}`)
  return new Map(
    rows.flatMap((row) => {
      const found = customBbcode(string(row.bbcode_match), string(row.bbcode_tpl))
      return found === null ? [] : [found]
    }),
  )
}

/** phpBB stores the visibility with three values since version 3.1, and as true or false in older versions. */
function whyHidden(row: SourceRow, { visible }: Forum, kind: 'topic' | 'post'): string | undefined {
  const state = number(row[`${kind}_${visible}`])
  if (state === 1) return undefined
  return visible === 'visibility' && state === 2 ? 'deleted' : 'not_approved'
}

async function* forums({ db, at, custom }: Forum): AsyncGenerator<ImportRecord> {
  // Sections that contain threads, also if they are only headings now: phpBB still shows their threads.
  const used = new Set(
    (await db.rows(`select distinct forum_id from ${at('topics')}`)).map((row) => string(row.forum_id)),
  )
  for await (const row of db.ranges({ select: '*', from: at('forums'), key: 'forum_id' })) {
    const type = number(row.forum_type)
    const isEmpty = !used.has(string(row.forum_id))
    yield {
      kind: 'community',
      id: string(row.forum_id),
      title: words(row, 'forum_name'),
      description: wordsOf(storedText(string(row.forum_desc), string(row.forum_desc_uid), custom)),
      ...(type === CATEGORY && isEmpty && { left_out: 'heading' }),
      ...(type === LINK && isEmpty && { left_out: 'link' }),
    }
  }
}

async function* users({ db, at, custom }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('users'), key: 'user_id' })) {
    const type = number(row.user_type)
    yield {
      kind: 'person',
      id: string(row.user_id),
      username: words(row, 'username'),
      email: string(row.user_email),
      password: formerPassword(string(row.user_password)),
      created_at: unixTime(row.user_regdate),
      bio: storedText(string(row.user_sig), string(row.user_sig_bbcode_uid), custom),
      language: string(row.user_lang).startsWith('en') ? 'en' : 'pl',
      ...((type === ROBOT || string(row.user_id) === '1') && { left_out: 'robot' }),
      ...(type === INACTIVE && number(row.user_posts) === 0 && { left_out: 'never_activated' }),
    }
  }
}

const GUEST = '1'

function written({ custom }: Forum, row: SourceRow, guest: string) {
  const author = idOf(row.poster_id)
  return {
    author: author === GUEST ? null : author,
    guest: author === GUEST ? guest : null,
    text: storedText(string(row.post_text), string(row.bbcode_uid), custom),
    edited_at: unixTime(row.post_edit_time),
  }
}

/** A poll without an end counts as closed at its last vote. */
function pollOf({ custom }: Forum, row: SourceRow): { poll?: FormerPoll } {
  const start = number(row.poll_start)
  if (start === 0) return {}
  const length = number(row.poll_length)
  const closed_at = unixTime(length > 0 ? start + length : number(row.poll_last_vote) || start)
  return { poll: { question: wordsOf(storedText(string(row.poll_title), '', custom)), options: [], closed_at } }
}

async function completePoll({ db, at, custom }: Forum, topic: string, poll: FormerPoll): Promise<FormerPoll> {
  const rows = await db.rows(
    `select poll_option_text, poll_option_total from ${at('poll_options')} ` +
      `where topic_id = ${number(topic)} order by poll_option_id`,
  )
  const options = rows.map((row) => ({
    text: wordsOf(storedText(string(row.poll_option_text), '', custom)),
    votes: number(row.poll_option_total),
  }))
  return { ...poll, options }
}

const texts = (forum: Forum) => {
  const { db, at } = forum
  return flatTexts({
    db,
    threads: { table: at('topics'), id: 'topic_id', first: 'topic_first_post_id' },
    posts: {
      table: at('posts'),
      id: 'post_id',
      thread: 'topic_id',
      text: 'post_text',
      columns: 'p.poster_id, p.post_username, p.post_text, p.bbcode_uid, p.post_edit_time',
    },
    thread: (row) => {
      const status = number(row.topic_status)
      const hidden = status === MOVED ? 'moved' : whyHidden(row, forum, 'topic')
      const guest = words(row, 'post_username') || words(row, 'topic_first_poster_name')
      return {
        ...written(forum, { ...row, poster_id: row.poster_id ?? row.topic_poster! }, guest),
        community: string(row.forum_id),
        title: words(row, 'topic_title'),
        created_at: unixTime(row.topic_time),
        is_locked: status === LOCKED,
        is_pinned: number(row.topic_type) > 0,
        ...pollOf(forum, row),
        ...(hidden !== undefined && { left_out: hidden }),
      }
    },
    post: (row) => {
      const hidden = whyHidden(row, forum, 'post')
      return {
        ...written(forum, row, words(row, 'post_username')),
        thread: string(row.topic_id),
        created_at: unixTime(row.post_time),
        ...(hidden !== undefined && { left_out: hidden }),
      }
    },
  })
}

/** Before phpBB 3.1, the types of avatars were numbers. */
const AVATARS = "user_avatar <> '' and user_avatar_type in ('avatar.driver.upload', '1')"

async function setting({ db, at }: Forum, name: string): Promise<string> {
  const [row] = await db.rows(`select config_value from ${at('config')} where config_name = '${name}'`)
  return string(row?.config_value)
}

async function* avatars(forum: Forum): AsyncGenerator<ImportRecord> {
  const { db, at } = forum
  const [folder, salt] = [await setting(forum, 'avatar_path'), await setting(forum, 'avatar_salt')]
  const query = { select: 'user_id, user_avatar', from: at('users'), key: 'user_id', where: AVATARS }
  for await (const row of db.ranges(query)) {
    const id = string(row.user_id)
    const ending = /\.\w+$/.exec(string(row.user_avatar))?.[0] ?? ''
    yield {
      kind: 'file',
      id: `avatar ${id}`,
      of: { kind: 'person', id },
      path: `${folder || 'images/avatars/upload'}/${salt}_${id}${ending}`,
      name: '',
    }
  }
}

async function* files({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select: 'a.*, t.topic_first_post_id',
    from: `${at('attachments')} a left join ${at('topics')} t on t.topic_id = a.topic_id`,
    key: 'a.attach_id',
  }
  for await (const row of db.ranges(query)) {
    yield {
      kind: 'file',
      id: string(row.attach_id),
      of: { kind: 'post', id: flag(row.in_message) ? '' : string(row.post_msg_id) },
      path: `files/${string(row.physical_filename)}`,
      name: words(row, 'attach_comment') || words(row, 'real_filename'),
    }
  }
}

async function* messages({ db, at, custom }: Forum): AsyncGenerator<ImportRecord> {
  const names = `${at('users')} s on s.user_id = m.author_id`
  const query = {
    select: 'm.*, s.username as sender',
    from: `${at('privmsgs')} m left join ${names}`,
    key: 'm.msg_id',
    long: 'm.message_text',
  }
  for await (const row of db.ranges(query)) {
    const copies = await db.rows(
      `select o.user_id, o.folder_id, o.pm_deleted, u.username from ${at('privmsgs_to')} o ` +
        `left join ${at('users')} u on u.user_id = o.user_id where o.msg_id = ${number(row.msg_id)} order by o.user_id`,
    )
    const seen = new Map<string, number>()
    for (const copy of copies) {
      const owner = string(copy.user_id)
      const nth = (seen.get(owner) ?? 0) + 1
      seen.set(owner, nth)
      const is_own = owner === string(row.author_id)
      const others = copies.filter((one) => string(one.user_id) !== owner).map((one) => words(one, 'username'))
      yield {
        kind: 'message',
        id: nth === 1 ? `${string(row.msg_id)} ${owner}` : `${string(row.msg_id)} ${owner} ${nth}`,
        owner: flag(copy.pm_deleted) ? '' : owner,
        with_name: is_own ? [...new Set(others)].join(', ') : words(row, 'sender'),
        is_own,
        subject: words(row, 'message_subject'),
        text: storedText(string(row.message_text), string(row.bbcode_uid), custom),
        created_at: unixTime(row.message_time),
      }
    }
  }
}

async function* bans({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('banlist'), key: 'ban_id' }))
    yield {
      kind: 'ban',
      id: string(row.ban_id),
      person: idOf(row.ban_userid),
      until: unixTime(row.ban_end),
      reason: words(row, 'ban_give_reason') || words(row, 'ban_reason'),
      ...(flag(row.ban_exclude) && { left_out: 'exception' }),
    }
}

/** Copies whose message was deleted must not be counted, because `messages` does not yield them. */
const COPIES = 'msg_id in (select msg_id from '

async function open({ database, prefix: given }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const prefix = await findPrefix(db, given, ['topics', 'posts', 'users', 'forums']).catch(async (error) => {
    await db.close()
    throw error
  })
  const at = (table: string) => prefix + table
  const tables = await db.tables()
  if (tables.has(at('posts_text'))) return openOld(db, at, tables)
  const columns = await db.columns(at('posts'))
  const has = (name: string) => tables.has(at(name))
  const custom = has('bbcodes') ? await customBbcodes(db, at('bbcodes')) : new Map()
  const forum: Forum = { db, at, custom, visible: columns.has('post_visibility') ? 'visibility' : 'approved' }
  return {
    counts: async () => ({
      community: await db.count(at('forums')),
      person: await db.count(at('users')),
      thread: await db.count(at('topics')),
      post: await db.count(at('posts')),
      file:
        (has('attachments') ? await db.count(at('attachments')) : 0) +
        (has('config') ? await db.count(at('users'), AVATARS) : 0),
      message: has('privmsgs_to') ? await db.count(at('privmsgs_to'), `${COPIES}${at('privmsgs')})`) : 0,
      ban: has('banlist') ? await db.count(at('banlist')) : 0,
    }),
    async *records() {
      yield* forums(forum)
      yield* users(forum)
      yield* has('poll_options')
        ? withPolls(texts(forum), (topic, poll) => completePoll(forum, topic, poll))
        : texts(forum)
      if (has('config')) yield* avatars(forum)
      if (has('attachments')) yield* files(forum)
      if (has('privmsgs_to')) yield* messages(forum)
      if (has('banlist')) yield* bans(forum)
    },
    close: db.close,
  }
}

export const phpbb: Source = {
  name: 'phpbb',
  tables: {
    community: 'forums',
    person: 'users',
    thread: 'topics',
    post: 'posts',
    file: 'attachments',
    message: 'privmsgs_to',
    ban: 'banlist',
  },
  from: 'database',
  fileAddress: ({ id }) => `/download/file.php?id=${id}`,
  open,
  addressOf,
}
