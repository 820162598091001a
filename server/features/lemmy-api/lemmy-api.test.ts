import { describe, expect, test } from 'bun:test'
import type { LemmyHttp } from 'lemmy-js-client'
import { makePng } from '#server/media/testing/pictures.ts'
import { createTestApp } from '#server/test/app.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createMessage,
  createPost,
  createUser,
  createVote,
  joinCategory,
} from '#server/test/factories.ts'
import { lemmyClient } from './testing/client.ts'
import { problemsOf } from './testing/types.ts'

const t = await createTestApp({ LEMMY_API: 'on' })
const visitor = lemmyClient(t)

type Named = { id: number }

const as = async (user: Named, host?: string) => lemmyClient(t, { jwt: await t.bearerOf(user), host })

async function refusal(answer: Promise<unknown>): Promise<string> {
  return answer.then(
    () => 'nothing was refused',
    (error: Error) => error.message,
  )
}

const postIds = ({ posts }: Awaited<ReturnType<LemmyHttp['getPosts']>>) => posts.map(({ post }) => post.id)
const commentIds = ({ comments }: Awaited<ReturnType<LemmyHttp['getComments']>>) =>
  comments.map(({ comment }) => comment.id)

describe('reading', () => {
  test('LAPI-1 LAPI-4 a member signs in by name or e-mail, and the token gives access to the account', async () => {
    const before = (await visitor.getSite()).site_view.counts
    const member = await createUser(t.db, { password: 'Haslo1234', bio: 'Lubię góry.' })
    const home = await createCategory(t.db, { creator: member })
    await createPost(t.db, { author: member, category: home })
    const blocked = await createUser(t.db)
    await createBlock(t.db, member, blocked)
    for (const username_or_email of [member.username, member.email!]) {
      const { jwt } = await visitor.login({ username_or_email, password: 'Haslo1234' })
      const client = lemmyClient(t, { jwt })
      const site = await client.getSite()
      expect(site.my_user?.local_user_view.person).toMatchObject({ id: member.id, bio: 'Lubię góry.' })
      expect(site.my_user?.follows.map(({ community }) => community.id)).toEqual([home.id])
      expect(site.my_user?.moderates.map(({ community }) => community.id)).toEqual([home.id])
      expect(site.my_user?.person_blocks.map(({ target }) => target.id)).toEqual([blocked.id])
      expect(site.my_user?.local_user_view.counts).toMatchObject({ post_count: 1, comment_count: 0 })
      expect(site.site_view.counts).toMatchObject({ posts: before.posts + 1, communities: before.communities + 1 })
      expect(await client.validateAuth()).toEqual({ success: true })
      expect((await client.listLogins()).length).toBeGreaterThan(0)
      await client.logout()
      expect((await client.getSite()).my_user).toBeUndefined()
      expect(await refusal(client.validateAuth())).toBe('not_logged_in')
    }
    expect(await refusal(visitor.login({ username_or_email: member.username, password: 'falsch' }))).toBe(
      'incorrect_login',
    )
  })

  test('LAPI-1 a sign-in sets no cookie, and a session cookie gives no access', async () => {
    const member = await createUser(t.db, { password: 'Haslo1234' })
    const answer = await t.request('/api/v3/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username_or_email: member.username, password: 'Haslo1234' }),
    })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []])
    const cookie = `session=${await t.bearerOf(member)}`
    expect((await lemmyClient(t, { headers: { cookie } }).getSite()).my_user).toBeUndefined()
  })

  test("LAPI-1 the call getSite returns the operator's settings, with registration closed", async () => {
    const { site_view, version } = await visitor.getSite()
    expect(site_view.site.name).toBe('Wątek')
    expect(site_view.local_site).toMatchObject({ registration_mode: 'Closed', federation_enabled: false })
    expect(version).toStartWith('0.19.')
  })

  test('LAPI-1 the NodeInfo document names Lemmy, from which clients infer the API', async () => {
    const links = (await (await t.request('/.well-known/nodeinfo')).json()) as { links: { href: string }[] }
    const info = await t.request(new URL(links.links[0]!.href).pathname)
    expect(await info.json()).toMatchObject({ version: '2.1', software: { name: 'lemmy' } })
    expect(info.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('LAPI-1 post feeds support every sort order, return full texts, and are paged by number or cursor', async () => {
    const home = await createCategory(t.db)
    const posts = []
    for (let at = 0; at < 3; at += 1)
      posts.push(await createPost(t.db, { category: home, content: `**ważne** ${'zdanie '.repeat(200)}`, upvotes: at }))
    const newest = posts.map(({ id }) => id).toReversed()
    for (const sort of [
      'Active',
      'Hot',
      'Scaled',
      'New',
      'TopAll',
      'TopHour',
      'Controversial',
      'MostComments',
    ] as const)
      expect((await visitor.getPosts({ community_id: home.id, sort })).posts.length).toBe(3)
    const first = await visitor.getPosts({ community_name: home.name, sort: 'New', limit: 2 })
    expect(postIds(first)).toEqual(newest.slice(0, 2))
    expect(first.posts[0]!.post.body).toStartWith('**ważne**')
    expect(first.posts[0]!.post.body!.length).toBeGreaterThan(1_000)
    const rest = { community_id: home.id, sort: 'New', limit: 2 } as const
    expect(postIds(await visitor.getPosts({ ...rest, page_cursor: first.next_page }))).toEqual(newest.slice(2))
    expect(postIds(await visitor.getPosts({ ...rest, page: 2 }))).toEqual(newest.slice(2))
    expect(postIds(await visitor.getPosts({ ...rest, page: 100_000 }))).toEqual([])
    expect(await refusal(visitor.getPosts({ ...rest, page_cursor: 'x' }))).toBe('bad_cursor')
  })

  test("LAPI-1 the subscribed feed contains only the member's communities", async () => {
    const member = await createUser(t.db)
    const [joined, other] = [await createCategory(t.db), await createCategory(t.db)]
    await joinCategory(t.db, member, joined)
    const post = await createPost(t.db, { category: joined })
    await createPost(t.db, { category: other })
    const client = await as(member)
    const { posts } = await client.getPosts({ type_: 'Subscribed' })
    expect(posts.map((view) => [view.post.id, view.subscribed])).toEqual([[post.id, 'Subscribed']])
    expect(await refusal(visitor.getPosts({ type_: 'Subscribed' }))).toBe('not_logged_in')
  })

  test('LAPI-1 the call getPost returns community, moderators, pictures and votes', async () => {
    const [creator, author, reader] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    const home = await createCategory(t.db, { creator })
    const post = await createPost(t.db, {
      author,
      category: home,
      image_url: '/media/i/a-10x20.webp',
      image_width: 10,
      image_height: 20,
    })
    await createVote(t.db, { user: reader, post })
    const { post_view, community_view, moderators } = await (await as(reader)).getPost({ id: post.id })
    expect(post_view).toMatchObject({
      my_vote: 1,
      creator: { id: author.id, name: author.username },
      creator_is_moderator: false,
      post: { name: post.title, url: 'http://localhost:3000/media/i/a-10x20.webp', url_content_type: 'image/webp' },
      image_details: { width: 10, height: 20 },
    })
    expect(community_view.community).toMatchObject({ id: home.id, name: home.name })
    expect(moderators.map(({ moderator }) => moderator.id)).toEqual([creator.id])
    expect(await refusal(visitor.getPost({ id: 2_000_000_000 }))).toBe('couldnt_find_post')
    expect(await refusal(visitor.getPost({}))).toBe('no_id_given')
  })

  test('LAPI-1 comments include the path of their parents and the number of replies below them', async () => {
    const post = await createPost(t.db)
    const top = await createComment(t.db, { post })
    const reply = await createComment(t.db, { parent: top })
    const leaf = await createComment(t.db, { parent: reply })
    const { comments } = await visitor.getComments({ post_id: post.id, max_depth: 8 })
    expect(comments.map(({ comment, counts }) => [comment.path, counts.child_count])).toEqual([
      [`0.${top.id}`, 2],
      [`0.${top.id}.${reply.id}`, 1],
      [`0.${top.id}.${reply.id}.${leaf.id}`, 0],
    ])
    expect(commentIds(await visitor.getComments({ post_id: post.id, max_depth: 1 }))).toEqual([top.id])
    expect(commentIds(await visitor.getComments({ parent_id: reply.id }))).toEqual([reply.id, leaf.id])
    const { comment_view } = await visitor.getComment({ id: leaf.id })
    expect(comment_view.comment.path).toBe(`0.${top.id}.${reply.id}.${leaf.id}`)
    expect((await visitor.getPost({ comment_id: leaf.id })).post_view.post.id).toBe(post.id)
    expect(commentIds(await visitor.getComments({ post_id: post.id, page: 2 }))).toEqual([])
  })

  test('LAPI-1 communities are listed, and found by id and by name', async () => {
    const home = await createCategory(t.db, { description: 'O ogrodach' })
    const { communities } = await visitor.listCommunities({ limit: 50 })
    expect(communities.map(({ community }) => community.id)).toContain(home.id)
    for (const form of [{ id: home.id }, { name: home.name }, { name: `${home.name}@localhost:3000` }])
      expect((await visitor.getCommunity(form)).community_view.community).toMatchObject({ description: 'O ogrodach' })
    expect(await refusal(visitor.getCommunity({ name: 'nie_ma_takiej' }))).toBe('couldnt_find_community')
    const member = await createUser(t.db)
    await joinCategory(t.db, member, home)
    const subscribed = await (await as(member)).listCommunities({ type_: 'Subscribed' })
    expect(subscribed.communities.map(({ community }) => community.id)).toEqual([home.id])
  })

  test('LAPI-1 profiles are found by user name and by id, and include posts and comments', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db, { author })
    const comment = await createComment(t.db, { author, post })
    for (const form of [{ username: author.username }, { person_id: author.id }]) {
      const details = await visitor.getPersonDetails(form)
      expect(details.person_view.counts).toMatchObject({ post_count: 1, comment_count: 1 })
      expect([postIds(details), commentIds(details)]).toEqual([[post.id], [comment.id]])
    }
    expect(await refusal(visitor.getPersonDetails({ username: 'nikt_taki' }))).toBe('couldnt_find_person')
  })
})

