import { describe, expect, test } from 'bun:test'
import type { Match } from '#shared/rules/filters.ts'
import { calls } from '#server/http/api.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import {
  createCategory,
  createComment,
  createPost,
  createSave,
  createUser,
  createVote,
  joinCategory,
} from '#server/test/factories.ts'
import { fieldsOf } from '#server/test/fuzz/schema-values.ts'
import { inputWith } from '#server/test/inputs.ts'
import { notify } from '../notifications/queries.ts'
import { ensureBot } from '../bot/queries.ts'

/* The job that deletes the posts of a deleted community never runs in these tests. */

const t = await createTestApp()
const visitor = await t.as(null)
const [owner, reader] = [await createUser(t.db), await createUser(t.db)]
const [owned, read] = [await t.as(owner), await t.as(reader)]
const staff = await t.as(null, { admin: ADMIN_PASSWORD })
const bot = await ensureBot(t.db, t.config.botUsername, new Date())

const home = await createCategory(t.db, { creator: owner })
await joinCategory(t.db, reader, home)
const elsewhere = await createPost(t.db, { author: owner, title: 'Zostaje pomidor' })
const image_url = (await owned.uploads.image({ file: new File([makePng(21, 10)], 'a.png') })).url
const comment_image_url = (await owned.uploads.image({ file: new File([makePng(22, 10)], 'b.png') })).url
const post = await owned.posts.create({
  title: 'Znika pomidor',
  content: 'Treść.',
  category_id: home.id,
  image_url,
  video_url: null,
})
const comment = await owned.comments.create({
  post_id: post.id,
  parent_id: null,
  content: 'Komentarz.',
  image_url: comment_image_url,
  video_url: null,
})
const reply = await createComment(t.db, { author: reader, parent: comment })
await createComment(t.db, { author: bot, parent: reply })
await createSave(t.db, reader, post)
await createVote(t.db, { user: reader, post })
await notify(t.db, { userId: reader.id, kind: 'mention', actorId: owner.id, postId: post.id, commentId: comment.id })
await staff.admin.removeCategory({ category_id: home.id })

const [post_id, comment_id, category_id] = [post.id, comment.id, home.id]
const text = { title: 'Nowy tytuł', content: 'Nowa treść.', image_url: null, video_url: null }

const match = { any: [{ field: 'text', op: 'word', value: 'pomidor' }] } satisfies Match

/** Calls that need more than ids as input, or whose code takes different paths for different inputs. */
const CALLS: Record<string, () => Promise<unknown>> = {
  'votes.post': () => read.votes.post({ post_id, value: -1 }),
  'votes.post, unchanged': () => read.votes.post({ post_id, value: 1 }),
  'votes.comment': () => read.votes.comment({ comment_id, value: 1 }),
  'votes.comment, unchanged': () => read.votes.comment({ comment_id, value: 0 }),
  'posts.edit': () => owned.posts.edit({ post_id, title: 'Nowy tytuł' }),
  'comments.edit': () => owned.comments.edit({ comment_id, content: 'Nowa treść.' }),
  'history.deletePostVersion': () => owned.history.deletePostVersion({ post_id, version_id: 1 }),
  'history.deleteCommentVersion': () => owned.history.deleteCommentVersion({ comment_id, version_id: 1 }),
  'comments.list': () => visitor.comments.list({ post_id }),
  'comments.list, replies': () => visitor.comments.list({ post_id, parent_id: comment_id }),
  'comments.create': () => read.comments.create({ ...text, post_id, parent_id: null }),
  'comments.create, reply': () => read.comments.create({ ...text, post_id, parent_id: comment_id }),
  'categories.byName': () => visitor.categories.byName({ name: home.name }),
  'categories.edit': () => staff.categories.edit({ category_id, display_name: 'Inna' }),
  'categories.setRules': () => staff.categories.setRules({ category_id, rules: [] }),
  'categories.setFlairs': () => staff.categories.setFlairs({ category_id, flairs: [] }),
  'moderators.invite': () => staff.moderators.invite({ category_id, username: reader.username }),
  'moderators.remove': () => staff.moderators.remove({ category_id, user_id: owner.id }),
  'moderation.remove': () => staff.moderation.remove({ post_id, reason_code: 'spam' }),
  'moderation.remove, comment': () => staff.moderation.remove({ comment_id, reason_code: 'spam' }),
  'moderation.restore': () => staff.moderation.restore({ post_id }),
  'moderation.approve': () => staff.moderation.approve({ comment_id }),
  'moderation.lock': () => staff.moderation.lock({ post_id, locked: true }),
  'moderation.pin': () => staff.moderation.pin({ post_id, pinned: true }),
  'moderation.ban': () => staff.moderation.ban({ user_id: reader.id, category_id, reason_code: 'spam' }),
  'moderation.unban': () => staff.moderation.unban({ user_id: reader.id, category_id }),
  'moderation.warn': () => staff.moderation.warn({ user_id: reader.id, category_id, text: 'Uwaga' }),
  'moderation.notes': () => staff.moderation.notes({ user_id: reader.id, category_id }),
  'moderation.addNote': () => staff.moderation.addNote({ user_id: reader.id, category_id, text: 'Uwaga' }),
  'queue.list': () => staff.queue.list({ category_id }),
  'filters.list': () => staff.filters.list({ category_id }),
  'filters.create': () => staff.filters.create({ category_id, name: 'Filtr', action: 'hold', match }),
  'filters.test': () => staff.filters.test({ category_id, match, days: 7 }),
  'reports.create, post': () => read.reports.create({ post_id, reason: 'Reklama' }),
  'reports.create, comment': () => read.reports.create({ comment_id, reason: 'Reklama' }),
  'reports.create, community': () => read.reports.create({ category_id, reason: 'Reklama' }),
  'adminBot.respond': () => staff.adminBot.respond({ comment_id }),
  'hooks.list': () => staff.hooks.list({ category_id }),
  'hooks.create': () => staff.hooks.create({ url: 'https://example.org/', events: ['post.created'], category_id }),
  'admin.removePost': () => staff.admin.removePost({ post_id }),
  'admin.removeCategory': () => staff.admin.removeCategory({ category_id }),
}

