import { beforeEach, describe, expect, test } from 'bun:test'
import { desc, eq, sql } from 'drizzle-orm'
import { auditLog } from '#server/features/audit/table.ts'
import { comment } from '#server/features/comments/table.ts'
import { categoryMembership } from '#server/features/categories/table.ts'
import { pointsEntry } from '#server/features/points/table.ts'
import { user } from '#server/features/users/table.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { ensureBot } from './queries.ts'

const t = await createTestApp()
const { adminBot } = await t.as(null, { admin: ADMIN_PASSWORD })
const bot = (await ensureBot(t.db, t.config.botUsername, new Date()))!

beforeEach(async () => {
  await t.db.execute(sql`truncate post, comment, category, notification, audit_log, points_entry cascade`)
})

const pendingIds = async (limit?: number) => (await adminBot.pendingComments({ limit })).map(({ id }) => id)

describe('comments that await the bot', () => {
  test('ENT-22 API-58 staff see unanswered replies to the bot, its mentions and comments on its posts', async () => {
    const [ofBot, ofOther] = [await createPost(t.db, { author: bot }), await createPost(t.db)]
    const saidByBot = await createComment(t.db, { author: bot, post: ofOther })
    const api = await t.as(await createUser(t.db))
    const under = await api.comments.create({ post_id: ofBot.id, content: 'pod postem bota' })
    const reply = await api.comments.create({
      post_id: ofOther.id,
      parent_id: saidByBot.id,
      content: 'odpowiedź botowi',
    })
    const mention = await api.comments.create({ post_id: ofOther.id, content: 'co na to @WATEK_bot?' })
    await api.comments.create({ post_id: ofOther.id, content: 'nie do bota' })
    expect(await pendingIds()).toEqual([under.id, reply.id, mention.id])
    expect(await pendingIds(1)).toEqual([under.id])
  })

  test('ENT-22 API-58 the comments that the bot has not answered have author, post title, text and time', async () => {
    const post = await createPost(t.db, { author: bot, title: 'Tytuł' })
    const author = await createUser(t.db)
    const made = await createComment(t.db, { post, author, content: 'Treść' })
    expect(await adminBot.pendingComments()).toEqual([
      {
        id: made.id,
        author: author.username,
        post_title: 'Tytuł',
        content: 'Treść',
        created_at: made.created_at.toISOString(),
      },
    ])
  })

  test('staff are not asked to make the bot answer comments that are its own, deleted or answered', async () => {
    const post = await createPost(t.db, { author: bot })
    await createComment(t.db, { post, author: bot })
    await createComment(t.db, { post, deleted_at: new Date() })
    const answered = await createComment(t.db, { post })
    const { comment: answer } = await adminBot.respond({ comment_id: answered.id })
    expect(await pendingIds()).toEqual([])
    await t.db.update(comment).set({ deleted_at: new Date() }).where(eq(comment.id, answer.id))
    expect(await pendingIds()).toEqual([])
    const gone = await createPost(t.db, { author: bot })
    await createComment(t.db, { post: gone })
    await (await t.as(null, { admin: ADMIN_PASSWORD })).admin.removePost({ post_id: gone.id })
    expect(await pendingIds()).toEqual([])
  })

  test('API-31 staff can make the bot answer a comment, and the call returns the answer', async () => {
    const made = await createComment(t.db, { post: await createPost(t.db, { author: bot }) })
    const { comment: answer } = await adminBot.respond({ comment_id: made.id })
    expect(answer).toMatchObject({ parent_id: made.id, author: bot.username, is_deleted: false })
    expect(answer.content).toContain('próbna odpowiedź')
    expect(await pendingIds()).toEqual([])
  })

  test('API-60 one call makes the bot answer at most ten comments, and none of them twice', async () => {
    const post = await createPost(t.db, { author: bot })
    await Promise.all(Array.from({ length: 22 }, () => createComment(t.db, { post })))
    expect(await adminBot.autoRespondAll()).toEqual({ success: true, responded: 10, failed: 0 })
    const [first, second] = await Promise.all([adminBot.autoRespondAll(), adminBot.autoRespondAll()])
    expect([first.failed, second.failed]).toEqual([0, 0])
    // The second of the two simultaneous calls may start after the first call has answered some comments.
    const left = 12 - first.responded - second.responded
    expect(left).toBeWithin(0, 3)
    expect((await pendingIds()).length).toBe(left)
    expect(await adminBot.autoRespondAll()).toEqual({ success: true, responded: left, failed: 0 })
    expect(await adminBot.autoRespondAll()).toEqual({ success: true, responded: 0, failed: 0 })
    expect((await t.db.select().from(auditLog)).map(({ action }) => action)).toEqual(Array(22).fill('bot.answer'))
  })
})

