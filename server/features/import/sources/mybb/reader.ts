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

type Forum = { db: SourceDatabase; at: (table: string) => string }

const bbcode = (value: SourceRow[string]) => ({ format: 'bbcode', text: decodeEntities(string(value)) }) as const
const words = (value: SourceRow[string] | undefined) => decodeEntities(string(value))

/** `visible` is 1 for what everybody sees, 0 for what waits, -1 for what was deleted. */
const hidden = (visible: SourceRow[string] | undefined) =>
  number(visible) === 1 ? {} : { left_out: number(visible) === -1 ? 'deleted' : 'not_approved' }

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

async function* threads({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select: 't.*, p.pid, p.message, p.edittime',
    from: `${at('threads')} t left join ${at('posts')} p on p.pid = t.firstpost and p.tid = t.tid`,
    key: 't.tid',
  }
  for await (const row of db.ranges(query)) {
    const isMoved = string(row.closed).startsWith('moved|')
    yield {
      kind: 'thread',
      id: string(row.tid),
      community: string(row.fid),
      title: words(row.subject),
      author: idOf(row.uid),
      guest: idOf(row.uid) === null ? words(row.username) : null,
      text: bbcode(row.message ?? ''),
      created_at: unixTime(row.dateline),
      edited_at: unixTime(row.edittime),
      first_post: idOf(row.pid),
      is_locked: string(row.closed) === '1',
      is_pinned: number(row.sticky) > 0,
      ...(isMoved ? { left_out: 'moved' } : hidden(row.visible)),
    }
  }
}

async function* posts({ db, at }: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select: 'p.*',
    from: `${at('posts')} p left join ${at('threads')} t on t.tid = p.tid`,
    key: 'p.pid',
    where: 't.firstpost is null or t.firstpost <> p.pid',
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'post',
      id: string(row.pid),
      thread: string(row.tid),
      author: idOf(row.uid),
      guest: idOf(row.uid) === null ? words(row.username) : null,
      text: bbcode(row.message ?? ''),
      created_at: unixTime(row.dateline),
      edited_at: unixTime(row.edittime),
      ...hidden(row.visible),
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
  for await (const row of db.ranges({ select: '*', from: at('banned'), key: 'uid' }))
    yield {
      kind: 'ban',
      id: string(row.uid),
      person: idOf(row.uid),
      until: unixTime(row.lifted),
      reason: words(row.reason),
    }
}

async function open({ database, prefix: given }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const prefix = await findPrefix(db, given, ['threads', 'posts', 'users', 'forums'])
  const at = (table: string) => prefix + table
  const tables = await db.tables()
  const forum = { db, at }
  const countOf = async (table: string) => (tables.has(at(table)) ? db.count(at(table)) : 0)
  return {
    counts: async () => ({
      community: await countOf('forums'),
      person: await countOf('users'),
      thread: await countOf('threads'),
      post: await countOf('posts'),
      file: await countOf('attachments'),
      message: await countOf('privatemessages'),
      ban: await countOf('banned'),
    }),
    async *records() {
      yield* forums(forum)
      yield* users(forum)
      yield* threads(forum)
      yield* posts(forum)
      if (tables.has(at('attachments'))) yield* files(forum)
      if (tables.has(at('privatemessages'))) yield* messages(forum)
      if (tables.has(at('banned'))) yield* bans(forum)
    },
    close: db.close,
  }
}

const idIn = (query: URLSearchParams, name: string): string | null =>
  /^\d{1,10}/.exec(query.get(name) ?? '')?.[0] ?? null

const WORDED: Record<string, 'thread' | 'community' | 'person'> = {
  thread: 'thread',
  forum: 'community',
  user: 'person',
}

function addressOf(path: string, query: URLSearchParams, hash: string): OldAddress | null {
  const file = path.replace(/^\/+/, '')
  if (file === '' || file === 'index.php') return query.size > 0 ? null : { kind: 'home' }
  if (file === 'showthread.php') {
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
  const id = kind && idIn(query, name)
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
  open,
  addressOf,
}
