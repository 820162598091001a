-- Written by `bun run sql`: the statements as they are sent. Do not edit.

-- The first page of a post's comments, by best, for a visitor
select "comment"."id", "comment"."content", "comment"."content_html", "comment"."post_id",
"comment"."parent_id", "comment"."depth", "user"."username", "user"."id", "user"."avatar_url",
coalesce("user"."is_bot", false) as "is_ai", "comment"."created_at", "comment"."edited_at",
"comment"."upvotes", "comment"."downvotes", "comment"."image_url", "comment"."video_url",
"comment"."reply_count", "comment"."deleted_at" is not null as "is_deleted",
"comment"."held_at" is not null as "is_held", coalesce(case
  when "comment"."removal_id" is not null then (select by_admin from decision where decision.id
    = "comment"."removal_id")
  when "comment"."held_at" is not null then (
    select by_admin from decision where decision.comment_id = "comment"."id" and action = 'held'
    order by decision.id desc limit 1)
  end, false) as "is_admin_decision", case when "comment"."removal_id" is not null then (
  select json_build_object('by', case when automatic then 'filter' when by_admin then 'admins'
    else 'moderators' end,
    'reason_code', coalesce(reason_code, 'other'), 'rule_title', rule_title,
    'removed_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from decision where decision.id = "comment"."removal_id") end as "removal", false
as "can_moderate", coalesce((select is_removed from post_rank where post_id = $1), false)
as "is_closed", 0 as "user_vote", false as "is_new", false as "is_blocked", "comment"."best",
page.shown_under, page.position, page.has_more,
(select "post_rank"."comment_count" from "post_rank" where "post_rank"."post_id" = $2
  and (("post_rank"."is_listed" or "post_rank"."is_removed")
    and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id"
      and "category"."deleted_at" is null))) as "total" from (
  with recursive first_level as materialized (
    select id, reply_count, bytes, row_number() over (order by rank desc, id desc)::integer as position
    from (
      select c.id, c.reply_count, octet_length(c.content) + octet_length(c.content_html) as bytes, c.best
      as rank from comment c
      where c.post_id = $3 and c.parent_id is null
      and c.in_tree and (c.held_at is null or c.reply_count > 0
        or false)
      order by c.best desc, c.id desc limit 21 offset 0
    ) c),
  tree as (
    select id, null::integer as shown_under, reply_count, bytes, position, 0 as priority, 1 as level,
    0 as steps, false as has_reply_on_path
    from first_level where position <= 20
    union all
    select id, shown_under, reply_count, bytes, position, priority, level, steps, has_reply_on_path
    from (
      select reply.id, tree.id as shown_under, reply.reply_count, reply.bytes,
      row_number() over (partition by tree.level order by reply.position, reply.rank desc,
        reply.id desc)::integer as position,
      greatest(tree.priority,
        row_number() over (partition by tree.level order by reply.position, reply.rank desc,
          reply.id desc))::integer as priority, tree.level + 1 as level,
      tree.steps + 1 as steps,
      false as has_reply_on_path
      from tree cross join lateral (
        select id, reply_count, bytes, rank, row_number() over (order by rank desc, id desc) as position
        from (
          select c.id, c.reply_count, octet_length(c.content) + octet_length(c.content_html) as bytes, c.best
          as rank from comment c
          where c.parent_id = tree.id and c.in_tree and (c.held_at is null or c.reply_count > 0
            or false)
          order by c.best desc, c.id desc limit 10
        ) c
      ) reply
      where tree.reply_count > 0 and tree.priority <= 60 and tree.steps < 12
      and reply.position <= 10 - tree.has_reply_on_path::integer
    ) replies where position <= 200
  )
  select id, shown_under, position,
  (select count(*) from first_level) > count(*) filter (where priority = 0) over () as has_more
  from (
    select id, shown_under, position, priority, sum(bytes) over (order by priority, level, position)
    as bytes_so_far
    from tree order by priority, level, position limit 200
  ) best where priority = -1 or bytes_so_far <= 600000
) page inner join "comment" on "comment"."id" = page.id left join "user"
on ("user"."id" = "comment"."author_id" and "user"."deleted_at" is null);

-- A further page of a comment's replies, by new, for a member
select "comment"."id", "comment"."content", "comment"."content_html", "comment"."post_id",
"comment"."parent_id", "comment"."depth", "user"."username", "user"."id", "user"."avatar_url",
coalesce("user"."is_bot", false) as "is_ai", "comment"."created_at", "comment"."edited_at",
"comment"."upvotes", "comment"."downvotes", "comment"."image_url", "comment"."video_url",
"comment"."reply_count", "comment"."deleted_at" is not null as "is_deleted",
"comment"."held_at" is not null as "is_held", coalesce(case
  when "comment"."removal_id" is not null then (select by_admin from decision where decision.id
    = "comment"."removal_id")
  when "comment"."held_at" is not null then (
    select by_admin from decision where decision.comment_id = "comment"."id" and action = 'held'
    order by decision.id desc limit 1)
  end, false) as "is_admin_decision", case when "comment"."removal_id" is not null then (
  select json_build_object('by', case when automatic then 'filter' when by_admin then 'admins'
    else 'moderators' end,
    'reason_code', coalesce(reason_code, 'other'), 'rule_title', rule_title,
    'removed_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from decision where decision.id = "comment"."removal_id") end as "removal",
(select category_id from post_rank where post_id = $1)
= any (array(select category_id from category_moderator where user_id = $2)) as "can_moderate",
(coalesce((select is_removed from post_rank where post_id = $3), false)
  or case when "comment"."author_id" = $4 then exists (select from category_ban ban
    where ban.user_id = $5 and ban.category_id = (select category_id from post_rank where post_id = $6)
    and coalesce(ban.ends_at > now(), true))
  else false end) as "is_closed",
coalesce((select value from vote where comment_id = "comment"."id" and user_id = $7),
  0) as "user_vote", coalesce(coalesce("comment"."author_id", 0) <> $8 and "comment"."created_at" > (
    select visit.visited_at from "post_visit" visit where visit.user_id = $9 and visit.post_id
    = "comment"."post_id"
  ), false) as "is_new", coalesce("comment"."author_id", 0)
= any (array(select blocked_id from blockeduser where blocker_id
    = $10)) as "is_blocked", 0 as "rank", page.shown_under, page.position, page.has_more,
(select "post_rank"."comment_count" from "post_rank" where "post_rank"."post_id" = $11
  and (("post_rank"."is_listed" or "post_rank"."is_removed")
    and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id"
      and "category"."deleted_at" is null))) as "total" from (
  with recursive first_level as materialized (
    select id, reply_count, bytes, row_number() over (order by rank desc, id desc)::integer as position
    from (
      select c.id, c.reply_count, octet_length(c.content) + octet_length(c.content_html) as bytes,
      c.created_at as rank from comment c
      where c.parent_id = $12
      and c.in_tree and (c.held_at is null or c.reply_count > 0 or c.author_id = $13
        or (select category_id from post_rank where post_id = $14)
        = any (array(select category_id from category_moderator where user_id = $15)))
      and (coalesce(c.author_id,
          0) <> all (array(select blocked_id from blockeduser where blocker_id = $16)) or exists (
          select 1 from comment r where r.parent_id = c.id and r.in_tree
          and (coalesce(r.author_id,
              0) <> all (array(select blocked_id from blockeduser where blocker_id = $17))
            or r.reply_count > 0)
      ))
      and (c.created_at, c.id) < ($18::timestamptz, $19::integer)
      order by c.created_at desc, c.id desc limit 21 offset 0
    ) c),
  tree as (
    select id, null::integer as shown_under, reply_count, bytes, position, 0 as priority, 1 as level,
    0 as steps, false as has_reply_on_path
    from first_level where position <= 20
    union all
    select id, shown_under, reply_count, bytes, position, priority, level, steps, has_reply_on_path
    from (
      select reply.id, tree.id as shown_under, reply.reply_count, reply.bytes,
      row_number() over (partition by tree.level order by reply.position, reply.rank desc,
        reply.id desc)::integer as position,
      greatest(tree.priority,
        row_number() over (partition by tree.level order by reply.position, reply.rank desc,
          reply.id desc))::integer as priority, tree.level + 1 as level,
      tree.steps + 1 as steps,
      false as has_reply_on_path
      from tree cross join lateral (
        select id, reply_count, bytes, rank, row_number() over (order by rank desc, id desc) as position
        from (
          select c.id, c.reply_count, octet_length(c.content) + octet_length(c.content_html) as bytes,
          c.created_at as rank from comment c
          where c.parent_id = tree.id and c.in_tree
          and (c.held_at is null or c.reply_count > 0 or c.author_id = $20
            or (select category_id from post_rank where post_id = $21)
            = any (array(select category_id from category_moderator where user_id = $22)))
          and (coalesce(c.author_id,
              0) <> all (array(select blocked_id from blockeduser where blocker_id = $23)) or exists (
              select 1 from comment r where r.parent_id = c.id and r.in_tree
              and (coalesce(r.author_id,
                  0) <> all (array(select blocked_id from blockeduser where blocker_id = $24))
                or r.reply_count > 0)
          ))
          order by c.created_at desc, c.id desc limit 10
        ) c
      ) reply
      where tree.reply_count > 0 and tree.priority <= 60 and tree.steps < 12
      and reply.position <= 10 - tree.has_reply_on_path::integer
    ) replies where position <= 200
  )
  select id, shown_under, position,
  (select count(*) from first_level) > count(*) filter (where priority = 0) over () as has_more
  from (
    select id, shown_under, position, priority, sum(bytes) over (order by priority, level, position)
    as bytes_so_far
    from tree order by priority, level, position limit 200
  ) best where priority = -1 or bytes_so_far <= 600000
) page inner join "comment" on "comment"."id" = page.id left join "user"
on ("user"."id" = "comment"."author_id" and "user"."deleted_at" is null);

-- The first page with an included comment, for a visitor
select "comment"."id", "comment"."content", "comment"."content_html", "comment"."post_id",
"comment"."parent_id", "comment"."depth", "user"."username", "user"."id", "user"."avatar_url",
coalesce("user"."is_bot", false) as "is_ai", "comment"."created_at", "comment"."edited_at",
"comment"."upvotes", "comment"."downvotes", "comment"."image_url", "comment"."video_url",
"comment"."reply_count", "comment"."deleted_at" is not null as "is_deleted",
"comment"."held_at" is not null as "is_held", coalesce(case
  when "comment"."removal_id" is not null then (select by_admin from decision where decision.id
    = "comment"."removal_id")
  when "comment"."held_at" is not null then (
    select by_admin from decision where decision.comment_id = "comment"."id" and action = 'held'
    order by decision.id desc limit 1)
  end, false) as "is_admin_decision", case when "comment"."removal_id" is not null then (
  select json_build_object('by', case when automatic then 'filter' when by_admin then 'admins'
    else 'moderators' end,
    'reason_code', coalesce(reason_code, 'other'), 'rule_title', rule_title,
    'removed_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from decision where decision.id = "comment"."removal_id") end as "removal", false
as "can_moderate", coalesce((select is_removed from post_rank where post_id = $1), false)
as "is_closed", 0 as "user_vote", false as "is_new", false as "is_blocked", "comment"."best",
page.shown_under, page.position, page.has_more,
(select "post_rank"."comment_count" from "post_rank" where "post_rank"."post_id" = $2
  and (("post_rank"."is_listed" or "post_rank"."is_removed")
    and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id"
      and "category"."deleted_at" is null))) as "total" from (
  with recursive first_level as materialized (
    select id, reply_count, bytes, row_number() over (order by rank desc, id desc)::integer as position
    from (
      select c.id, c.reply_count, octet_length(c.content) + octet_length(c.content_html) as bytes, c.best
      as rank from comment c
      where c.post_id = $3 and c.parent_id is null
      and c.in_tree and (c.held_at is null or c.reply_count > 0
        or false) and c.id <> $4
      order by c.best desc, c.id desc limit 20 offset 0
    ) c),
  tree as (
    select id, null::integer as shown_under, reply_count, bytes, position, 0 as priority, 1 as level,
    0 as steps, false as has_reply_on_path
    from first_level where position <= 19
    union all
    select c.id, lag(p.id) over (order by p.at) as shown_under, c.reply_count,
    octet_length(c.content) + octet_length(c.content_html) as bytes, 0 as position,
    -1 as priority, p.at::integer as level,
    0 as steps, p.at < cardinality($5::integer[]) as has_reply_on_path
    from unnest($6::integer[]) with ordinality p(id, at) join comment c on c.id = p.id
    union all
    select id, shown_under, reply_count, bytes, position, priority, level, steps, has_reply_on_path
    from (
      select reply.id, tree.id as shown_under, reply.reply_count, reply.bytes,
      row_number() over (partition by tree.level order by reply.position, reply.rank desc,
        reply.id desc)::integer as position,
      greatest(tree.priority,
        row_number() over (partition by tree.level order by reply.position, reply.rank desc,
          reply.id desc))::integer as priority, tree.level + 1 as level,
      tree.steps + 1 as steps,
      false as has_reply_on_path
      from tree cross join lateral (
        select id, reply_count, bytes, rank, row_number() over (order by rank desc, id desc) as position
        from (
          select c.id, c.reply_count, octet_length(c.content) + octet_length(c.content_html) as bytes, c.best
          as rank from comment c
          where c.parent_id = tree.id and c.in_tree and (c.held_at is null or c.reply_count > 0
            or false)
          and c.id <> all ($7::integer[])
          order by c.best desc, c.id desc limit 10
        ) c
      ) reply
      where tree.reply_count > 0 and tree.priority <= 60 and tree.steps < 12
      and reply.position <= 10 - tree.has_reply_on_path::integer
    ) replies where position <= 200
  )
  select id, shown_under, position,
  (select count(*) from first_level) > count(*) filter (where priority = 0) over () as has_more
  from (
    select id, shown_under, position, priority, sum(bytes) over (order by priority, level, position)
    as bytes_so_far
    from tree order by priority, level, position limit 200
  ) best where priority = -1 or bytes_so_far <= 600000
) page inner join "comment" on "comment"."id" = page.id left join "user"
on ("user"."id" = "comment"."author_id" and "user"."deleted_at" is null);
