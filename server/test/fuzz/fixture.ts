import { and, desc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import { adminToken, emailToken, session } from '#server/features/auth/table.ts'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { dataExport } from '#server/features/exports/table.ts'
import { passkey } from '#server/features/factors/table.ts'
import { category, categoryMembership } from '#server/features/categories/table.ts'
import { comment } from '#server/features/comments/table.ts'
import { notification } from '#server/features/notifications/table.ts'
import { categoryBan, contentFilter, decision, queueItem, report } from '#server/features/moderation/tables.ts'
import { post, postRank } from '#server/features/posts/table.ts'
import { stream } from '#server/features/streams/table.ts'
import { user } from '#server/features/users/table.ts'
import { ADMIN_TOKEN_PREFIX, hashToken, randomToken, staffPasswordKey } from '#server/features/auth/tokens.ts'
import {
  createCategory,
  createComment,
  createMessage,
  createPost,
  createRegistration,
  createUser,
  createUpload,
  joinCategory,
} from '../factories.ts'
import type { openTestApp } from '../open-app.ts'
import { PASSWORD, type Part, type Pool } from './plan.ts'
import { createPreparer, type Prepared } from './prepared.ts'

export type Member = {
  id: number
  username: string
  email: string
  is_admin: boolean
  bearer: string
  stale: string
  session_id: string
}

const MEMBERS = 10
const COMMUNITIES = 5
const POSTS = 20
const MAX_POOL_SIZE = 300
const MAX_DELETED = 4
const FILTERS = 5
const TABLES = [
  'user',
  'post',
  'message',
  'savedpost',
  'notification',
  'report',
  'session',
  'email_token',
  'pg_shadow',
  'Post',
]

type App = Awaited<ReturnType<typeof openTestApp>>
export type Fixture = Awaited<ReturnType<typeof createFixture>>

/** A text that marks a private row: `from` and `to` are the two members of a message, or both the row's owner. */
export const canaryOf = (from: number, to: number) => `kanarek-${from}-${to}-`
export const canariesIn = (text: string) =>
  [...text.matchAll(/kanarek-(\d+)-(\d+)-/g)].map(([, from, to]) => [Number(from), Number(to)])
export const CANARY_MAIL = /kanarek\.\d+@example\.org/g

/** Creates test data; its function `restore` replaces deleted content, and `of` chooses a value for a field. */
export async function createFixture(app: App) {
  const { db } = app
  const password_hash = await hashPassword(PASSWORD)
  const members: Member[] = []
  const names = { next: 1 }
  const pools: Record<Exclude<Pool, 'login' | 'table'>, (string | number)[]> = {
    post: [],
    comment: [],
    category: [],
    user: [],
    stream: [],
    report: [],
    item: [],
    decision: [],
    filter: [],
    notification: [],
    message: [],
    username: [],
    email: [],
    community: [],
    cursor: [],
    image: [],
    video: [],
    captions: [],
    message_image: [],
    verify_token: [],
    reset_token: [],
    own_image: [],
    own_video: [],
    own_captions: [],
    own_message_image: [],
    admin_token: [],
  }
  /** The owner of each content, also of deleted content, by keys like `post:12`. */
  const owners = new Map<string, number>()
  /** Uploaders by the URL of the file; files with equal content have the same URL. */
  const uploaders = new Map<string, Set<number>>()
  /** Ids of moderators by the community's id; those who became moderators by an invitation are under the key 0. */
  const moderators = new Map<number, Set<number>>()
  const hasPrivateRows = new Set<number>()
  const addresses = new Map<string, number>()
  /** Readers' ids by the URL of a private file. */
  const privateFiles = new Map<string, Set<number>>()

  function add(pool: keyof typeof pools, value: string | number): void {
    if (pools[pool].includes(value)) return
    pools[pool].push(value)
    if (pools[pool].length > MAX_POOL_SIZE) pools[pool].shift()
  }

  /** Keeps only a few ids of deleted rows in a pool. */
  function pruneDeleted(pool: 'category' | 'post' | 'user', alive: Set<number>): void {
    const gone = pools[pool].filter((id) => !alive.has(Number(id))).slice(0, -MAX_DELETED)
    pools[pool] = pools[pool].filter((id) => !gone.includes(id))
  }

  async function makeMember(): Promise<Member> {
    const number = names.next++
    const row = await createUser(db, {
      username: `Ptak_${number}`,
      email: `kanarek.${number}@example.org`,
      password_hash,
      is_admin: number % 7 === 0,
      trust_level: number % 4,
    })
    addresses.set(row.email!, row.id)
    add('user', row.id)
    add('username', row.username)
    add('email', row.email!)
    return {
      id: row.id,
      username: row.username,
      email: row.email!,
      is_admin: row.is_admin,
      bearer: '',
      stale: 'x',
      session_id: '',
    }
  }

  async function restoreMembers(): Promise<void> {
    const rows = await db
      .select({ id: user.id, is_admin: user.is_admin, email: user.email })
      .from(user)
      .where(and(inArray(user.id, [0, ...members.map(({ id }) => id)]), isNull(user.deleted_at)))
    const alive = new Map(rows.map((row) => [row.id, row]))
    members.splice(0, members.length, ...members.filter(({ id }) => alive.has(id)))
    while (members.length < MEMBERS) members.push(await makeMember())
    pruneDeleted('user', new Set(members.map(({ id }) => id)))
    const sessions = await db
      .select({ id: session.id })
      .from(session)
      .where(
        inArray(
          session.id,
          members.map(({ session_id }) => session_id),
        ),
      )
    const open = new Set(sessions.map(({ id }) => id))
    await db
      .update(user)
      .set({ password_hash })
      .where(
        inArray(
          user.id,
          members.map(({ id }) => id),
        ),
      )
    for (const member of members) {
      member.is_admin = alive.get(member.id)?.is_admin ?? member.is_admin
      member.email = alive.get(member.id)?.email ?? member.email
      if (open.has(member.session_id)) continue
      if (member.bearer) member.stale = member.bearer
      member.bearer = await app.bearerOf(member)
      const { sid } = JSON.parse(Buffer.from(member.bearer.split('.')[1]!, 'base64url').toString()) as { sid: string }
      member.session_id = sid
    }
  }

  async function restoreCommunities(): Promise<void> {
    const rows = await db
      .select({ id: category.id })
      .from(category)
      .where(and(inArray(category.id, [0, ...pools.category.map(Number)]), isNull(category.deleted_at)))
    const alive = new Set(rows.map(({ id }) => id))
    pruneDeleted('category', alive)
    for (let missing = COMMUNITIES - alive.size; missing > 0; missing -= 1) {
      const creator = members[missing % members.length]!
      const row = await createCategory(db, { creator, name: `gniazdo_${names.next++}`, is_nsfw: missing % 3 === 0 })
      add('category', row.id)
      add('community', row.name)
      moderators.set(row.id, new Set([creator.id]))
    }
    const homes = await aliveHomes()
    const joined = new Set(
      (await db.select().from(categoryMembership).where(inArray(categoryMembership.category_id, homes))).map(
        ({ category_id, user_id }) => `${category_id} ${user_id}`,
      ),
    )
    for (const id of homes)
      for (const member of members) if (!joined.has(`${id} ${member.id}`)) await joinCategory(db, member, { id })
  }

  const aliveHomes = async () =>
    (
      await db
        .select({ id: category.id })
        .from(category)
        .where(and(inArray(category.id, [0, ...pools.category.map(Number)]), isNull(category.deleted_at)))
    ).map(({ id }) => id)

  /** Ends suspensions and bans, which would soon lock out every member; only the last member keeps theirs. */
  async function restoreStanding(): Promise<void> {
    const free = members.slice(0, -1).map(({ id }) => id)
    await db.update(user).set({ suspension_id: null, suspended_until: null }).where(inArray(user.id, free))
    await db.delete(categoryBan).where(inArray(categoryBan.user_id, free))
    const homes = await aliveHomes()
    await db
      .update(category)
      .set({ posting: 'members', downvotes: true, hold_newcomers: false })
      .where(inArray(category.id, homes.slice(1)))
    const kept = await db
      .select({ id: contentFilter.id })
      .from(contentFilter)
      .orderBy(desc(contentFilter.id))
      .limit(FILTERS)
    const ids = kept.map(({ id }) => id)
    await db.delete(contentFilter).where(notInArray(contentFilter.id, [0, ...ids]))
    pools.filter = ids
  }

  async function restorePosts(): Promise<void> {
    const rows = await db
      .select({ id: post.id })
      .from(post)
      .innerJoin(postRank, eq(postRank.post_id, post.id))
      .innerJoin(category, eq(category.id, post.category_id))
      .where(
        and(
          inArray(post.id, [0, ...pools.post.map(Number)]),
          eq(postRank.is_listed, true),
          eq(postRank.is_locked, false),
          isNull(category.deleted_at),
        ),
      )
    const homes = (await aliveHomes()).map((id) => ({ id }))
    pruneDeleted('post', new Set(rows.map(({ id }) => id)))
    for (let missing = POSTS - rows.length; missing > 0; missing -= 1) {
      const author = members[missing % members.length]!
      const row = await createPost(db, {
        author,
        category: homes[missing % homes.length]!,
        title: `Ogród pełen pomidorów ${missing}`,
      })
      add('post', row.id)
      owners.set(`post:${row.id}`, author.id)
      const writer = members[(missing + 1) % members.length]!
      const reply = await createComment(db, { author: writer, post: row })
      add('comment', reply.id)
      owners.set(`comment:${reply.id}`, writer.id)
    }
  }

  async function restoreComments(): Promise<void> {
    const places = await db
      .select({ id: post.id })
      .from(post)
      .innerJoin(postRank, eq(postRank.post_id, post.id))
      .where(
        and(
          inArray(post.id, [0, ...pools.post.map(Number)]),
          eq(postRank.is_listed, true),
          eq(postRank.is_locked, false),
        ),
      )
    const alive = await db.$count(
      comment,
      and(inArray(comment.id, [0, ...pools.comment.map(Number)]), eq(comment.is_listed, true)),
    )
    for (let missing = POSTS - alive; missing > 0; missing -= 1) {
      const writer = members[missing % members.length]!
      const reply = await createComment(db, { author: writer, post: places[missing % places.length]! })
      add('comment', reply.id)
      owners.set(`comment:${reply.id}`, writer.id)
    }
  }

  async function addPrivateData(): Promise<void> {
    const now = Date.now()
    await db.delete(dataExport).where(isNull(dataExport.ready_at))
    for (const [at, from] of members.entries()) {
      const to = members[(at + 1) % members.length]!
      const row = await createMessage(db, from, to, { content: `${canaryOf(from.id, to.id)}tajne` })
      add('message', row.id)
      const own = canaryOf(from.id, from.id)
      await db
        .update(session)
        .set({ device: `${own}urządzenie`, network: `${own}sieć` })
        .where(eq(session.user_id, from.id))
      if (hasPrivateRows.has(from.id)) continue
      hasPrivateRows.add(from.id)
      await db
        .insert(passkey)
        .values({
          user_id: from.id,
          name: `${own}klucz`,
          credential_id: `${own}id`,
          public_key: `${own}public`,
          counter: 0,
          transports: [],
          rp_id: 'localhost',
          user_handle: `${own}handle`.padEnd(28, 'A'),
        })
      const url = `/media/e/${crypto.randomUUID().replaceAll('-', '')}.zip`
      await db
        .insert(dataExport)
        .values({
          user_id: from.id,
          url,
          size: 1,
          created_at: new Date(now - LIFETIME.exportRequest),
          ready_at: new Date(now),
          expires_at: new Date(now + LIFETIME.export),
        })
      privateFiles.set(url.slice(0, -4), new Set([from.id]))
    }
    const links = {
      verify: { registration_id: (await createRegistration(db, { password_hash: '' })).id },
      reset: { user_id: members[names.next % members.length]!.id },
    }
    for (const purpose of ['verify', 'reset'] as const) {
      const token = randomToken()
      await db
        .insert(emailToken)
        .values({
          ...links[purpose],
          purpose,
          token_hash: hashToken(token),
          expires_at: new Date(now + LIFETIME.resetLink),
        })
      add(`${purpose}_token`, token)
    }
    const token = `${ADMIN_TOKEN_PREFIX}${randomToken()}`
    await db
      .insert(adminToken)
      .values({
        token_hash: hashToken(token),
        password_key: staffPasswordKey(app.config),
        address: '127.0.0.1',
        expires_at: new Date(now + LIFETIME.adminToken),
      })
    add('admin_token', token)
    const image = await createUpload(db, {
      user: members[names.next % members.length]!,
      kind: 'message_image',
      url: `/media/m/${crypto.randomUUID().replaceAll('-', '')}`,
    })
    privateFiles.set(image.url, new Set([image.user_id!]))
    add('message_image', image.url)
  }

  /** Collects new ids and owners from the database, since responses lack some, such as posts of the bot. */
  async function collectNew(): Promise<void> {
    const recent = async (
      pool: 'report' | 'item' | 'decision' | 'stream' | 'notification' | 'post' | 'comment',
      rows: Promise<{ id: number; owner: number | null }[]>,
    ) => {
      for (const { id, owner } of await rows) {
        add(pool, id)
        if (owner !== null) owners.set(`${pool}:${id}`, owner)
      }
    }
    const after = (pool: keyof typeof pools) => Math.max(0, ...pools[pool].map(Number))
    await recent(
      'report',
      db
        .select({ id: report.id, owner: report.reporter_id })
        .from(report)
        .where(gt(report.id, after('report')))
        .limit(100),
    )
    const nobodys = { owner: sql<null>`null` }
    await recent(
      'item',
      db
        .select({ id: queueItem.id, ...nobodys })
        .from(queueItem)
        .where(gt(queueItem.id, after('item')))
        .limit(100),
    )
    await recent(
      'decision',
      db
        .select({ id: decision.id, owner: decision.user_id })
        .from(decision)
        .where(gt(decision.id, after('decision')))
        .limit(100),
    )
    await recent(
      'stream',
      db
        .select({ id: stream.id, owner: stream.user_id })
        .from(stream)
        .where(gt(stream.id, after('stream')))
        .limit(100),
    )
    await recent(
      'notification',
      db
        .select({ id: notification.id, owner: notification.user_id })
        .from(notification)
        .where(gt(notification.id, after('notification')))
        .limit(100),
    )
    await recent(
      'post',
      db
        .select({ id: post.id, owner: post.author_id })
        .from(post)
        .where(gt(post.id, after('post')))
        .limit(100),
    )
    await recent(
      'comment',
      db
        .select({ id: comment.id, owner: comment.author_id })
        .from(comment)
        .where(gt(comment.id, after('comment')))
        .limit(100),
    )
  }

  async function findThings() {
    const listed = await db
      .select({ id: post.id, category_id: post.category_id })
      .from(post)
      .innerJoin(postRank, eq(postRank.post_id, post.id))
      .where(and(inArray(post.id, [0, ...pools.post.map(Number)]), eq(postRank.is_listed, true)))
      .orderBy(desc(post.id))
      .limit(POSTS)
    const said = await db
      .select({ id: comment.id })
      .from(comment)
      .where(and(inArray(comment.id, [0, ...pools.comment.map(Number)]), eq(comment.is_listed, true)))
      .orderBy(desc(comment.id))
      .limit(POSTS)
    Object.assign(things, {
      homes: await aliveHomes(),
      posts: listed.map(({ id }) => id),
      comments: said.map(({ id }) => id),
    })
  }

  const things = { members, owners, homes: [] as number[], posts: [] as number[], comments: [] as number[] }
  const prepare = createPreparer(app, things)
  let prepared: Record<string, Prepared[]> = {}

  async function restore(): Promise<void> {
    await restoreMembers()
    await restoreCommunities()
    await restoreStanding()
    await restorePosts()
    await restoreComments()
    await findThings()
    prepared = await prepare()
    await addPrivateData()
    await collectNew()
  }

  const preparedFor = (name: string, pick: number): Prepared | null => {
    const known = prepared[name] ?? []
    return known[pick % known.length] ?? null
  }

  function of(part: Part, caller: Member | null): unknown {
    if (!('pool' in part)) return part.value
    const { pool, pick } = part
    if (pool === 'login') return caller?.username ?? members[pick % members.length]!.username
    if (pool === 'table') return TABLES[pick % TABLES.length]
    const own = pool.startsWith('own_')
      ? pools[pool].filter((url) => caller !== null && uploaders.get(String(url))?.has(caller.id))
      : pools[pool]
    return own.length === 0 ? undefined : own[pick % own.length]
  }

  await restore()
  return {
    app,
    members,
    pools,
    owners,
    uploaders,
    moderators,
    addresses,
    privateFiles,
    add,
    restore,
    collectNew,
    of,
    preparedFor,
  }
}
