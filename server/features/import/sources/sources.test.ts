import { afterAll, describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { comment } from '../../comments/table.ts'
import { post, postRank } from '../../posts/table.ts'
import { user } from '../../users/table.ts'
import type { OldAddress } from '../records.ts'
import { createFormerForum, importInto } from '../testing/former-forum.ts'
import { loadSource } from './index.ts'

type Row = [imported: number, merged: number, refused: number]
type Expected = { row: string; name: string; thread: Row; post: Row; vote?: Row; karma: number[] }

const FORUMS: Expected[] = [
  { row: 'IMP-2', name: 'mybb', thread: [1, 0, 2], post: [2, 1, 2], karma: [0, 0] },
  { row: 'IMP-3', name: 'smf', thread: [1, 0, 1], post: [2, 1, 2], vote: [2, 0, 1], karma: [1, 1] },
  { row: 'IMP-4', name: 'nodebb', thread: [1, 0, 1], post: [2, 1, 2], vote: [2, 0, 1], karma: [1, -1] },
  { row: 'IMP-5', name: 'discourse', thread: [1, 0, 1], post: [2, 1, 2], vote: [2, 0, 1], karma: [1, 1] },
  { row: 'IMP-6', name: 'lemmy', thread: [1, 0, 1], post: [2, 0, 2], vote: [3, 0, 0], karma: [1, -1] },
]

const ADDRESSES: [string, string, OldAddress | null][] = [
  ['mybb', '/showthread.php?tid=5', { kind: 'thread', id: '5' }],
  ['mybb', '/showthread.php?tid=5&pid=51#pid51', { kind: 'post', id: '51' }],
  ['mybb', '/thread-5.html', { kind: 'thread', id: '5' }],
  ['mybb', '/thread-5-post-51.html', { kind: 'post', id: '51' }],
  ['mybb', '/forumdisplay.php?fid=2', { kind: 'community', id: '2' }],
  ['mybb', '/member.php?action=profile&uid=1', { kind: 'person', id: '1' }],
  ['mybb', '/archive/index.php?thread-5-2.html', { kind: 'thread', id: '5' }],
  ['mybb', '/printthread.php?tid=5', { kind: 'thread', id: '5' }],
  ['mybb', '/uploads/avatars/avatar_2.png?dateline=1', { kind: 'avatar', id: '2' }],
  ['mybb', '/search.php', null],
  ['phpbb', '/viewtopic.php?f=2&t=5&sid=0a1b', { kind: 'thread', id: '5' }],
  ['phpbb', '/viewtopic.php?t=5&start=20', { kind: 'place', thread: '5', number: 21, by: 'time' }],
  ['phpbb', '/viewtopic.php?f=2&p=51#p51', { kind: 'post', id: '51' }],
  ['phpbb', '/index.php?sid=0a1b', { kind: 'home' }],
  ['phpbb', '/search.php?author_id=3&sr=posts', { kind: 'person', id: '3' }],
  ['phpbb', '/search.php?keywords=x', null],
  ['phpbb', '/app.php/feed/topic/5', { kind: 'thread', id: '5' }],
  ['phpbb', '/app.php/feed/forum/2', { kind: 'feed', community: '2' }],
  ['phpbb', '/feed/topic/5', { kind: 'thread', id: '5' }],
  ['phpbb', '/download/file.php?avatar=58_1795676210.png', { kind: 'avatar', id: '58' }],
  ['phpbb', '/download/file.php?id=4&t=1', { kind: 'file', id: '4' }],
  ['smf', '/index.php?topic=12.0', { kind: 'thread', id: '12' }],
  ['smf', '/index.php?topic=12.msg34#msg34', { kind: 'post', id: '34' }],
  ['smf', '/index.php?msg=34', { kind: 'post', id: '34' }],
  ['smf', '/custom_avatar/avatar_2_1795661877.png', { kind: 'avatar', id: '2' }],
  ['smf', '/index.php?topic=12.15;sa=x', { kind: 'place', thread: '12', number: 16 }],
  ['smf', '/index.php/topic,12.msg34.html', null],
  ['smf', '/index.php?board=2.0', { kind: 'community', id: '2' }],
  ['smf', '/index.php?action=profile;u=3', { kind: 'person', id: '3' }],
  ['nodebb', '/topic/12/slug/4', { kind: 'place', thread: '12', number: 4 }],
  ['nodebb', '/topic/12/slug', { kind: 'thread', id: '12' }],
  ['nodebb', '/category/2/rowery', { kind: 'community', id: '2' }],
  ['discourse', '/t/jaki-rower/12/3', { kind: 'place', thread: '12', number: 3 }],
  ['discourse', '/t/12', { kind: 'thread', id: '12' }],
  ['discourse', '/c/rowery/2', { kind: 'community', id: '2' }],
  ['discourse', '/latest.rss', { kind: 'feed', community: null }],
  ['discourse', '/t/jaki-rower/12/last', { kind: 'place', thread: '12', number: Infinity }],
  ['discourse', '/t/jaki-rower/12?page=3', { kind: 'place', thread: '12', number: 41 }],
  ['discourse', '/c/rowery/czesci/7/l/top', { kind: 'community', id: '7' }],
  ['discourse', '/c/rowery/czesci', { kind: 'named', address: '/c/rowery/czesci' }],
  ['discourse', '/users/Jan/activity', { kind: 'named', address: '/u/jan' }],
  ['discourse', '/uploads/short-url/2.png', { kind: 'file', id: '2'.padStart(40, '0') }],
  ['lemmy', '/comment/51', { kind: 'post', id: '51' }],
  ['lemmy', '/post/5', { kind: 'thread', id: '5' }],
]

test.each(ADDRESSES)('IMP-14 the import source %s parses the URL %s of its forum', async (name, address, expected) => {
  const url = new URL(address, 'https://forum.example.org')
  expect((await loadSource(name))!.addressOf(url.pathname, url.searchParams, url.hash)).toEqual(expected)
})

describe.each(FORUMS)('$row the source $name', ({ row, name, karma, ...expected }) => {
  test(`${row} a ${name} forum is imported with replies, votes and links, and a second run adds nothing`, async () => {
    const forum = await createFormerForum(name)
    afterAll(forum.drop)
    const t = await createTestApp()
    const source = (await loadSource(name))!
    const report = await importInto(t, source, { database: forum.url })
    expect(report.agrees).toBe(true)
    for (const [kind, [imported, merged, refused]] of Object.entries(expected) as [keyof typeof report.sums, Row][])
      expect(report.sums[kind]).toMatchObject({ in: imported + merged + refused, imported, merged, refused })
    const [thread] = await t.db.select().from(post)
    expect(thread).toMatchObject({ title: 'Jaki rower?', created_at: new Date(1_200_000_000_000) })
    expect(thread!.content).toStartWith('Szukam **roweru** & kasku.')
    const said = await t.db.select().from(comment).orderBy(asc(comment.id))
    expect(said.map((one) => [one.parent_id, one.depth, one.created_at.getTime()])).toEqual([
      [null, 1, 1_200_000_100_000],
      [said[0]!.id, 2, 1_200_000_200_000],
    ])
    expect(said[0]!.content).toEndWith('Miejski.')
    // A link to a position in a thread becomes a URL of the former forum, which redirects.
    const place = name === 'discourse' ? '/forum/t/jaki-rower/5/2' : `/post/${thread!.id}`
    expect(said[1]!.content).toContain(`[Dzięki](${place}`)
    expect(said[1]!.content).not.toContain('former.invalid')
    const people = await t.db.select().from(user).where(eq(user.is_bot, false)).orderBy(asc(user.id))
    expect(people.slice(0, 2).map((one) => [one.username, one.email])).toEqual([
      ['Jan', 'jan@example.org'],
      ['Ola', 'ola@example.org'],
    ])
    expect(people.slice(0, 2).map((one) => one.karma)).toEqual(karma)
    const before = await t.db.select().from(postRank)
    const again = await importInto(t, source, { database: forum.url })
    expect(again.sums).toEqual(report.sums)
    expect([await t.db.select().from(postRank), await t.db.$count(comment)]).toEqual([before, 2])
  })
})
