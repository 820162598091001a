import { keyOf } from '#server/media/storage-keys.ts'
import { ImportError } from '../../map.ts'
import { formerPassword } from '../../passwords.ts'
import type { ImportRecord, OldAddress, Reader, ReaderOptions, Source } from '../../records.ts'
import { flag, idOf, number, openDatabase, string, type SourceDatabase, type SourceRow } from '../database.ts'

const time = (value: SourceRow[string] | undefined): Date | null =>
  value instanceof Date ? value : value ? new Date(string(value)) : null

const named = (kind: 'r' | 'u', name: string) => `/${kind}/${encodeURIComponent(name.toLowerCase())}`

const leftOut = (row: SourceRow) =>
  row.deleted_at ? { left_out: 'deleted' } : row.removal_id ? { left_out: 'removed' } : row.held_at ? HELD : {}

const HELD = { left_out: 'held' } as const

async function* communities(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: 'category', key: 'id' }))
    yield {
      kind: 'community',
      id: string(row.id),
      name: string(row.name),
      title: string(row.display_name),
      description: string(row.description),
      is_nsfw: flag(row.is_nsfw),
      created_at: time(row.created_at),
      addresses: [named('r', string(row.name))],
      ...(row.deleted_at && { left_out: 'deleted' }),
    }
}

async function* people(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: '"user"', key: 'id' }))
    yield {
      kind: 'person',
      id: string(row.id),
      username: string(row.username),
      email: flag(row.email_verified) ? string(row.email) : null,
      password: formerPassword(string(row.password_hash)),
      created_at: time(row.created_at),
      bio: { format: 'plain', text: string(row.bio) },
      language: string(row.language) === 'en' ? 'en' : 'pl',
      addresses: [named('u', string(row.username))],
      ...(row.deleted_at ? { left_out: 'deleted' } : flag(row.is_bot) && { left_out: 'robot' }),
    }
}

/** Votes by deleted accounts and bots are imported only as a sum, all others one by one. */
const sumOf = (column: string, value: 1 | -1, sum: string) =>
  `${sum} - (select count(*) from vote v join "user" u on u.id = v.user_id and u.deleted_at is null and not u.is_bot ` +
  `where v.${column} = t.id and v.value = ${value})::integer`

const written = (row: SourceRow) =>
  ({
    author: idOf(row.author_id),
    text: { format: 'markdown', text: string(row.content) },
    created_at: time(row.created_at),
    edited_at: time(row.edited_at),
    upvotes: number(row.up),
    downvotes: number(row.down),
    ...leftOut(row),
  }) as const

async function* posts(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  const query = {
    select:
      `t.*, r.is_locked, r.is_pinned, ${sumOf('post_id', 1, 'r.upvotes')} as up, ` +
      `${sumOf('post_id', -1, 'r.downvotes')} as down`,
    from: 'post t join post_rank r on r.post_id = t.id',
    key: 't.id',
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'thread',
      id: string(row.id),
      community: string(row.category_id),
      title: string(row.title),
      link: string(row.link_url) || null,
      is_locked: flag(row.is_locked),
      is_pinned: flag(row.is_pinned),
      ...written(row),
    }
}

async function* comments(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  const select =
    `t.*, ${sumOf('comment_id', 1, 't.upvotes')} as up, ` + `${sumOf('comment_id', -1, 't.downvotes')} as down`
  for await (const row of db.ranges({ select, from: 'comment t', key: 't.id' }))
    yield {
      kind: 'post',
      id: string(row.id),
      thread: string(row.post_id),
      parent: idOf(row.parent_id),
      ...written(row),
    }
}

const VOTES_AT_ONCE = 1_000

async function* votes(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  for (const [column, kind] of [
    ['post_id', 'thread'],
    ['comment_id', 'post'],
  ] as const) {
    let after = [0, 0]
    for (;;) {
      const rows = await db.rows(
        `select ${column} as target_id, user_id, value, created_at from vote where ${column} is not null ` +
          `and (${column}, user_id) > (${after.join(', ')}) order by ${column}, user_id limit ${VOTES_AT_ONCE}`,
      )
      for (const { target_id, user_id, value, created_at } of rows)
        if (number(value) !== 0)
          yield {
            kind: 'vote',
            id: `${kind} ${string(target_id)} ${string(user_id)}`,
            on: { kind, id: string(target_id) },
            person: string(user_id),
            value: number(value) < 0 ? -1 : 1,
            created_at: time(created_at),
          }
      if (rows.length < VOTES_AT_ONCE) break
      after = [number(rows.at(-1)!.target_id), number(rows.at(-1)!.user_id)]
    }
  }
}

const PICTURES = `coalesce(jsonb_array_length(t.images), (t.image_url is not null)::integer)`

function pathOf(url: string): string {
  try {
    return keyOf(url)
  } catch {
    return url
  }
}

