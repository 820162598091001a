import { afterAll, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { paths } from '#shared/paths.ts'
import { comment } from '#server/features/comments/table.ts'
import { post } from '#server/features/posts/table.ts'
import { user } from '#server/features/users/table.ts'
import { createTestApp } from '#server/test/app.ts'
import { findRedirect } from '../../redirects.ts'
import { importedMessage, importRow } from '../../table.ts'
import { createFormerForum, importInto } from '../../testing/former-forum.ts'
import { nodebb } from './reader.ts'

const AT = 1_200_000_000_000
const hash = (key: string, data: object) => `('${key}', '${JSON.stringify(data).replaceAll("'", "''")}')`
const text = (pid: number, content: string, more: object = {}) =>
  hash(`post:${pid}`, { pid, tid: 5, uid: 1, content, timestamp: AT + pid, ...more })

const LAST = 800_000_000

const forum = await createFormerForum(
  'nodebb',
  `create table legacy_hash (_key text primary key, data jsonb);
  create table legacy_set (_key text, member text);
  create table legacy_zset (_key text, value text, score numeric);
  insert into legacy_hash values ${[
    hash('category:2', { cid: 2, name: 'Rowery' }),
    hash('category:3', { cid: 3, name: 'Odnośnik', link: 'https://example.org' }),
    hash('user:1', { uid: 1, username: 'Żółta Ola', userslug: 'żółta-ola', joindate: AT }),
    hash('user:2', { uid: 2, username: 'Jan', userslug: 'jan', banned: 1, 'banned:expire': 0, joindate: AT }),
    hash('uid:2:ban:10', { uid: 2, timestamp: 10, reason: 'Dawny powód' }),
    hash('uid:2:ban:90', { uid: 2, timestamp: 90, reason: 'Spam' }),
    hash('topic:5', { tid: 5, cid: 2, uid: 1, title: 'Jaki rower?', mainPid: 50, timestamp: AT }),
    hash('topic:6', { tid: 6, cid: 2, uid: 1, title: 'Cudzy pierwszy wpis', mainPid: 50, timestamp: AT }),
    text(50, 'Skasowany pierwszy wpis', { deleted: 1 }),
    text(51, 'Zob. [wpis](/post/53), [dział](/category/2), [nic](gdzieś) i `:bike: @jan` :bike: :constructor:'),
    text(52, 'Skasowany', { deleted: 1 }),
    text(53, '@jan i @żółta-ola: <b>nie gruby</b>\n\n[1]: https://forum.example.org/post/51', { toPid: 51 }),
    text(54, 'Od gościa', { uid: 0, handle: 'Gość' }),
    text(55, '![rower.png](/assets/uploads/files/1700000000000-rower.png)'),
    text(LAST, 'Ostatni'),
    hash('post:https://example.org/1', { pid: 'https://example.org/1', tid: 5, content: 'Z innego serwera' }),
    hash('chat:room:7', { roomId: 7, roomName: 'O rowerze' }),
    hash('chat:room:8', { roomId: 8, public: 1 }),
    hash('message:1', { mid: 1, roomId: 7, fromuid: 1, content: 'Cześć', timestamp: AT }),
    hash('message:2', { mid: 2, roomId: 7, fromuid: 1, content: 'user-join', system: 1, timestamp: AT }),
    hash('message:3', { mid: 3, roomId: 8, fromuid: 2, content: 'Do wszystkich', timestamp: AT }),
  ].join(', ')};
  insert into legacy_set values ('pid:51:upvote', '2'), ('pid:51:downvote', '2'), ('pid:51:upvote', 'https://x/u');
  insert into legacy_zset values ('plugins:active', 'nodebb-plugin-markdown', 1), ('userslug:uid', 'jan', 2),
    ('userslug:uid', 'żółta-ola', 1), ('chat:room:7:uids', '1', 1), ('chat:room:7:uids', '2', 1),
    ('chat:room:8:uids', '1', 1)`,
)
afterAll(forum.drop)
const BASE_URL = 'https://forum.example.org'
const t = await createTestApp()
const report = await importInto(t, nodebb, { database: forum.url, baseUrl: BASE_URL })

const thread = (await t.db.select().from(post).where(eq(post.title, 'Jaki rower?')))[0]!
const said = await t.db.select().from(comment).orderBy(asc(comment.id))
const saying = (words: string) => said.find(({ content }) => content.includes(words))!

test('IMP-4 every row of NodeBB is imported, merged or refused, including rows from other servers', () => {
  expect(report.agrees).toBe(true)
  expect(report.sums).toMatchObject({
    community: { in: 2, imported: 1 },
    post: { in: 8, imported: 5, merged: 1, refused: 2 },
    vote: { in: 3, imported: 1, merged: 1, refused: 1 },
    message: { in: 3, imported: 3 },
    ban: { in: 1, imported: 1 },
  })
})

test("IMP-4 a first post that is deleted or belongs to another thread is not used as its thread's text", async () => {
  const threads = await t.db.select().from(post).orderBy(asc(post.id))
  expect(threads.map((one) => [one.title, one.content])).toEqual([
    ['Jaki rower?', ''],
    ['Cudzy pierwszy wpis', ''],
  ])
})

test('IMP-12 HTML tags in NodeBB texts stay text, emoji names become emoji and mentions become links', () => {
  expect(saying('Zob.').content).toBe(
    'Zob. [wpis](/post/53), [dział](/category/2), nic i `:bike: @jan` 🚲 :constructor:',
  )
  const { content, content_html } = saying('nie gruby')
  expect(content).toStartWith('[@jan](/u/Jan) i [@żółta-ola](/u/Zolta_Ola): <b>nie gruby</b>')
  expect(content).toEndWith(`[1]: ${paths.post(thread.id, saying('Zob.').id)}`)
  expect(content_html).toContain('&lt;b&gt;nie gruby&lt;/b&gt;')
})

test('IMP-4 imported NodeBB guests keep names, replies keep parents, and banned members become suspended', async () => {
  expect(saying('Od gościa').content).toBe('*Gość:*\n\nOd gościa')
  expect(saying('nie gruby').parent_id).toBe(saying('Zob.').id)
  const [jan] = await t.db.select().from(user).where(eq(user.username, 'Jan'))
  expect(jan!.suspension_id).not.toBeNull()
})

test('IMP-4 private messages are imported for each member of a room, in public rooms for the author only', async () => {
  const rows = await t.db.select().from(importedMessage).orderBy(asc(importedMessage.id))
  expect(rows.map(({ with_name, is_own, subject, content }) => [with_name, is_own, subject, content])).toEqual([
    ['Jan', true, 'O rowerze', 'Cześć'],
    ['Żółta Ola', false, 'O rowerze', 'Cześć'],
    ['', true, '', 'Do wszystkich'],
  ])
})

const moved = (address: string) => findRedirect(t.db, new URL(address, BASE_URL), new Date())

describe('IMP-14 redirects of NodeBB URLs', () => {
  test('imported posts get ids above those of NodeBB, so that /post/12 never shows a different post', async () => {
    expect(thread.id).toBeGreaterThan(LAST)
    expect(await moved('/post/51')).toBe(paths.post(thread.id, saying('Zob.').id))
  })

  test('a deleted NodeBB post counts in the numbering of its thread; its URL redirects to the thread', async () => {
    expect(await moved('/topic/5/jaki-rower/2')).toBe(paths.post(thread.id, saying('Zob.').id))
    expect(await moved('/topic/5/jaki-rower/3')).toBe(paths.post(thread.id))
    expect(await moved('/topic/5/jaki-rower/4')).toBe(paths.post(thread.id, saying('nie gruby').id))
    expect(await moved('/post/52')).toBe(paths.post(thread.id))
  })

  test.each(['/user/%C5%BC%C3%B3%C5%82ta-ola', '/user/%c5%bc%C3%B3%C5%82ta-ola/topics', '/uid/1'])(
    'the former profile address %s redirects to the imported member',
    async (address) => {
      const [row] = await t.db.select().from(importRow).where(eq(importRow.kind, 'person')).orderBy(importRow.source_id)
      const [person] = await t.db.select().from(user).where(eq(user.id, row!.target_id!))
      expect(await moved(address)).toBe(paths.user(person!.username))
    },
  )

  test('the URL of a NodeBB file redirects to the post or comment that shows the file', async () => {
    const address = '/assets/uploads/files/1700000000000-rower.png'
    expect(await moved(address)).toBe(paths.post(thread.id, saying('rower.png').id))
    expect(await moved('/assets/uploads/files/none.png')).toBeNull()
  })

  test.each([
    ['/category/2/rowery/40', { kind: 'community', id: '2' }],
    ['/category/2/recentposts.rss', { kind: 'feed', community: '2' }],
    ['/topics.rss', { kind: 'feed', community: null }],
    ['/popular', { kind: 'home' }],
    ['/assets/uploads/profile/uid-7/7-profileavatar-1.png', { kind: 'avatar', id: '7' }],
    ['/uploads/files/rower-resized.png', { kind: 'file', id: '/files/rower.png' }],
    ['/tags/rower', null],
  ])('the NodeBB URL %s is parsed', (address, expected) => {
    expect(nodebb.addressOf(address, new URLSearchParams(), '')).toEqual(expected as never)
  })
})
