import { describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import {
  createCategory,
  createComment,
  createPost,
  createUpload,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { auditLog } from '../../audit/table.ts'
import { upload } from '../../uploads/table.ts'
import { categoryFlair, categoryRule } from '../table.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

async function member(columns: Parameters<typeof createUser>[1] = {}) {
  const person = await createUser(t.db, columns)
  return { ...person, api: await t.as(person) }
}

async function community(columns: Parameters<typeof createCategory>[1] = {}) {
  const creator = await member()
  const { id, name } = await createCategory(t.db, { ...columns, creator })
  const reader = await member()
  await joinCategory(t.db, reader, { id })
  return { id, name, creator, reader }
}

describe('the page of a community', () => {
  test('MOD-7,8 one call for the page of a community returns the same as the separate calls', async () => {
    const { id, creator, reader } = await community()
    const second = await member()
    await joinCategory(t.db, second, { id }, { is_moderator: true })
    await creator.api.categories.setRules({
      category_id: id,
      rules: [
        { title: 'Na temat', text: 'Zawsze' },
        { title: 'Grzecznie', text: '' },
      ],
    })
    await creator.api.categories.setFlairs({
      category_id: id,
      flairs: [
        { label: 'Pytanie', color: 'blue' },
        { label: 'Wieści', color: 'red' },
      ],
    })
    for (const [api, standing] of [
      [creator.api, { is_member: true, is_moderator: true }],
      [reader.api, { is_member: true, is_moderator: false }],
      [visitor, { is_member: false, is_moderator: false }],
    ] as const) {
      const { moderators } = await api.moderators.list({ category_id: id })
      expect(await api.categories.about({ category_id: id })).toEqual({
        creator: creator.username,
        ...standing,
        ...(await api.categories.rules({ category_id: id })),
        ...(await api.categories.flairs({ category_id: id })),
        moderators: moderators.map(({ user: { id, username, avatar_url } }) => ({ id, username, avatar_url })),
      })
    }
    await creator.api.categories.setRules({ category_id: id, rules: [] })
    expect((await visitor.categories.about({ category_id: id })).rules).toEqual([])
    expect(await failure(visitor.categories.about({ category_id: 999_999 }))).toMatchObject({
      code: 'category_not_found',
    })
  })
})

describe('the settings of a community', () => {
  test("MOD-8 moderators and admins change single settings, while the community's other settings stay", async () => {
    const { id, name, creator } = await community({ description: 'Dawny opis' })
    const edited = await creator.api.categories.edit({
      category_id: id,
      display_name: '  Nowa nazwa ',
      posting: 'moderators',
      downvotes: false,
      hold_newcomers: true,
    })
    expect(edited).toMatchObject({
      id,
      name,
      display_name: 'Nowa nazwa',
      description: 'Dawny opis',
      posting: 'moderators',
      downvotes: false,
      hold_newcomers: true,
      banner_url: null,
      member_count: 2,
    })
    expect(await admin.categories.edit({ category_id: id, description: '' })).toEqual({ ...edited, description: '' })
    expect(await creator.api.categories.edit({ category_id: id })).toEqual({ ...edited, description: '' })
    expect(await visitor.categories.byName({ name })).toEqual({ ...edited, description: '', hold_newcomers: null })
    expect(await t.db.$count(auditLog, and(eq(auditLog.action, 'category.edit'), eq(auditLog.target_id, id)))).toBe(3)
  })

  test('MOD-8 only the staff of a community sees whether it holds posts of newcomers for approval', async () => {
    const { id, name, creator, reader } = await community()
    await creator.api.categories.edit({ category_id: id, hold_newcomers: true })
    const heldFor = async (api: typeof visitor) => (await api.categories.byName({ name })).hold_newcomers
    expect(await heldFor(creator.api)).toBe(true)
    expect(await heldFor(admin)).toBe(true)
    expect(await heldFor(reader.api)).toBeNull()
    expect(await heldFor((await community()).creator.api)).toBeNull()
    expect((await creator.api.admin.categories({})).categories).toMatchObject([{ id, hold_newcomers: true }])
  })

  test('a request with an invalid credential gets the public settings of a community, without an error', async () => {
    const { id, name } = await community()
    for (const path of [`/api/categories/by-name/${name}`, `/api/categories/${id}/moderators`]) {
      const [bad, plain] = [
        await t.request(path, { headers: { 'x-admin-password': 'wat_nothing' } }),
        await t.request(path),
      ]
      expect([bad.status, await bad.json()]).toEqual([200, await plain.json()])
    }
  })

  test('MOD-8 changing the settings of a community is refused to callers who do not moderate it', async () => {
    const { id, reader } = await community()
    const elsewhere = await community()
    const calls = (api: typeof visitor) => [
      () => api.categories.edit({ category_id: id, display_name: 'Cudza' }),
      () => api.categories.setRules({ category_id: id, rules: [] }),
      () => api.categories.setFlairs({ category_id: id, flairs: [] }),
    ]
    for (const api of [reader.api, elsewhere.creator.api, (await member({ is_admin: true })).api]) {
      for (const call of calls(api)) expect(await failure(call())).toMatchObject({ status: 403, code: 'not_staff' })
    }
    for (const call of calls(visitor)) expect(await failure(call())).toMatchObject({ status: 401 })
  })

  test.each([
    [{ display_name: ' ' }, 'display_name'],
    [{ display_name: 'a'.repeat(LIMITS.displayName + 1) }, 'display_name'],
    [{ description: 'a'.repeat(LIMITS.categoryDescription + 1) }, 'description'],
    [{ banner_url: 'javascript:alert(1)' }, 'banner_url'],
    [{ icon_url: 'http://example.org/a.png' }, 'icon_url'],
    [{ posting: 'nobody' as never }, 'posting'],
    [{ downvotes: 'maybe' as never }, 'downvotes'],
  ])('the settings of a community refuse %o, naming the field', async (wrong, field) => {
    const { id, creator } = await community()
    expect(await failure(creator.api.categories.edit({ category_id: id, ...wrong }))).toMatchObject({
      status: 422,
      issues: { [field]: expect.any(String) },
    })
  })

  test("community pictures must be https URLs or the caller's uploads; a replaced upload is deleted", async () => {
    const { id, creator } = await community()
    const [first, second, foreign] = [
      await createUpload(t.db, { user: creator }),
      await createUpload(t.db, { user: creator }),
      await createUpload(t.db),
    ]
    const edit = (change: { icon_url?: string | null; banner_url?: string | null }) =>
      creator.api.categories.edit({ category_id: id, ...change })
    expect(await edit({ banner_url: first.url, icon_url: 'https://example.org/i.png' })).toMatchObject({
      banner_url: first.url,
      icon_url: 'https://example.org/i.png',
    })
    expect(await edit({ banner_url: first.url })).toMatchObject({ banner_url: first.url })
    expect(await failure(edit({ banner_url: foreign.url }))).toMatchObject({
      status: 422,
      issues: { banner_url: expect.any(String) },
    })
    expect(await failure(admin.categories.edit({ category_id: id, icon_url: second.url }))).toMatchObject({
      status: 422,
      issues: { icon_url: expect.any(String) },
    })
    await edit({ banner_url: second.url })
    const deleted = async (row: { id: number }) =>
      (await t.db.select().from(upload).where(eq(upload.id, row.id)))[0]!.deleted_at !== null
    expect([await deleted(first), await deleted(second)]).toEqual([true, false])
    expect(await edit({ banner_url: null, icon_url: null })).toMatchObject({ banner_url: null, icon_url: null })
    expect(await deleted(second)).toBe(true)
  })

  test("replacing a community's banner does not delete the same picture used as the site's logo", async () => {
    const { id, creator } = await community()
    const banner = await createUpload(t.db, { user: creator })
    await t.db.insert(upload).values({ kind: 'image', url: banner.url, size: 1000, width: 640, height: 480 })
    await creator.api.categories.edit({ category_id: id, banner_url: banner.url })
    await admin.adminSettings.change({ values: { logo: banner.url } })
    await creator.api.categories.edit({ category_id: id, banner_url: null })
    const rows = await t.db.select().from(upload).where(eq(upload.url, banner.url))
    expect(rows.map(({ deleted_at }) => deleted_at)).toEqual([null, null])
  })
})

describe('posts and votes that a community refuses', () => {
  test('MOD-8 a community where only moderators post refuses posts of other members', async () => {
    const { id, creator, reader } = await community({ posting: 'moderators' })
    const write = (api: typeof visitor) =>
      api.posts.create({ title: 'Ogłoszenie', content: '', category_id: id, image_url: null, video_url: null })
    expect(await failure(write(reader.api))).toMatchObject({ status: 403, code: 'moderators_only' })
    expect(await failure(write((await member()).api))).toMatchObject({ status: 403, code: 'not_a_member' })
    const post = await write(creator.api)
    expect(
      await reader.api.comments.create({
        post_id: post.id,
        parent_id: null,
        content: 'Można',
        image_url: null,
        video_url: null,
      }),
    ).toMatchObject({ content: 'Można' })
  })

  test('MOD-8 a community without downvotes refuses downvotes on posts and comments, but no other votes', async () => {
    const { id, creator, reader } = await community()
    const post = await createPost(t.db, { category: { id } })
    const comment = await createComment(t.db, { post })
    await reader.api.votes.post({ post_id: post.id, value: -1 })
    await creator.api.categories.edit({ category_id: id, downvotes: false })
    for (const api of [reader.api, creator.api]) {
      expect(await failure(api.votes.post({ post_id: post.id, value: -1 }))).toMatchObject({
        status: 403,
        code: 'downvotes_off',
      })
      expect(await failure(api.votes.comment({ comment_id: comment.id, value: -1 }))).toMatchObject({
        status: 403,
        code: 'downvotes_off',
      })
    }
    expect((await visitor.posts.get({ post_id: post.id })).category.downvotes).toBe(false)
    expect(await reader.api.votes.post({ post_id: post.id, value: 0 })).toEqual({
      upvotes: 0,
      downvotes: 0,
      user_vote: 0,
    })
    expect(await creator.api.votes.comment({ comment_id: comment.id, value: 1 })).toEqual({
      upvotes: 1,
      downvotes: 0,
      user_vote: 1,
    })
    expect(await failure(creator.api.votes.post({ post_id: 2_000_000_000, value: -1 }))).toMatchObject({ status: 404 })
  })
})

describe('the rules of a community', () => {
  test('MOD-8 rules are saved in the order sent, and a rule sent with its id is updated, not replaced', async () => {
    const { id, name, creator } = await community()
    const {
      rules: [first, second],
    } = await creator.api.categories.setRules({
      category_id: id,
      rules: [
        { title: ' Bądź miły ', text: 'Zawsze.' },
        { title: 'Na temat', text: '' },
      ],
    })
    expect(await visitor.categories.rules({ category_id: id })).toEqual({ rules: [first!, second!] })
    expect(first).toEqual({ id: expect.any(Number), title: 'Bądź miły', text: 'Zawsze.' })
    expect((await visitor.categories.byName({ name })).rules_count).toBe(2)
    const { rules } = await creator.api.categories.setRules({
      category_id: id,
      rules: [{ title: 'Nowa' }, { ...second!, title: 'Tylko na temat' }],
    })
    expect(rules).toEqual([
      { id: expect.any(Number), title: 'Nowa', text: '' },
      { ...second!, title: 'Tylko na temat' },
    ])
    expect((await visitor.categories.byName({ name })).rules_count).toBe(2)
    expect((await t.db.select().from(categoryRule).where(eq(categoryRule.id, first!.id)))[0]).toMatchObject({
      title: 'Bądź miły',
      deleted_at: expect.any(Date),
    })
    expect(await creator.api.categories.setRules({ category_id: id, rules: [] })).toEqual({ rules: [] })
  })

  test('a list of rules is refused for too many or too long rules, or for unknown or repeated rule ids', async () => {
    const { id, creator } = await community()
    const elsewhere = await community()
    const [foreign] = (
      await elsewhere.creator.api.categories.setRules({ category_id: elsewhere.id, rules: [{ title: 'Cudza' }] })
    ).rules
    const [own] = (await creator.api.categories.setRules({ category_id: id, rules: [{ title: 'Własna' }] })).rules
    const refused = async (rules: unknown) =>
      expect(await failure(creator.api.categories.setRules({ category_id: id, rules: rules as never }))).toMatchObject({
        status: 422,
        issues: { rules: expect.any(String) },
      })
    await refused(Array.from({ length: LIMITS.rules + 1 }, () => ({ title: 'Zasada' })))
    await refused([{ title: '' }])
    await refused([{ title: 'a'.repeat(LIMITS.ruleTitle + 1) }])
    await refused([{ title: 'a', text: 'a'.repeat(LIMITS.ruleText + 1) }])
    await refused([{ id: foreign!.id, title: 'Przejęta' }])
    await refused([{ ...own! }, { ...own! }])
    await refused('zasady')
    await creator.api.categories.setRules({ category_id: id, rules: [] })
    await refused([{ ...own! }])
    expect(await visitor.categories.rules({ category_id: elsewhere.id })).toEqual({ rules: [foreign!] })
  })

  test('if two moderators save lists of rules at once, one of the lists is stored as a whole', async () => {
    const { id, creator } = await community()
    const titles = ['Pierwsza', 'Druga']
    await Promise.all(
      titles.map((title) => creator.api.categories.setRules({ category_id: id, rules: [{ title }, { title }] })),
    )
    const { rules } = await visitor.categories.rules({ category_id: id })
    expect(rules).toHaveLength(2)
    expect(new Set(rules.map(({ title }) => title)).size).toBe(1)
  })
})

describe('the flairs of a community', () => {
  async function flaired() {
    const home = await community()
    const {
      flairs: [question, photo],
    } = await home.creator.api.categories.setFlairs({
      category_id: home.id,
      flairs: [
        { label: 'Pytanie', color: 'blue' },
        { label: 'Zdjęcie', color: 'green' },
      ],
    })
    const write = (flair_id?: number | null, category_id = home.id) =>
      home.reader.api.posts.create({
        title: 'Pomidory',
        content: '',
        category_id,
        image_url: null,
        video_url: null,
        flair_id,
      })
    return { ...home, question: question!, photo: photo!, write }
  }

  test('WRITE-4 a post has one flair of its community, which its author changes and removes', async () => {
    const { id, creator, question, photo, write, reader } = await flaired()
    expect(await visitor.categories.flairs({ category_id: id })).toEqual({ flairs: [question, photo] })
    const post = await write(question.id)
    expect(post.flair).toEqual({ id: question.id, label: 'Pytanie', color: 'blue' })
    expect((await write()).flair).toBeNull()
    expect(await reader.api.posts.edit({ post_id: post.id, flair_id: photo.id })).toMatchObject({
      flair: photo,
      edited_at: null,
    })
    expect(
      (await visitor.posts.list({ category: (await visitor.posts.get({ post_id: post.id })).category.name })).posts[1],
    ).toMatchObject({ id: post.id, flair: photo })
    expect(await failure(creator.api.posts.edit({ post_id: post.id, flair_id: null }))).toMatchObject({ status: 403 })
    expect((await reader.api.posts.edit({ post_id: post.id, flair_id: null })).flair).toBeNull()
  })

  test('WRITE-4 a flair that is missing, deleted or of another community is refused', async () => {
    const { id, creator, question, photo, write, reader } = await flaired()
    const elsewhere = await flaired()
    const post = await write(photo.id)
    await creator.api.categories.setFlairs({ category_id: id, flairs: [photo] })
    for (const flair_id of [elsewhere.question.id, question.id, 2_000_000_000]) {
      expect(await failure(write(flair_id))).toMatchObject({ status: 422, issues: { flair_id: expect.any(String) } })
      expect(await failure(reader.api.posts.edit({ post_id: post.id, flair_id }))).toMatchObject({
        status: 422,
        issues: { flair_id: expect.any(String) },
      })
    }
    expect((await visitor.posts.get({ post_id: post.id })).flair).toEqual(photo)
  })

  test('MOD-8 renaming a flair changes its posts too, and posts stay when their flair is deleted', async () => {
    const { id, creator, question, photo, write } = await flaired()
    const [asked, shown] = [await write(question.id), await write(photo.id)]
    await creator.api.categories.setFlairs({
      category_id: id,
      flairs: [{ ...question, label: 'Pytania', color: 'red' }],
    })
    expect((await visitor.posts.get({ post_id: asked.id })).flair).toEqual({
      id: question.id,
      label: 'Pytania',
      color: 'red',
    })
    expect((await visitor.posts.get({ post_id: shown.id })).flair).toBeNull()
    expect(await visitor.posts.list({ flair: photo.id })).toEqual({ posts: [], total: 0, next_cursor: null })
  })

  test("WRITE-4 a flair's feed has only posts with that flair, in every sort order and on every page", async () => {
    const { id, name, question, photo } = await flaired()
    const posts: number[] = []
    for (let made = 0; made < 5; made += 1) {
      const flair_id = made === 2 ? photo.id : question.id
      posts.push(
        (
          await createPost(t.db, {
            category: { id },
            flair_id,
            upvotes: made,
            created_at: new Date(Date.UTC(2026, 0, 1 + made)),
          })
        ).id,
      )
    }
    const expected = posts.filter((_, made) => made !== 2).reverse()
    for (const sort of ['hot', 'new', 'top'] as const) {
      const first = await visitor.posts.list({ flair: question.id, category: name, sort, limit: 3 })
      const second = await visitor.posts.list({
        flair: question.id,
        category: name,
        sort,
        limit: 3,
        cursor: first.next_cursor!,
      })
      expect([...first.posts, ...second.posts].map((post) => post.id)).toEqual(expected)
      expect([first.total, second.next_cursor]).toEqual([4, null])
    }
    expect((await visitor.posts.list({ flair: question.id, sort: 'controversial' })).posts).toHaveLength(4)
    const nothing = { posts: [], total: 0, next_cursor: null }
    expect(await visitor.posts.list({ flair: question.id, nsfw: true })).toEqual(nothing)
    expect(await visitor.posts.list({ flair: question.id, category: (await community()).name })).toEqual(nothing)
    expect(await visitor.posts.list({ flair: 2_000_000_000 })).toEqual(nothing)
    expect(await failure(visitor.posts.list({ flair: 'x' as never }))).toMatchObject({ status: 422 })
  })

  test('a community may have at most 30 flairs, in eight colours', async () => {
    const { id, creator } = await community()
    const refused = async (flairs: unknown) =>
      expect(
        await failure(creator.api.categories.setFlairs({ category_id: id, flairs: flairs as never })),
      ).toMatchObject({ status: 422, issues: { flairs: expect.any(String) } })
    await refused(Array.from({ length: LIMITS.flairs + 1 }, () => ({ label: 'a', color: 'red' })))
    await refused([{ label: 'a', color: 'black' }])
    await refused([{ label: 'a'.repeat(LIMITS.flairLabel + 1), color: 'red' }])
    const colors = ['slate', 'red', 'amber', 'green', 'teal', 'blue', 'violet', 'pink'] as const
    expect(
      (
        await creator.api.categories.setFlairs({
          category_id: id,
          flairs: colors.map((color) => ({ label: color, color })),
        })
      ).flairs.map(({ color }) => color),
    ).toEqual([...colors])
    expect(await t.db.$count(categoryFlair, eq(categoryFlair.category_id, id))).toBe(8)
  })
})
