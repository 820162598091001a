import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createMember, PASSWORD } from '#server/features/auth/testing/member.ts'
import { post } from '#server/features/posts/table.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const staff = await t.as(null, { admin: ADMIN_PASSWORD })

const html = async (path: string) => (await t.request(path)).text()
const statusOf = async (path: string) => (await t.request(path)).status

/** Returns an author, a community, a post and a comment with the URLs of the pages that show them. */
async function publish() {
  const author = await createMember(t)
  const home = await createCategory(t.db, { creator: author })
  const post = await createPost(t.db, { author, category: home, title: `Stary tytuł ${crypto.randomUUID()}` })
  const comment = await createComment(t.db, { author, post, content: 'Stary komentarz.' })
  const pages = {
    post: `/post/${post.id}`,
    community: `/r/${home.name}`,
    profile: `/u/${author.username}`,
    feed: `/?sort=new&of=${post.id}`,
  }
  return { author, home, post, comment, pages, api: await t.as(author) }
}

describe("a visitor's page is removed from the cache at once when", () => {
  test("MOD-1 a visitor's page is removed from the cache at once when its post or a comment is moderated", async () => {
    const { post, comment, pages, api } = await publish()
    const all = () => Promise.all(Object.values(pages).map(html))
    for (const page of await all()) expect(page).toContain(post.title)
    await api.moderation.remove({ comment_id: comment.id, reason_code: 'spam' })
    expect(await html(pages.post)).not.toContain('Stary komentarz.')
    await api.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    for (const page of await all()) expect(page).not.toContain(post.title)
    const page = await html(pages.post)
    expect(page).toContain('Usunięty post')
    expect(page).toContain('<meta name="robots" content="noindex')
    expect(await statusOf(pages.post)).toBe(200)
    await staff.moderation.restore({ post_id: post.id })
    for (const restored of await all()) expect(restored).toContain(post.title)
    await staff.moderation.restore({ comment_id: comment.id })
    expect(await html(pages.post)).toContain('Stary komentarz.')
  })

  test("a visitor's page is removed from the cache at once when its post is edited", async () => {
    const { post, pages, api } = await publish()
    await Promise.all(Object.values(pages).map(html))
    const title = `Nowy tytuł ${crypto.randomUUID()}`
    await api.posts.edit({ post_id: post.id, title })
    const shown = await Promise.all(Object.values(pages).map(html))
    expect(shown.map((page) => [page.includes(title), page.includes(post.title)])).toEqual(Array(4).fill([true, false]))
  })

  test("a visitor's page is removed from the cache at once when its post is deleted", async () => {
    const { post, pages, api } = await publish()
    await Promise.all(Object.values(pages).map(html))
    await api.posts.remove({ post_id: post.id })
    expect(await statusOf(pages.post)).toBe(404)
    const shown = await Promise.all([pages.community, pages.profile, pages.feed].map(html))
    expect(shown.map((page) => page.includes(`/post/${post.id}"`))).toEqual([false, false, false])
  })

  test("a visitor's page is removed from the cache at once when staff delete its post", async () => {
    const { post, pages } = await publish()
    await html(pages.post)
    await staff.admin.removePost({ post_id: post.id })
    expect(await statusOf(pages.post)).toBe(404)
  })

  test("a visitor's page is removed from the cache at once when a comment on it is edited", async () => {
    const { comment, pages, api } = await publish()
    await Promise.all([pages.post, pages.profile].map(html))
    await api.comments.edit({ comment_id: comment.id, content: 'Nowy komentarz.' })
    const shown = await Promise.all([pages.post, pages.profile].map(html))
    expect(shown.map((page) => [page.includes('Nowy komentarz.'), page.includes('Stary komentarz.')])).toEqual(
      Array(2).fill([true, false]),
    )
  })

  test("a visitor's page is removed from the cache at once when a comment on it is deleted", async () => {
    const { comment, pages, api } = await publish()
    await Promise.all([pages.post, pages.profile].map(html))
    await api.comments.remove({ comment_id: comment.id })
    const shown = await Promise.all([pages.post, pages.profile].map(html))
    expect(shown.map((page) => page.includes('Stary komentarz.'))).toEqual([false, false])
  })

  test("a visitor's page is removed from the cache at once when its community is deleted", async () => {
    const { home, post, pages } = await publish()
    await Promise.all(Object.values(pages).map(html))
    await staff.admin.removeCategory({ category_id: home.id })
    expect([await statusOf(pages.post), await statusOf(pages.community)]).toEqual([404, 404])
    const shown = await Promise.all([pages.profile, pages.feed].map(html))
    expect(
      shown.map((page) => page.includes(`/post/${post.id}"`) || page.includes(`href="${pages.community}"`)),
    ).toEqual([false, false])
  })

  test("a visitor's page is removed from the cache at once when its author deletes the account", async () => {
    const { author, pages, api } = await publish()
    await Promise.all(Object.values(pages).map(html))
    await api.users.removeMe({ password: PASSWORD })
    expect(await statusOf(pages.profile)).toBe(404)
    const shown = await Promise.all([pages.post, pages.community, pages.feed].map(html))
    expect(shown.map((page) => page.includes(author.username))).toEqual([false, false, false])
  })

  test("a visitor's page is removed from the cache when a job deletes the content of a deleted account", async () => {
    const { author, pages, post } = await publish()
    await staff.admin.removeUser({ user_id: author.id, content: 'remove' })
    await Promise.all([pages.post, pages.community].map(html))
    await runJobs(t.services)
    expect(await statusOf(pages.post)).toBe(404)
    expect(await html(pages.community)).not.toContain(`/post/${post.id}"`)
  })

  test("a visitor's page is removed from the cache at once when the shown profile is edited", async () => {
    const { pages, api } = await publish()
    await html(pages.profile)
    await api.users.editMe({ bio: 'Nowy opis.' })
    expect(await html(pages.profile)).toContain('Nowy opis.')
  })
})

