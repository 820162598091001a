import { afterAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { comment } from '../../../comments/table.ts'
import { post } from '../../../posts/table.ts'
import { user } from '../../../users/table.ts'
import { findRedirect } from '../../redirects.ts'
import { importedMessage, importRow } from '../../table.ts'
import { createFormerForum, importInto } from '../../testing/former-forum.ts'
import { ourMarkdown } from './markdown.ts'
import { lemmy } from './reader.ts'

const STATEMENTS = `
create table community (id int primary key, name text, title text, description text, nsfw boolean default false,
  actor_id text, local boolean default true, deleted boolean default false, removed boolean default false,
  visibility text default 'Public', published timestamptz default '2020-01-01');
create table person (id int primary key, name text, bio text, avatar text, actor_id text, local boolean default true,
  deleted boolean default false, banned boolean default false, ban_expires timestamptz,
  published timestamptz default '2020-01-01');
create table local_user (person_id int, email text, password_encrypted text, interface_language text default 'browser',
  accepted_application boolean default true, admin boolean default false);
create table post (id int primary key, community_id int, creator_id int, name text, url text, body text, alt_text text,
  nsfw boolean default false, published timestamptz default '2020-01-02', updated timestamptz,
  locked boolean default false, featured_community boolean default false, deleted boolean default false,
  removed boolean default false);
create table comment (id int primary key, post_id int, creator_id int, content text, path text,
  published timestamptz default '2020-01-03', updated timestamptz, deleted boolean default false,
  removed boolean default false);
create table post_like (person_id int, post_id int, score smallint, published timestamptz);
create table comment_like (person_id int, comment_id int, score smallint, published timestamptz);
create table private_message (id int primary key, creator_id int, recipient_id int, content text,
  deleted boolean default false, published timestamptz default '2020-01-04');
create table mod_ban (id int primary key, other_person_id int, reason text, banned boolean);
insert into community (id, name, title, actor_id, visibility) values
  (2, 'rowery', 'Rowery', 'https://forum.example.org/c/rowery', 'Public'),
  (3, 'zamknieta', 'Zamknięta', 'https://forum.example.org/c/zamknieta', 'LocalOnly');
insert into person (id, name, actor_id, local) values (1, 'Jan', 'https://forum.example.org/u/Jan', true),
  (2, 'ola', 'https://forum.example.org/u/ola', true), (3, 'Ola', 'https://inna.example.net/u/Ola', false),
  (4, 'odrzucony', 'https://forum.example.org/u/odrzucony', true);
update person set banned = true, ban_expires = '2999-01-01' where id = 2;
insert into local_user (person_id, interface_language, accepted_application) values (1, 'en', true), (2, 'pl', true),
  (4, 'pl', false);
insert into mod_ban values (1, 2, 'Reklamy', true);
insert into post (id, community_id, creator_id, name, body, nsfw) values
  (1, 2, 1, 'Pierwszy', '@Ola@inna.example.net i !rowery@forum.example.org, [dalej](/post/2)', false),
  (2, 2, 3, 'Drugi', 'x', false), (3, 2, 1, 'Dla dorosłych', 'x', true), (4, 3, 1, 'Tylko dla swoich', 'x', false);
insert into comment (id, post_id, creator_id, content, path) values (10, 1, 1, 'Korzeń', '0.10'),
  (11, 1, 1, 'Usunięty', '0.10.11'), (12, 1, 1, 'Zdjęty', '0.10.11.12'), (13, 1, 3, 'Pod nimi', '0.10.11.12.13');
update comment set deleted = true where id = 11;
update comment set removed = true where id = 12;
insert into private_message (id, creator_id, recipient_id, content) values (1, 1, 2, 'Cześć');
`

const MARKDOWN: [string, string, string][] = [
  ['spoilers', '::: spoiler Koniec\nGinie.\n\n- `kot`\n:::\nDalej', 'Koniec\n\n>!Ginie.!<\n\n- >!`kot`!<\n\nDalej'],
  ['a spoiler that is not closed', '::: spoiler Koniec\nGinie.', 'Koniec\n\n>!Ginie.!<'],
  ['raised and lowered letters', 'H~2~O, m^2^, ~~nie~~, `a~b~`', 'H2O, m2, ~~nie~~, `a~b~`'],
  ['marks in addresses', '[x](https://e.org/~a/~b) https://e.org/~a/~b', ''],
  ['footnotes', 'Tak[^a] i^[wtrącone].\n\n[^a]: Źródło.', 'Tak\\[1\\] i\\[2\\].\n\n1. Źródło.\n2. wtrącone'],
  ['readings above letters', '{漢|かん}', '漢(かん)'],
  ['names in code and addresses', '`@a@b.org` https://b.org/@a@b.org jan@b.org', ''],
  ['names', '!a_b@b.org', '[!a\\_b@b.org](https://former.invalid/c/a_b@b.org)'],
]

describe('converting the Markdown of Lemmy', () => {
  test.each(MARKDOWN)('IMP-12 Markdown of Lemmy is converted to the Markdown used here: %s', (_, typed, expected) => {
    expect(
      ourMarkdown(typed)
        .replaceAll(/\n{3,}/g, '\n\n')
        .trim(),
    ).toBe(expected || typed)
  })

  test('IMP-12 malicious nesting in a long Lemmy text does not slow down the conversion', () => {
    for (const piece of ['::: spoiler a\n', '[^1]', '^[', '~a', '^a', '{a|', '@a@b.c', '[', '`', '``` `'])
      expect(ourMarkdown(piece.repeat(Math.floor(40_000 / piece.length))).length).toBeGreaterThan(10_000)
  })
})

describe('importing a Lemmy instance', async () => {
  const forum = await createFormerForum('lemmy', STATEMENTS)
  afterAll(forum.drop)
  const t = await createTestApp()
  const baseUrl = 'https://forum.example.org'
  const report = await importInto(t, lemmy, { database: forum.url, baseUrl })

  const reasonOf = async (kind: 'community' | 'person' | 'thread', id: string) => {
    const rows = await t.db.select().from(importRow).where(eq(importRow.kind, kind))
    return rows.find((row) => row.source_id === id)!.reason
  }
  const redirectOf = (address: string) => findRedirect(t.db, new URL(address, baseUrl), new Date())

  test('IMP-6 IMP-10 every row of Lemmy is imported or refused with a reason', async () => {
    expect(report.agrees).toBe(true)
    expect(await reasonOf('community', '3')).toBe('not_public')
    expect(await reasonOf('person', '4')).toBe('not_accepted')
    expect(await reasonOf('thread', '3')).toBe('nsfw')
  })

  test('IMP-6 bans, languages and private messages of Lemmy are imported', async () => {
    const people = await t.db.select().from(user).where(eq(user.is_bot, false))
    const byName = new Map(people.map((one) => [one.username, one]))
    expect([...byName.keys()].toSorted()).toEqual(['Jan', 'Ola_2', 'ola'])
    expect(byName.get('Jan')).toMatchObject({ language: 'en', suspension_id: null })
    expect(byName.get('ola')).toMatchObject({ suspended_until: new Date('2999-01-01') })
    expect(await t.db.select().from(importedMessage)).toMatchObject([
      { user_id: byName.get('Jan')!.id, with_name: 'ola', is_own: true, content: 'Cześć' },
      { user_id: byName.get('ola')!.id, with_name: 'Jan', is_own: false, content: 'Cześć' },
    ])
  })

  test('IMP-6 a Lemmy comment whose parent was deleted becomes a reply to its nearest remaining ancestor', async () => {
    const [root, below] = await t.db.select().from(comment).orderBy(comment.id)
    expect([below!.parent_id, below!.depth]).toEqual([root!.id, 2])
  })

  test("IMP-14 Lemmy's user, community and post URLs redirect to the imported content", async () => {
    const [first] = await t.db.select().from(post).where(eq(post.title, 'Pierwszy'))
    expect(first!.content).toBe(
      '[@Ola@inna.example.net](/u/Ola_2) i [!rowery@forum.example.org](/r/rowery), [dalej](/post/2)',
    )
    expect(await redirectOf('/u/ola')).toBe('/u/ola')
    expect(await redirectOf('/u/Ola@inna.example.net?sort=New')).toBe('/u/Ola_2')
    expect(await redirectOf('/feeds/c/rowery.xml?sort=New')).toBe('/r/rowery/feed.xml')
    expect(await redirectOf('/c/nieznana')).toBeNull()
  })

  test('IMP-14 no imported post gets the URL that another post had on the Lemmy instance', async () => {
    const posts = await t.db.select().from(post).orderBy(post.id)
    expect(posts[0]!.id).toBeGreaterThan(1_000)
    for (const [at, { id }] of posts.entries()) expect(await redirectOf(`/post/${at + 1}`)).toBe(`/post/${id}`)
  })
})
