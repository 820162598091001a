import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { AVATAR_SIDES, squareOf } from '#shared/rules/media-url.ts'
import { addJob } from '#server/jobs/add.ts'
import { makeGif, makePng } from '#server/media/testing/pictures.ts'
import { avatarKeysOf } from '#server/media/storage-keys.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { upload } from '../uploads/table.ts'
import { user } from './table.ts'

const t = await createTestApp()

async function member() {
  const row = await createMember(t)
  const api = await t.as(row)
  const image = async (bytes: Uint8Array) => (await api.uploads.image({ file: new File([bytes], 'a.png') })).url
  return {
    ...row,
    api,
    image,
    setAvatar: async (bytes: Uint8Array) => (await api.users.editMe({ avatar_url: await image(bytes) })).avatar_url!,
  }
}

let made = 40
const newPng = () => makePng((made += 1), 12)
const statusOf = async (url: string) => (await t.request(url)).status
const statusesOf = (url: string) => Promise.all([url, ...AVATAR_SIDES.map((side) => squareOf(url, side))].map(statusOf))
const filesOf = (url: string) => Promise.all(avatarKeysOf(url).map((key) => t.services.media.exists(key)))
const uploadsOf = (url: string) => t.db.select().from(upload).where(eq(upload.url, url))

async function clearUploads(afterHours: number): Promise<void> {
  t.clock.now = () => new Date(Date.now() + afterHours * 3_600_000)
  await addJob(t.db, 'clear_uploads', {})
  await runJobs(t.services)
  t.clock.now = () => new Date()
}

describe('setting an avatar', () => {
  test('ACCT-2 an avatar is stored in squares of 64, 128 and 256 pixels', async () => {
    const anna = await member()
    const url = await anna.image(makePng(300, 200))
    expect(await anna.api.users.editMe({ avatar_url: url })).toMatchObject({ id: anna.id, avatar_url: url, bio: '' })
    const sizes = await Promise.all(
      AVATAR_SIDES.map(async (side) => {
        const answer = await t.request(squareOf(url, side))
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
        const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
        return [width, height]
      }),
    )
    expect(sizes).toEqual([
      [64, 64],
      [128, 128],
      [256, 256],
    ])
  })

  test('ACCT-2 an avatar shows the middle of a picture that is not square', async () => {
    const anna = await member()
    const strip = (background: string) => ({ create: { width: 100, height: 100, channels: 3, background } }) as const
    const png = await sharp(strip('#ff0000'))
      .extend({ left: 0, right: 200, background: '#0000ff' })
      .composite([{ input: strip('#00ff00'), left: 100, top: 0 }])
      .png()
      .toBuffer()
    const url = await anna.setAvatar(png)
    const square = await (await t.request(squareOf(url, 64))).arrayBuffer()
    for (const left of [4, 59]) {
      const [red, green, blue] = await sharp(square)
        .extract({ left, top: 30, width: 1, height: 1 })
        .removeAlpha()
        .raw()
        .toBuffer()
      expect(green!).toBeGreaterThan(200)
      expect(Math.max(red!, blue!)).toBeLessThan(60)
    }
  })

  test('ACCT-2 an avatar made from a GIF is its first frame, and a small picture is enlarged', async () => {
    const anna = await member()
    const url = await anna.setAvatar(makeGif(20, 10))
    expect(url).toEndWith('.gif')
    expect(await statusesOf(url)).toEqual([200, 200, 200, 200])
    expect(await sharp(await (await t.request(squareOf(url, 256))).arrayBuffer()).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    })
  })

  test("ACCT-2 every API response with a member's user name has the avatar", async () => {
    const [anna, kuba, category] = [await member(), await createUser(t.db), await createCategory(t.db)]
    await joinCategory(t.db, anna, category)
    const avatar_url = await anna.setAvatar(newPng())
    await t.db.update(user).set({ wpoints: 2_000_000 }).where(eq(user.id, anna.id))
    const post = await createPost(t.db, { author: anna, category })
    await createComment(t.db, { author: anna, post })
    await anna.api.messages.send({ recipient_id: kuba.id, content: 'Cześć' })
    await anna.api.follows.follow({ user_id: kuba.id })

    const [visitor, kubas, staff] = [await t.as(null), await t.as(kuba), await t.as(null, { admin: ADMIN_PASSWORD })]
    const login = await visitor.auth.login({ username: anna.username, password: PASSWORD })
    const profile = await visitor.users.get({ username: anna.username })
    const { comments } = await visitor.comments.list({ post_id: post.id })
    const { posts } = await visitor.posts.list({ author: anna.username })
    const card = { id: anna.id, username: anna.username, avatar_url }
    expect([
      (await anna.api.users.me()).avatar_url,
      login.user.avatar_url,
      profile.user.avatar_url,
      profile.recent_comments[0]!.author_avatar_url,
      comments[0]!.author_avatar_url,
      (await kubas.messages.conversations())[0]!.other_avatar_url,
      (await kubas.messages.conversation({ username: anna.username })).other_user.avatar_url,
      (await visitor.follows.followers({ user_id: kuba.id }))[0]!.avatar_url,
      (await visitor.users.search({ q: anna.username }))[0]!.avatar_url,
      (await visitor.points.leaderboard()).find(({ user_id }) => user_id === anna.id)!.avatar_url,
      (await staff.admin.users({ search: anna.username })).users[0]!.avatar_url,
    ]).toEqual(Array.from({ length: 11 }, () => avatar_url))
    expect([posts[0]!.author, (await visitor.posts.get({ post_id: post.id })).author]).toEqual([card, card])
  })

  test.each([
    ['of somebody else', async () => (await member()).image(newPng())],
    ['that nobody uploaded', async () => `/media/i/${'0'.repeat(40)}-10x10.webp`],
    ['of another site', async () => 'https://example.org/a.png'],
    ['that is a script', async () => 'javascript:alert(1)'],
    ['with dots', async () => '/media/i/../../etc/passwd'],
  ])('ACCT-2 an avatar is refused if it is a picture %s', async (_, address) => {
    const anna = await member()
    const error = await failure(anna.api.users.editMe({ bio: 'Nowy opis', avatar_url: await address() }))
    expect(error).toMatchObject({ status: 422, issues: { avatar_url: expect.any(String) } })
    expect(await anna.api.users.me()).toMatchObject({ bio: '', avatar_url: null })
  })

  test('ACCT-2 a picture used in a post, or uploaded for a message, is refused as avatar', async () => {
    const [anna, category] = [await member(), await createCategory(t.db)]
    await joinCategory(t.db, anna, category)
    const used = await anna.image(newPng())
    await anna.api.posts.create({ title: 'Z obrazem', category_id: category.id, image_url: used })
    const { image_url } = await anna.api.uploads.messageImage({ image: new File([newPng()], 'a.png') })
    for (const avatar_url of [used, image_url])
      expect(await failure(anna.api.users.editMe({ avatar_url }))).toMatchObject({ status: 422 })
  })

  test('ACCT-2 saving the current avatar again changes nothing, and editing the bio keeps the avatar', async () => {
    const anna = await member()
    const avatar_url = await anna.setAvatar(newPng())
    expect(await anna.api.users.editMe({ avatar_url, bio: 'Nowy opis' })).toMatchObject({
      avatar_url,
      bio: 'Nowy opis',
    })
    expect(await anna.api.users.editMe({ bio: 'Inny opis' })).toMatchObject({ avatar_url, bio: 'Inny opis' })
    expect(await statusesOf(avatar_url)).toEqual([200, 200, 200, 200])
  })

  test('ACCT-2 one of two avatars set concurrently is kept, the other is soft-deleted', async () => {
    const anna = await member()
    const urls = [await anna.image(newPng()), await anna.image(newPng())]
    await Promise.all(urls.map((avatar_url) => anna.api.users.editMe({ avatar_url })))
    const { avatar_url } = await anna.api.users.me()
    const rows = await Promise.all(urls.map(async (url) => (await uploadsOf(url))[0]!))
    expect(rows.map((row) => [row.url === avatar_url, row.deleted_at === null])).toContainAllValues([
      [true, true],
      [false, false],
    ])
  })
})

