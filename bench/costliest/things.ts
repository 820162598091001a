import type postgres from 'postgres'
import { LIMITS } from '#shared/limits.ts'
import { fullSet } from '../filter-set.ts'
import { columnsOfComment, longComment, longPost, plain, postColumns } from './texts.ts'

/** Numbers of rows of one member after years of use, up to the limits. */
const OWN = {
  communities: 1_000,
  follows: 10_000,
  blocks: 5_000,
  visits: 50_000,
  hidden: 10_000,
  saved: 10_000,
  notifications: 50_000,
  conversations: 5_000,
  decisions: 5_000,
  points: 50_000,
  sessions: 1_000,
  streams: 5_000,
}
const THREAD = { tops: 1_000, repliesOfEach: 10, chain: 1_000 }
const QUEUE = { reported: 2_000, held: 1_000, appeals: 1_000, notices: 1_000 }
const MODLOG = 20_000
const AUDIT = 20_000
/** `threads` is per community, `messages` is the length of the longest thread. */
const MODMAIL = { threads: 5, messages: 500 }
const NOTES = 2_000
/** The long posts are in one community, and a search for any common word finds all of them. */
const LONG_POSTS = 1_000

export type LargeThings = {
  member: number
  /** A member whose only tie to `member` is that the two exchange private messages. */
  partner: number
  partnerName: string
  community: number
  communityName: string
  filtered: number
  /** The longest post, with the longest thread, earlier versions and pictures. */
  post: number
  poll: number
  pollOptions: number[]
  filteredPost: number
  /** The first comment of the longest thread, with earlier versions and ten replies. */
  comment: number
  deepComment: number
  /** The longest thread of mod mail in which `member` writes as a moderator. */
  modmail: number
  item: () => Promise<number>
  /** Creates a row for a call that can use each row only once. */
  fresh: (kind: Fresh) => Promise<number>
}

type Fresh = 'user' | 'post' | 'comment' | 'category' | 'stream' | 'report' | 'filter'

type Sql = postgres.Sql

/** Creates the rows in batches, so that no transaction on a large forum takes minutes. */
export async function createLargeThings(sql: Sql, print: (line: string) => void): Promise<LargeThings> {
  const [ids] = await sql<{ member: number; partner: number; name: string }[]>`
    select min(id) as member, min(id) + 1 as partner, (select username from "user" where id = 2) as name from "user"`
  const { member, partner, name } = ids!
  const mark = Date.now().toString(36)
  print('  the largest communities, member, thread and queue ...')
  const communities = await createCommunities(sql, member, mark)
  const [community, filtered] = communities as [number, number]
  await createCommunityRows(sql, { community, filtered, member })
  await createTies(sql, member, communities)
  const posts = await createPosts(sql, { member, community, filtered })
  const thread = await createThread(sql, { member, ...posts })
  await createMail(sql, member)
  const modmail = await createModmail(sql, { partner, communities })
  await createQueue(sql, { member, community, ...posts })
  await sql.unsafe('analyze')
  const item = async () => {
    const [row] = await sql<{ id: number }[]>`
      select id from queue_item where status = 'open' and kind = 'reports' and category_id = ${community}
      order by id limit 1`
    return row!.id
  }
  return {
    member,
    partner,
    partnerName: name,
    community,
    communityName: `large_${mark}_1`,
    filtered,
    ...posts,
    ...thread,
    modmail,
    item,
    fresh: (kind) => createFresh(sql, kind, { member, community, ...posts }),
  }
}

