import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp, failure } from '#server/test/app.ts'
import { createBlock, createCategory, createPost, createSave, createUser } from '#server/test/factories.ts'
import { category } from '../categories/table.ts'

const t = await createTestApp()

async function reader() {
  const person = await createUser(t.db)
  return { person, api: await t.as(person) }
}

const minute = (at: number) => new Date(Date.UTC(2026, 0, 1, 12, at))

describe('saving a post', () => {
  test('SAVE-1 ENT-15 API-17 saving a post toggles the saved state if the request has no state', async () => {
    const { api } = await reader()
    const { id } = await createPost(t.db)
    expect(await api.saves.isSaved({ post_id: id })).toEqual({ is_saved: false })
    expect(await api.saves.save({ post_id: id })).toEqual({ saved: true })
    expect(await api.saves.isSaved({ post_id: id })).toEqual({ is_saved: true })
    expect(await api.saves.save({ post_id: id })).toEqual({ saved: false })
    expect(await api.saves.isSaved({ post_id: id })).toEqual({ is_saved: false })
  })

  test('API-17 saving a post with a requested state is idempotent', async () => {
    const { api } = await reader()
    const { id } = await createPost(t.db)
    expect(await api.saves.save({ post_id: id, saved: false })).toEqual({ saved: false })
    await Promise.all([api.saves.save({ post_id: id, saved: true }), api.saves.save({ post_id: id, saved: true })])
    expect(await api.saves.save({ post_id: id, saved: true })).toEqual({ saved: true })
    expect(await api.posts.saved()).toMatchObject({ total: 1 })
    expect(await api.saves.save({ post_id: id, saved: false })).toEqual({ saved: false })
    expect(await api.posts.saved()).toMatchObject({ total: 0 })
  })

  test('saving a post twice keeps the time of the first save', async () => {
    const { person, api } = await reader()
    const made = await createPost(t.db)
    await createSave(t.db, person, made, { created_at: minute(1) })
    await api.saves.save({ post_id: made.id, saved: true })
    expect((await api.posts.saved()).posts[0]!.saved_at).toBe(minute(1).toISOString())
  })

  test('saving a post requires a member and an existing post', async () => {
    const { api } = await reader()
    const deleted = await createPost(t.db, { deleted_at: new Date() })
    const visitor = await t.as(null)
    expect(await failure(visitor.saves.save({ post_id: deleted.id }))).toMatchObject({ status: 401 })
    expect(await failure(visitor.saves.isSaved({ post_id: deleted.id }))).toMatchObject({ status: 401 })
    expect(await failure(api.saves.save({ post_id: deleted.id }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
    expect(await failure(api.saves.isSaved({ post_id: 2_000_000_000 }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
    const homeless = await createPost(t.db)
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, homeless.category_id))
    expect(await failure(api.saves.save({ post_id: homeless.id }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
  })

  test('saving a post with a value of `saved` that is not a boolean is refused', async () => {
    const { api } = await reader()
    const { id } = await createPost(t.db)
    expect(await failure(api.saves.save({ post_id: id, saved: 1 as never }))).toMatchObject({
      status: 422,
      issues: { saved: expect.any(String) },
    })
  })
})

describe('the list of saved posts', () => {
  test('ENT-6 API-16 saved posts are listed latest first, page by page, with the time of saving', async () => {
    const { person, api } = await reader()
    const home = await createCategory(t.db)
    const made = await Promise.all(
      [3, 1, 2].map(async (at) => {
        const one = await createPost(t.db, { category: home })
        await createSave(t.db, person, one, { created_at: minute(at) })
        return one
      }),
    )
    const [third, first, second] = made as [(typeof made)[0], (typeof made)[0], (typeof made)[0]]
    expect(await api.posts.saved({ limit: 2 })).toMatchObject({
      posts: [
        { id: third.id, saved_at: minute(3).toISOString(), is_saved: true },
        { id: second.id, saved_at: minute(2).toISOString() },
      ],
      total: 3,
    })
    expect(await api.posts.saved({ limit: 2, offset: 2 })).toMatchObject({ posts: [{ id: first.id }], total: 3 })
    expect((await api.posts.saved()).posts[0]).toMatchObject({ content_html: null, content_truncated: false })
  })

  test('saved posts exclude deleted ones, those by blocked authors, and adult ones unless requested', async () => {
    const { person, api } = await reader()
    const kept = await createPost(t.db)
    const adult = await createPost(t.db, { category: await createCategory(t.db, { is_nsfw: true }) })
    const blocked = await createPost(t.db)
    const deleted = await createPost(t.db, { deleted_at: new Date() })
    await createBlock(t.db, person, { id: blocked.author_id! })
    await Promise.all([kept, adult, blocked, deleted].map((one) => createSave(t.db, person, one)))
    expect(await api.posts.saved()).toMatchObject({ posts: [{ id: kept.id }], total: 1 })
    expect(await api.posts.saved({ nsfw: true })).toMatchObject({ posts: [{ id: adult.id }], total: 1 })
  })

  test('API-16 saved posts of other members are not listed', async () => {
    const { person } = await reader()
    await createSave(t.db, person, await createPost(t.db))
    const { api } = await reader()
    expect(await api.posts.saved()).toEqual({ posts: [], total: 0 })
    expect(await failure((await t.as(null)).posts.saved())).toMatchObject({ status: 401, code: 'not_signed_in' })
  })
})
