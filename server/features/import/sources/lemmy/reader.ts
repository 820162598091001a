import type { ImportRecord, OldAddress, Reader, ReaderOptions, Source } from '../../records.ts'
import { flag, idOf, number, openDatabase, string, type SourceDatabase, type Value } from '../database.ts'

/** `chosen` is the condition on `c` that selects the wanted communities. */
type Instance = { db: SourceDatabase; chosen: string }

const time = (value: Value | undefined): Date | null =>
  value instanceof Date ? value : value ? new Date(string(value)) : null

async function* communities({ db, chosen }: Instance): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: 'c.*', from: 'community c', key: 'c.id', where: chosen }))
    yield {
      kind: 'community',
      id: string(row.id),
      title: string(row.title) || string(row.name),
      description: string(row.description ?? row.sidebar),
      is_nsfw: flag(row.nsfw),
      created_at: time(row.published ?? row.published_at),
      ...((flag(row.deleted) || flag(row.removed)) && { left_out: 'deleted' }),
    }
}

/** Selects everybody who has an account there and wrote in the chosen communities. */
function peopleOf(chosen: string): string {
  const home = 'join community c on c.id = t.community_id'
  return (
    `p.local or exists (select 1 from post t ${home} where t.creator_id = p.id and ${chosen}) or exists ` +
    `(select 1 from comment m join post t on t.id = m.post_id ${home} where m.creator_id = p.id and ${chosen})`
  )
}

async function* people({ db, chosen }: Instance): AsyncGenerator<ImportRecord> {
  const query = {
    select: 'p.*, l.email, l.password_encrypted',
    from: 'person p left join local_user l on l.person_id = p.id',
    key: 'p.id',
    where: peopleOf(chosen),
  }
  for await (const row of db.ranges(query))
    yield {
      kind: 'person',
      id: string(row.id),
      username: string(row.name),
      email: flag(row.local) ? string(row.email) : null,
      password: string(row.password_encrypted) || null,
      created_at: time(row.published ?? row.published_at),
      bio: { format: 'markdown', text: string(row.bio) },
      ...(flag(row.deleted) && { left_out: 'deleted' }),
      ...(flag(row.bot_account) && { left_out: 'robot' }),
    }
}

const gone = (row: Record<string, Value>) => (flag(row.deleted) || flag(row.removed) ? { left_out: 'deleted' } : {})

const OF_POST = 'post t join community c on c.id = t.community_id'

async function* posts({ db, chosen }: Instance): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: 't.*', from: OF_POST, key: 't.id', where: chosen, long: 't.body' }))
    yield {
      kind: 'thread',
      id: string(row.id),
      community: string(row.community_id),
      title: string(row.name),
      author: idOf(row.creator_id),
      link: string(row.url) || null,
      text: { format: 'markdown', text: string(row.body) },
      created_at: time(row.published ?? row.published_at),
      edited_at: time(row.updated ?? row.updated_at),
      is_locked: flag(row.locked),
      is_pinned: flag(row.featured_community),
      ...gone(row),
    }
}

const OF_COMMENT = `comment m join ${OF_POST.replace('post t', 'post t on t.id = m.post_id')}`

async function* comments({ db, chosen }: Instance): AsyncGenerator<ImportRecord> {
  const query = {
    select: 'm.*, m.path::text as place',
    from: OF_COMMENT,
    key: 'm.id',
    where: chosen,
    long: 'm.content',
  }
  for await (const row of db.ranges(query)) {
    // The path of an answer is like 0.12.34, where the last number is its own id.
    const parent = string(row.place).split('.').at(-2)
    yield {
      kind: 'post',
      id: string(row.id),
      thread: string(row.post_id),
      parent: parent === undefined || parent === '0' ? null : parent,
      author: idOf(row.creator_id),
      text: { format: 'markdown', text: string(row.content) },
      created_at: time(row.published ?? row.published_at),
      edited_at: time(row.updated ?? row.updated_at),
      ...gone(row),
    }
  }
}

type Likes = {
  table: 'post_like' | 'comment_like'
  column: 'post_id' | 'comment_id'
  kind: 'thread' | 'post'
  from: string
}

const LIKES: Likes[] = [
  { table: 'post_like', column: 'post_id', kind: 'thread', from: OF_POST },
  { table: 'comment_like', column: 'comment_id', kind: 'post', from: OF_COMMENT },
]

/** Reads votes by the post or comment that they are on, because Lemmy's tables of likes have no id. */
async function* likes({ db, chosen }: Instance): AsyncGenerator<ImportRecord> {
  for (const { table, column, kind, from } of LIKES) {
    const key = kind === 'thread' ? 't.id' : 'm.id'
    for await (const thing of db.ranges({ select: key, from, key, where: chosen })) {
      const on = number(thing.range_key)
      const found = await db.rows(`select * from ${table} where ${column} = ${on} order by person_id`)
      for (const row of found)
        yield {
          kind: 'vote',
          id: `${kind} ${on} ${string(row.person_id)}`,
          on: { kind, id: String(on) },
          person: string(row.person_id),
          value: number(row.score) < 0 ? -1 : 1,
          created_at: time(row.published ?? row.published_at),
        }
    }
  }
}

const quoted = (name: string) => `'${name.replaceAll("'", "''")}'`

async function open({ database, communities: names }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const chosen = names.length === 0 ? 'c.local' : `c.name in (${names.map(quoted).join(', ')})`
  const instance = { db, chosen }
  const countLikes = ({ table, column, kind, from }: Likes) => {
    const things = `select ${kind === 'thread' ? 't' : 'm'}.id from ${from} where ${chosen}`
    return db.count(`${table} l join (${things}) things on things.id = l.${column}`)
  }
  return {
    counts: async () => ({
      community: await db.count('community c', chosen),
      person: await db.count('person p', peopleOf(chosen)),
      thread: await db.count(OF_POST, chosen),
      post: await db.count(OF_COMMENT, chosen),
      vote: (await countLikes(LIKES[0]!)) + (await countLikes(LIKES[1]!)),
    }),
    async *records() {
      yield* communities(instance)
      yield* people(instance)
      yield* posts(instance)
      yield* comments(instance)
      yield* likes(instance)
    },
    close: db.close,
  }
}

function addressOf(path: string): OldAddress | null {
  const thing = /^\/(post|comment)\/(\d+)(?:\/(\d+))?\/?$/.exec(path)
  if (!thing) return null
  const [, kind, id, comment] = thing
  return kind === 'comment' || comment ? { kind: 'post', id: comment ?? id! } : { kind: 'thread', id: id! }
}

export const lemmy: Source = {
  name: 'lemmy',
  tables: {
    community: 'community',
    person: 'person',
    thread: 'post',
    post: 'comment',
    vote: 'post_like, comment_like',
  },
  from: 'database',
  open,
  addressOf,
}
