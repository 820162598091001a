import { ImportError } from '../../map.ts'
import type { ImportRecord, OldAddress, Reader, ReaderOptions, RecordOf, Source } from '../../records.ts'
import { flag, idOf, number, openDatabase, string, type SourceDatabase, type SourceRow } from '../database.ts'
import { ourMarkdown } from './markdown.ts'

type Instance = {
  db: SourceDatabase
  tables: Set<string>
  /** SQL condition on `c` that selects the communities to import. */
  chosen: string
  /** The first record that uses each uploaded picture, by file name; it grows while records are read. */
  pictures: Map<string, Picture>
}

type Picture = { of: RecordOf<'file'>['of']; name: string }

const time = (value: SourceRow[string] | undefined): Date | null =>
  value instanceof Date ? value : value ? new Date(string(value)) : null

const markdown = (value: SourceRow[string] | undefined) =>
  ({ format: 'markdown', text: ourMarkdown(string(value)) }) as const

const PICTURE = /\/pictrs\/image\/([\w.-]+)/g

function notePictures({ pictures }: Instance, of: Picture['of'], text: string, name = ''): void {
  for (const [, alias] of text.matchAll(PICTURE)) if (!pictures.has(alias!)) pictures.set(alias!, { of, name })
}

const hostOf = (address: string): string => /^https?:\/\/([^/]+)/.exec(address)?.[1]?.toLowerCase() ?? ''

/** Lemmy ignores case in paths. Only communities and people of this instance have a path without a host. */
function addressesOf(folder: 'c' | 'u', row: SourceRow): string[] {
  const name = `/${folder}/${string(row.name).toLowerCase()}`
  const host = hostOf(string(row.actor_id))
  const long = host === '' ? [] : [`${name}@${host}`]
  return flag(row.local) ? [name, ...long] : long
}

async function* communities({ db, chosen }: Instance): AsyncGenerator<ImportRecord> {
  for await (const row of db.ranges({ select: 'c.*', from: 'community c', key: 'c.id', where: chosen }))
    yield {
      kind: 'community',
      id: string(row.id),
      name: string(row.name),
      title: string(row.title) || string(row.name),
      description: string(row.description ?? row.sidebar),
      is_nsfw: flag(row.nsfw),
      created_at: time(row.published ?? row.published_at),
      addresses: addressesOf('c', row),
      ...(!['', 'Public'].includes(string(row.visibility)) && { left_out: 'not_public' }),
      ...gone(row),
    }
}

/** SQL condition for people with an account on the instance and for authors in the chosen communities. */
function peopleOf(chosen: string): string {
  const home = 'join community c on c.id = t.community_id'
  return (
    `p.local or exists (select 1 from post t ${home} where t.creator_id = p.id and ${chosen}) or exists ` +
    `(select 1 from comment m join post t on t.id = m.post_id ${home} where m.creator_id = p.id and ${chosen})`
  )
}

/** Accounts whose registration was never approved cannot sign in on the former instance. */
const isRefused = (row: SourceRow) => row.accepted_application === false && !flag(row.admin)

async function* people(instance: Instance): AsyncGenerator<ImportRecord> {
  const { db, chosen } = instance
  const columns = await db.columns('local_user')
  const more = ['interface_language', 'accepted_application', 'admin'].filter((name) => columns.has(name))
  const query = {
    select: ['p.*', ...['email', 'password_encrypted', ...more].map((name) => `l.${name}`)].join(', '),
    from: 'person p left join local_user l on l.person_id = p.id',
    key: 'p.id',
    where: peopleOf(chosen),
  }
  for await (const row of db.ranges(query)) {
    const id = string(row.id)
    const language = string(row.interface_language).slice(0, 2)
    if (flag(row.local)) notePictures(instance, { kind: 'person', id }, string(row.avatar))
    yield {
      kind: 'person',
      id,
      username: string(row.name),
      email: flag(row.local) ? string(row.email) : null,
      password: string(row.password_encrypted) || null,
      created_at: time(row.published ?? row.published_at),
      bio: markdown(row.bio),
      addresses: addressesOf('u', row),
      ...((language === 'pl' || language === 'en') && { language }),
      ...(isRefused(row) && { left_out: 'not_accepted' }),
      ...(flag(row.deleted) && { left_out: 'deleted' }),
    }
  }
}

const isGone = (row: SourceRow) => flag(row.deleted) || flag(row.removed)
const gone = (row: SourceRow) => (isGone(row) ? { left_out: 'deleted' } : {})

const OF_POST = 'post t join community c on c.id = t.community_id'

