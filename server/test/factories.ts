import { eq, sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { hashPassword } from '#server/features/auth/passwords.ts'
import { registration, session } from '#server/features/auth/table.ts'
import { blockedUser } from '#server/features/blocks/table.ts'
import { category, categoryMembership } from '#server/features/categories/table.ts'
import { textColumns as commentColumns } from '#server/features/comments/rules.ts'
import { comment } from '#server/features/comments/table.ts'
import { follow } from '#server/features/follows/table.ts'
import { importedAccount, importedMessage, importNote, importOrigin, importRow } from '#server/features/import/table.ts'
import { invite, invitedMember } from '#server/features/invites/table.ts'
import { message } from '#server/features/messages/table.ts'
import { categoryModerator } from '#server/features/moderation/tables.ts'
import { textColumns } from '#server/features/posts/rules.ts'
import { post, postRank } from '#server/features/posts/table.ts'
import { pushNotice, pushSubscription } from '#server/features/push/table.ts'
import { savedPost } from '#server/features/saves/table.ts'
import { upload } from '#server/features/uploads/table.ts'
import { user } from '#server/features/users/table.ts'
import { vote } from '#server/features/votes/table.ts'
import { renderMarkdown } from '#server/markdown/markdown.ts'

/* Each function also creates the rows that its row refers to, and updates counts, but creates no notifications or
   points. */

type Row<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>
type Named = { id: number }

let made = 0
const unique = (prefix: string) => `${prefix}_${(made += 1)}_${crypto.randomUUID().slice(0, 6)}`

/** The e-mail address is verified, and a password is hashed only if given. */
export async function createUser(db: DbOrTx, { password, ...columns }: Row<typeof user> & { password?: string } = {}) {
  const username = columns.username ?? unique('member')
  const password_hash = password === undefined ? null : await hashPassword(password)
  const [row] = await db
    .insert(user)
    .values({
      username,
      email: `${username.toLowerCase()}@example.org`,
      email_verified: true,
      password_hash,
      ...columns,
    })
    .returning()
  return row!
}

/** Creates a login session with a push subscription, and the record of one shown push message. */
export async function createPushSubscription(db: DbOrTx, { id: user_id }: Named) {
  const session_id = crypto.randomUUID()
  await db.insert(session).values({ id: session_id, user_id, expires_at: new Date(Date.now() + 86_400_000) })
  const endpoint = `https://push.example/${crypto.randomUUID()}`
  await db
    .insert(pushSubscription)
    .values({ user_id, session_id, variant: 'normal', endpoint, p256dh: 'x', auth: 'x', device: 'Telefon' })
  await db
    .insert(pushNotice)
    .values({ user_id, tag: 'thread-1', notification_ids: [], message_ids: [], sent_at: new Date() })
    .onConflictDoNothing()
}

/** The link of the registration was not opened yet; no mail is sent. */
export async function createRegistration(
  db: DbOrTx,
  { password = 'Haslo1234', ...columns }: Row<typeof registration> & { password?: string } = {},
) {
  const username = columns.username ?? unique('rejestracja')
  const password_hash = columns.password_hash ?? (await hashPassword(password))
  const [row] = await db
    .insert(registration)
    .values({ username, email: `${username.toLowerCase()}@example.org`, ...columns, password_hash })
    .returning()
  return row!
}

/** `creator` (created if undefined, null for none) is the only moderator and member of the community. */
export async function createCategory(
  db: DbOrTx,
  { creator, ...columns }: Row<typeof category> & { creator?: Named | null } = {},
) {
  const owner = creator === undefined ? await createUser(db) : creator
  const name = columns.name ?? unique('dzial')
  const [row] = await db
    .insert(category)
    .values({ name, display_name: name, creator_id: owner?.id, member_count: owner ? 1 : 0, ...columns })
    .returning()
  if (owner) {
    await db.insert(categoryMembership).values({ category_id: row!.id, user_id: owner.id })
    await db.insert(categoryModerator).values({ category_id: row!.id, user_id: owner.id })
  }
  return row!
}

export async function joinCategory(
  db: DbOrTx,
  member: Named,
  joined: Named,
  { is_moderator = false } = {},
): Promise<void> {
  await db.insert(categoryMembership).values({ category_id: joined.id, user_id: member.id })
  if (is_moderator) await db.insert(categoryModerator).values({ category_id: joined.id, user_id: member.id })
  await db
    .update(category)
    .set({ member_count: sql`${category.member_count} + 1` })
    .where(eq(category.id, joined.id))
}

type PostColumns = Row<typeof post> & Pick<Row<typeof postRank>, 'upvotes' | 'downvotes' | 'comment_count'>

/** With `author` null the post has no author; `upvotes` sets the count only, without rows of votes. */
export async function createPost(
  db: DbOrTx,
  {
    author,
    category: given,
    upvotes,
    downvotes,
    comment_count,
    ...columns
  }: PostColumns & { author?: Named | null; category?: Named } = {},
) {
  const by = author === undefined ? await createUser(db) : author
  const category_id = (given ?? (await createCategory(db))).id
  const [home] = await db
    .update(category)
    .set({ post_count: sql`${category.post_count} + ${columns.deleted_at ? 0 : 1}` })
    .where(eq(category.id, category_id))
    .returning()
  const content = columns.content ?? 'Treść posta.'
  const [row] = await db
    .insert(post)
    .values({
      category_id,
      author_id: by?.id,
      title: unique('Post'),
      ...textColumns(content, renderMarkdown(content)),
      ...columns,
    })
    .returning()
  const [rank] = await db
    .insert(postRank)
    .values({
      post_id: row!.id,
      category_id,
      author_id: by?.id,
      flair_id: row!.flair_id,
      is_nsfw: home!.is_nsfw,
      is_listed: !row!.deleted_at && !home!.deleted_at,
      created_at: row!.created_at,
      upvotes,
      downvotes,
      comment_count,
    })
    .returning()
  return { ...rank!, ...row! }
}

/** Creates a reply if `parent` is given; with `author` null the comment has no author. */
export async function createComment(
  db: DbOrTx,
  {
    author,
    post: given,
    parent,
    ...columns
  }: Row<typeof comment> & {
    author?: Named | null
    post?: Named
    parent?: Named & { post_id: number; depth: number }
  } = {},
) {
  const by = author === undefined ? await createUser(db) : author
  const post_id = given?.id ?? parent?.post_id ?? (await createPost(db)).id
  const counted = columns.deleted_at ? 0 : 1
  const [rank] = await db
    .update(postRank)
    .set({ comment_count: sql`${postRank.comment_count} + ${counted}` })
    .where(eq(postRank.post_id, post_id))
    .returning()
  if (parent)
    await db
      .update(comment)
      .set({ reply_count: sql`${comment.reply_count} + ${counted}` })
      .where(eq(comment.id, parent.id))
  const content = columns.content ?? 'Treść komentarza.'
  const [row] = await db
    .insert(comment)
    .values({
      post_id,
      parent_id: parent?.id,
      author_id: by?.id,
      depth: Math.min((parent?.depth ?? 0) + 1, LIMITS.commentDepth),
      is_nsfw: rank!.is_nsfw,
      ...commentColumns(content, renderMarkdown(content)),
      ...columns,
    })
    .returning()
  return row!
}

/** The vote also changes the counts of its target and the karma of the author. */
export async function createVote(
  db: DbOrTx,
  { user: voter, value = 1, ...target }: { user?: Named; value?: -1 | 1; post?: Named; comment?: Named },
) {
  const by = voter ?? (await createUser(db))
  const [row] = await db
    .insert(vote)
    .values({ user_id: by.id, post_id: target.post?.id, comment_id: target.comment?.id, value })
    .returning()
  const counts = value === 1 ? { upvotes: sql`upvotes + 1` } : { downvotes: sql`downvotes + 1` }
  const [voted] = target.post
    ? await db
        .update(postRank)
        .set(counts)
        .where(eq(postRank.post_id, target.post.id))
        .returning({ author_id: postRank.author_id })
    : await db
        .update(comment)
        .set(counts)
        .where(eq(comment.id, target.comment!.id))
        .returning({ author_id: comment.author_id })
  if (voted!.author_id !== null && voted!.author_id !== by.id) {
    await db
      .update(user)
      .set({ karma: sql`${user.karma} + ${value}` })
      .where(eq(user.id, voted!.author_id))
  }
  return row!
}

/** Creates an invite by a member, with which `invited` registered. */
export async function createInvite(db: DbOrTx, creator: Named, invited: Named): Promise<void> {
  const values = { code: crypto.randomUUID(), uses: 1, accounts: 1, by_admin: false, creator_id: creator.id }
  const [made] = await db.insert(invite).values(values).returning({ id: invite.id })
  await db.insert(invitedMember).values({ invite_id: made!.id, user_id: invited.id })
}

export async function createSave(
  db: DbOrTx,
  saver: Named,
  saved: Named,
  columns: { created_at?: Date } = {},
): Promise<void> {
  await db.insert(savedPost).values({ user_id: saver.id, post_id: saved.id, ...columns })
}

export async function createFollow(
  db: DbOrTx,
  follower: Named,
  followed: Named,
  columns: { created_at?: Date } = {},
): Promise<void> {
  await db.insert(follow).values({ follower_id: follower.id, followed_id: followed.id, ...columns })
  await db
    .update(user)
    .set({ following_count: sql`${user.following_count} + 1` })
    .where(eq(user.id, follower.id))
  await db
    .update(user)
    .set({ follower_count: sql`${user.follower_count} + 1` })
    .where(eq(user.id, followed.id))
}

export async function createBlock(
  db: DbOrTx,
  blocker: Named,
  blocked: Named,
  columns: { created_at?: Date } = {},
): Promise<void> {
  await db.insert(blockedUser).values({ blocker_id: blocker.id, blocked_id: blocked.id, ...columns })
}

export async function createMessage(db: DbOrTx, sender: Named, recipient: Named, columns: Row<typeof message> = {}) {
  const [row] = await db
    .insert(message)
    .values({ sender_id: sender.id, recipient_id: recipient.id, content: 'Treść wiadomości.', ...columns })
    .returning()
  return row!
}

/** Creates the row of an upload without its file. */
export async function createUpload(
  db: DbOrTx,
  { user: uploader, ...columns }: Row<typeof upload> & { user?: Named } = {},
) {
  const user_id = (uploader ?? (await createUser(db))).id
  const [row] = await db
    .insert(upload)
    .values({
      user_id,
      kind: 'image',
      url: `/media/${unique('plik')}.webp`,
      size: 1000,
      width: 640,
      height: 480,
      ...columns,
    })
    .returning()
  return row!
}

/** Creates the rows that the import of another forum leaves: the member's former account there, a private message. */
export async function createImported(db: DbOrTx, member: Named): Promise<void> {
  const base_url = `https://${unique('forum')}.example.org`
  const [origin] = await db.insert(importOrigin).values({ source: 'phpbb', base_url }).returning()
  const origin_id = origin!.id
  const row = { origin_id, kind: 'person', source_id: '7' } as const
  await db.insert(importRow).values({ ...row, outcome: 'imported', target: 'user', target_id: member.id })
  await db.insert(importNote).values({ ...row, note: 'renamed: Jan K → jan_k' })
  await db
    .insert(importedAccount)
    .values({ user_id: member.id, origin_id, former_name: 'Jan K', password_hash: 'md5:0' })
  const message = { with_name: 'Ola', is_own: true, subject: 'Temat', content: 'Treść', created_at: new Date() }
  await db.insert(importedMessage).values({ user_id: member.id, ...message })
}
