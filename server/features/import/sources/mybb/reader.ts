import type { FormerPoll, ImportRecord, OldAddress, Reader, ReaderOptions, Source } from '../../records.ts'
import { wordsOf } from '../../text/convert.ts'
import { decodeEntities } from '../../text/html.ts'
import { flatTexts, UNREAD_POLL, withPolls } from '../flat.ts'
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

type Forum = { db: SourceDatabase; at: (table: string) => string; has: (table: string) => boolean }

/** MyBB stores HTML entities for characters outside of its encoding. */
const words = (value: SourceRow[string] | undefined) =>
  string(value).replace(/&#x?[\da-f]{1,6};/gi, (entity) => decodeEntities(entity))
const bbcode = (value: SourceRow[string]) => ({ format: 'bbcode', text: words(value) }) as const

const HIDDEN: Record<number, string> = { [-1]: 'deleted', [-2]: 'draft' }

/** In MyBB's column `visible`, 1 is public and 0 awaits approval. */
const hidden = (visible: SourceRow[string] | undefined) =>
  number(visible) === 1 ? {} : { left_out: HIDDEN[number(visible)] ?? 'not_approved' }

async function* forums({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('forums'), key: 'fid' }))
    yield {
      kind: 'community',
      id: string(row.fid),
      title: words(row.name),
      description: words(row.description).replace(/<[^>]*>/g, ''),
      ...(string(row.type) === 'c' && { left_out: 'heading' }),
      ...(string(row.linkto) !== '' && { left_out: 'link' }),
    }
}

async function* users({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('users'), key: 'uid' })) {
    const hash = string(row.password)
    const password = /^\$(2|argon2)/.test(hash) ? hash : hash === '' ? null : `mybb:${string(row.salt)}:${hash}`
    yield {
      kind: 'person',
      id: string(row.uid),
      username: words(row.username),
      email: string(row.email),
      password,
      created_at: unixTime(row.regdate),
      bio: bbcode(row.signature ?? ''),
      language: string(row.language).startsWith('english') ? 'en' : 'pl',
      ...(number(row.usergroup) === 5 && number(row.postnum) === 0 && { left_out: 'never_activated' }),
    }
  }
}

const written = (row: SourceRow) => {
  const author = idOf(row.uid)
  return {
    author,
    guest: author === null ? words(row.username) : null,
    text: bbcode(row.message ?? ''),
    created_at: unixTime(row.dateline),
    edited_at: unixTime(row.edittime),
  }
}

const texts = ({ db, at }: Forum) =>
  flatTexts({
    db,
    threads: { table: at('threads'), id: 'tid', first: 'firstpost' },
    posts: { table: at('posts'), id: 'pid', thread: 'tid', text: 'message', columns: 'p.message, p.edittime' },
    thread: (row) => ({
      ...written(row),
      community: string(row.fid),
      title: words(row.subject),
      is_locked: string(row.closed) === '1',
      is_pinned: number(row.sticky) > 0,
      ...(number(row.poll) > 0 && { poll: UNREAD_POLL }),
      ...(string(row.closed).startsWith('moved|') ? { left_out: 'moved' } : hidden(row.visible)),
    }),
    post: (row) => ({ ...written(row), thread: string(row.tid), ...hidden(row.visible) }),
  })

const BETWEEN_OPTIONS = '||~|~||'
const DAY_MS = 86_400_000

/** A poll without an end counts as closed at its last vote. */
async function readPoll({ db, at, has }: Forum, thread: string): Promise<FormerPoll | null> {
  if (!has('polls')) return null
  const last = has('pollvotes') ? `(select max(dateline) from ${at('pollvotes')} v where v.pid = p.pid)` : '0'
  const [row] = await db.rows(
    `select p.*, ${last} as last_vote from ${at('threads')} t join ${at('polls')} p on p.pid = t.poll ` +
      `where t.tid = ${number(thread)}`,
  )
  if (row === undefined) return null
  const options = string(row.options) === '' ? [] : string(row.options).split(BETWEEN_OPTIONS)
  const votes = string(row.votes).split(BETWEEN_OPTIONS)
  const [start, days] = [unixTime(row.dateline), number(row.timeout)]
  return {
    question: words(row.question),
    options: options.map((option, nth) => ({ text: wordsOf(bbcode(option)), votes: Number(votes[nth] ?? 0) })),
    closed_at: start && days > 0 ? new Date(start.getTime() + days * DAY_MS) : (unixTime(row.last_vote) ?? start),
  }
}

/** MyBB has no table of avatars; they are columns of `users`. */
const AVATARS = "avatartype = 'upload' and avatar <> ''"

async function* avatars({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: 'uid, avatar', from: at('users'), key: 'uid', where: AVATARS }))
    yield {
      kind: 'file',
      id: `avatar ${string(row.uid)}`,
      of: { kind: 'person', id: string(row.uid) },
      path: string(row.avatar).replace(/^\.?\/+|\?.*$/g, ''),
      name: '',
    }
}

async function* files({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: at('attachments'), key: 'aid' }))
    yield {
      kind: 'file',
      id: string(row.aid),
      of: { kind: 'post', id: string(row.pid) },
      path: `uploads/${string(row.attachname)}`,
      name: words(row.filename),
    }
}