describe('posts of the bot', () => {
  test('API-59 the bot posts where it posted longest ago, never in an adult community', async () => {
    const [first, second] = [await createCategory(t.db, { member_count: 9 }), await createCategory(t.db)]
    await createCategory(t.db, { is_nsfw: true })
    await createCategory(t.db, { deleted_at: new Date() })
    const { posts } = await adminBot.autoPost({ count: 3 })
    expect(posts.map(({ category }) => category.id)).toEqual([first.id, second.id, first.id])
    expect((await adminBot.createPost()).post.category.id).toBe(second.id)
    expect(await t.db.$count(categoryMembership, eq(categoryMembership.user_id, bot.id))).toBe(0)
    const entries = await t.db.select().from(pointsEntry)
    expect(entries.map(({ user_id, points }) => [user_id, points])).toEqual(Array(4).fill([bot.id, 5]))
  })

  test('each post of the bot is recorded in the audit log', async () => {
    await createCategory(t.db)
    const { posts } = await adminBot.autoPost()
    expect(posts.length).toBe(3)
    const entries = await t.db.select().from(auditLog).orderBy(desc(auditLog.id))
    expect(entries.map(({ action, target_id }) => [action, target_id])).toEqual(
      posts.map(({ id }) => ['bot.post', id]).reverse() as never,
    )
  })

  test('a post of the bot is in the language of the staff member who asks for it', async () => {
    await createCategory(t.db)
    const english = await t.as(null, { admin: ADMIN_PASSWORD, lang: 'en' })
    expect((await adminBot.createPost()).post.title).toStartWith('Próbny post')
    expect((await english.adminBot.createPost()).post.title).toStartWith('Mock post')
  })

  test('writing a post of the bot answers 404 if there is no community', async () => {
    await expect(adminBot.createPost()).rejects.toMatchObject({ status: 404, code: 'category_not_found' })
  })
})

describe('what staff see of the bot', () => {
  test('ENT-20,21 API-57 staff see what the bot wrote and the karma that it earned', async () => {
    const post = await createPost(t.db, { author: bot, title: 'Bota', upvotes: 4, comment_count: 0 })
    await createPost(t.db, { author: bot })
    await createComment(t.db, { author: bot, post })
    await createComment(t.db, { author: bot, post, deleted_at: new Date() })
    await t.db.update(user).set({ karma: 7 }).where(eq(user.id, bot.id))
    const stats = await adminBot.stats()
    expect(stats).toMatchObject({
      bot_username: 'watek_bot',
      total_posts: 2,
      total_comments: 1,
      total_karma: 7,
      avg_karma: 3.5,
    })
    expect(stats.recent_posts[1]).toEqual({
      id: post.id,
      title: 'Bota',
      upvotes: 4,
      comments: 1,
      created_at: post.created_at.toISOString(),
    })
  })

  test('staff see no activity of a bot that has written nothing yet', async () => {
    expect(await adminBot.stats()).toMatchObject({ total_posts: 0, total_comments: 0, avg_karma: 0, recent_posts: [] })
  })

  test('ENT-20,21 API-57 staff see which AI provider the bot uses, but not its key', async () => {
    const keyed = await createTestApp({ AI_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: 'sk-secret', AI_MODEL: 'klo' })
    const answer = await (await keyed.as(null, { admin: ADMIN_PASSWORD })).adminBot.config()
    const available_providers = ['openai', 'anthropic', 'ollama']
    expect(answer).toEqual({ ai_provider: 'anthropic', model: 'klo', has_api_key: true, available_providers })
    expect(await adminBot.config()).toEqual({
      ai_provider: 'mock',
      model: 'mock',
      has_api_key: false,
      available_providers,
    })
  })

  test("API-60 staff can preview the bot's answer to a topic, which is not stored", async () => {
    const answer = await adminBot.test({ topic: 'żółwie' })
    expect(answer).toMatchObject({ success: true, provider: 'mock', model: 'mock', mock: true })
    expect(await adminBot.test({ topic: 'żółwie' })).toEqual(answer)
    expect(await adminBot.test()).not.toEqual(answer)
    expect((await t.db.$count(comment)) + (await t.db.$count(auditLog))).toBe(0)
  })
})
