import { afterAll, expect, test } from 'bun:test'
import { asc, eq, sql } from 'drizzle-orm'
import { join } from 'node:path'
import { createTestApp, type TestApp } from '#server/test/app.ts'
import { pollOption, pollVote } from '../../polls/table.ts'
import { post } from '../../posts/table.ts'
import { createFormerForum, importInto } from '../testing/former-forum.ts'
import { loadSource } from './index.ts'

const OPTIONS = 10_000
const DAY = 86_400

/** Thread 8 of each forum has a poll of 10,000 options, 9 a poll of one long option, and 10 an open poll. */
const FORUMS = {
  mybb: `
    alter table mybb_threads add poll int default 0;
    create table mybb_polls (
      pid int, tid int, question text, dateline bigint, options text, votes text, timeout bigint);
    create table mybb_pollvotes (vid int, pid int, uid int, voteoption int, dateline bigint);
    insert into mybb_threads (tid, fid, subject, uid, dateline, firstpost, poll)
      select id, 2, 'Ankieta ' || id, 1, 1200000000, id, id from generate_series(8, 10) id;
    insert into mybb_posts (pid, tid, uid, dateline, message)
      select id, id, 1, 1200000000, 'Tekst' from generate_series(8, 10) id;
    insert into mybb_polls
      select 8, 8, 'Ile?', 1200000000, string_agg('opcja ' || n, '||~|~||' order by n), '', 0
        from generate_series(1, ${OPTIONS}) n
      union all select 9, 9, 'Długa?', 1200000000, repeat('x', 101) || '||~|~||nie', '1||~|~||x', 0
      union all select 10, 10, 'Otwarta?', 1200000000, 'tak||~|~||nie', '3||~|~||4', 300000
      union all select 5, 5, 'Zamknięta?', 1200000000, 'tak||~|~||nie', '2||~|~||1', 0;
    insert into mybb_pollvotes values
      (1, 5, 999, 1, ${1_200_000_000 + DAY}), (2, 5, 2, 99, 1200000000), (3, 7, 2, 1, 1);
    update mybb_threads set poll = 5 where tid = 5`,
  smf: `
    alter table smf_topics add id_poll int default 0;
    create table smf_polls (id_poll int, question text, expire_time bigint);
    create table smf_poll_choices (id_poll int, id_choice int, label text, votes bigint);
    insert into smf_topics (id_topic, id_board, id_first_msg, id_member_started, id_poll)
      select id, 2, id, 1, id from generate_series(8, 10) id;
    insert into smf_messages (id_msg, id_topic, id_member, subject, body, poster_time)
      select id, id, 1, 'Ankieta ' || id, 'Tekst', 1200000000 from generate_series(8, 10) id;
    insert into smf_polls values (8, 'Ile?', 0), (9, 'Długa?', 0), (10, 'Otwarta?', 4102444800),
      (5, 'Zamknięta?', ${1_200_000_000 + DAY}), (7, 'Niczyja?', 0);
    insert into smf_poll_choices select 8, n, 'opcja ' || n, 0 from generate_series(1, ${OPTIONS}) n
      union all values (9, 0, repeat('x', 101), 1), (9, 1, 'nie', 0), (10, 0, 'tak', 3), (10, 1, 'nie', 4),
        (5, 1, 'nie', 1), (5, 0, 'tak', 2), (7, 0, 'niczyja', 5);
    update smf_topics set id_poll = 5 where id_topic = 5`,
}

async function stored({ db }: TestApp) {
  const options = await db.select().from(pollOption).orderBy(asc(pollOption.id))
  const [left] = await db.execute(sql`select json_agg(r order by r::text) as ids from import_reserved r`)
  return { options, left, posts: await db.select().from(post).orderBy(asc(post.id)) }
}

test.each(Object.entries(FORUMS))(
  'IMP-25 imported polls of %s are closed, with counts of votes and without voters',
  async (name, rows) => {
    const fixture = await Bun.file(join(import.meta.dir, name, 'fixture.pgsql')).text()
    const forum = await createFormerForum(name, fixture + rows)
    afterAll(forum.drop)
    const source = (await loadSource(name))!
    const t = await createTestApp()
    const report = await importInto(t, source, { database: forum.url })
    expect(report.agrees).toBe(true)
    expect(report.notes.filter(({ note }) => note === 'poll_in_text').map(({ id }) => id)).toEqual(['8', '9'])
    expect(report.notes).toContainEqual({ kind: 'thread', id: '8', note: 'text_cut' })
    const found = async (title: string) => {
      const [one] = await t.db.select().from(post).where(eq(post.title, title))
      const options = await t.db.select().from(pollOption).where(eq(pollOption.post_id, one!.id)).orderBy(pollOption.id)
      return { ...one!, options: options.map(({ text, votes }) => [text, votes]) }
    }
    const closed = await found('Jaki rower?')
    expect(closed.content).toEndWith('**Zamknięta?**')
    expect(closed.options).toEqual([
      ['tak', 2],
      ['nie', 1],
    ])
    expect(closed.poll_closes_at).toEqual(new Date((1_200_000_000 + DAY) * 1_000))
    const open = await found('Ankieta 10')
    expect(open.options).toEqual([
      ['tak', 3],
      ['nie', 4],
    ])
    expect(open.poll_closes_at).toEqual(open.created_at)
    const long = await found('Ankieta 9')
    expect([long.poll_closes_at, long.options]).toEqual([null, []])
    expect(long.content).toContain('x – 1\n- nie – 0')
    expect((await found('Ankieta 8')).content).toContain('- opcja 1000 – 0')
    expect(await t.db.$count(pollVote)).toBe(0)
    const whole = await stored(t)
    expect((await importInto(t, source, { database: forum.url })).sums).toEqual(report.sums)
    expect(await stored(t)).toEqual(whole)
    const parts = await createTestApp()
    for (let n = 0; n < 12; n += 1) {
      const end = new AbortController()
      setTimeout(() => end.abort(), n * 4)
      await importInto(parts, source, { database: forum.url, batchSize: 1 + (n % 3), signal: end.signal }).catch(
        () => {},
      )
    }
    await importInto(parts, source, { database: forum.url })
    expect(await stored(parts)).toEqual(whole)
  },
)
