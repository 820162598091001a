import postgres from 'postgres'

const TABLES = `
create table phpbb_forums (forum_id int primary key, parent_id int default 0, forum_type int default 1,
  forum_name text, forum_desc text default '', forum_desc_uid text default '');
create table phpbb_users (user_id int primary key, user_type int default 0, username text, user_email text default '',
  user_password text default '', user_regdate int default 1200000000, user_lang text default 'pl',
  user_posts int default 1);
create table phpbb_topics (topic_id int primary key, forum_id int, topic_title text, topic_poster int,
  topic_time int, topic_first_post_id int, topic_first_poster_name text default '', topic_status int default 0,
  topic_type int default 0, topic_visibility int default 1);
create table phpbb_posts (post_id int primary key, topic_id int, forum_id int, poster_id int, post_time bigint,
  post_username text default '', post_subject text default '', post_text text, bbcode_uid text default '',
  post_edit_time int default 0, post_visibility int default 1);`

type Size = { posts: number; people: number }

const POSTS_A_THREAD = 20
const COMMUNITIES = 20
const FIRST_TIME = 1_100_000_000

/** Texts of some 300 letters; every fifth quotes the previous post, every tenth links to a thread. */
const TEXT = `
  case when n % 5 = 4 then '<r><QUOTE post_id="' || n - 1 || '"><s>[quote="Osoba" post_id=' || n - 1
    || ']</s>Tak było<e>[/quote]</e></QUOTE> ' else '<r>' end
  || 'Wpis <B><s>[b]</s>' || md5(n::text) || '<e>[/b]</e></B> o rowerach, chlebie i&amp;ogrodzie. <E>:)</E><br/>
' || repeat('Zażółć gęślą jaźń ' || substr(md5((n * 7)::text), 1, 8) || ' w zdaniu. ', 2 + n % 9)
  || case when n % 10 = 0 then '<URL url="https://forum.example.org/forum/viewtopic.php?t=1">' ||
    'https://forum.example.org/forum/viewtopic.php?t=1</URL>' else '' end || '</r>'`

/** The content of the phpBB 3 forum is deterministic. */
export async function fillLargeForum(url: string, { posts, people }: Size): Promise<void> {
  const threads = Math.ceil(posts / POSTS_A_THREAD)
  const sql = postgres(url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
  try {
    await sql.unsafe(TABLES)
    await sql.unsafe(`
      insert into phpbb_forums (forum_id, forum_name, forum_desc)
        select n, 'Dział ' || n, 'Opis działu ' || n from generate_series(1, ${COMMUNITIES}) n;
      insert into phpbb_users (user_id, username, user_email, user_password, user_regdate)
        select n + 1, 'osoba_' || n, 'osoba' || n || '@example.org', md5(n::text), ${FIRST_TIME} + n
        from generate_series(1, ${people}) n;
      insert into phpbb_topics (topic_id, forum_id, topic_title, topic_poster, topic_time, topic_first_post_id)
        select n, 1 + n % ${COMMUNITIES}, 'Temat ' || n || ' ' || md5(n::text), 2 + n * 31 % ${people},
          ${FIRST_TIME} + n * 200, (n - 1) * ${POSTS_A_THREAD} + 1 from generate_series(1, ${threads}) n;
      insert into phpbb_posts (post_id, topic_id, poster_id, post_time, post_text)
        select n, 1 + (n - 1) / ${POSTS_A_THREAD}, 2 + n * 17 % ${people}, ${FIRST_TIME} + n * 10, ${TEXT}
        from generate_series(1, ${posts}) n;
      analyze`)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