describe('replacing and deleting an avatar', () => {
  test('ACCT-2 a replaced avatar returns 404 at once, and its files are deleted by a job', async () => {
    const anna = await member()
    const [first, second] = [await anna.setAvatar(newPng()), await anna.setAvatar(newPng())]
    expect([await statusesOf(first), await statusesOf(second)]).toEqual([
      [404, 404, 404, 404],
      [200, 200, 200, 200],
    ])
    expect(await anna.api.users.editMe({ avatar_url: null })).toMatchObject({ avatar_url: null })
    expect(await statusesOf(second)).toEqual([404, 404, 404, 404])
    await clearUploads(2)
    for (const url of [first, second])
      expect([await filesOf(url), await uploadsOf(url)]).toEqual([[false, false, false], []])
  })

  test('ACCT-2 the files of a replaced avatar stay while another member uses the same picture', async () => {
    const [anna, kuba, png] = [await member(), await member(), newPng()]
    const url = await anna.setAvatar(png)
    expect(await kuba.setAvatar(png)).toBe(url)
    await anna.api.users.editMe({ avatar_url: null })
    await clearUploads(30)
    expect(await statusesOf(url)).toEqual([200, 200, 200, 200])
    await kuba.api.users.editMe({ avatar_url: null })
    await clearUploads(30)
    expect(await filesOf(url)).toEqual([false, false, false])
  })

  test('ACCT-2 deleting an account deletes the avatar', async () => {
    const [anna, category] = [await member(), await createCategory(t.db)]
    const url = await anna.setAvatar(newPng())
    const post = await createPost(t.db, { author: anna, category })
    const comment = await createComment(t.db, { author: anna, post })
    await anna.api.users.removeMe({ password: PASSWORD })
    const visitor = await t.as(null)
    expect((await visitor.posts.get({ post_id: post.id })).author).toBeNull()
    expect(
      (await visitor.comments.list({ post_id: post.id })).comments.find(({ id }) => id === comment.id),
    ).toMatchObject({ author: null, author_avatar_url: null })
    expect(await statusesOf(url)).toEqual([404, 404, 404, 404])
    const [row] = await t.db.select().from(user).where(eq(user.id, anna.id))
    expect(row!.avatar_url).toBeNull()
    await clearUploads(2)
    expect(await filesOf(url)).toEqual([false, false, false])
  })

  test("ACCT-2 a deleted comment does not show its author's avatar", async () => {
    const anna = await member()
    await anna.setAvatar(newPng())
    const comment = await createComment(t.db, { author: anna })
    await createComment(t.db, { parent: comment })
    await anna.api.comments.remove({ comment_id: comment.id })
    const { comments } = await (await t.as(null)).comments.list({ post_id: comment.post_id })
    expect(comments.find(({ id }) => id === comment.id)).toMatchObject({
      is_deleted: true,
      author: null,
      author_avatar_url: null,
    })
  })
})
