import { expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { browserOf } from '#server/test/forms/browser.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const [moderator, author] = [await createUser(t.db), await createUser(t.db)]
const category = await createCategory(t.db, { creator: moderator })
await joinCategory(t.db, author, category)
const [moderating, writing] = [await browserOf(t, moderator), await browserOf(t, author)]
const api = await t.as(moderator)

test('a moderator locks, pins, removes and restores a post without JavaScript', async () => {
  const post = await createPost(t.db, { author, category })
  expect((await moderating.open(`/post/${post.id}`)).html).toContain(`href="/post/${post.id}?moderate=post#moderate"`)
  const tools = `/post/${post.id}?moderate=post`
  const press = async (call: string, typed = {}) =>
    moderating.send(moderating.formIn(await moderating.open(tools), call), typed)
  const now = () => api.posts.get({ post_id: post.id })
  expect(await press('moderation.lock')).toMatchObject({ status: 303, location: `/post/${post.id}` })
  await press('moderation.pin')
  expect(await now()).toMatchObject({ is_locked: true, is_pinned: true })
  await press('moderation.lock')
  expect((await now()).is_locked).toBe(false)

  const refused = await press('moderation.remove', { text: 'To reklama' })
  expect([refused.status, refused.alert !== null]).toEqual([422, true])
  const again = moderating.formIn(refused, 'moderation.remove')
  expect(Object.fromEntries(again.fields).text).toBe('To reklama')
  expect((await moderating.send(again, { reason_code: 'spam' })).status).toBe(303)
  expect((await now()).removal).toMatchObject({ reason_code: 'spam' })
  await press('moderation.restore')
  expect((await now()).removal).toBeNull()
})

test('a moderator removes a comment, warns, adds a note and bans without JavaScript', async () => {
  const post = await createPost(t.db, { author, category })
  const comment = await createComment(t.db, { author, post })
  const href = `/post/${post.id}?moderate=${comment.id}`
  expect((await moderating.open(`/post/${post.id}`)).html).toContain(`href="${href}#moderate"`)
  const press = async (call: string, typed = {}) =>
    moderating.send(moderating.formIn(await moderating.open(href), call), typed)
  expect((await press('moderation.warn', { text: 'Spokojniej proszę' })).status).toBe(303)
  expect((await press('moderation.addNote', { text: 'Drugi raz' })).status).toBe(303)
  expect((await press('moderation.remove', { reason_code: 'harassment' })).location).toContain(`#comment-${comment.id}`)
  expect((await press('moderation.ban', { reason_code: 'spam', days: '3' })).status).toBe(303)
  expect((await writing.open(`/post/${post.id}`)).html).toContain('class="refusal"')
  expect((await press('moderation.unban')).status).toBe(303)
})

test('the page of moderation tools is for moderators only', async () => {
  const post = await createPost(t.db, { author, category })
  expect((await writing.open(`/post/${post.id}?moderate=post`)).status).toBe(403)
})

test('A11Y-7 the page of the queue shows a queued video with its captions and description', async () => {
  const home = await createCategory(t.db, { creator: moderator })
  const video = { video_url: '/media/v/1.mp4', captions_url: '/media/c/1.vtt', captions_lang: 'pl' as const }
  const post = await createPost(t.db, { author, category: home, ...video, video_alt: 'Kot goni kulę światła.' })
  await (await t.as(author)).reports.create({ post_id: post.id, reason: 'Spam' })
  const { html } = await moderating.open(`/r/${home.name}/queue`)
  expect(html).toContain('<track kind="captions" src="/media/c/1.vtt" srcLang="pl" label="Polskie"/>')
  expect(html).toContain('Kot goni kulę światła.')
  expect(html).toContain(`<a href="/post/${post.id}/transcript">Transkrypcja</a>`)
})
