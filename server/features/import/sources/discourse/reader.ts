import { ImportError } from '../../map.ts'
import type { ImportRecord, Reader, ReaderOptions, Source, SourceText } from '../../records.ts'
import {
  flag,
  idOf,
  number,
  openDatabase,
  string,
  type SourceDatabase,
  type SourceRow,
  type Value,
} from '../database.ts'
import { addressOf } from './addresses.ts'
import { asMarkdownQuotes } from './quotes.ts'

type Forum = { db: SourceDatabase; tables: Set<string>; hasCooked: boolean }

/** A time without a zone is UTC. */
function time(value: Value | undefined): Date | null {
  if (value instanceof Date) return value
  if (!value) return null
  const text = string(value)
  return new Date(/Z|[+-]\d\d/.test(text.slice(10)) ? text : `${text}Z`)
}

/** Above this length of rendered HTML the Markdown is imported instead. */
const MAX_COOKED = 150_000

/** Prefers the HTML that Discourse rendered, because it includes the output of plugins. */
function textOf(row: SourceRow): SourceText {
  const cooked = string(row.cooked)
  if (cooked !== '' && cooked.length <= MAX_COOKED) return { format: 'html', text: withoutTasks(cooked) }
  return { format: 'markdown', text: asMarkdownQuotes(string(row.raw)) }
}

const TASK = /<span [^<>]{0,20}chcklst-box (\w+)[^<>]{0,80}><\/span>/g

const withoutTasks = (html: string) => html.replace(TASK, (_, state: string) => (state === 'checked' ? '☑' : '☐'))

const named = (folder: string, ...names: unknown[]) =>
  `/${[folder, ...names.map((name) => String(name).toLowerCase())].join('/')}`

/** A category's URL may have only its slug and that of its parent, without an id. */
async function* categories({ db }: Forum): AsyncGenerator<ImportRecord> {
  const hasSlug = (await db.columns('categories')).has('slug')
  const query = {
    select: hasSlug ? 'c.*, a.slug as above' : 'c.*',
    from: `categories c${hasSlug ? ' left join categories a on a.id = c.parent_category_id' : ''}`,
    key: 'c.id',
  }
  for await (const row of db.ranges(query)) {
    const [slug, above] = [string(row.slug), string(row.above)]
    const short = above === '' ? [slug] : [above, slug]
    yield {
      kind: 'community',
      id: string(row.id),
      ...(/^[\w-]+$/.test(slug) && !/^(\d+-category|-)$/.test(slug) && { name: slug }),
      title: string(row.name),
      description: string(row.description).replace(/<[^>]*>/g, ''),
      created_at: time(row.created_at),
      ...(slug !== '' && { addresses: ['c', 'category'].map((folder) => named(folder, ...short)) }),
      ...(flag(row.read_restricted) && { left_out: 'not_public' }),
    }
  }
}

/** Before Discourse 3.4, password hashes were columns of `users`. */
async function* users({ db, tables }: Forum): AsyncGenerator<ImportRecord> {
  const hasTable = tables.has('user_passwords')
  const columns = await db.columns('users')
  const password = hasTable
    ? 'p.password_hash as hash, p.password_salt as salt, p.password_algorithm as algorithm'
    : columns.has('password_hash')
      ? 'u.password_hash as hash, u.salt, ' +
        `${columns.has('password_algorithm') ? 'u.password_algorithm' : "''"} as algorithm`
      : "'' as hash, '' as salt, '' as algorithm"
  const locale = columns.has('locale') ? 'u.locale' : "''"
  const hasBio = tables.has('user_profiles')
  const query = {
    select:
      `u.id, u.username, u.created_at, u.active, u.staged, e.email, ${locale} as locale, ` +
      `${hasBio ? 'b.bio_raw' : "''"} as bio, ${password}`,
    from:
      'users u left join user_emails e on e.user_id = u.id and e."primary"' +
      (hasTable ? ' left join user_passwords p on p.user_id = u.id' : '') +
      (hasBio ? ' left join user_profiles b on b.user_id = u.id' : ''),
    key: 'u.id',
  }
  for await (const row of db.ranges(query)) {
    const rounds = /i=(\d+)/.exec(string(row.algorithm))?.[1] ?? '64000'
    const [hash, salt] = [string(row.hash), string(row.salt)]
    const language = string(row.locale).slice(0, 2)
    // Discourse sets `active` to false until the e-mail address is verified, and when staff deactivate an account.
    const isActive = row.active !== false || row.staged === true
    yield {
      kind: 'person',
      id: string(row.id),
      username: string(row.username),
      email: isActive ? string(row.email) : null,
      password: isActive && hash !== '' && salt !== '' ? `pbkdf2:${rounds}:${salt}:${hash}` : null,
      created_at: time(row.created_at),
      bio: { format: 'markdown', text: string(row.bio) },
      addresses: [named('u', string(row.username))],
      ...((language === 'pl' || language === 'en') && { language }),
      ...(number(row.id) <= 0 && { left_out: 'robot' }),
    }
  }
}