test('a page that shows nothing of a changed row stays in the cache', async () => {
  const [changed, other] = [await publish(), await publish()]
  const before = await html(other.pages.post)
  await changed.api.posts.edit({ post_id: changed.post.id, title: 'Nowy tytuł' })
  expect(await html(other.pages.post)).toBe(before)
})

test('a page whose rendering started before a change is neither cached nor shared with later requests', async () => {
  const {
    post: { id },
    pages,
  } = await publish()
  const locked = Promise.withResolvers<() => void>()
  const holding = t.sql.begin(async (tx) => {
    await tx`lock table comment in access exclusive mode`
    await new Promise<void>((resolve) => locked.resolve(resolve))
  })
  const release = await locked.promise
  // The response begins with the post as it was before the edit, then waits for the locked table of comments.
  const early = await t.request(pages.post)
  // An edit by the API would wait for the locked table too, since it counts new comments.
  await t.db.update(post).set({ title: 'Nowy tytuł' }).where(eq(post.id, id))
  t.services.invalidations.publish([`post:${id}`])
  const late = await t.request(pages.post)
  release()
  await holding
  const shown = [await early.text(), await late.text(), await html(pages.post)]
  expect(shown.map((page) => page.includes('Nowy tytuł'))).toEqual([false, true, true])
})

test('a search repeated after a community was deleted no longer counts its posts', async () => {
  const { home, post, api } = await publish()
  await api.posts.edit({ post_id: post.id, title: 'Rzadkiesłowo' })
  expect(await api.posts.search({ q: 'rzadkiesłowo' })).toMatchObject({ total: 1 })
  await staff.admin.removeCategory({ category_id: home.id })
  expect(await api.posts.search({ q: 'rzadkiesłowo' })).toEqual({ posts: [], total: 0 })
})