async function* messages({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select: 'm.*, s.username as sender, r.username as recipient',
    from:
      `${at('privatemessages')} m left join ${at('users')} s on s.uid = m.fromid ` +
      `left join ${at('users')} r on r.uid = m.toid`,
    key: 'm.pmid',
    long: 'm.message',
  }
  for await (const row of db.ranges(query)) {
    const is_own = string(row.uid) === string(row.fromid)
    yield {
      kind: 'message',
      id: string(row.pmid),
      owner: string(row.uid),
      with_name: words(is_own ? row.recipient : row.sender),
      is_own,
      subject: words(row.subject),
      text: bbcode(row.message ?? ''),
      created_at: unixTime(row.dateline),
    }
  }
}

async function* bans({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  const last = { uid: '', count: 0 }
  for await (const row of db.ranges({ select: '*', from: at('banned'), key: 'uid' })) {
    const uid = string(row.uid)
    Object.assign(last, { uid, count: last.uid === uid ? last.count + 1 : 1 })
    yield {
      kind: 'ban',
      // The id includes an ordinal, because one person may have several bans.
      id: last.count === 1 ? uid : `${uid} ${last.count}`,
      person: idOf(row.uid),
      until: unixTime(row.lifted),
      reason: words(row.reason),
    }
  }
}

async function open({ database, prefix: given }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const prefix = await findPrefix(db, given, ['threads', 'posts', 'users', 'forums'])
  const at = (table: string) => prefix + table
  const tables = await db.tables()
  const has = (table: string) => tables.has(at(table))
  const forum = { db, at, has }
  const countOf = async (table: string) => (has(table) ? db.count(at(table)) : 0)
  return {
    counts: async () => ({
      community: await countOf('forums'),
      person: await countOf('users'),
      thread: await countOf('threads'),
      post: await countOf('posts'),
      file: (await countOf('attachments')) + (await db.count(at('users'), AVATARS)),
      message: await countOf('privatemessages'),
      ban: await countOf('banned'),
    }),
    async *records() {
      yield* forums(forum)
      yield* users(forum)
      yield* withPolls(texts(forum), (thread) => readPoll(forum, thread))
      yield* avatars(forum)
      if (has('attachments')) yield* files(forum)
      if (has('privatemessages')) yield* messages(forum)
      if (has('banned')) yield* bans(forum)
    },
    close: db.close,
  }
}

const idIn = (query: URLSearchParams, name: string): string | null =>
  /^\d{1,10}/.exec(query.get(name) ?? '')?.[0] ?? null

/** Parses paths like `archive/index.php?thread-12-2.html`, page 2 of thread 12. */
function archived(page: string): OldAddress | null {
  if (page === '') return { kind: 'home' }
  const [, kind, id] = /^(thread|forum|announcement)-(\d{1,10})(?:-\d+)?\.html$/.exec(page) ?? []
  return id && kind !== 'announcement' ? { kind: WORDED[kind!]!, id } : null
}

const WORDED: Record<string, 'thread' | 'community' | 'person'> = {
  thread: 'thread',
  forum: 'community',
  user: 'person',
}

function addressOf(path: string, query: URLSearchParams, hash: string): OldAddress | null {
  const file = path.replace(/^\/+/, '')
  if (file === '' || file === 'index.php') return query.size > 0 ? null : { kind: 'home' }
  if (file === 'archive/index.php') return archived([...query.keys()][0] ?? '')
  const avatar = /^uploads\/avatars\/avatar_(\d+)\.\w+$/.exec(file)?.[1]
  if (avatar) return { kind: 'avatar', id: avatar }
  if (file === 'printthread.php' || file === 'showthread.php') {
    const post = /^#pid(\d+)$/.exec(hash)?.[1] ?? idIn(query, 'pid')
    const thread = idIn(query, 'tid')
    return post ? { kind: 'post', id: post } : thread ? { kind: 'thread', id: thread } : null
  }
  const post = /^thread-.*?-(?:post|pid)-?(\d+)\.html$/i.exec(file) ?? /^post-(\d+)\.html$/i.exec(file)
  if (post) return { kind: 'post', id: post[1]! }
  const worded = /^(thread|forum|user)-(?:.*-)?(\d+)(?:-page-\d+)?\.html$/i.exec(file)
  if (worded) return { kind: WORDED[worded[1]!.toLowerCase()]!, id: worded[2]! }
  if (file === 'syndication.php') return { kind: 'feed', community: idIn(query, 'fid') }
  const [kind, name] =
    file === 'forumdisplay.php'
      ? (['community', 'fid'] as const)
      : file === 'member.php'
        ? (['person', 'uid'] as const)
        : file === 'attachment.php'
          ? (['file', 'aid'] as const)
          : [null, '']
  const id = kind && (idIn(query, name) ?? (kind === 'file' ? idIn(query, 'thumbnail') : null))
  return id ? { kind: kind!, id } : null
}

export const mybb: Source = {
  name: 'mybb',
  tables: {
    community: 'forums',
    person: 'users',
    thread: 'threads',
    post: 'posts',
    file: 'attachments',
    message: 'privatemessages',
    ban: 'banned',
  },
  from: 'database',
  fileAddress: ({ id }) => `/attachment.php?aid=${id}`,
  open,
  addressOf,
}
