import { afterAll, describe, expect, test } from 'bun:test'
import { asc, eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { createTestApp } from '#server/test/app.ts'
import { comment } from '../../../comments/table.ts'
import { post, postRank } from '../../../posts/table.ts'
import { user } from '../../../users/table.ts'
import { importedMessage } from '../../table.ts'
import { createFormerForum, importInto } from '../../testing/former-forum.ts'
import { phpbb } from './reader.ts'

/** The time of the first thread of the fixture. */
const AT = 1_200_000_000

const forum = await createFormerForum('phpbb')
afterAll(forum.drop)
const t = await createTestApp()
const report = await importInto(t, phpbb, { database: forum.url })

const names = async () => Object.fromEntries((await t.db.select().from(user)).map((one) => [one.username, one]))
const threadNamed = async (title: string) => (await t.db.select().from(post).where(eq(post.title, title)))[0]!
const said = (postId: number) => t.db.select().from(comment).where(eq(comment.post_id, postId)).orderBy(asc(comment.id))

describe('importing a phpBB forum', () => {
  test("IMP-1 IMP-10 every row of phpBB is imported, merged or refused, and the totals match phpBB's own", () => {
    expect(report.agrees).toBe(true)
    expect(report.sums).toEqual({
      community: { table: 'forums', in: 4, imported: 3, merged: 0, refused: 1 },
      person: { table: 'users', in: 5, imported: 3, merged: 0, refused: 2 },
      thread: { table: 'topics', in: 5, imported: 3, merged: 0, refused: 2 },
      post: { table: 'posts', in: 10, imported: 5, merged: 3, refused: 2 },
      file: { table: 'attachments', in: 0, imported: 0, merged: 0, refused: 0 },
      message: { table: 'privmsgs_to', in: 2, imported: 2, merged: 0, refused: 0 },
      ban: { table: 'banlist', in: 3, imported: 1, merged: 0, refused: 2 },
    })
    expect(report.notes.map(({ id, note }) => `${id} ${note}`)).toEqual(
      expect.arrayContaining(['3 renamed: Żółty Ł → Zolty_L', '4 email_taken', '11 title_filled: X', '11 text_cut']),
    )
  })

  test('IMP-1 imported phpBB members get available user names and keep their e-mail addresses and bans', async () => {
    const people = await names()
    expect(
      Object.keys(people)
        .filter((name) => name !== 'bot')
        .sort(),
    ).toEqual(['Zolty_L', 'admin_2', 'zolty_l_2'])
    expect(people.Zolty_L).toMatchObject({ email: 'z@example.org', created_at: new Date(AT * 1_000) })
    expect(people.zolty_l_2).toMatchObject({ email: null, suspension_id: expect.any(Number) })
    expect(people.admin_2).toMatchObject({ is_admin: false, suspension_id: null })
    expect(await t.db.select().from(importedMessage).orderBy(asc(importedMessage.id))).toMatchObject([
      { user_id: people.admin_2!.id, with_name: 'Żółty Ł', is_own: true, content: 'Co **tam**?' },
      { user_id: people.Zolty_L!.id, with_name: 'admin', is_own: false, subject: 'Cześć' },
    ])
  })

  test('IMP-12 texts of any phpBB version become Markdown, with links and quotes that lead to this forum', async () => {
    const thread = await threadNamed('Zakwas "żytni"')
    const other = await threadNamed((await t.db.select().from(post).orderBy(asc(post.id)))[1]!.title)
    expect(thread.content).toBe(
      'Jak **karmić**? 🙂 [https://forum.example.org/forum/viewtopic.php?t=11](/forum/viewtopic.php?t=11)',
    )
    const [first, second, third, fourth] = await said(thread.id)
    expect(first!.content).toBe('Codziennie \\<script\\>alert(1)\\</script\\>\nWoda i mąka.')
    expect(second!.content).toContain(`> [Żółty Ł](/post/${thread.id}?comment=${first!.id}`.slice(0, 24))
    expect(second!.content).toContain('*Gość:*')
    expect(second!.content).toContain('Zgoda 😀')
    expect(third!.content).toContain(`[tu](/post/${thread.id}`)
    expect([first, second, third, fourth].map((one) => one!.parent_id)).toEqual([null, first!.id, null, null])
    expect(first).toMatchObject({ reply_count: 1 })
    expect(fourth!.author_id).toBe(null)
    expect(third!.created_at).toEqual(new Date((AT + 20) * 1_000))
    expect(other.content.length).toBe(40_000)
    const [rank] = await t.db.select().from(postRank).where(eq(postRank.post_id, thread.id))
    expect(rank).toMatchObject({ comment_count: 4, is_locked: true, is_pinned: true, upvotes: 0 })
  })

  test('IMP-13 owners of imported accounts sign in with the former user name or e-mail, and password', async () => {
    const api = await t.as(null)
    expect((await api.auth.login({ username: 'szef@example.org', password: 'test12345' })).user.username).toBe(
      'admin_2',
    )
  })
})

test('IMP-11 an import interrupted fifty times results in the same database as an uninterrupted one', async () => {
  const [whole, parts] = [await createTestApp(), await createTestApp()]
  await importInto(whole, phpbb, { database: forum.url })
  for (let n = 0; n < 50; n += 1) {
    const end = new AbortController()
    setTimeout(() => end.abort(), n % 7)
    await importInto(parts, phpbb, { database: forum.url, batchSize: 1 + (n % 4), signal: end.signal }).catch(() => {})
  }
  await importInto(parts, phpbb, { database: forum.url })
  const digest = async ({ db }: typeof whole) => {
    const found: Record<string, string> = {}
    for (const table of TABLES) {
      const [row] = await db.execute<{ rows: string }>(
        sql`select coalesce(json_agg(t order by t::text)::text, '') as rows from ${sql.identifier(table)} t`,
      )
      found[table] = createHash('sha256').update(row!.rows).digest('hex')
    }
    return found
  }
  expect(await digest(parts)).toEqual(await digest(whole))
})

const TABLES = (
  'user category categorymembership post post_rank comment import_row import_note imported_account imported_message ' +
  'import_reserved'
).split(' ')