async function createCommunities(sql: Sql, member: number, mark: string): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    insert into category (name, display_name, description, creator_id, rules_count, is_nsfw)
    select 'large_' || ${mark}::text || '_' || n, rpad('Społeczność ' || n || ' ', ${LIMITS.displayName}, 'długa '),
      rpad('O wszystkim ', ${LIMITS.categoryDescription}, 'rower chleb las '), ${member}, ${LIMITS.rules}, false
    from generate_series(1, ${OWN.communities}) n returning id`
  const ids = rows.map(({ id }) => id)
  await sql`insert into category_moderator (category_id, user_id) select unnest(${ids}::int[]), ${member}`
  return ids
}

async function createModmail(
  sql: Sql,
  { partner, communities }: { partner: number; communities: number[] },
): Promise<number> {
  const threads = await sql<{ id: number }[]>`
    insert into modmail_thread (category_id, member_id, subject, last_text, last_message_at)
    select home, ${partner}, ${plain(LIMITS.modmailSubject)}, ${plain(LIMITS.modmailExcerpt)},
      now() - n * interval '1 hour'
    from unnest(${communities}::int[]) home, generate_series(1, ${MODMAIL.threads}) n returning id`
  const { id } = threads[0]!
  await sql`insert into modmail_message (thread_id, author_id, is_staff, text, text_html, renderer_version)
    select ${id}, ${partner}, false, ${plain(LIMITS.modmailText)}, ${plain(LIMITS.modmailText)}, 1000
    from generate_series(1, ${MODMAIL.messages})`
  return id
}

type Community = { community: number; filtered: number; member: number }

async function createCommunityRows(sql: Sql, { community, filtered, member }: Community): Promise<void> {
  await sql`insert into category_rule (category_id, position, title, text)
    select ${community}, n, rpad(n || ' ', ${LIMITS.ruleTitle}, 'zasada '), ${plain(LIMITS.ruleText)}
    from generate_series(1, ${LIMITS.rules}) n`
  await sql`insert into category_flair (category_id, position, label, color)
    select ${community}, n, rpad(n || ' ', ${LIMITS.flairLabel}, 'etykieta '), 'teal'
    from generate_series(1, ${LIMITS.flairs}) n`
  await sql`insert into category_moderator (category_id, user_id)
    select ${community}, id from "user" where id <> ${member} order by id limit ${LIMITS.moderators - 1}`
  for (const match of fullSet()) {
    await sql`insert into content_filter (category_id, name, is_enabled, action, match)
      values (${filtered}, 'Filtr', true, 'report', ${sql.json(match as never)}),
        (${community}, 'Filtr', false, 'hold', ${sql.json(match as never)})`
  }
  await sql`insert into moderator_note (user_id, category_id, by_id, text)
    select ${member + 1}, ${community}, ${member}, ${plain(LIMITS.moderatorNote)} from generate_series(1, ${NOTES})`
  await sql`insert into category_ban (user_id, category_id, decision_id)
    select id, ${community}, 0 from "user" where id > ${member + 200} order by id limit 2000`
}

async function createTies(sql: Sql, member: number, communities: number[]): Promise<void> {
  const others = (limit: number, from = 1) =>
    sql`select id, now() - id * interval '1 second' as at from "user"
      where id > ${member + from} and not is_bot order by id limit ${limit}`
  const recent = (limit: number) => sql`select post_id as id, created_at as at from post_rank
    where is_listed and not is_nsfw order by created_at desc limit ${limit}`
  await sql`insert into categorymembership (category_id, user_id) select unnest(${communities}::int[]), ${member}
    on conflict do nothing`
  await sql`insert into categorymembership (category_id, user_id)
    select ${communities[0]!}, id from (${others(5_000)}) o
    on conflict do nothing`
  // The partner writes in the community with filters, so they join it, but not as a moderator.
  await sql`insert into categorymembership (category_id, user_id) values (${communities[1]!}, ${member + 1})`
  await sql`insert into follow (follower_id, followed_id, created_at)
    select ${member}, id, at from (${others(OWN.follows, 1_000)}) o
    union all select id, ${member}, at from (${others(OWN.follows, 1_000)}) o on conflict do nothing`
  await sql`insert into blockeduser (blocker_id, blocked_id, created_at)
    select ${member}, id, at from (${others(OWN.blocks, 12_000)}) o on conflict do nothing`
  await sql`insert into post_visit (user_id, post_id, visited_at)
    select ${member}, id, at from (${recent(OWN.visits)}) r on conflict do nothing`
  await sql`insert into hidden_post (user_id, post_id, created_at)
    select ${member}, id, at from (${recent(OWN.hidden)}) r on conflict do nothing`
  await sql`insert into savedpost (user_id, post_id, created_at)
    select ${member}, id, at from (${recent(OWN.saved)}) r on conflict do nothing`
  await sql`insert into notification (user_id, kind, actor_id, post_id, thing_id, created_at)
    select ${member}, 'post_comment', 2 + step.n % 5000, r.id, r.id, now() - step.n * interval '1 minute'
    from generate_series(1, ${OWN.notifications}) step (n)
    join (select row_number() over () as n, id from (${recent(OWN.notifications / 10)}) r) r on r.n = 1 + step.n / 10`
  await sql`insert into points_entry (user_id, reason, points, cause, cause_id, is_open)
    select ${member}, 'comment', 2, 'comment', n, false from generate_series(1, ${OWN.points}) n`
  await sql`insert into session (id, user_id, device, expires_at)
    select gen_random_uuid(), ${member}, 'Firefox', now() + interval '30 days' from generate_series(1, ${OWN.sessions})`
  await sql`insert into stream (user_id, title, description, is_live, url, ended_at)
    select ${member}, rpad(n || ' ', ${LIMITS.titleMax}, 'transmisja '), ${plain(LIMITS.streamDescription)}, false,
      'https://example.org', now() from generate_series(1, ${OWN.streams}) n`
  await sql`update "user" set trust_level = 2 where id = ${member + 1}`
  await sql`update "user" set trust_level = 3, bio = ${plain(LIMITS.bio)}, following_count = ${OWN.follows},
    follower_count = ${OWN.follows} where id = ${member}`
}

type Posts = { post: number; poll: number; pollOptions: number[]; filteredPost: number }

async function createPost(sql: Sql, author: number, category: number, content: string, more: object = {}) {
  const columns = {
    author_id: author,
    category_id: category,
    title: plain(LIMITS.titleMax),
    ...postColumns(content),
    ...more,
  }
  const [row] = await sql<{ id: number }[]>`insert into post ${sql(columns)} returning id`
  await sql`insert into post_rank (post_id, category_id, author_id, created_at, is_nsfw, upvotes)
    select id, category_id, author_id, created_at, is_nsfw, 1000 from post where id = ${row!.id}`
  return row!.id
}

async function createPosts(sql: Sql, { member, community, filtered }: Community): Promise<Posts> {
  const images = Array.from({ length: LIMITS.images }, (_, at) => ({
    url: `/media/large-${at}.webp`,
    width: 1_000,
    height: 800,
    placeholder: 'a'.repeat(34),
    alt: plain(LIMITS.imageAlt, at),
  }))
  const post = await createPost(sql, member, community, longPost(), {
    images: sql.json(images),
    image_url: images[0]!.url,
  })
  await sql`insert into text_version (post_id, title, content, content_html, renderer_version, edited_at)
    select id, title, content, content_html, renderer_version, now() - n * interval '1 hour'
    from post, generate_series(1, ${LIMITS.versions}) n where id = ${post}`
  await sql`update post set edited_at = now() where id = ${post}`
  const poll = await createPost(sql, member + 1, community, '', { poll_closes_at: new Date(Date.now() + 86_400_000) })
  const options = await sql<{ id: number }[]>`insert into poll_option (post_id, text)
    select ${poll}, rpad(n || ' ', ${LIMITS.pollOption}, 'odpowiedź ')
    from generate_series(1, ${LIMITS.pollOptionsMax}) n
    returning id`
  await sql`insert into poll_vote (post_id, user_id, option_id)
    select ${poll}, id, ${options[0]!.id} from "user" where id > ${member + 1} order by id limit 15000`
  const filteredPost = await createPost(sql, member, filtered, longPost())
  await sql`with added as (
      insert into post (category_id, author_id, title, content, content_html, renderer_version,
        excerpt, excerpt_truncated)
      select category_id, author_id, title, content, content_html, renderer_version, excerpt, excerpt_truncated
      from post, generate_series(1, ${LONG_POSTS}) where id = ${post}
      returning id, category_id, author_id, created_at
    ) insert into post_rank (post_id, category_id, author_id, created_at, is_nsfw)
    select id, category_id, author_id, created_at, false from added`
  return { post, poll, pollOptions: options.map(({ id }) => id), filteredPost }
}

async function createThread(sql: Sql, { member, post }: { member: number; post: number }) {
  const text = columnsOfComment(longComment())
  const [first] = await sql<{ id: number }[]>`insert into comment
    ${sql({ post_id: post, author_id: member, depth: 1, is_nsfw: false, ...text })} returning id`
  const copied = sql`is_nsfw, content, content_html, excerpt, renderer_version`
  await sql`insert into comment (post_id, author_id, depth, ${copied})
    select ${post}, 2 + n % 5000, 1, ${copied}
    from comment, generate_series(2, ${THREAD.tops}) n where id = ${first!.id}`
  await sql`insert into comment (post_id, parent_id, author_id, depth, ${copied})
    select ${post}, c.id, 2 + n % 5000, 2, ${copied} from comment c, generate_series(1, ${THREAD.repliesOfEach}) n
    where c.post_id = ${post} and c.parent_id is null`
  await sql`update comment set reply_count = ${THREAD.repliesOfEach} where post_id = ${post} and parent_id is null`
  const [start] = await sql<{ id: number }[]>`select setval(pg_get_serial_sequence('comment', 'id'),
    nextval(pg_get_serial_sequence('comment', 'id')) + ${THREAD.chain})::int - ${THREAD.chain} as id`
  await sql`insert into comment (id, post_id, parent_id, author_id, depth, reply_count, ${copied})
    select ${start!.id} + n, ${post}, case when n = 1 then ${first!.id} else ${start!.id} + n - 1 end, ${member},
      least(n + 1, ${LIMITS.commentDepth}), 1, ${copied}
    from comment, generate_series(1, ${THREAD.chain}) n where id = ${first!.id}`
  await sql`insert into text_version (comment_id, content, content_html, renderer_version, edited_at)
    select id, content, content_html, renderer_version, now() - n * interval '1 hour'
    from comment, generate_series(1, ${LIMITS.versions}) n where id = ${first!.id}`
  await sql`update comment set edited_at = now() where id = ${first!.id}`
  await sql`update post_rank set comment_count = (select count(*) from comment where post_id = ${post})
    where post_id = ${post}`
  return { comment: first!.id, deepComment: start!.id + THREAD.chain }
}

async function createMail(sql: Sql, member: number): Promise<void> {
  const text = plain(LIMITS.message)
  await sql`insert into message (sender_id, recipient_id, content)
    select case n % 2 when 0 then ${member} else ${member + 2} + n % ${OWN.conversations} end,
      case n % 2 when 1 then ${member} else ${member + 2} + n % ${OWN.conversations} end, ${text}
    from generate_series(1, ${OWN.conversations}) n`
  await sql`insert into message (sender_id, recipient_id, content)
    select ${member + 1}, ${member}, ${text} from generate_series(1, 200) n`
}

type Moderated = { member: number; community: number; post: number }

async function createQueue(sql: Sql, { member, community, post }: Moderated): Promise<void> {
  const comments = (limit: number, from = 0) => sql`select id, created_at from comment
    where post_id = ${post} and depth = 2 order by id limit ${limit} offset ${from}`
  await sql`insert into queue_item (kind, thing, comment_id, category_id, report_count, waiting_since)
    select 'reports', 'comment:' || id, id, ${community}, ${LIMITS.itemReports}, now()
    from (${comments(QUEUE.reported)}) c`
  await sql`insert into report (reporter_id, comment_id, scope_category_id, item_id, reason)
    select 2 + n, i.comment_id, ${community}, i.id, ${plain(LIMITS.reportReason)}
    from queue_item i, generate_series(1, ${LIMITS.itemReports}) n
    where i.category_id = ${community} and i.kind = 'reports'`
  await sql`insert into queue_item (kind, thing, comment_id, category_id, held_by, waiting_since)
    select 'held', 'comment:' || id, id, ${community}, 'Filtr', now() from (${comments(QUEUE.held, QUEUE.reported)}) c`
  const decided = (limit: number) => sql`insert into decision (action, comment_id, user_id, category_id, by_id,
      reason_code, text) select 'removed', id, ${member}, ${community}, ${member + 1}, 'spam',
      ${plain(LIMITS.decisionText)}
    from (${comments(limit, QUEUE.reported + QUEUE.held)}) c`
  await decided(OWN.decisions)
  await sql`insert into decision (action, user_id, category_id, by_id, reason_code, text)
    select 'warned', 2 + n % 5000, ${community}, ${member}, 'spam', ${plain(LIMITS.decisionText)}
    from generate_series(1, ${MODLOG}) n`
  await sql`insert into appeal (decision_id, user_id, text)
    select id, user_id, ${plain(LIMITS.appealText)} from decision
    where category_id = ${community} and action = 'removed' order by id limit ${QUEUE.appeals}`
  await sql`insert into queue_item (kind, thing, appeal_id, category_id, waiting_since)
    select 'appeals', 'appeal:' || a.id, a.id, ${community}, now() from appeal a
    join decision d on d.id = a.decision_id and d.category_id = ${community}`
  await sql`insert into notice (reference, url, post_id, reason_code, text, language)
    select gen_random_uuid(), '/post/' || ${post}::text, ${post}, 'illegal', ${plain(LIMITS.noticeText)}, 'pl'
    from generate_series(1, ${QUEUE.notices})`
  await sql`insert into queue_item (kind, thing, notice_id, waiting_since)
    select 'notices', 'notice:' || id, id, now() from notice on conflict do nothing`
  await sql`insert into audit_log (actor, address, action, target_type, target_id, detail)
    select 'admin', '127.0.0.1', 'post.remove', 'post', n, ${plain(200)} from generate_series(1, ${AUDIT}) n`
  await sql`insert into notification (user_id, kind, decision_id, thing_id)
    select ${member}, 'moderation', id, id from decision where user_id = ${member}`
}

async function createFresh(sql: Sql, kind: Fresh, { member, community, post }: Moderated): Promise<number> {
  const one = async (query: PromiseLike<{ id: number }[]>) => (await query)[0]!.id
  const name = `fresh_${crypto.randomUUID().slice(0, 8)}`
  switch (kind) {
    case 'user':
      return one(sql`insert into "user" (username, email, email_verified, trust_level)
        values (${name}, ${`${name}@example.org`}, true, 2) returning id`)
    case 'category':
      return one(sql`insert into category (name, display_name) values (${name}, ${name}) returning id`)
    case 'post':
      return createPost(sql, member, community, longPost())
    case 'comment':
      return one(sql`insert into comment (post_id, author_id, depth, is_nsfw, content, content_html)
        select ${post}, ${member}, 1, false, content, content_html from comment
        where post_id = ${post} limit 1 returning id`)
    case 'stream':
      return one(sql`insert into stream (user_id, title, url, is_live)
        values (${await createFresh(sql, 'user', { member, community, post })}, ${name}, 'https://example.org', true)
        returning id`)
    case 'report':
      return one(sql`select id from report where status = 'pending' order by id desc limit 1`)
    case 'filter':
      return one(sql`insert into content_filter (category_id, name, is_enabled, action, match)
        values (${community}, ${name}, false, 'hold', ${sql.json(fullSet()[0]! as never)}) returning id`)
  }
}
