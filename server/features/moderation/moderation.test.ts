import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { POINTS } from '#shared/limits.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { recountCounters } from '../counters/queries.ts'
import { category } from '../categories/table.ts'
import { user } from '../users/table.ts'
import { decision } from './decisions/table.ts'
import { holdContent } from './content/actions.ts'
import { lockContent, type ContentRef } from './content/queries.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

/**
 * A community with a moderator and two members: `author` has a post and a comment there, `reader` replied to the
 * comment and upvoted both.
 */
async function scene() {
  const [moderator, author, reader] = await Promise.all([createUser(t.db), createUser(t.db), createUser(t.db)])
  const home = await createCategory(t.db, { creator: moderator })
  await joinCategory(t.db, author, home)
  await joinCategory(t.db, reader, home)
  const [mod, writer, other] = await Promise.all([t.as(moderator), t.as(author), t.as(reader)])
  const post = await writer.posts.create({
    title: 'Stare mapy miasta',
    content: 'Skan z **archiwum**',
    category_id: home.id,
    poll: { options: ['Tak', 'Nie'], hours: 24 },
  })
  const comment = await writer.comments.create({ post_id: post.id, content: 'Dodam jeszcze plan' })
  const reply = await other.comments.create({ post_id: post.id, parent_id: comment.id, content: 'Dziękuję' })
  await other.votes.post({ post_id: post.id, value: 1 })
  await other.votes.comment({ comment_id: comment.id, value: 1 })
  return { moderator, author, reader, home, mod, writer, other, post, comment, reply }
}

const accountOf = async ({ id }: { id: number }) => {
  const [row] = await t.db.select({ karma: user.karma, wpoints: user.wpoints }).from(user).where(eq(user.id, id))
  return row!
}
const postCountOf = async ({ id }: { id: number }) =>
  (await t.db.select().from(category).where(eq(category.id, id)))[0]!.post_count

const NOTHING = {
  title: '',
  content: '',
  content_html: '',
  description: '',
  image_url: null,
  video_url: null,
  images: [],
  poll: null,
  link_url: null,
  link_domain: null,
}