describe('writing', () => {
  async function forum() {
    const [author, writer] = [await createUser(t.db), await createUser(t.db)]
    const home = await createCategory(t.db, { creator: author })
    const post = await createPost(t.db, { author, category: home })
    return { author, writer, home, post, client: await as(writer) }
  }

  test('LAPI-2 LAPI-4 a member votes on posts and comments, saves posts and marks them as read', async () => {
    const { client, post } = await forum()
    const comment = await createComment(t.db, { post })
    expect((await client.likePost({ post_id: post.id, score: 1 })).post_view).toMatchObject({
      my_vote: 1,
      counts: { score: 1 },
    })
    expect((await client.likePost({ post_id: post.id, score: 0 })).post_view).toMatchObject({
      my_vote: 0,
      counts: { score: 0 },
    })
    const voted = await client.likeComment({ comment_id: comment.id, score: -1 })
    expect(voted.comment_view).toMatchObject({ my_vote: -1, counts: { downvotes: 1 } })
    expect(await refusal(client.likePost({ post_id: post.id, score: 7 }))).toBe('invalid_vote_value')
    expect(await refusal(visitor.likePost({ post_id: post.id, score: 1 }))).toBe('not_logged_in')
    expect((await client.savePost({ post_id: post.id, save: true })).post_view.saved).toBeTrue()
    expect(postIds(await client.getPosts({ saved_only: true }))).toEqual([post.id])
    expect((await client.savePost({ post_id: post.id, save: false })).post_view.saved).toBeFalse()
    await client.markPostAsRead({ post_ids: [post.id], read: true })
    expect((await client.getPost({ id: post.id })).post_view.read).toBeTrue()
    await client.hidePost({ post_ids: [post.id], hide: true })
    expect(postIds(await client.getPosts({ sort: 'New', limit: 50 }))).not.toContain(post.id)
  })

  test('LAPI-2 a member who writes a post joins its community, and can edit and delete the post', async () => {
    const { client, home } = await forum()
    const { post_view } = await client.createPost({
      name: 'Krokusy już kwitną',
      community_id: home.id,
      url: 'https://example.org/krokusy',
      body: 'Zobaczcie!\n\n::: spoiler Gdzie\nnad rzeką\n:::',
    })
    expect(post_view).toMatchObject({ subscribed: 'Subscribed', post: { url: 'https://example.org/krokusy' } })
    const own = await (await t.as(null)).posts.get({ post_id: post_view.post.id })
    expect(own.content).toBe('Zobaczcie!\n\n**Gdzie**\n\n>!nad rzeką!<')
    const edited = await client.editPost({ post_id: own.id, name: 'Krokusy', body: 'Kwitną.', url: post_view.post.url })
    expect(edited.post_view.post).toMatchObject({ name: 'Krokusy', body: 'Kwitną.' })
    expect(edited.post_view.post.updated).toBeString()
    expect(await refusal(client.editPost({ post_id: own.id, url: 'https://example.org/inne' }))).toBe(
      'couldnt_update_post',
    )
    const other = await as(await createUser(t.db))
    expect(await refusal(other.editPost({ post_id: own.id, body: 'Cudze' }))).toBe('forbidden')
    expect((await client.deletePost({ post_id: own.id, deleted: true })).post_view.post.deleted).toBeTrue()
    expect(await refusal(client.getPost({ id: own.id }))).toBe('couldnt_find_post')
    expect(await refusal(client.createPost({ name: 'x', community_id: home.id }))).toBe('invalid_post_title')
  })

  test('LAPI-2 a member writes, edits and deletes comments and replies', async () => {
    const { client, post } = await forum()
    const top = (await client.createComment({ post_id: post.id, content: 'Pierwszy' })).comment_view.comment
    const { comment_view } = await client.createComment({ post_id: post.id, parent_id: top.id, content: '*Drugi*' })
    expect(comment_view.comment).toMatchObject({ path: `0.${top.id}.${comment_view.comment.id}`, content: '*Drugi*' })
    const edited = await client.editComment({ comment_id: top.id, content: 'Poprawiony' })
    expect(edited.comment_view.comment.content).toBe('Poprawiony')
    const gone = await client.deleteComment({ comment_id: top.id, deleted: true })
    expect(gone.comment_view.comment).toMatchObject({ deleted: true, content: '' })
    const { comments } = await client.getComments({ post_id: post.id })
    expect(comments.map(({ comment }) => comment.deleted)).toEqual([true, false])
    expect(await refusal(client.deleteComment({ comment_id: top.id, deleted: false }))).toBe('couldnt_update_comment')
  })

  test('LAPI-2 uploaded pictures can be attached to posts and used in the text of comments', async () => {
    const { client, home } = await forum()
    const image = () => new File([makePng(12, 8)], 'a.png', { type: 'image/png' })
    const { msg, url } = await client.uploadImage({ image: image() })
    expect([msg, url]).toEqual(['ok', expect.stringMatching(/^http:\/\/localhost:3000\/pictrs\/image\/[\w-]+\.webp$/)])
    const shown = await t.request(new URL(url!).pathname)
    expect([shown.status, shown.headers.get('location')]).toEqual([301, expect.stringMatching(/^\/media\/i\//)])
    const { post_view } = await client.createPost({ name: 'Zdjęcie', community_id: home.id, url, alt_text: 'Kwiat' })
    expect(post_view.post).toMatchObject({ alt_text: 'Kwiat', url_content_type: 'image/webp' })
    const second = await client.uploadImage({ image: new File([makePng(13, 8)], 'b.png') })
    const written = await client.createComment({ post_id: post_view.post.id, content: `Moje:\n![](${second.url})` })
    const { content } = written.comment_view.comment
    expect(content).toMatch(/^Moje:\n\n!\[\]\(http:\/\/localhost:3000\/media\/i\/[\w-]+\.webp\)$/)
    const edited = await client.editComment({
      comment_id: written.comment_view.comment.id,
      content: `Inne\n\n${content}`,
    })
    expect(edited.comment_view.comment.content.match(/!\[/g)).toHaveLength(1)
    expect((await t.request('/pictrs/image/..%2f..%2fetc')).status).toBe(404)
  })

  test('LAPI-2 a member reports posts, comments and messages', async () => {
    const { client, author, writer, post } = await forum()
    const comment = await createComment(t.db, { author, post })
    const message = await createMessage(t.db, author, writer)
    const ofPost = await client.createPostReport({ post_id: post.id, reason: 'Spam' })
    expect(ofPost.post_report_view).toMatchObject({ post_creator: { id: author.id }, post_report: { reason: 'Spam' } })
    const ofComment = await client.createCommentReport({ comment_id: comment.id, reason: 'Spam' })
    expect(ofComment.comment_report_view.comment_report.original_comment_text).toBe(comment.content)
    const ofMessage = await client.createPrivateMessageReport({ private_message_id: message.id, reason: 'Spam' })
    expect(ofMessage.private_message_report_view.creator.id).toBe(writer.id)
  })

  test('LAPI-2 a member follows communities, blocks people and changes their profile', async () => {
    const { client, author, writer, home } = await forum()
    const joined = await client.followCommunity({ community_id: home.id, follow: true })
    expect(joined.community_view.subscribed).toBe('Subscribed')
    const left = await client.followCommunity({ community_id: home.id, follow: false })
    expect(left.community_view.subscribed).toBe('NotSubscribed')
    expect((await client.blockPerson({ person_id: author.id, block: true })).blocked).toBeTrue()
    expect((await client.blockPerson({ person_id: author.id, block: false })).blocked).toBeFalse()
    await client.saveUserSettings({ bio: 'Nowy opis', default_listing_type: 'Subscribed', theme: 'darkly' })
    const { my_user } = await client.getSite()
    expect(my_user?.local_user_view).toMatchObject({
      person: { id: writer.id, bio: 'Nowy opis' },
      local_user: { default_listing_type: 'Subscribed' },
    })
  })

  test('LAPI-2 a moderator locks, pins and removes posts of their community, and others cannot', async () => {
    const { client, author, home, post } = await forum()
    const moderator = await as(author)
    const other = await createPost(t.db, { category: home })
    const comment = await createComment(t.db, { post: other })
    expect((await moderator.lockPost({ post_id: post.id, locked: true })).post_view.post.locked).toBeTrue()
    const pin = { post_id: post.id, featured: true, feature_type: 'Community' } as const
    expect((await moderator.featurePost(pin)).post_view.post.featured_community).toBeTrue()
    expect((await moderator.removePost({ post_id: other.id, removed: true })).post_view.post.removed).toBeTrue()
    expect((await moderator.removePost({ post_id: other.id, removed: false })).post_view.post.removed).toBeFalse()
    const removed = await moderator.removeComment({ comment_id: comment.id, removed: true })
    expect(removed.comment_view.comment.removed).toBeTrue()
    expect(await refusal(client.lockPost({ post_id: post.id, locked: true }))).toBe('not_a_mod_or_admin')
    expect(await refusal(client.createComment({ post_id: post.id, content: 'x' }))).toBe('locked')
  })

  test('LAPI-2 a member creates a community and edits that community', async () => {
    const { client } = await forum()
    const made = await client.createCommunity({ name: 'rowery_zimowe', title: 'Rowery zimą' })
    expect(made.community_view).toMatchObject({
      subscribed: 'Subscribed',
      community: { title: 'Rowery zimą', nsfw: false },
    })
    const community_id = made.community_view.community.id
    const edited = await client.editCommunity({ community_id, description: 'O **oponach**' })
    expect(edited.community_view.community.description).toBe('O **oponach**')
    expect(await refusal(client.createCommunity({ name: 'rowery_zimowe', title: 'Rowery' }))).toBe(
      'community_already_exists',
    )
  })
})

describe('search, notifications and messages', () => {
  test('LAPI-3 LAPI-4 a search finds posts, comments, communities and members', async () => {
    const author = await createUser(t.db, { username: 'hortensja_wodna' })
    const home = await createCategory(t.db, { name: 'hortensje', display_name: 'Hortensje' })
    const client = await t.as(author)
    await joinCategory(t.db, author, home)
    const post = await client.posts.create({ title: 'Hortensja ogrodowa', category_id: home.id, content: 'x' })
    const comment = await client.comments.create({ post_id: post.id, content: 'Moja hortensja też' })
    const all = await visitor.search({ q: 'hortensja', type_: 'All', limit: 10 })
    expect([postIds(all), commentIds(all)]).toEqual([[post.id], [comment.id]])
    expect(all.users.map(({ person }) => person.name)).toContain('hortensja_wodna')
    expect((await visitor.search({ q: 'hortensje', type_: 'Communities' })).communities[0]!.community.id).toBe(home.id)
    const within = await visitor.search({
      q: 'hortensja',
      type_: 'Posts',
      community_id: home.id,
      creator_id: author.id,
    })
    expect(postIds(within)).toEqual([post.id])
    expect(postIds(await visitor.search({ q: 'hortensja', type_: 'Posts', page: 2 }))).toEqual([])
    expect((await visitor.search({ q: '', type_: 'Communities', limit: 50 })).communities.length).toBeGreaterThan(0)
  })

  test('LAPI-3 URLs of the forum resolve to their content, and other URLs are refused', async () => {
    const author = await createUser(t.db)
    const post = await createPost(t.db, { author })
    const comment = await createComment(t.db, { post })
    const { post_view, community_view } = await visitor.getPost({ id: post.id })
    const { comment_view } = await visitor.getComment({ id: comment.id })
    const resolve = (q: string) => visitor.resolveObject({ q })
    expect((await resolve(post_view.post.ap_id)).post?.post.id).toBe(post.id)
    expect((await resolve(comment_view.comment.ap_id)).comment?.comment.id).toBe(comment.id)
    expect((await resolve(community_view.community.actor_id)).community?.community.id).toBe(community_view.community.id)
    expect((await resolve(post_view.creator.actor_id)).person?.person.id).toBe(author.id)
    expect((await resolve(`@${author.username}@localhost:3000`)).person?.person.id).toBe(author.id)
    for (const q of ['https://example.org/post/1', '!dzial@example.org', ''])
      expect(await refusal(resolve(q))).toBe('couldnt_find_object')
  })

  test('LAPI-3 replies and mentions are listed, counted and marked as read', async () => {
    const [author, writer] = [await createUser(t.db), await createUser(t.db)]
    const home = await createCategory(t.db, { creator: author })
    const [post, elsewhere] = [
      await createPost(t.db, { author, category: home }),
      await createPost(t.db, { category: home }),
    ]
    const client = await t.as(writer)
    const answer = await client.comments.create({ post_id: post.id, content: 'Odpowiedź' })
    const mention = await client.comments.create({ post_id: elsewhere.id, content: `@${author.username} zobacz` })
    const bell = await as(author)
    expect(await bell.getUnreadCount()).toEqual({ replies: 1, mentions: 1, private_messages: 0 })
    const { replies } = await bell.getReplies({ unread_only: true })
    expect(replies).toMatchObject([
      { comment: { id: answer.id }, creator: { id: writer.id }, recipient: { id: author.id } },
    ])
    const { mentions } = await bell.getPersonMentions({ unread_only: true })
    expect(mentions).toMatchObject([
      { comment: { id: mention.id, content: `@${author.username}@localhost:3000 zobacz` } },
    ])
    const marked = await bell.markCommentReplyAsRead({ comment_reply_id: replies[0]!.comment_reply.id, read: true })
    expect(marked.comment_reply_view.comment_reply.read).toBeTrue()
    await bell.markPersonMentionAsRead({ person_mention_id: mentions[0]!.person_mention.id, read: true })
    expect(await bell.getUnreadCount()).toEqual({ replies: 0, mentions: 0, private_messages: 0 })
    expect((await bell.getReplies({ unread_only: false })).replies).toHaveLength(1)
    expect((await bell.getReplies({ unread_only: true })).replies).toEqual([])
    const foreign = await as(writer)
    const id = replies[0]!.comment_reply.id
    expect(await refusal(foreign.markCommentReplyAsRead({ comment_reply_id: id, read: true }))).toBe(
      'couldnt_find_object',
    )
  })

  test('LAPI-3 private messages are listed, sent and marked as read one by one or all at once', async () => {
    const [me, anna, piotr] = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
    const [first, second] = [await createMessage(t.db, anna, me), await createMessage(t.db, anna, me)]
    const third = await createMessage(t.db, piotr, me)
    const client = await as(me)
    const listed = await client.getPrivateMessages({ limit: 50 })
    const idsOf = (found: typeof listed) => found.private_messages.map(({ private_message }) => private_message.id)
    expect(idsOf(listed)).toEqual([third.id, second.id, first.id])
    expect(listed.private_messages[0]).toMatchObject({ creator: { id: piotr.id }, recipient: { id: me.id } })
    const marked = await client.markPrivateMessageAsRead({ private_message_id: first.id, read: true })
    expect(marked.private_message_view.private_message).toMatchObject({ id: first.id, read: true })
    expect(idsOf(await client.getPrivateMessages({ unread_only: true }))).toEqual([third.id, second.id])
    expect(idsOf(await client.getPrivateMessages({ creator_id: anna.id }))).toEqual([second.id, first.id])
    const sent = await client.createPrivateMessage({ recipient_id: anna.id, content: 'Cześć' })
    expect(sent.private_message_view).toMatchObject({ creator: { id: me.id }, private_message: { content: 'Cześć' } })
    expect(await client.getUnreadCount()).toMatchObject({ private_messages: 2 })
    await client.markAllAsRead()
    expect(await client.getUnreadCount()).toMatchObject({ private_messages: 0 })
    const foreign = await as(piotr)
    const other = foreign.markPrivateMessageAsRead({ private_message_id: first.id, read: true })
    expect(await refusal(other)).toBe('couldnt_find_private_message')
  })
})

describe('what the Lemmy API does not offer', () => {
  test('LAPI-5 adult posts, comments, communities and search results appear only on the adult host', async () => {
    const author = await createUser(t.db)
    const adult = await createCategory(t.db, { creator: author, is_nsfw: true })
    const client = await t.as(author)
    const post = await client.posts.create({ title: 'Sekretny ogród', category_id: adult.id, content: 'x' })
    const comment = await client.comments.create({ post_id: post.id, content: 'Sekretny komentarz' })
    const normal = await as(author)
    const onAdult = await as(author, 'adult.localhost:3000')
    expect(await refusal(normal.getPost({ id: post.id }))).toBe('couldnt_find_post')
    expect(await refusal(normal.getComment({ id: comment.id }))).toBe('couldnt_find_comment')
    expect(await refusal(normal.getComments({ post_id: post.id }))).toBe('couldnt_find_post')
    expect(await refusal(normal.getCommunity({ id: adult.id }))).toBe('couldnt_find_community')
    expect(await refusal(normal.getCommunity({ name: adult.name }))).toBe('couldnt_find_community')
    expect(await refusal(normal.getPosts({ community_id: adult.id }))).toBe('couldnt_find_community')
    expect(await refusal(normal.followCommunity({ community_id: adult.id, follow: true }))).toBe(
      'couldnt_find_community',
    )
    expect(await refusal(normal.likePost({ post_id: post.id, score: 1 }))).toBe('couldnt_find_post')
    expect(await refusal(normal.likeComment({ comment_id: comment.id, score: 1 }))).toBe('couldnt_find_comment')
    expect(await refusal(normal.createComment({ post_id: post.id, content: 'x' }))).toBe('couldnt_find_post')
    expect(postIds(await normal.getPosts({ limit: 50 }))).not.toContain(post.id)
    expect(postIds(await normal.search({ q: 'sekretny' }))).toEqual([])
    expect((await normal.getSite()).my_user!.follows).toEqual([])
    expect((await normal.getPersonDetails({ username: author.username })).posts).toEqual([])
    const shown = (await onAdult.getPost({ id: post.id })).post_view
    expect(shown).toMatchObject({ my_vote: 0, post: { nsfw: true }, counts: { comments: 1 } })
    expect(postIds(await onAdult.getPosts({ limit: 50 }))).toEqual([post.id])
    expect(commentIds(await onAdult.search({ q: 'sekretny', type_: 'Comments' }))).toEqual([comment.id])
    expect((await onAdult.getSite()).my_user!.follows.map(({ community }) => community.id)).toEqual([adult.id])
  })

  test('LAPI-5 LAPI-4 calls for features that this forum lacks respond as if Lemmy had them disabled', async () => {
    const client = await as(await createUser(t.db))
    expect(await visitor.getFederatedInstances()).toEqual({})
    expect(await visitor.getCaptcha()).toEqual({})
    expect(await visitor.getSiteMetadata({ url: 'https://example.org' })).toEqual({ metadata: {} })
    expect((await visitor.getModlog()).removed_posts).toEqual([])
    expect(await client.getReportCount({})).toEqual({ comment_reports: 0, post_reports: 0 })
    expect(await client.listMedia()).toEqual({ images: [] })
    const asked = { post_id: 1, comment_id: 1, community_id: 1, block: true, save: true }
    expect(await refusal(client.saveComment(asked))).toBe('couldnt_save_comment')
    expect(await refusal(client.blockCommunity(asked))).toBe('couldnt_update_community')
    expect(await refusal(client.addAdmin({ person_id: 1, added: true }))).toBe('not_an_admin')
    const registration = { username: 'nowa', password: 'x', password_verify: 'x', show_nsfw: false }
    expect(await refusal(visitor.register(registration))).toBe('registration_closed')
  })

  test("LAPI-5 an unknown call, an invalid JSON body and a wrong method get errors in Lemmy's format", async () => {
    const answers = [
      await t.request('/api/v3/nothing'),
      await t.request('/api/v3/user/login', {
        method: 'POST',
        body: '{',
        headers: { 'content-type': 'application/json' },
      }),
      await t.request('/api/v3/site', { method: 'DELETE' }),
      await t.request('/api/v3/__proto__'),
    ]
    for (const answer of answers) {
      const body = (await answer.json()) as { error: string }
      expect([answer.status >= 400 && answer.status < 500, typeof body.error]).toEqual([true, 'string'])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    }
  })

  test('LAPI-1 web pages of any origin may call the Lemmy API with a token (CORS)', async () => {
    const origin = 'https://voyager.example'
    const preflight = await t.request('/api/v3/post/like', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
    const post = await createPost(t.db)
    const jwt = await t.bearerOf(await createUser(t.db))
    const client = lemmyClient(t, { jwt, headers: { origin, 'sec-fetch-site': 'cross-site' } })
    expect((await client.likePost({ post_id: post.id, score: 1 })).post_view.my_vote).toBe(1)
    const own = await t.request(`/api/votes/${post.id}`, {
      method: 'POST',
      headers: { origin, authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
      body: '{"value":1}',
    })
    expect(own.status).toBe(403)
  })
})

describe('the schema checker of these tests', () => {
  test('LAPI-4 the schema checker rejects a response with a missing or unknown field', () => {
    const valid = { jwt: 'x', registration_created: false, verify_email_sent: false }
    expect(problemsOf('LoginResponse', valid)).toEqual([])
    expect(problemsOf('LoginResponse', { ...valid, jwt: 1 })).toHaveLength(1)
    expect(problemsOf('LoginResponse', { jwt: 'x' })).toHaveLength(2)
    expect(problemsOf('LoginResponse', { ...valid, karma: 1 })).toHaveLength(1)
  })
})

describe('a forum without the Lemmy API', () => {
  test('LAPI-1 every URL of the Lemmy API answers 404 unless LEMMY_API is on', async () => {
    const off = await createTestApp()
    for (const path of ['/api/v3/site', '/nodeinfo/2.1', '/.well-known/nodeinfo', '/pictrs/image/a.webp']) {
      const answer = await off.request(path, { headers: { origin: 'https://voyager.example' } })
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([404, null])
    }
  })
})