async function* files(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  type Kind = Extract<ImportRecord, { kind: 'file' }>['of']['kind']
  const file = (kind: Kind, id: string, url: string, at = 0, name = ''): ImportRecord => ({
    kind: 'file',
    id: `${kind} ${id} ${at}`,
    of: { kind, id },
    path: pathOf(url),
    name,
  })
  for await (const row of db.ranges({ select: 't.*', from: 'post t', key: 't.id', where: `${PICTURES} > 0` })) {
    const given = typeof row.images === 'string' ? (JSON.parse(row.images) as unknown) : (row.images as unknown)
    const images = (given ?? [{ url: row.image_url, alt: '' }]) as { url: string; alt: string }[]
    for (const [at, { url, alt }] of images.entries()) yield file('thread', string(row.id), url, at, alt)
  }
  for await (const row of db.ranges({
    select: 't.*',
    from: 'comment t',
    key: 't.id',
    where: 't.image_url is not null',
  }))
    yield file('post', string(row.id), string(row.image_url))
  for await (const row of db.ranges({ select: '*', from: '"user"', key: 'id', where: 'avatar_url is not null' }))
    yield file('person', string(row.id), string(row.avatar_url))
}

async function countFiles(db: SourceDatabase): Promise<number> {
  const [sum] = await db.rows(`select coalesce(sum(${PICTURES}), 0)::integer as n from post t`)
  return (
    number(sum!.n) +
    (await db.count('comment', 'image_url is not null')) +
    (await db.count('"user"', 'avatar_url is not null'))
  )
}

/** Yields a private message once for its sender and once for its recipient. */
async function* messages(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  const query = {
    select: 'm.*, s.username as from_name, r.username as to_name',
    from: 'message m join "user" s on s.id = m.sender_id join "user" r on r.id = m.recipient_id',
    key: 'm.id',
  }
  for await (const row of db.ranges(query))
    for (const is_own of [true, false])
      yield {
        kind: 'message',
        id: `${string(row.id)} ${is_own ? 'from' : 'to'}`,
        owner: string(is_own ? row.sender_id : row.recipient_id),
        with_name: string(is_own ? row.to_name : row.from_name),
        is_own,
        subject: '',
        text: { format: 'markdown', text: string(row.content) },
        created_at: time(row.created_at),
      }
}

const SUSPENDED = 'suspension_id is not null and deleted_at is null'

async function* bans(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  const query = {
    select: 'u.id, u.suspended_until, d.text',
    from: '"user" u left join decision d on d.id = u.suspension_id',
    key: 'u.id',
    where: SUSPENDED.replace('deleted_at', 'u.deleted_at'),
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'ban',
      id: string(row.id),
      person: string(row.id),
      until: time(row.suspended_until),
      reason: string(row.text),
    }
}

/** URLs of the former forum that contain a name and no id. */
async function* redirects(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: '*', from: 'category', key: 'id' }))
    yield {
      kind: 'redirect',
      id: `r ${string(row.id)}`,
      address: `/r/${encodeURIComponent(string(row.name))}`,
      to: { kind: 'community', id: string(row.id) },
    }
  for await (const row of db.ranges({ select: '*', from: '"user"', key: 'id' }))
    yield {
      kind: 'redirect',
      id: `u ${string(row.id)}`,
      address: `/u/${encodeURIComponent(string(row.username))}`,
      to: { kind: 'person', id: string(row.id) },
    }
}

async function open({ database }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const tables = await db.tables()
  if (!['category', 'user', 'post', 'post_rank', 'comment', 'vote'].every((name) => tables.has(name))) {
    await db.close()
    throw new ImportError('There is no Wątek in this database.')
  }
  return {
    counts: async () => ({
      community: await db.count('category'),
      person: await db.count('"user"'),
      thread: await db.count('post'),
      post: await db.count('comment'),
      vote: await db.count('vote', 'value <> 0'),
      file: await countFiles(db),
      message: 2 * (await db.count('message')),
      ban: await db.count('"user"', SUSPENDED),
      redirect: (await db.count('category')) + (await db.count('"user"')),
    }),
    lastPostAddress: async () => number((await db.rows('select coalesce(max(id), 0) as last from post'))[0]!.last),
    async *records() {
      yield* communities(db)
      yield* people(db)
      yield* posts(db)
      yield* comments(db)
      yield* votes(db)
      yield* files(db)
      yield* messages(db)
      yield* bans(db)
      yield* redirects(db)
    },
    close: db.close,
  }
}

function addressOf(path: string, query: URLSearchParams): OldAddress | null {
  if (path === '/feed.xml') return { kind: 'feed', community: null }
  const [, kind, name] = /^\/(r|u)\/([^/]+)(?:\/feed\.xml|\/)?$/.exec(path) ?? []
  if (name !== undefined) {
    const address = `/${kind}/${name.toLowerCase().replace(/%[\da-f]{2}/g, (code) => code.toUpperCase())}`
    return { kind: 'named', address, ...(kind === 'r' && path.endsWith('/feed.xml') && { of: 'feed' }) }
  }
  const post = /^\/post\/(\d+)\/?$/.exec(path)
  if (!post) return null
  const comment = query.get('comment')
  return comment && /^\d+$/.test(comment) ? { kind: 'post', id: comment } : { kind: 'thread', id: post[1]! }
}

export const watek: Source = {
  name: 'watek',
  tables: {
    community: 'category',
    person: 'user',
    thread: 'post',
    post: 'comment',
    vote: 'vote',
    file: 'images of post, comment and user',
    message: 'message, for each of two',
    ban: 'user (suspended)',
    redirect: 'addresses of category and user',
  },
  from: 'database',
  unpack: async (dump, work) => (await import('./unpack.ts')).unpackBackup(dump, work),
  fileAddress: ({ path }) => `/media/${path.replace(/^(\w)\/\w+\//, '$1/')}`,
  open,
  addressOf,
}