const textColumns = ({ hasCooked }: Forum) => `p.raw${hasCooked ? ', p.cooked' : ''}`
const longColumn = ({ hasCooked }: Forum) => (hasCooked ? 'p.cooked' : 'p.raw')

async function* topics(forum: Forum): AsyncGenerator<ImportRecord> {
  const query = {
    select:
      't.id, t.title, t.category_id, t.user_id, t.created_at, t.closed, t.pinned_at, t.deleted_at, t.archetype, ' +
      `t.visible, p.id as post_id, ${textColumns(forum)}, p.hidden`,
    from: 'topics t left join posts p on p.topic_id = t.id and p.post_number = 1',
    key: 't.id',
    long: longColumn(forum),
  }
  for await (const row of forum.db.ranges(query))
    yield {
      kind: 'thread',
      id: string(row.id),
      community: string(row.category_id),
      title: string(row.title),
      author: idOf(row.user_id),
      text: textOf(row),
      created_at: time(row.created_at),
      first_post: idOf(row.post_id),
      is_locked: flag(row.closed),
      is_pinned: row.pinned_at !== null,
      ...(row.visible === false && { left_out: 'unlisted' }),
      ...(string(row.archetype) === 'private_message' && { left_out: 'private' }),
      ...(row.deleted_at !== null && { left_out: 'deleted' }),
      ...(flag(row.hidden) && { left_out: 'hidden' }),
    }
}

/** Values of `post_type` for posts by people; 3 is the log of an action, 4 is visible to staff only. */
const WRITTEN = [1, 2]
const [NOTE, WHISPER] = [3, 4]

async function* posts(forum: Forum): AsyncGenerator<ImportRecord> {
  const hasDeleted = (await forum.db.columns('posts')).has('user_deleted')
  const query = {
    select:
      `p.id, p.topic_id, p.post_number, p.user_id, ${textColumns(forum)}, p.created_at, p.deleted_at, p.hidden, ` +
      `p.post_type, p.reply_to_post_number, a.id as answered${hasDeleted ? ', p.user_deleted' : ''}`,
    from: 'posts p left join posts a on a.topic_id = p.topic_id and a.post_number = p.reply_to_post_number',
    key: 'p.id',
    long: longColumn(forum),
    where: 'p.post_number <> 1 or not exists (select 1 from topics t where t.id = p.topic_id)',
  }
  for await (const row of forum.db.ranges(query)) {
    const type = number(row.post_type)
    yield {
      kind: 'post',
      id: string(row.id),
      thread: string(row.topic_id),
      number: number(row.post_number),
      parent: idOf(row.answered),
      author: idOf(row.user_id),
      text: textOf(row),
      created_at: time(row.created_at),
      ...(!WRITTEN.includes(type) && {
        left_out: type === NOTE ? 'note' : type === WHISPER ? 'not_public' : 'unknown',
      }),
      ...((row.deleted_at !== null || flag(row.user_deleted)) && { left_out: 'deleted' }),
      ...(flag(row.hidden) && { left_out: 'hidden' }),
    }
  }
}

const SHA = /^[0-9a-f]{40}$/
/** FROM and WHERE clauses for the visible posts in which the upload `u` is shown. */
function postsWith(tables: Forum['tables']): string {
  const uses = tables.has('upload_references')
    ? "upload_references r join posts p on r.target_type = 'Post' and r.upload_id = u.id and p.id = r.target_id"
    : 'post_uploads r join posts p on r.upload_id = u.id and p.id = r.post_id'
  return (
    `${uses} join topics t on t.id = p.topic_id where p.deleted_at is null and not p.hidden and t.deleted_at is null ` +
    "and t.archetype = 'regular'"
  )
}

const FACES = 'users x where x.uploaded_avatar_id = u.id'

/** Uploads shown nowhere are left to a later run, because people upload a file before they publish the post with it. */
const usedUploads = (tables: Forum['tables']) =>
  `exists (select 1 from ${postsWith(tables)}) or exists (select 1 from ${FACES})`