async function* posts(instance: Instance): AsyncGenerator<ImportRecord> {
  const { db, chosen } = instance
  const query = {
    select: `t.*, to_jsonb(c)->>'actor_id' as home`,
    from: OF_POST,
    key: 't.id',
    where: chosen,
    long: 't.body',
  }
  for await (const row of db.ranges(query)) {
    const id = string(row.id)
    const url = string(row.url)
    const isPicture = hostOf(url) === hostOf(string(row.home)) && url.search(PICTURE) !== -1
    if (!isGone(row)) notePictures(instance, { kind: 'thread', id }, `${url} ${string(row.body)}`, string(row.alt_text))
    yield {
      kind: 'thread',
      id,
      community: string(row.community_id),
      title: string(row.name),
      author: idOf(row.creator_id),
      link: isPicture ? null : url || null,
      text: markdown(row.body),
      created_at: time(row.published ?? row.published_at),
      edited_at: time(row.updated ?? row.updated_at),
      is_locked: flag(row.locked),
      is_pinned: flag(row.featured_community),
      is_nsfw: flag(row.nsfw),
      ...gone(row),
    }
  }
}

const OF_COMMENT = `comment m join ${OF_POST.replace('post t', 'post t on t.id = m.post_id')}`

async function* comments(instance: Instance): AsyncGenerator<ImportRecord> {
  const { db, chosen } = instance
  const query = {
    select: 'm.*, m.path::text as place, t.deleted or t.removed as is_thread_gone',
    from: OF_COMMENT,
    key: 'm.id',
    where: chosen,
    long: 'm.content',
  }
  for await (const row of db.ranges(query)) {
    const id = string(row.id)
    if (!isGone(row) && !flag(row.is_thread_gone)) notePictures(instance, { kind: 'post', id }, string(row.content))
    yield {
      kind: 'post',
      id,
      thread: string(row.post_id),
      // The stored path of a comment is like 0.12.34: ids of its ancestors, ending in its own.
      parent: string(row.place).split('.').slice(1, -1).toReversed(),
      author: idOf(row.creator_id),
      text: markdown(row.content),
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
const THINGS_AT_ONCE = 500

/** Reads votes by groups of posts or comments, because Lemmy's tables of votes have no id column. */
async function* likes({ db, chosen }: Instance): AsyncGenerator<ImportRecord> {
  for (const { table, column, kind, from } of LIKES) {
    const key = kind === 'thread' ? 't.id' : 'm.id'
    let things: number[] = []
    const votes = async function* (): AsyncGenerator<ImportRecord> {
      const query = `select * from ${table} where ${column} in (${things.join(', ')}) order by ${column}, person_id`
      for (const row of things.length === 0 ? [] : await db.rows(query))
        yield {
          kind: 'vote',
          id: `${kind} ${string(row[column])} ${string(row.person_id)}`,
          on: { kind, id: string(row[column]) },
          person: string(row.person_id),
          value: number(row.score) < 0 ? -1 : 1,
          created_at: time(row.published ?? row.published_at),
        }
      things = []
    }
    for await (const thing of db.ranges({ select: key, from, key, where: chosen })) {
      things.push(number(thing.range_key))
      if (things.length === THINGS_AT_ONCE) yield* votes()
    }
    yield* votes()
  }
}

const quoted = (name: string) => `'${name.replaceAll("'", "''")}'`

const PICTURES_AT_ONCE = 1_000

/** Yields each picture for the first record that uses it. */
async function* files({ db, tables, pictures }: Instance): AsyncGenerator<ImportRecord> {
  if (!tables.has('local_image')) return
  for (let after = ''; ;) {
    const rows = await db.rows(
      `select pictrs_alias as alias from local_image where pictrs_alias > ${quoted(after)} ` +
        `order by pictrs_alias limit ${PICTURES_AT_ONCE}`,
    )
    for (const row of rows) {
      const id = string(row.alias)
      const { of, name } = pictures.get(id) ?? { of: { kind: 'post', id: '' }, name: '' }
      yield { kind: 'file', id, of, path: `pictrs/image/${id}`, name: name || id }
    }
    if (rows.length < PICTURES_AT_ONCE) return
    after = string(rows.at(-1)!.alias)
  }
}

const MESSAGES = 'private_message m join person s on s.id = m.creator_id join person r on r.id = m.recipient_id'
const NOT_DELETED = 'not m.deleted'

/** Yields a private message once for its sender and once for its recipient. */
async function* messages({ db, tables }: Instance): AsyncGenerator<ImportRecord> {
  if (!tables.has('private_message')) return
  const select = 'm.*, s.name as from_name, r.name as to_name'
  for await (const row of db.ranges({ select, from: MESSAGES, key: 'm.id', where: NOT_DELETED }))
    for (const is_own of [true, false])
      yield {
        kind: 'message',
        id: `${string(row.id)} ${is_own ? 'from' : 'to'}`,
        owner: string(is_own ? row.creator_id : row.recipient_id),
        with_name: string(is_own ? row.to_name : row.from_name),
        is_own,
        subject: '',
        text: markdown(row.content),
        created_at: time(row.published ?? row.published_at),
      }
}

const banned = (chosen: string) => `p.banned and (${peopleOf(chosen)})`

async function* bans({ db, tables, chosen }: Instance): AsyncGenerator<ImportRecord> {
  if (!(await db.columns('person')).has('banned')) return
  const reason = tables.has('mod_ban')
    ? '(select b.reason from mod_ban b where b.other_person_id = p.id and b.banned order by b.id desc limit 1)'
    : "''"
  const query = {
    select: `p.id, p.ban_expires, ${reason} as reason`,
    from: 'person p',
    key: 'p.id',
    where: banned(chosen),
  }
  for await (const row of db.ranges(query)) {
    const id = string(row.id)
    yield { kind: 'ban', id, person: id, until: time(row.ban_expires), reason: string(row.reason) }
  }
}

async function open({ database, communities: names }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const tables = await db.tables()
  if (!['community', 'person', 'post', 'comment'].every((name) => tables.has(name))) {
    await db.close()
    throw new ImportError('There is no Lemmy in this database.')
  }
  const chosen = names.length === 0 ? 'c.local' : `c.name in (${names.map(quoted).join(', ')})`
  const instance: Instance = { db, tables, chosen, pictures: new Map() }
  const countLikes = ({ table, column, kind, from }: Likes) => {
    const things = `select ${kind === 'thread' ? 't' : 'm'}.id from ${from} where ${chosen}`
    return db.count(`${table} l join (${things}) things on things.id = l.${column}`)
  }
  const hasBans = (await db.columns('person')).has('banned')
  return {
    counts: async () => ({
      community: await db.count('community c', chosen),
      person: await db.count('person p', peopleOf(chosen)),
      thread: await db.count(OF_POST, chosen),
      post: await db.count(OF_COMMENT, chosen),
      vote: (await countLikes(LIKES[0]!)) + (await countLikes(LIKES[1]!)),
      file: tables.has('local_image') ? await db.count('local_image') : 0,
      message: tables.has('private_message') ? 2 * (await db.count(MESSAGES, NOT_DELETED)) : 0,
      ban: hasBans ? await db.count('person p', banned(chosen)) : 0,
    }),
    lastPostAddress: async () => number((await db.rows('select max(id) as id from post'))[0]?.id),
    async *records() {
      yield* communities(instance)
      yield* people(instance)
      yield* posts(instance)
      yield* comments(instance)
      yield* likes(instance)
      yield* files(instance)
      yield* messages(instance)
      yield* bans(instance)
    },
    close: db.close,
  }
}

const FEED = /^\/feeds\/(?:(all|local)|([cu])\/([^/]+))\.xml$/

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

function addressOf(encoded: string): OldAddress | null {
  const path = decoded(encoded)
  if (path === null) return null
  if (path === '/') return { kind: 'home' }
  const [, id, comment] = /^\/post\/(\d+)(?:\/(\d+))?\/?$/.exec(path) ?? []
  if (id) return comment ? { kind: 'post', id: comment } : { kind: 'thread', id }
  const answer = /^\/comment\/(\d+)\/?$/.exec(path)?.[1]
  if (answer) return { kind: 'post', id: answer }
  const picture = /^\/pictrs\/image\/([\w.-]+)$/.exec(path)?.[1]
  if (picture) return { kind: 'file', id: picture }
  const [, all, folder, name] = FEED.exec(path) ?? []
  if (all) return { kind: 'feed', community: null }
  if (name) return { kind: 'named', address: `/${folder}/${name.toLowerCase()}`, of: 'feed' }
  const [, named] = /^(\/[cu]\/[^/]+)\/?$/.exec(path) ?? []
  return named ? { kind: 'named', address: named.toLowerCase() } : null
}

export const lemmy: Source = {
  name: 'lemmy',
  tables: {
    community: 'community',
    person: 'person',
    thread: 'post',
    post: 'comment',
    vote: 'post_like, comment_like',
    file: 'local_image',
    message: 'private_message (each for two people)',
    ban: 'person (banned)',
  },
  from: 'database',
  open,
  addressOf,
}