/** Calls with tests of their own below: they answer 422 with an error at `category_id`, or an empty list. */
const OTHERS = ['ads.list', 'posts.create', 'modmail.start', 'modmail.list', 'streams.list', 'streams.create']

type Calls = Record<string, Record<string, (input: object) => Promise<unknown>>>

const named = calls.filter(({ group, name, endpoint }) => {
  const fields = Object.keys(fieldsOf(endpoint.input))
  const isAbout = ['post_id', 'comment_id', 'category_id'].some((field) => fields.includes(field))
  return isAbout && !OTHERS.includes(`${group}.${name}`)
})
const listed = new Set(Object.keys(CALLS).map((name) => name.split(',')[0]!))
const others = named.filter(({ group, name }) => !listed.has(`${group}.${name}`))

describe('a community that was just deleted', () => {
  test.each(Object.entries(CALLS))(
    'the call %s about a community that was just deleted answers 404',
    async (_, call) => {
      expect(await failure(call())).toMatchObject({ status: 404 })
    },
  )

  /* The two members are the author of the post, who also created the community, and a reader. */
  test.each(others.map((call) => [`${call.group}.${call.name}`, call] as const))(
    'the call %s with the ids of a community that was just deleted answers 404',
    async (_, { group, name, endpoint }) => {
      const input = inputWith(endpoint, { post_id, comment_id, category_id })
      for (const api of endpoint.access === 'public' ? [visitor, owned, read] : [owned, read]) {
        const ofGroup = (api as unknown as Calls)[group]!
        expect(await failure(ofGroup[name]!(input))).toMatchObject({ status: 404 })
      }
    },
  )

  test('nobody can post in a deleted community', async () => {
    expect(await failure(read.posts.create({ ...text, category_id }))).toMatchObject({
      status: 422,
      issues: { category_id: expect.any(String) },
    })
  })

  test('posts and comments of a deleted community leave all feeds, searches, lists and counts', async () => {
    const kept = { posts: [{ id: elsewhere.id }], total: 1 }
    expect(await visitor.posts.list()).toMatchObject(kept)
    expect(await visitor.posts.list({ author: owner.username })).toMatchObject(kept)
    expect(await visitor.posts.list({ category: home.name })).toEqual({ posts: [], total: 0, next_cursor: null })
    expect(await visitor.posts.search({ q: 'pomidor' })).toMatchObject(kept)
    expect(await read.posts.saved()).toEqual({ posts: [], total: 0 })
    expect(await visitor.users.get({ username: owner.username })).toMatchObject({
      recent_posts: [{ id: elsewhere.id }],
      recent_comments: [],
      post_count: 1,
      comment_count: 0,
    })
    expect(await visitor.users.comments({ username: owner.username })).toEqual({
      comments: [],
      total: 0,
      next_cursor: null,
    })
    expect((await visitor.categories.list()).map(({ name }) => name)).not.toContain(home.name)
  })

  test('notifications about a deleted community are neither shown nor counted', async () => {
    expect(await read.notifications.list()).toEqual([])
    expect(await read.notifications.count()).toEqual({ unread_count: 0 })
  })

  test('the bot is not asked to answer comments in a deleted community, and its posts there do not count', async () => {
    expect(await staff.adminBot.pendingComments()).toEqual([])
    expect(await staff.adminBot.stats()).toMatchObject({ total_comments: 0, recent_posts: [] })
  })

  test('the panel lists no posts of a deleted community', async () => {
    expect((await staff.admin.posts()).posts.map(({ id }) => id)).toEqual([elsewhere.id])
  })

  test.each([image_url, comment_image_url])('a media file of a deleted community answers 404: %#', async (url) => {
    expect((await t.request(url)).status).toBe(404)
  })

  test('neither Atom feed nor sitemap has posts of a deleted community', async () => {
    const xml = async (path: string) => (await t.request(path, { headers: { host: 'localhost:3000' } })).text()
    expect(await xml('/feed.xml')).not.toContain('Znika pomidor')
    expect((await t.request(`/r/${home.name}/feed.xml`, { headers: { host: 'localhost:3000' } })).status).toBe(404)
    expect(await xml('/sitemap-posts-1.xml')).not.toContain(`/post/${post.id}<`)
    expect(await xml('/sitemap-posts-1.xml')).toContain(`/post/${elsewhere.id}<`)
    expect(await xml('/sitemap-communities.xml')).not.toContain(`/r/${home.name}<`)
  })
})
