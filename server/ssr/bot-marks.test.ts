import { expect, test } from 'bun:test'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const visitor = await t.as(null)

async function scene() {
  const [creator, member] = [await createUser(t.db), await createUser(t.db)]
  const home = await createCategory(t.db, { creator })
  await joinCategory(t.db, member, home)
  const post = await createPost(t.db, { author: member, category: home })
  const comment = await createComment(t.db, { author: member, post })
  return { home, post, comment, mod: await t.as(creator), api: await t.as(member) }
}

test('BOT-20 texts by the bot are marked as such in JSON, in Atom and in the structured data of pages', async () => {
  const { post, comment, api } = await scene()
  const { comment: answer } = await api.bot.respondPublic({ comment_id: comment.id })
  expect(answer.is_ai).toBe(true)
  const { comments } = await visitor.comments.list({ post_id: post.id })
  expect(comments.map(({ is_ai }) => is_ai)).toEqual([false, true])
  const { post: written } = await admin.adminBot.createPost()
  expect(written.is_ai).toBe(true)
  const { posts } = await visitor.posts.list({ sort: 'new' })
  expect(posts.map(({ id, is_ai }) => [id, is_ai])).toEqual([
    [written.id, true],
    [post.id, false],
  ])
  const entries = (await (await t.request('/feed.xml')).text()).split('<entry>').slice(1)
  expect(entries.map((entry) => entry.includes('<category term="ai-generated"/>'))).toEqual([true, false])
  const page = await (await t.request(`/post/${written.id}`)).text()
  expect(page).toContain('digitalsourcetype/trainedAlgorithmicMedia')
  expect(page).toContain('data-ai="true"')
  expect(await (await t.request(`/post/${post.id}`)).text()).not.toContain('trainedAlgorithmicMedia')
})

test('BOT-20 a community can refuse the bot, which then neither replies nor posts there', async () => {
  const { home, comment, mod, api } = await scene()
  expect(home.allow_bot).toBe(true)
  expect(await failure(api.categories.edit({ category_id: home.id, allow_bot: false }))).toMatchObject({ status: 403 })
  expect(await mod.categories.edit({ category_id: home.id, allow_bot: false })).toMatchObject({ allow_bot: false })
  expect(await visitor.categories.byName({ name: home.name })).toMatchObject({ allow_bot: false })
  const refused = { status: 403, code: 'bot_not_allowed' }
  expect(await failure(api.bot.respondPublic({ comment_id: comment.id }))).toMatchObject(refused)
  expect(await failure(admin.adminBot.respond({ comment_id: comment.id }))).toMatchObject(refused)
  await api.comments.create({ post_id: comment.post_id, content: `@${t.config.botUsername} co sądzisz?` })
  expect((await admin.adminBot.pendingComments()).filter(({ id }) => id > comment.id)).toEqual([])
  const { posts } = await admin.adminBot.autoPost({ count: 3 })
  expect(posts.filter(({ category }) => category.id === home.id)).toEqual([])
})