/** Yields each upload once, for the first post that shows it or the person whose avatar it is. */
async function* uploads({ db, tables }: Forum): AsyncGenerator<ImportRecord> {
  if (!tables.has('uploads')) return
  const query = {
    select:
      `u.id, u.url, u.sha1, u.original_filename, (select min(p.id) from ${postsWith(tables)}) as post_id, ` +
      `(select min(x.id) from ${FACES}) as person_id`,
    from: 'uploads u',
    key: 'u.id',
    where: usedUploads(tables),
  }
  for await (const row of db.ranges(query)) {
    const sha = string(row.sha1)
    const of = idOf(row.person_id)
    yield {
      kind: 'file',
      id: SHA.test(sha) ? sha : `id ${string(row.id)}`,
      of: of === null ? { kind: 'post', id: string(row.post_id) } : { kind: 'person', id: of },
      // In remote storage, such as S3, only the part of the URL before `original/` differs.
      path: string(row.url)
        .replace(/^.*?\/(?=original\/)/, 'uploads/default/')
        .replace(/^\//, ''),
      name: string(row.original_filename),
    }
  }
}

const MESSAGES =
  "topics t join posts p on p.topic_id = t.id and t.archetype = 'private_message' and t.deleted_at is null " +
  'and p.deleted_at is null and p.post_type = 1 join topic_allowed_users o on o.topic_id = t.id ' +
  'left join users w on w.id = p.user_id'

/** Yields a private message once for each participant of its topic. */
async function* messages(forum: Forum): AsyncGenerator<ImportRecord> {
  if (!forum.tables.has('topic_allowed_users')) return
  const others =
    "(select string_agg(x.username, ', ' order by x.id) from topic_allowed_users y join users x on x.id = y.user_id " +
    'where y.topic_id = t.id and y.user_id <> o.user_id) as others'
  const query = {
    select: `p.id, p.user_id, o.user_id as owner, t.title, w.username, p.created_at, ${textColumns(forum)}, ${others}`,
    from: MESSAGES,
    key: 'o.id',
  }
  for await (const row of forum.db.ranges({
    ...query,
    select: `distinct o.id, o.topic_id, o.user_id`,
    from: MESSAGES,
  })) {
    const own = `o.id = ${number(row.range_key)}`
    for await (const copy of forum.db.ranges({ ...query, key: 'p.id', where: own, long: longColumn(forum) })) {
      const is_own = string(copy.user_id) === string(copy.owner)
      yield {
        kind: 'message',
        id: `${string(copy.range_key)} ${string(copy.owner)}`,
        owner: string(copy.owner),
        with_name: string(is_own ? copy.others : copy.username),
        is_own,
        subject: string(copy.title),
        text: textOf(copy),
        created_at: time(copy.created_at),
      }
    }
  }
}

async function* bans({ db }: Forum): AsyncGenerator<ImportRecord> {
  if (!(await db.columns('users')).has('suspended_till')) return
  const query = { select: 'id, suspended_till', from: 'users', key: 'id', where: 'suspended_till is not null' }
  for await (const row of db.ranges(query)) {
    const id = string(row.id)
    yield { kind: 'ban', id, person: id, until: time(row.suspended_till), reason: '' }
  }
}

/** Redirects to other sites and to tags are not imported. */
async function* permalinks({ db, tables }: Forum): AsyncGenerator<ImportRecord> {
  if (!tables.has('permalinks')) return
  for await (const row of db.ranges({ select: '*', from: 'permalinks', key: 'id' })) {
    const kinds = { post: row.post_id, thread: row.topic_id, community: row.category_id, person: row.user_id }
    const [kind, id] = Object.entries(kinds).find(([, value]) => idOf(value) !== null) ?? ['thread', '']
    yield {
      kind: 'redirect',
      id: string(row.id),
      address: `/${string(row.url).replace(/^\//, '')}`,
      to: { kind: kind as keyof typeof kinds, id: string(id) },
    }
  }
}

const LIKE = 2

async function* likes({ db }: Forum): AsyncGenerator<ImportRecord> {
  const where = `post_action_type_id = ${LIKE}`
  for await (const row of db.ranges({ select: '*', from: 'post_actions', key: 'id', where }))
    yield {
      kind: 'vote',
      id: string(row.id),
      on: { kind: 'post', id: row.deleted_at === null ? string(row.post_id) : '' },
      person: string(row.user_id),
      value: 1,
      created_at: time(row.created_at),
    }
}

async function open({ database }: ReaderOptions): Promise<Reader> {
  const db = await openDatabase(database)
  const tables = await db.tables()
  if (!['categories', 'users', 'topics', 'posts'].every((name) => tables.has(name))) {
    await db.close()
    throw new ImportError('There is no Discourse in this database.')
  }
  const forum = { db, tables, hasCooked: (await db.columns('posts')).has('cooked') }
  const hasBans = (await db.columns('users')).has('suspended_till')
  const countIf = async (table: string, from = table, where?: string) => (tables.has(table) ? db.count(from, where) : 0)
  return {
    counts: async () => ({
      community: await db.count('categories'),
      person: await db.count('users'),
      thread: await db.count('topics'),
      post: await db.count('posts'),
      vote: await countIf('post_actions', 'post_actions', `post_action_type_id = ${LIKE}`),
      file: await countIf('uploads', 'uploads u', usedUploads(tables)),
      message: await countIf('topic_allowed_users', MESSAGES),
      ban: hasBans ? await db.count('users', 'suspended_till is not null') : 0,
      redirect: await countIf('permalinks'),
    }),
    async *records() {
      yield* categories(forum)
      yield* users(forum)
      yield* topics(forum)
      yield* posts(forum)
      if (forum.tables.has('post_actions')) yield* likes(forum)
      yield* uploads(forum)
      yield* messages(forum)
      yield* bans(forum)
      yield* permalinks(forum)
    },
    close: db.close,
  }
}

export const discourse: Source = {
  name: 'discourse',
  tables: {
    community: 'categories',
    person: 'users',
    thread: 'topics',
    post: 'posts',
    vote: 'post_actions (likes)',
    file: 'uploads',
    message: 'posts of private messages, for each of their people',
    ban: 'users (suspended)',
    redirect: 'permalinks',
  },
  from: 'database',
  open,
  addressOf,
}