describe('MOD-1 removing a post', () => {
  test('removing a post removes it from every list, keeps its comments, and prevents new comments', async () => {
    const { mod, writer, other, post, comment, home, author } = await scene()
    await other.saves.save({ post_id: post.id, saved: true })
    const { decision } = await mod.moderation.remove({
      post_id: post.id,
      reason_code: 'off_topic',
      text: 'Prosimy do r/mapy',
    })
    expect(decision).toMatchObject({
      action: 'removed',
      reason_code: 'off_topic',
      text: 'Prosimy do r/mapy',
      rule: null,
      automatic: false,
      ends_at: null,
      appeal: null,
      target: { type: 'post', id: post.id, title: 'Stare mapy miasta', url: `/post/${post.id}` },
      category: { id: home.id, name: home.name },
    })
    const removal = { by: 'moderators', reason_code: 'off_topic', rule_title: null, removed_at: decision.created_at }

    expect((await visitor.posts.list({ category: home.name })).posts).toEqual([])
    expect(await visitor.posts.list({ author: author.username })).toMatchObject({ posts: [], total: 0 })
    expect(
      (await visitor.posts.search({ q: 'stare mapy miasta', limit: 100 })).posts.map(({ id }) => id),
    ).not.toContain(post.id)
    expect(await other.posts.saved({})).toMatchObject({ posts: [], total: 0 })
    expect(await visitor.users.get({ username: author.username })).toMatchObject({
      recent_posts: [],
      recent_comments: [],
      post_count: 0,
      comment_count: 0,
    })
    for (const path of ['/feed.xml', `/r/${home.name}/feed.xml`, '/sitemap-posts-1.xml']) {
      expect(await (await t.request(path)).text()).not.toContain(`/post/${post.id}<`)
    }

    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({
      ...NOTHING,
      removal,
      can: { moderate: false },
    })
    expect(await other.posts.get({ post_id: post.id })).toMatchObject({ ...NOTHING, removal })
    const content = { title: 'Stare mapy miasta', content: 'Skan z **archiwum**', removal }
    expect(await writer.posts.get({ post_id: post.id })).toMatchObject({
      ...content,
      can: { edit: false, delete: true, moderate: false },
    })
    expect(await mod.posts.get({ post_id: post.id })).toMatchObject({
      ...content,
      can: { edit: false, delete: true, moderate: true },
    })
    expect(await admin.posts.get({ post_id: post.id })).toMatchObject({ ...content, can: { moderate: true } })
    expect((await visitor.comments.list({ post_id: post.id })).comments).toMatchObject([
      { content: 'Dodam jeszcze plan' },
      { content: 'Dziękuję' },
    ])

    const removed = { status: 403, code: 'removed' }
    expect(await failure(other.comments.create({ post_id: post.id, content: 'I ja' }))).toMatchObject(removed)
    expect(
      await failure(other.comments.create({ post_id: post.id, parent_id: comment.id, content: 'I ja' })),
    ).toMatchObject(removed)
    expect(await failure(other.votes.post({ post_id: post.id, value: -1 }))).toMatchObject(removed)
    expect(await failure(other.votes.comment({ comment_id: comment.id, value: -1 }))).toMatchObject(removed)
    expect(await failure(other.polls.vote({ post_id: post.id, option_id: post.poll!.options[0]!.id }))).toMatchObject(
      removed,
    )
    expect(await failure(writer.posts.edit({ post_id: post.id, content: 'Inaczej' }))).toMatchObject(removed)
    expect(await failure(writer.comments.edit({ comment_id: comment.id, content: 'Inaczej' }))).toMatchObject(removed)
  })

  test('removing a post excludes it from counts, karma and points until it is restored', async () => {
    const { mod, other, author, post, home } = await scene()
    const before = await accountOf(author)
    expect(before).toEqual({ karma: 2, wpoints: POINTS.post + POINTS.comment + 2 * POINTS.upvote })
    await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    expect(await accountOf(author)).toEqual({ karma: 1, wpoints: before.wpoints - POINTS.post - POINTS.upvote })
    expect(await postCountOf(home)).toBe(0)
    expect(await recountCounters(t.db)).toEqual([])
    const { decision } = await mod.moderation.restore({ post_id: post.id })
    expect(decision).toMatchObject({ action: 'restored' })
    expect(await accountOf(author)).toEqual(before)
    expect(await postCountOf(home)).toBe(1)
    expect((await other.posts.list({ category: home.name })).posts).toMatchObject([
      { id: post.id, title: 'Stare mapy miasta', upvotes: 1, user_vote: 1 },
    ])
    expect(await other.votes.post({ post_id: post.id, value: 0 })).toMatchObject({ upvotes: 0 })
    expect(await recountCounters(t.db)).toEqual([])
  })

  test("removing a post can cite a rule of the community, and keeps the rule's title as it was then", async () => {
    const { mod, writer, post, home } = await scene()
    const elsewhere = await scene()
    const [rule] = (await mod.categories.setRules({ category_id: home.id, rules: [{ title: 'Bez skanów', text: '' }] }))
      .rules
    const why = { post_id: post.id, reason_code: 'rule' } as const
    const [other] = (
      await elsewhere.mod.categories.setRules({ category_id: elsewhere.home.id, rules: [{ title: 'Inna', text: '' }] })
    ).rules
    expect(await failure(mod.moderation.remove({ ...why, rule_id: other!.id }))).toMatchObject({
      status: 422,
      issues: { rule_id: expect.any(String) },
    })
    await mod.moderation.remove({ ...why, rule_id: rule!.id })
    await mod.categories.setRules({ category_id: home.id, rules: [] })
    expect((await writer.decisions.mine()).decisions).toMatchObject([{ rule: { id: rule!.id, title: 'Bez skanów' } }])
    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({
      removal: { reason_code: 'rule', rule_title: 'Bez skanów' },
    })
  })

  test('removing a post is refused if it is already removed, and for moderators of other communities', async () => {
    const { mod, writer, other, post, comment } = await scene()
    const elsewhere = await scene()
    const chief = await t.as(await createUser(t.db, { is_admin: true }))
    const why = { post_id: post.id, reason_code: 'spam' } as const
    const notStaff = { status: 403, code: 'not_staff' }
    for (const api of [writer, other, elsewhere.mod, chief]) {
      expect(await failure(api.moderation.remove(why))).toMatchObject(notStaff)
      expect(await failure(api.moderation.restore({ post_id: post.id }))).toMatchObject(notStaff)
      expect(await failure(api.moderation.remove({ comment_id: comment.id, reason_code: 'spam' }))).toMatchObject(
        notStaff,
      )
    }
    expect(await failure(visitor.moderation.remove(why))).toMatchObject({ status: 401, code: 'admin_credential' })
    const so = { status: 409, code: 'already_so' }
    expect(await failure(mod.moderation.restore({ post_id: post.id }))).toMatchObject(so)
    await admin.moderation.remove(why)
    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({ removal: { by: 'admins' } })
    expect(await failure(mod.moderation.remove(why))).toMatchObject(so)
    expect(await failure(mod.moderation.remove({ post_id: 2_000_000_000, reason_code: 'spam' }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
    expect(
      await failure(mod.moderation.remove({ post_id: post.id, comment_id: comment.id, reason_code: 'spam' })),
    ).toMatchObject({ status: 422 })
    expect(await failure(mod.moderation.remove({ post_id: post.id } as never))).toMatchObject({
      status: 422,
      issues: { reason_code: expect.any(String) },
    })
    expect(await failure(mod.moderation.remove({ ...why, text: 'x'.repeat(1001) }))).toMatchObject({
      status: 422,
      issues: { text: expect.any(String) },
    })
  })
})

describe('MOD-1 removing a comment', () => {
  test('removing a comment leaves its replies below a placeholder that hides content and author', async () => {
    const { mod, writer, other, post, comment, reply, author } = await scene()
    await mod.moderation.remove({ comment_id: comment.id, reason_code: 'harassment' })
    const listed = async (api: typeof visitor) => (await api.comments.list({ post_id: post.id })).comments
    const hidden = {
      is_deleted: true,
      content: '',
      content_html: '',
      author: null,
      author_id: null,
      removal: { by: 'moderators', reason_code: 'harassment' },
    }
    for (const api of [visitor, other])
      expect(await listed(api)).toMatchObject([
        { id: comment.id, ...hidden },
        { id: reply.id, is_deleted: false },
      ])
    const seen = {
      is_deleted: false,
      content: 'Dodam jeszcze plan',
      author: author.username,
      removal: { reason_code: 'harassment' },
    }
    expect((await listed(writer))[0]).toMatchObject({ ...seen, can: { edit: false, delete: true, moderate: false } })
    expect((await listed(mod))[0]).toMatchObject({ ...seen, can: { edit: false, delete: true, moderate: true } })
    expect((await listed(admin))[0]).toMatchObject(seen)
    expect(await visitor.comments.list({ post_id: post.id })).toMatchObject({ total: 1 })
    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({ comment_count: 1 })
    expect(await visitor.users.get({ username: author.username })).toMatchObject({
      comment_count: 0,
      recent_comments: [],
    })
    const removed = { status: 403, code: 'removed' }
    expect(await failure(writer.comments.edit({ comment_id: comment.id, content: 'Inaczej' }))).toMatchObject(removed)
    expect(await failure(other.votes.comment({ comment_id: comment.id, value: -1 }))).toMatchObject(removed)
    expect(
      await failure(other.comments.create({ post_id: post.id, parent_id: comment.id, content: 'Ale' })),
    ).toMatchObject(removed)
    expect(await accountOf(author)).toEqual({ karma: 1, wpoints: POINTS.post + POINTS.upvote })
    expect(await recountCounters(t.db)).toEqual([])

    await mod.moderation.restore({ comment_id: comment.id })
    expect(await listed(other)).toMatchObject([
      { id: comment.id, content: 'Dodam jeszcze plan', upvotes: 1, removal: null },
      { id: reply.id },
    ])
    expect(await visitor.comments.list({ post_id: post.id })).toMatchObject({ total: 2 })
    expect(await accountOf(author)).toEqual({ karma: 2, wpoints: POINTS.post + POINTS.comment + 2 * POINTS.upvote })
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('removing a comment hides the notification about it, and restoring the comment shows it again', async () => {
    const { mod, writer, reply } = await scene()
    const unread = async () => (await writer.notifications.count()).unread_count
    expect(await unread()).toBe(1)
    await mod.moderation.remove({ comment_id: reply.id, reason_code: 'spam' })
    expect(await unread()).toBe(0)
    expect(await writer.notifications.list({})).toEqual([])
    expect((await writer.notifications.page({})).notifications).toEqual([])
    await mod.moderation.restore({ comment_id: reply.id })
    expect(await unread()).toBe(1)
  })

  test('a comment that staff removed and its author then deleted is subtracted from the counters once', async () => {
    const { mod, writer, post, comment, author } = await scene()
    await mod.moderation.remove({ comment_id: comment.id, reason_code: 'spam' })
    await writer.comments.remove({ comment_id: comment.id })
    expect(await visitor.comments.list({ post_id: post.id })).toMatchObject({
      total: 1,
      comments: [{ is_deleted: true, removal: null }, {}],
    })
    expect(await accountOf(author)).toEqual({ karma: 1, wpoints: POINTS.post + POINTS.upvote })
    expect(await failure(mod.moderation.restore({ comment_id: comment.id }))).toMatchObject({
      status: 404,
      code: 'comment_not_found',
    })
    expect(await recountCounters(t.db)).toEqual([])
  })
})

describe('MOD-1 content deleted by staff', () => {
  test('content deleted by staff returns 404 and can be restored by staff for 30 days', async () => {
    const { mod, moderator, writer, author, post, comment, home } = await scene()
    const before = await accountOf(author)
    await mod.posts.remove({ post_id: post.id })
    expect(await failure(writer.posts.get({ post_id: post.id }))).toMatchObject({ status: 404 })
    expect((await writer.decisions.mine()).decisions).toMatchObject([
      { action: 'deleted', reason_code: 'other', target: { type: 'post', id: post.id } },
    ])
    await mod.moderation.restore({ post_id: post.id })
    expect((await visitor.posts.list({ category: home.name })).posts).toMatchObject([{ id: post.id }])
    expect(await accountOf(author)).toEqual(before)

    await mod.comments.remove({ comment_id: comment.id })
    await mod.moderation.restore({ comment_id: comment.id })
    expect((await visitor.comments.list({ post_id: post.id })).comments).toMatchObject([
      { content: 'Dodam jeszcze plan', is_deleted: false },
      {},
    ])
    expect(await accountOf(author)).toEqual(before)
    expect(await recountCounters(t.db)).toEqual([])

    await admin.admin.removePost({ post_id: post.id })
    const real = t.clock.now
    t.clock.now = () => new Date(real().getTime() + 31 * 86_400_000)
    try {
      const later = await t.as(moderator)
      expect(await failure(later.moderation.restore({ post_id: post.id }))).toMatchObject({
        status: 404,
        code: 'post_not_found',
      })
    } finally {
      t.clock.now = real
    }
  })

  test("restoring the last reply to a deleted comment also restores that comment's placeholder", async () => {
    const { mod, other, writer, post, comment, reply } = await scene()
    await writer.comments.remove({ comment_id: comment.id })
    await mod.comments.remove({ comment_id: reply.id })
    expect(await visitor.comments.list({ post_id: post.id })).toMatchObject({ comments: [], total: 0 })
    await mod.moderation.restore({ comment_id: reply.id })
    expect(await other.comments.list({ post_id: post.id })).toMatchObject({
      comments: [
        { id: comment.id, is_deleted: true, reply_count: 1 },
        { id: reply.id, is_deleted: false },
      ],
      total: 1,
    })
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('content that its author deleted causes no decision and cannot be restored by staff', async () => {
    const { mod, writer, post } = await scene()
    await writer.posts.remove({ post_id: post.id })
    expect((await writer.decisions.mine()).decisions).toEqual([])
    expect(await failure(mod.moderation.restore({ post_id: post.id }))).toMatchObject({ status: 404 })
  })
})

describe('MOD-1 notifying the author of removed content', () => {
  test('the author of removed content gets notifications that link to the decisions about that content', async () => {
    const { mod, writer, post, comment, home } = await scene()
    await mod.moderation.remove({ comment_id: comment.id, reason_code: 'rule', text: 'Bez planów' })
    await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    const { notifications } = await writer.notifications.page({ filter: 'moderation' })
    expect(notifications).toMatchObject([
      {
        kind: 'moderation',
        title: `Moderatorzy r/${home.name} usunęli Twój post`,
        content: 'Stare mapy miasta',
        post_id: post.id,
        comment_id: null,
        read: false,
      },
      {
        kind: 'moderation',
        title: `Moderatorzy r/${home.name} usunęli Twój komentarz`,
        content: 'Dodam jeszcze plan',
        post_id: post.id,
        comment_id: comment.id,
      },
    ])
    const first = await writer.decisions.mine({ limit: 1 })
    expect(first.decisions).toMatchObject([
      { action: 'removed', target: { type: 'post', title: 'Stare mapy miasta' }, reason_code: 'spam' },
    ])
    expect(notifications[0]!.link).toBe(`/decisions#decision-${first.decisions[0]!.id}`)
    const second = await writer.decisions.mine({ limit: 1, cursor: first.next_cursor! })
    expect(second).toMatchObject({
      decisions: [
        {
          target: {
            type: 'comment',
            id: comment.id,
            excerpt: 'Dodam jeszcze plan',
            url: `/post/${post.id}?comment=${comment.id}#comment-${comment.id}`,
          },
          text: 'Bez planów',
        },
      ],
      next_cursor: null,
    })
    const [removed] = first.decisions
    expect(Date.parse(removed!.can_appeal_until!) - Date.parse(removed!.created_at)).toBe(180 * 86_400_000)
    await mod.moderation.restore({ post_id: post.id })
    expect((await writer.decisions.mine()).decisions).toMatchObject([
      { action: 'restored', can_appeal_until: null },
      { action: 'removed', can_appeal_until: null },
      {},
    ])
    expect(await failure(visitor.decisions.mine())).toMatchObject({ status: 401 })
    expect(await failure(writer.decisions.mine({ cursor: 'x' }))).toMatchObject({ status: 400, code: 'bad_cursor' })
  })

  test('moderators get no notification of decisions on their own posts, and decisions do not name them', async () => {
    const { mod, moderator, home, writer, post } = await scene()
    const own = await mod.posts.create({ title: 'Mój własny', category_id: home.id })
    await mod.moderation.remove({ post_id: own.id, reason_code: 'other' })
    expect((await mod.notifications.page({ filter: 'moderation' })).notifications).toEqual([])
    await mod.moderation.remove({ post_id: post.id, reason_code: 'other' })
    expect(JSON.stringify([await writer.decisions.mine(), await writer.notifications.list({})])).not.toContain(
      moderator.username,
    )
    expect((await t.db.select().from(decision).where(eq(decision.post_id, post.id)))[0]).toMatchObject({
      by_id: moderator.id,
      by_admin: false,
    })
  })
})

const hold = (ref: ContentRef) =>
  t.db.transaction(async (tx) =>
    holdContent(tx, await lockContent(tx, ref), { reason_code: 'spam' }, { by: 'filter', now: new Date() }),
  )

describe('MOD-2 holding, locking and pinning content, warnings and notes', () => {
  test('content held for review is visible only to its author and the staff, until it is approved', async () => {
    const { mod, writer, other, author, post, comment, home } = await scene()
    const before = await accountOf(author)
    await hold({ kind: 'post', id: post.id })
    for (const api of [visitor, other]) {
      expect(await failure(api.posts.get({ post_id: post.id }))).toMatchObject({ status: 404, code: 'post_not_found' })
      expect(await failure(api.comments.list({ post_id: post.id }))).toMatchObject({ status: 404 })
    }
    expect(await failure(other.votes.post({ post_id: post.id, value: -1 }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
    expect(await failure(other.comments.create({ post_id: post.id, content: 'I ja' }))).toMatchObject({ status: 404 })
    for (const api of [writer, mod, admin])
      expect(await api.posts.get({ post_id: post.id })).toMatchObject({
        title: 'Stare mapy miasta',
        is_held: true,
        removal: null,
      })
    for (const api of [writer, mod, admin])
      expect(await api.comments.list({ post_id: post.id })).toMatchObject({
        total: 2,
        comments: [{ id: comment.id }, {}],
      })
    expect((await other.posts.list({ category: home.name })).posts).toEqual([])
    expect(await postCountOf(home)).toBe(0)
    expect(await recountCounters(t.db)).toEqual([])
    expect(await mod.moderation.approve({ post_id: post.id })).toMatchObject({ decision: { action: 'approved' } })
    expect((await other.posts.list({ category: home.name })).posts).toMatchObject([{ id: post.id, is_held: false }])
    expect(await accountOf(author)).toEqual(before)
    expect((await writer.decisions.mine()).decisions).toMatchObject([
      { action: 'approved' },
      { action: 'held', automatic: true, reason_code: 'spam' },
    ])
    expect((await writer.notifications.page({ filter: 'moderation' })).notifications).toHaveLength(1)

    await hold({ kind: 'comment', id: comment.id })
    const listed = async (api: typeof visitor) => (await api.comments.list({ post_id: post.id })).comments
    expect((await listed(other))[0]).toMatchObject({
      id: comment.id,
      is_deleted: true,
      content: '',
      author: null,
      is_held: false,
    })
    for (const api of [writer, mod])
      expect((await listed(api))[0]).toMatchObject({
        id: comment.id,
        is_deleted: false,
        is_held: true,
        content: 'Dodam jeszcze plan',
      })
    expect(await visitor.comments.list({ post_id: post.id })).toMatchObject({ total: 1 })
    await mod.moderation.approve({ comment_id: comment.id })
    expect(await visitor.comments.list({ post_id: post.id })).toMatchObject({ total: 2 })
    const leaf = await writer.comments.create({ post_id: post.id, content: 'Bez odpowiedzi' })
    await hold({ kind: 'comment', id: leaf.id })
    expect((await listed(other)).map(({ id }) => id)).not.toContain(leaf.id)
    for (const api of [writer, mod, admin]) expect((await listed(api)).map(({ id }) => id)).toContain(leaf.id)
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('content held for review can be removed, and restoring it publishes it', async () => {
    const { mod, writer, home, post } = await scene()
    await hold({ kind: 'post', id: post.id })
    await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({
      ...NOTHING,
      is_held: false,
      removal: { by: 'moderators' },
    })
    await mod.moderation.restore({ post_id: post.id })
    expect((await visitor.posts.list({ category: home.name })).posts).toMatchObject([{ id: post.id }])
    expect((await writer.decisions.mine()).decisions.map(({ action }) => action)).toEqual([
      'restored',
      'removed',
      'held',
    ])
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('a locked post accepts no comments until it is unlocked, but accepts votes and edits', async () => {
    const { mod, writer, other, post, comment } = await scene()
    expect((await mod.moderation.lock({ post_id: post.id, locked: true })).post).toMatchObject({
      id: post.id,
      is_locked: true,
    })
    const locked = { status: 403, code: 'locked' }
    expect(await failure(other.comments.create({ post_id: post.id, content: 'I ja' }))).toMatchObject(locked)
    expect(
      await failure(other.comments.create({ post_id: post.id, parent_id: comment.id, content: 'I ja' })),
    ).toMatchObject(locked)
    expect(await other.votes.post({ post_id: post.id, value: -1 })).toMatchObject({ user_vote: -1 })
    expect(await writer.posts.edit({ post_id: post.id, content: 'Inaczej' })).toMatchObject({
      content: 'Inaczej',
      is_locked: true,
    })
    expect(await failure(mod.moderation.lock({ post_id: post.id, locked: true }))).toMatchObject({
      status: 409,
      code: 'already_so',
    })
    expect(await failure(other.moderation.lock({ post_id: post.id, locked: false }))).toMatchObject({
      status: 403,
      code: 'not_staff',
    })
    await mod.moderation.lock({ post_id: post.id, locked: false })
    expect(await other.comments.create({ post_id: post.id, content: 'I ja' })).toMatchObject({ content: 'I ja' })
    expect((await writer.decisions.mine()).decisions).toMatchObject([{ action: 'unlocked' }, { action: 'locked' }])
  })

  test('at most two posts of a community are pinned to the top of its feed, and a removal unpins them', async () => {
    const { mod, home, post } = await scene()
    const others: number[] = []
    for (const title of ['Drugi', 'Trzeci', 'Czwarty'])
      others.push((await mod.posts.create({ title, category_id: home.id })).id)
    const [second, third, fourth] = others as [number, number, number]
    const order = async (input: { limit?: number; offset?: number; cursor?: string } = {}) => {
      const page = await visitor.posts.list({ category: home.name, sort: 'new', ...input })
      return { ids: page.posts.map(({ id }) => id), next: page.next_cursor, total: page.total }
    }
    expect((await mod.moderation.pin({ post_id: post.id, pinned: true })).post).toMatchObject({ is_pinned: true })
    await mod.moderation.pin({ post_id: second, pinned: true })
    expect(await failure(mod.moderation.pin({ post_id: third, pinned: true }))).toMatchObject({
      status: 409,
      code: 'too_many_pinned',
    })
    expect(await failure(mod.moderation.pin({ post_id: post.id, pinned: true }))).toMatchObject({
      status: 409,
      code: 'already_so',
    })
    expect(await order()).toEqual({ ids: [second, post.id, fourth, third], next: null, total: 4 })
    const first = await order({ limit: 3 })
    expect(first.ids).toEqual([second, post.id, fourth])
    expect(await order({ limit: 3, cursor: first.next! })).toMatchObject({ ids: [third], next: null })
    expect((await order({ limit: 3, offset: 1 })).ids).toEqual([post.id, fourth, third])
    expect((await order({ limit: 3, offset: 3 })).ids).toEqual([third])
    const inVariant = (await visitor.posts.list({ sort: 'new', limit: 100 })).posts
      .map(({ id }) => id)
      .filter((id) => [post.id, ...others].includes(id))
    expect(inVariant).toEqual([fourth, third, second, post.id])

    await mod.moderation.remove({ post_id: second, reason_code: 'other' })
    expect((await order()).ids).toEqual([post.id, fourth, third])
    expect(await failure(mod.moderation.pin({ post_id: second, pinned: true }))).toMatchObject({
      status: 403,
      code: 'removed',
    })
    await admin.moderation.restore({ post_id: second })
    await mod.moderation.pin({ post_id: third, pinned: true })
    expect((await order()).ids).toEqual([third, post.id, fourth, second])
    await mod.moderation.pin({ post_id: third, pinned: false })
    expect((await order()).ids).toEqual([post.id, fourth, third, second])
  })

  test('concurrent pins cannot exceed two pinned posts in a community', async () => {
    const { mod, home } = await scene()
    const ids: number[] = []
    for (let n = 0; n < 4; n += 1) ids.push((await mod.posts.create({ title: `Post ${n}`, category_id: home.id })).id)
    const outcomes = await Promise.allSettled(ids.map((post_id) => mod.moderation.pin({ post_id, pinned: true })))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  test('a warning by staff of the community or the site sends the member a notification with its text', async () => {
    const { mod, author, writer, other, home } = await scene()
    const about = { user_id: author.id, category_id: home.id }
    expect(await mod.moderation.warn({ ...about, text: 'Prosimy spokojniej' })).toMatchObject({
      decision: {
        action: 'warned',
        text: 'Prosimy spokojniej',
        target: { type: 'user', id: author.id, title: author.username },
        category: { id: home.id },
      },
    })
    expect((await writer.decisions.mine()).decisions).toMatchObject([
      { action: 'warned', can_appeal_until: expect.any(String) },
    ])
    expect((await writer.notifications.page({ filter: 'moderation' })).notifications).toMatchObject([
      { title: `Moderatorzy r/${home.name} udzielili Ci ostrzeżenia` },
    ])
    const notStaff = { status: 403, code: 'not_staff' }
    expect(await failure(other.moderation.warn({ ...about, text: 'x' }))).toMatchObject(notStaff)
    expect(await failure(mod.moderation.warn({ user_id: author.id, category_id: null, text: 'x' }))).toMatchObject(
      notStaff,
    )
    expect(await failure(mod.moderation.warn({ ...about, text: ' ' }))).toMatchObject({
      status: 422,
      issues: { text: expect.any(String) },
    })
    expect(await failure(mod.moderation.warn({ ...about, user_id: 2_000_000_000, text: 'x' }))).toMatchObject({
      status: 404,
      code: 'user_not_found',
    })
    expect(await admin.moderation.warn({ user_id: author.id, text: 'Ogólnie' })).toMatchObject({
      decision: { category: null },
    })
  })

  test('moderator notes are visible only to staff of their community, or of the site', async () => {
    const { mod, moderator, author, writer, home } = await scene()
    const elsewhere = await scene()
    const about = { user_id: author.id, category_id: home.id }
    await mod.moderation.addNote({ ...about, text: 'Pierwsza' })
    expect(await mod.moderation.addNote({ ...about, text: 'Druga' })).toMatchObject({
      notes: [{ text: 'Druga', by: { username: moderator.username } }, { text: 'Pierwsza' }],
    })
    expect((await admin.moderation.notes(about)).notes).toHaveLength(2)
    expect(await admin.moderation.addNote({ user_id: author.id, text: 'Serwis' })).toMatchObject({
      notes: [{ text: 'Serwis', by: null }],
    })
    const notStaff = { status: 403, code: 'not_staff' }
    for (const api of [writer, elsewhere.mod])
      expect(await failure(api.moderation.notes(about))).toMatchObject(notStaff)
    expect(await failure(mod.moderation.notes({ user_id: author.id }))).toMatchObject(notStaff)
    expect(await failure(visitor.moderation.notes(about))).toMatchObject({ status: 401, code: 'admin_credential' })
    expect((await writer.decisions.mine()).decisions).toEqual([])
  })
})
