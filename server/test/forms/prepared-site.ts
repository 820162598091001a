import { createOauthRows } from '#server/features/oauth/testing/rows.ts'
import { sealPending } from '#server/features/sign-in-services/cookies.ts'
import { linkedService } from '#server/features/sign-in-services/table.ts'
import { holdContent, lockContent } from '#server/features/moderation/index.ts'
import { insertPollOptions } from '#server/features/polls/queries.ts'
import { signUnsubscribeToken } from '#server/features/mails/unsubscribe-token.ts'
import { createMemberWithTotp } from '#server/features/factors/testing/authenticator-app.ts'
import { createMember, PASSWORD } from '#server/features/auth/testing/member.ts'
import { ADMIN_PASSWORD, type createTestApp } from '../app.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createFollow,
  createMessage,
  createPost,
  createUser,
  joinCategory,
} from '../factories.ts'

const HOUR = 3_600_000

type App = Awaited<ReturnType<typeof createTestApp>>

/** Pages of a visitor, a member and a moderator on a site with one object of each kind. */
export async function prepareSite(app: App) {
  const { db } = app
  const moderator = await createUser(db)
  const member = await createMember(app, { trust_level: 2 })
  const [friend, blocked, followed] = [await createUser(db), await createUser(db), await createUser(db)]
  const category = await createCategory(db, { creator: moderator, name: 'ogrody' })
  const other = await createCategory(db, { creator: await createUser(db), name: 'kuchnia' })
  await joinCategory(db, member, category)
  const post = await createPost(db, { author: moderator, category })
  const own = await createPost(db, { author: member, category })
  const comment = await createComment(db, { author: moderator, post })
  const ownComment = await createComment(db, { author: member, post })
  const message = await createMessage(db, friend, member)
  await createBlock(db, member, blocked)
  await createFollow(db, member, followed)
  const as = await app.as(member)
  const staff = await app.as(moderator)
  const { client_id, waiting_code } = await createOauthRows(db, member)
  const consent = new URLSearchParams({
    client_id,
    redirect_uri: 'https://app.example/callback',
    response_type: 'code',
    scope: 'read',
    prompt: 'consent',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  })
  await as.tokens.create({ name: 'Kopia', scopes: ['read'] })
  const { thread } = await as.modmail.start({ category_id: category.id, subject: 'Pytanie', text: 'Kiedy zbiór?' })
  const { stream } = { stream: await as.streams.create({ title: 'Z ogrodu na żywo', url: 'https://example.org/live' }) }
  await (
    await app.as(other.creator_id === null ? null : { id: other.creator_id })
  ).moderators.invite({ category_id: other.id, username: member.username })
  const claimed = await as.modmail.start({ category_id: category.id, subject: 'Sprawa', text: 'Proszę o radę.' })
  await staff.modmail.claim({ thread_id: claimed.thread.id })
  const asked = await createPost(db, {
    author: moderator,
    category,
    title: 'Które pomidory?',
    poll_closes_at: new Date(Date.now() + HOUR),
  })
  await insertPollOptions(db, asked.id, ['Malinowe', 'Koktajlowe'])
  const tokenOf = await signUnsubscribeToken(app.config.sessionSecret, { userId: member.id, subjects: ['digest'] })
  const before = new Date(Date.now() - HOUR)
  const edited = await createPost(db, { author: member, category, content: 'Przed zmianą', created_at: before })
  await as.posts.edit({ post_id: edited.id, content: 'Po zmianie' })
  const editedComment = await createComment(db, { author: member, post: edited, created_at: before })
  await as.comments.edit({ comment_id: editedComment.id, content: 'Po zmianie' })
  await as.reading.visit({ post_id: edited.id })
  await createComment(db, { author: friend, post: edited, created_at: new Date(Date.now() + HOUR) })
  const held = await createPost(db, { author: member, category })
  await db.transaction(async (tx) =>
    holdContent(
      tx,
      await lockContent(tx, { kind: 'post', id: held.id }),
      { reason_code: 'spam' },
      { by: 'filter', now: new Date() },
    ),
  )
  await staff.moderators.invite({ category_id: category.id, username: friend.username })
  await as.reports.create({ post_id: post.id, reason: 'To reklama.' })
  await (await app.as(friend)).reports.create({ comment_id: ownComment.id, reason: 'To też.' })
  const { items } = await staff.queue.list({ category_id: category.id })
  await staff.queue.claim({ item_id: items.at(-1)!.id })
  await staff.filters.create({
    category_id: category.id,
    name: 'reklamy',
    action: 'hold',
    match: { all: [{ field: 'text', op: 'contains', value: 'promocja' }] },
  })
  const removed = await createPost(db, { author: member, category })
  await staff.moderation.remove({ post_id: removed.id, reason_code: 'spam' })
  const { decisions } = await as.decisions.mine({})
  const protectedMember = await createMemberWithTotp(app)
  const hooked = await staff.hooks.create({
    category_id: category.id,
    url: 'http://127.0.0.1/hook',
    events: ['post.created'],
  })
  await createPost(db, { author: member, category })
  const admin = await app.as(null, { admin: ADMIN_PASSWORD })
  await admin.adminSettings.change({ values: { member_invites: true, terms_pl: 'Regulamin', terms_version: 1 } })
  const service = { service: 'github' as const, issuer: 'https://github.com/login/oauth' }
  await db.insert(linkedService).values({ ...service, user_id: member.id, subject: 'linked' })
  const pending = await sealPending(
    { config: app.config, now: app.services.now, variant: 'normal' },
    {
      ...service,
      subject: 'pending',
      email: 'nowa@example.org',
      email_verified: true,
      names: ['nowa'],
      communities: null,
      challenge: null,
      next: '/',
    },
  )
  return {
    /** Cookies of browsers that return from a linked sign-in service, by the caller who completes the sign-in. */
    pendingSignIns: { newcomer: pending, linking: pending } as Record<string, string>,
    bearers: {
      linking: await app.bearerOf(member),
      member: await app.bearerOf(member),
      protectedMember: await app.bearerOf(protectedMember),
      moderator: await app.bearerOf(moderator),
    } as Record<string, string>,
    /** Forms whose response shows the form of a second step. */
    answers: [
      { who: 'member', path: '/settings/security?totp=on', call: 'factors.startTotp', filled: { password: PASSWORD } },
      {
        who: 'visitor',
        path: '/login',
        call: 'auth.login',
        filled: { username: protectedMember.username, password: PASSWORD },
      },
    ] as { who: string; path: string; call: string; filled: Record<string, string> }[],
    pages: {
      newcomer: ['/sign-in/finish'],
      linking: ['/sign-in/finish'],
      visitor: [
        '/login',
        '/register',
        '/forgot-password',
        '/reset-password?token=x',
        '/verify-email-sent',
        '/verify-email?token=x',
        '/verify-email-login?token=x&email=a@example.org',
        '/confirm-email?token=x',
        '/undo-email?token=x',
        '/notice',
      ],
      member: [
        '/',
        '/settings',
        '/dev-info',
        `/oauth/authorize?${consent}`,
        `/oauth/device?user_code=${waiting_code}`,
        '/settings/profile',
        '/settings/account',
        '/settings/security',
        '/settings/notifications',
        '/settings/privacy',
        '/settings/data',
        '/settings/data?confirm=delete-account',
        '/settings/security?totp=on',
        '/create-community',
        '/browse-communities',
        '/submit',
        '/submit?community=ogrody',
        '/messages',
        '/notifications',
        '/moderator-invites',
        `/decisions?appeal=${decisions[0]?.id}`,
        '/streams/new',
        `/stream/${stream.id}`,
        `/modmail/new`,
        `/modmail/${thread.id}`,
        `/conversation/${friend.username}`,
        `/conversation/${friend.username}?report=${message.id}`,
        '/profile',
        `/u/${friend.username}`,
        `/u/${blocked.username}`,
        `/u/${friend.username}?report=user`,
        '/r/kuchnia',
        `/u/${followed.username}`,
        `/post/${asked.id}`,
        `/unsubscribe?token=${tokenOf}`,
        '/r/ogrody',
        `/post/${post.id}`,
        `/post/${edited.id}`,
        `/post/${edited.id}?history=post`,
        `/post/${edited.id}?history=${editedComment.id}`,
        `/post/${own.id}?edit=post`,
        `/post/${own.id}?confirm=delete-post`,
        `/post/${post.id}?report=post`,
        `/post/${post.id}?follow=post`,
        `/post/${post.id}?reply=${comment.id}`,
        `/post/${post.id}?edit=${ownComment.id}`,
        `/post/${post.id}?confirm=delete-comment&comment=${ownComment.id}`,
        `/post/${post.id}?confirm=ask-bot&comment=${comment.id}`,
      ],
      protectedMember: ['/settings/security', '/settings/security?totp=off', '/settings/security?totp=codes'],
      moderator: [
        '/r/ogrody/queue',
        `/r/ogrody/queue?decided=${decisions[0]?.id}`,
        '/r/ogrody/filters',
        `/r/ogrody/hooks?log=${hooked.hook.id}`,
        `/modmail/${claimed.thread.id}`,
        `/post/${own.id}?moderate=post`,
        `/post/${removed.id}?moderate=post`,
        `/post/${held.id}?moderate=post`,
        '/r/ogrody',
        '/r/ogrody/settings',
        `/modmail/${thread.id}`,
        `/post/${own.id}`,
      ],
    },
  }
}
