-- Written by `bun run sql`: the statements as they are sent. Do not edit.

-- The first page of the home feed, by hot, for a visitor
select "post"."id", "post"."title", "post"."image_url", "post"."image_width",
"post"."image_height", "post"."image_placeholder", "post"."video_url", "post"."video_poster_url",
"post"."images", "post"."link_url", "post"."link_domain", "post"."is_spoiler",
case when "post"."poll_closes_at" is not null then (
  select json_build_object(
    'options', json_agg(json_build_object(
        'id', o.id, 'text', o.text, 'votes', case when ballot.option_id is not null
        or "post"."poll_closes_at" <= now()
        then o.votes end
      ) order by o.id),
    'total_votes', sum(o.votes),
    'closes_at', to_char("post"."poll_closes_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'is_closed', "post"."poll_closes_at" <= now(),
    'my_option_id', ballot.option_id
  ) from poll_option o, (select null::integer as option_id) as ballot where o.post_id
  = "post"."id" group by ballot.option_id
) end as "poll", case when "post"."stream_id" is not null then (
  select json_build_object('id', announced.id, 'is_live', announced.is_live)
  from stream announced where announced.id = "post"."stream_id" and announced.deleted_at is null) end
as "stream", "post"."created_at", "post"."edited_at", "post_rank"."upvotes",
"post_rank"."downvotes", "post_rank"."comment_count", "post_rank"."is_pinned" as "is_pinned",
"post_rank"."is_locked" as "is_locked", false as "can_moderate", "category"."id",
"category"."name", "category"."display_name", "category"."is_nsfw", "category"."icon_url",
"category"."downvotes", case when "post"."flair_id" is not null then (
  select json_build_object('id', flair.id, 'label', flair.label, 'color', flair.color)
  from "category_flair" flair where flair.id = "post"."flair_id" and flair.deleted_at is null) end
as "flair", "user"."id", "user"."username", "user"."avatar_url", coalesce("user"."is_bot", false)
as "is_ai", null as "new_comments", 0 as "user_vote", false as "is_saved", "post"."excerpt",
"post"."excerpt_truncated", null as "content_html", "post_rank".rank as "rank",
("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_shown", null::integer
as "total", false as "has_joined"
from (select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes",
  "post_rank"."comment_count",
  "post_rank"."is_locked", "post_rank"."is_pinned",
  "post_rank"."hot" as rank
  from "post_rank" where ("post_rank"."is_listed" and "post_rank"."is_nsfw" = $1)
  order by "post_rank"."hot" desc, "post_rank"."post_id" desc limit 11 offset 0) as "post_rank"
inner join "post" on "post"."id" = "post_rank"."post_id" inner join "category" on "category"."id"
= "post"."category_id" left join "user"
on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null)
order by "post_rank".rank desc, "post_rank"."post_id" desc;

-- A further page of the home feed, by new, for a member
select "post"."id", "post"."title", "post"."image_url", "post"."image_width",
"post"."image_height", "post"."image_placeholder", "post"."video_url", "post"."video_poster_url",
"post"."images", "post"."link_url", "post"."link_domain", "post"."is_spoiler",
case when "post"."poll_closes_at" is not null then (
  select json_build_object(
    'options', json_agg(json_build_object(
        'id', o.id, 'text', o.text, 'votes', case when ballot.option_id is not null
        or "post"."poll_closes_at" <= now()
        then o.votes end
      ) order by o.id),
    'total_votes', sum(o.votes),
    'closes_at', to_char("post"."poll_closes_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'is_closed', "post"."poll_closes_at" <= now(),
    'my_option_id', ballot.option_id
  ) from poll_option o,
  (select (select option_id from poll_vote where poll_vote.post_id = "post"."id"
      and poll_vote.user_id = $1) as option_id) as ballot where o.post_id
  = "post"."id" group by ballot.option_id
) end as "poll", case when "post"."stream_id" is not null then (
  select json_build_object('id', announced.id, 'is_live', announced.is_live)
  from stream announced where announced.id = "post"."stream_id" and announced.deleted_at is null) end
as "stream", "post"."created_at", "post"."edited_at", "post_rank"."upvotes",
"post_rank"."downvotes", "post_rank"."comment_count", "post_rank"."is_pinned" as "is_pinned",
"post_rank"."is_locked" as "is_locked", "post"."category_id"
= any (array(select category_id from category_moderator where user_id = $2)) as "can_moderate",
"category"."id", "category"."name", "category"."display_name", "category"."is_nsfw",
"category"."icon_url", "category"."downvotes", case when "post"."flair_id" is not null then (
  select json_build_object('id', flair.id, 'label', flair.label, 'color', flair.color)
  from "category_flair" flair where flair.id = "post"."flair_id" and flair.deleted_at is null) end
as "flair", "user"."id", "user"."username", "user"."avatar_url", coalesce("user"."is_bot", false)
as "is_ai", (
  select (select count(*)::integer from (
      select 1 from "comment" c where c.post_id = visit.post_id and c.created_at > visit.visited_at
      and c.is_listed
      and coalesce(c.author_id, 0) <> $3 and coalesce(c.author_id, 0) <> all (array(select blocked_id
          from blockeduser where blocker_id = $4))
      limit 1000
    ) c)
  from "post_visit" visit where visit.user_id = $5 and visit.post_id = "post"."id"
) as "new_comments",
coalesce((select value from vote where vote.post_id = "post"."id" and vote.user_id
    = $6), 0) as "user_vote",
(select s.post_id from savedpost s where s.post_id = "post"."id" and s.user_id
  = $7) is not null as "is_saved", "post"."excerpt", "post"."excerpt_truncated", null
as "content_html", "post_rank".rank as "rank",
("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_shown", null::integer
as "total", exists (select 1 from "categorymembership" where "categorymembership"."user_id" = $8)
as "has_joined"
from (select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes",
  "post_rank"."comment_count",
  "post_rank"."is_locked", "post_rank"."is_pinned",
  (extract(epoch from "post_rank"."created_at") * 1000)::double precision as rank
  from "post_rank"
  where (("post_rank"."is_listed" and "post_rank"."is_nsfw" = $9
      and ("post_rank"."created_at", "post_rank"."post_id") < ($10::timestamptz, $11::integer))
    and (coalesce("post_rank"."author_id",
        0) <> all (array(select blocked_id from blockeduser where blocker_id
          = $12))
      and ("post_rank"."post_id" not in (select hidden.post_id from "hidden_post" hidden
          where hidden.user_id = $13 limit 1000)
        and ((select 1 from "hidden_post" hidden where hidden.user_id = $14 offset 1000 limit 1) is null
          or (select hidden.post_id from "hidden_post" hidden where hidden.user_id = $15
            and hidden.post_id = "post_rank"."post_id") is distinct from "post_rank"."post_id"))))
  order by "post_rank"."created_at" desc, "post_rank"."post_id" desc limit 11 offset 0)
as "post_rank" inner join "post" on "post"."id" = "post_rank"."post_id" inner join "category"
on "category"."id" = "post"."category_id" left join "user"
on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null)
order by "post_rank".rank desc, "post_rank"."post_id" desc;

-- A further page of a community, by top, for a visitor
select "post"."id", "post"."title", "post"."image_url", "post"."image_width",
"post"."image_height", "post"."image_placeholder", "post"."video_url", "post"."video_poster_url",
"post"."images", "post"."link_url", "post"."link_domain", "post"."is_spoiler",
case when "post"."poll_closes_at" is not null then (
  select json_build_object(
    'options', json_agg(json_build_object(
        'id', o.id, 'text', o.text, 'votes', case when ballot.option_id is not null
        or "post"."poll_closes_at" <= now()
        then o.votes end
      ) order by o.id),
    'total_votes', sum(o.votes),
    'closes_at', to_char("post"."poll_closes_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'is_closed', "post"."poll_closes_at" <= now(),
    'my_option_id', ballot.option_id
  ) from poll_option o, (select null::integer as option_id) as ballot where o.post_id
  = "post"."id" group by ballot.option_id
) end as "poll", case when "post"."stream_id" is not null then (
  select json_build_object('id', announced.id, 'is_live', announced.is_live)
  from stream announced where announced.id = "post"."stream_id" and announced.deleted_at is null) end
as "stream", "post"."created_at", "post"."edited_at", "post_rank"."upvotes",
"post_rank"."downvotes", "post_rank"."comment_count", "post_rank"."is_pinned" as "is_pinned",
"post_rank"."is_locked" as "is_locked", false as "can_moderate", "category"."id",
"category"."name", "category"."display_name", "category"."is_nsfw", "category"."icon_url",
"category"."downvotes", case when "post"."flair_id" is not null then (
  select json_build_object('id', flair.id, 'label', flair.label, 'color', flair.color)
  from "category_flair" flair where flair.id = "post"."flair_id" and flair.deleted_at is null) end
as "flair", "user"."id", "user"."username", "user"."avatar_url", coalesce("user"."is_bot", false)
as "is_ai", null as "new_comments", 0 as "user_vote", false as "is_saved", "post"."excerpt",
"post"."excerpt_truncated", null as "content_html", "post_rank".rank as "rank",
("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_shown",
(select "category"."post_count" from "category" where "category"."id" = $1) as "total", false
as "has_joined" from (
  select merged.post_id, merged.upvotes, merged.downvotes, merged.comment_count, merged.is_locked,
  merged.is_pinned, merged.rank from unnest(array[0, 1, 2, 3, 4]::smallint[]) of_age
  cross join lateral (select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes",
    "post_rank"."comment_count",
    "post_rank"."is_locked", "post_rank"."is_pinned",
    "post_rank"."top" as rank,
    "post_rank"."top" as place
    from "post_rank"
    where ("post_rank"."is_listed" and "post_rank"."category_id" = $2 and "post_rank"."age" = of_age
      and not "post_rank"."is_pinned" and ("post_rank"."top", "post_rank"."post_id")
      < ($3::integer, $4::integer))
    order by "post_rank"."top" desc, "post_rank"."post_id" desc limit 11) merged
  order by merged.place desc, merged.post_id desc limit 11 offset 0) as "post_rank" inner join "post"
on "post"."id" = "post_rank"."post_id" inner join "category" on "category"."id"
= "post"."category_id" left join "user"
on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null)
order by "post_rank"."is_pinned" desc, "post_rank".rank desc, "post_rank"."post_id" desc;

-- The first page of a flair, by hot, for a visitor
select "post"."id", "post"."title", "post"."image_url", "post"."image_width",
"post"."image_height", "post"."image_placeholder", "post"."video_url", "post"."video_poster_url",
"post"."images", "post"."link_url", "post"."link_domain", "post"."is_spoiler",
case when "post"."poll_closes_at" is not null then (
  select json_build_object(
    'options', json_agg(json_build_object(
        'id', o.id, 'text', o.text, 'votes', case when ballot.option_id is not null
        or "post"."poll_closes_at" <= now()
        then o.votes end
      ) order by o.id),
    'total_votes', sum(o.votes),
    'closes_at', to_char("post"."poll_closes_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'is_closed', "post"."poll_closes_at" <= now(),
    'my_option_id', ballot.option_id
  ) from poll_option o, (select null::integer as option_id) as ballot where o.post_id
  = "post"."id" group by ballot.option_id
) end as "poll", case when "post"."stream_id" is not null then (
  select json_build_object('id', announced.id, 'is_live', announced.is_live)
  from stream announced where announced.id = "post"."stream_id" and announced.deleted_at is null) end
as "stream", "post"."created_at", "post"."edited_at", "post_rank"."upvotes",
"post_rank"."downvotes", "post_rank"."comment_count", "post_rank"."is_pinned" as "is_pinned",
"post_rank"."is_locked" as "is_locked", false as "can_moderate", "category"."id",
"category"."name", "category"."display_name", "category"."is_nsfw", "category"."icon_url",
"category"."downvotes", case when "post"."flair_id" is not null then (
  select json_build_object('id', flair.id, 'label', flair.label, 'color', flair.color)
  from "category_flair" flair where flair.id = "post"."flair_id" and flair.deleted_at is null) end
as "flair", "user"."id", "user"."username", "user"."avatar_url", coalesce("user"."is_bot", false)
as "is_ai", null as "new_comments", 0 as "user_vote", false as "is_saved", "post"."excerpt",
"post"."excerpt_truncated", null as "content_html", "post_rank".rank as "rank",
("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_shown",
(select count(*)::integer from (select 1 from "post_rank"
    where ("post_rank"."is_listed" and "post_rank"."flair_id" = $1) limit 1000) found) as "total",
false as "has_joined"
from (select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes",
  "post_rank"."comment_count",
  "post_rank"."is_locked", "post_rank"."is_pinned",
  "post_rank"."hot" as rank
  from "post_rank" where ("post_rank"."is_listed" and "post_rank"."flair_id" = $2)
  order by "post_rank"."hot" desc, "post_rank"."post_id" desc limit 11 offset 0) as "post_rank"
inner join "post" on "post"."id" = "post_rank"."post_id" inner join "category" on "category"."id"
= "post"."category_id" left join "user"
on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null)
order by "post_rank".rank desc, "post_rank"."post_id" desc;

-- The first page of an author, by new, for a visitor
select "post"."id", "post"."title", "post"."image_url", "post"."image_width",
"post"."image_height", "post"."image_placeholder", "post"."video_url", "post"."video_poster_url",
"post"."images", "post"."link_url", "post"."link_domain", "post"."is_spoiler",
case when "post"."poll_closes_at" is not null then (
  select json_build_object(
    'options', json_agg(json_build_object(
        'id', o.id, 'text', o.text, 'votes', case when ballot.option_id is not null
        or "post"."poll_closes_at" <= now()
        then o.votes end
      ) order by o.id),
    'total_votes', sum(o.votes),
    'closes_at', to_char("post"."poll_closes_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'is_closed', "post"."poll_closes_at" <= now(),
    'my_option_id', ballot.option_id
  ) from poll_option o, (select null::integer as option_id) as ballot where o.post_id
  = "post"."id" group by ballot.option_id
) end as "poll", case when "post"."stream_id" is not null then (
  select json_build_object('id', announced.id, 'is_live', announced.is_live)
  from stream announced where announced.id = "post"."stream_id" and announced.deleted_at is null) end
as "stream", "post"."created_at", "post"."edited_at", "post_rank"."upvotes",
"post_rank"."downvotes", "post_rank"."comment_count", "post_rank"."is_pinned" as "is_pinned",
"post_rank"."is_locked" as "is_locked", false as "can_moderate", "category"."id",
"category"."name", "category"."display_name", "category"."is_nsfw", "category"."icon_url",
"category"."downvotes", case when "post"."flair_id" is not null then (
  select json_build_object('id', flair.id, 'label', flair.label, 'color', flair.color)
  from "category_flair" flair where flair.id = "post"."flair_id" and flair.deleted_at is null) end
as "flair", "user"."id", "user"."username", "user"."avatar_url", coalesce("user"."is_bot", false)
as "is_ai", null as "new_comments", 0 as "user_vote", false as "is_saved", "post"."excerpt",
"post"."excerpt_truncated", null as "content_html", "post_rank".rank as "rank",
("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_shown",
(select count(*)::integer from "post_rank"
  where ("post_rank"."author_id" = $1 and "post_rank"."is_nsfw" = $2
    and ("post_rank"."is_listed"
      and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id"
        and "category"."deleted_at" is null)))) as "total", false as "has_joined"
from (select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes",
  "post_rank"."comment_count",
  "post_rank"."is_locked", "post_rank"."is_pinned",
  (extract(epoch from "post_rank"."created_at") * 1000)::double precision as rank
  from "post_rank"
  where ("post_rank"."is_listed" and ("post_rank"."author_id" = $3 and "post_rank"."is_nsfw" = $4))
  order by "post_rank"."created_at" desc, "post_rank"."post_id" desc limit 11 offset 0)
as "post_rank" inner join "post" on "post"."id" = "post_rank"."post_id" inner join "category"
on "category"."id" = "post"."category_id" left join "user"
on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null)
order by "post_rank".rank desc, "post_rank"."post_id" desc;

-- A further page of the joined communities, by top of a week
select "post"."id", "post"."title", "post"."image_url", "post"."image_width",
"post"."image_height", "post"."image_placeholder", "post"."video_url", "post"."video_poster_url",
"post"."images", "post"."link_url", "post"."link_domain", "post"."is_spoiler",
case when "post"."poll_closes_at" is not null then (
  select json_build_object(
    'options', json_agg(json_build_object(
        'id', o.id, 'text', o.text, 'votes', case when ballot.option_id is not null
        or "post"."poll_closes_at" <= now()
        then o.votes end
      ) order by o.id),
    'total_votes', sum(o.votes),
    'closes_at', to_char("post"."poll_closes_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'is_closed', "post"."poll_closes_at" <= now(),
    'my_option_id', ballot.option_id
  ) from poll_option o,
  (select (select option_id from poll_vote where poll_vote.post_id = "post"."id"
      and poll_vote.user_id = $1) as option_id) as ballot where o.post_id
  = "post"."id" group by ballot.option_id
) end as "poll", case when "post"."stream_id" is not null then (
  select json_build_object('id', announced.id, 'is_live', announced.is_live)
  from stream announced where announced.id = "post"."stream_id" and announced.deleted_at is null) end
as "stream", "post"."created_at", "post"."edited_at", "post_rank"."upvotes",
"post_rank"."downvotes", "post_rank"."comment_count", "post_rank"."is_pinned" as "is_pinned",
"post_rank"."is_locked" as "is_locked", "post"."category_id"
= any (array(select category_id from category_moderator where user_id = $2)) as "can_moderate",
"category"."id", "category"."name", "category"."display_name", "category"."is_nsfw",
"category"."icon_url", "category"."downvotes", case when "post"."flair_id" is not null then (
  select json_build_object('id', flair.id, 'label', flair.label, 'color', flair.color)
  from "category_flair" flair where flair.id = "post"."flair_id" and flair.deleted_at is null) end
as "flair", "user"."id", "user"."username", "user"."avatar_url", coalesce("user"."is_bot", false)
as "is_ai", (
  select (select count(*)::integer from (
      select 1 from "comment" c where c.post_id = visit.post_id and c.created_at > visit.visited_at
      and c.is_listed
      and coalesce(c.author_id, 0) <> $3 and coalesce(c.author_id, 0) <> all (array(select blocked_id
          from blockeduser where blocker_id = $4))
      limit 1000
    ) c)
  from "post_visit" visit where visit.user_id = $5 and visit.post_id = "post"."id"
) as "new_comments",
coalesce((select value from vote where vote.post_id = "post"."id" and vote.user_id
    = $6), 0) as "user_vote",
(select s.post_id from savedpost s where s.post_id = "post"."id" and s.user_id
  = $7) is not null as "is_saved", "post"."excerpt", "post"."excerpt_truncated", null
as "content_html", "post_rank".rank as "rank",
("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_shown",
(select count(*)::integer
  from (select 1
    from (select "category"."id" as category_id, "category"."post_count"
      from "categorymembership" join "category" on "category"."id" = "categorymembership"."category_id"
      where ("categorymembership"."user_id" = $8 and "category"."is_nsfw" = $9
        and "category"."deleted_at" is null)) source cross join lateral (select 1 from "post_rank"
      where ("post_rank"."is_listed" and "post_rank"."category_id" = source.category_id
        and "post_rank"."created_at" >= $10::timestamptz)
      limit 1000) of_source limit 1000) found) as "total", true as "has_joined" from (
  with source
  as materialized (select "category"."id" as category_id, "category"."post_count"
    from "categorymembership" join "category" on "category"."id" = "categorymembership"."category_id"
    where ("categorymembership"."user_id" = $11 and "category"."is_nsfw" = $12
      and "category"."deleted_at" is null)), near as materialized (
    select "post_rank".* from (
      select * from ((
          select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes",
          "post_rank"."comment_count",
          "post_rank"."is_locked", "post_rank"."is_pinned",
          "post_rank"."top" as rank, "post_rank"."author_id", "post_rank"."category_id", "post_rank"."top"
          as place from "post_rank"
          where ("post_rank"."is_listed" and "post_rank"."is_nsfw" = $13 and "post_rank"."age" = 0
            and "post_rank"."created_at" >= $14::timestamptz and ("post_rank"."top", "post_rank"."post_id")
            < ($15::integer, $16::integer)) order by place desc, "post_rank"."post_id" desc
          limit 256) union all (
          select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes",
          "post_rank"."comment_count",
          "post_rank"."is_locked", "post_rank"."is_pinned",
          "post_rank"."top" as rank, "post_rank"."author_id", "post_rank"."category_id", "post_rank"."top"
          as place from "post_rank"
          where ("post_rank"."is_listed" and "post_rank"."is_nsfw" = $17 and "post_rank"."age" = 1
            and "post_rank"."created_at" >= $18::timestamptz and ("post_rank"."top", "post_rank"."post_id")
            < ($19::integer, $20::integer)) order by place desc, "post_rank"."post_id" desc
          limit 256)) "post_rank" order by place desc, "post_rank"."post_id" desc limit 256
    ) "post_rank"
    where (select count(*) from source) > 16 and ("post_rank"."category_id" in (select category_id
        from source)) is true
    and (coalesce("post_rank"."author_id",
        0) <> all (array(select blocked_id from blockeduser where blocker_id
          = $21))
      and ("post_rank"."post_id" not in (select hidden.post_id from "hidden_post" hidden
          where hidden.user_id = $22 limit 1000)
        and ((select 1 from "hidden_post" hidden where hidden.user_id = $23 offset 1000 limit 1) is null
          or (select hidden.post_id from "hidden_post" hidden where hidden.user_id = $24
            and hidden.post_id = "post_rank"."post_id") is distinct from "post_rank"."post_id")))
    order by place desc, "post_rank"."post_id" desc limit 11),
  best as materialized (
    select source.*, of_age, first_post.place
    from source cross join unnest(array[0, 1]::smallint[]) of_age
    cross join lateral (select "post_rank"."top" as place, "post_rank"."post_id" from "post_rank"
      where (("post_rank"."is_listed" and "post_rank"."category_id" = source.category_id
          and "post_rank"."age" = of_age and "post_rank"."created_at" >= $25::timestamptz
          and ("post_rank"."top", "post_rank"."post_id") < ($26::integer, $27::integer))
        and (coalesce("post_rank"."author_id",
            0) <> all (array(select blocked_id from blockeduser where blocker_id
              = $28))
          and ("post_rank"."post_id" not in (select hidden.post_id from "hidden_post" hidden
              where hidden.user_id = $29 limit 1000)
            and ((select 1 from "hidden_post" hidden where hidden.user_id = $30 offset 1000 limit 1) is null
              or (select hidden.post_id from "hidden_post" hidden where hidden.user_id = $31
                and hidden.post_id = "post_rank"."post_id") is distinct from "post_rank"."post_id"))))
      order by "post_rank"."top" desc, "post_rank"."post_id" desc limit 1) first_post
    where (select count(*) from near) < 11
    order by first_post.place desc, first_post.post_id desc limit 11
  )
  select merged.post_id, merged.upvotes, merged.downvotes, merged.comment_count, merged.is_locked,
  merged.is_pinned, merged.rank from (
    select merged.post_id, merged.upvotes, merged.downvotes, merged.comment_count, merged.is_locked,
    merged.is_pinned, merged.rank, merged.place from near merged where (select count(*) from near) = 11
    union all
    select merged.post_id, merged.upvotes, merged.downvotes, merged.comment_count, merged.is_locked,
    merged.is_pinned, merged.rank, merged.place from best source cross join lateral (
      select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes",
      "post_rank"."comment_count",
      "post_rank"."is_locked", "post_rank"."is_pinned",
      "post_rank"."top" as rank, "post_rank"."top" as place from "post_rank"
      where (("post_rank"."is_listed" and "post_rank"."category_id" = source.category_id
          and "post_rank"."age" = of_age and "post_rank"."created_at" >= $32::timestamptz
          and ("post_rank"."top", "post_rank"."post_id") < ($33::integer, $34::integer))
        and (coalesce("post_rank"."author_id",
            0) <> all (array(select blocked_id from blockeduser where blocker_id
              = $35))
          and ("post_rank"."post_id" not in (select hidden.post_id from "hidden_post" hidden
              where hidden.user_id = $36 limit 1000)
            and ((select 1 from "hidden_post" hidden where hidden.user_id = $37 offset 1000 limit 1) is null
              or (select hidden.post_id from "hidden_post" hidden where hidden.user_id = $38
                and hidden.post_id = "post_rank"."post_id") is distinct from "post_rank"."post_id"))))
      and "post_rank"."top" >= coalesce((select min(place) from best having count(*) = 11),
        '-2147483648'::integer)
      order by "post_rank"."top" desc, "post_rank"."post_id" desc limit 11
    ) merged
  ) merged
  order by merged.place desc, merged.post_id desc limit 11 offset 0) as "post_rank" inner join "post"
on "post"."id" = "post_rank"."post_id" inner join "category" on "category"."id"
= "post"."category_id" left join "user"
on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null)
order by "post_rank".rank desc, "post_rank"."post_id" desc;

-- The first page of followed people, by hot
select "post"."id", "post"."title", "post"."image_url", "post"."image_width",
"post"."image_height", "post"."image_placeholder", "post"."video_url", "post"."video_poster_url",
"post"."images", "post"."link_url", "post"."link_domain", "post"."is_spoiler",
case when "post"."poll_closes_at" is not null then (
  select json_build_object(
    'options', json_agg(json_build_object(
        'id', o.id, 'text', o.text, 'votes', case when ballot.option_id is not null
        or "post"."poll_closes_at" <= now()
        then o.votes end
      ) order by o.id),
    'total_votes', sum(o.votes),
    'closes_at', to_char("post"."poll_closes_at" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'is_closed', "post"."poll_closes_at" <= now(),
    'my_option_id', ballot.option_id
  ) from poll_option o,
  (select (select option_id from poll_vote where poll_vote.post_id = "post"."id"
      and poll_vote.user_id = $1) as option_id) as ballot where o.post_id
  = "post"."id" group by ballot.option_id
) end as "poll", case when "post"."stream_id" is not null then (
  select json_build_object('id', announced.id, 'is_live', announced.is_live)
  from stream announced where announced.id = "post"."stream_id" and announced.deleted_at is null) end
as "stream", "post"."created_at", "post"."edited_at", "post_rank"."upvotes",
"post_rank"."downvotes", "post_rank"."comment_count", "post_rank"."is_pinned" as "is_pinned",
"post_rank"."is_locked" as "is_locked", "post"."category_id"
= any (array(select category_id from category_moderator where user_id = $2)) as "can_moderate",
"category"."id", "category"."name", "category"."display_name", "category"."is_nsfw",
"category"."icon_url", "category"."downvotes", case when "post"."flair_id" is not null then (
  select json_build_object('id', flair.id, 'label', flair.label, 'color', flair.color)
  from "category_flair" flair where flair.id = "post"."flair_id" and flair.deleted_at is null) end
as "flair", "user"."id", "user"."username", "user"."avatar_url", coalesce("user"."is_bot", false)
as "is_ai", (
  select (select count(*)::integer from (
      select 1 from "comment" c where c.post_id = visit.post_id and c.created_at > visit.visited_at
      and c.is_listed
      and coalesce(c.author_id, 0) <> $3 and coalesce(c.author_id, 0) <> all (array(select blocked_id
          from blockeduser where blocker_id = $4))
      limit 1000
    ) c)
  from "post_visit" visit where visit.user_id = $5 and visit.post_id = "post"."id"
) as "new_comments",
coalesce((select value from vote where vote.post_id = "post"."id" and vote.user_id
    = $6), 0) as "user_vote",
(select s.post_id from savedpost s where s.post_id = "post"."id" and s.user_id
  = $7) is not null as "is_saved", "post"."excerpt", "post"."excerpt_truncated", null
as "content_html", "post_rank".rank as "rank",
("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_shown",
(select count(*)::integer
  from (select 1
    from (select "follow"."followed_id" as author_id from "follow" where "follow"."follower_id"
      = $8) source cross join lateral (select 1 from "post_rank"
      where ("post_rank"."is_listed"
        and ("post_rank"."author_id" = source.author_id and "post_rank"."is_nsfw" = $9))
      limit 1000) of_source limit 1000) found) as "total",
exists (select 1 from "categorymembership" where "categorymembership"."user_id" = $10)
as "has_joined" from (
  with source
  as  (select "follow"."followed_id" as author_id from "follow" where "follow"."follower_id" = $11),
  best as materialized (
    select source.*, first_post.place
    from source
    cross join lateral (select "post_rank"."hot" as place, "post_rank"."post_id" from "post_rank"
      where (("post_rank"."is_listed"
          and ("post_rank"."author_id" = source.author_id and "post_rank"."is_nsfw" = $12))
        and (coalesce("post_rank"."author_id",
            0) <> all (array(select blocked_id from blockeduser where blocker_id
              = $13))
          and ("post_rank"."post_id" not in (select hidden.post_id from "hidden_post" hidden
              where hidden.user_id = $14 limit 1000)
            and ((select 1 from "hidden_post" hidden where hidden.user_id = $15 offset 1000 limit 1) is null
              or (select hidden.post_id from "hidden_post" hidden where hidden.user_id = $16
                and hidden.post_id = "post_rank"."post_id") is distinct from "post_rank"."post_id"))))
      order by "post_rank"."hot" desc, "post_rank"."post_id" desc limit 1) first_post
    order by first_post.place desc, first_post.post_id desc limit 11
  )
  select merged.post_id, merged.upvotes, merged.downvotes, merged.comment_count, merged.is_locked,
  merged.is_pinned, merged.rank from (
    select merged.post_id, merged.upvotes, merged.downvotes, merged.comment_count, merged.is_locked,
    merged.is_pinned, merged.rank, merged.place from best source cross join lateral (
      select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes",
      "post_rank"."comment_count",
      "post_rank"."is_locked", "post_rank"."is_pinned",
      "post_rank"."hot" as rank, "post_rank"."hot" as place from "post_rank"
      where (("post_rank"."is_listed"
          and ("post_rank"."author_id" = source.author_id and "post_rank"."is_nsfw" = $17))
        and (coalesce("post_rank"."author_id",
            0) <> all (array(select blocked_id from blockeduser where blocker_id
              = $18))
          and ("post_rank"."post_id" not in (select hidden.post_id from "hidden_post" hidden
              where hidden.user_id = $19 limit 1000)
            and ((select 1 from "hidden_post" hidden where hidden.user_id = $20 offset 1000 limit 1) is null
              or (select hidden.post_id from "hidden_post" hidden where hidden.user_id = $21
                and hidden.post_id = "post_rank"."post_id") is distinct from "post_rank"."post_id"))))
      and "post_rank"."hot" >= coalesce((select min(place) from best having count(*) = 11),
        '-infinity'::double precision)
      order by "post_rank"."hot" desc, "post_rank"."post_id" desc limit 11
    ) merged
  ) merged
  order by merged.place desc, merged.post_id desc limit 11 offset 0) as "post_rank" inner join "post"
on "post"."id" = "post_rank"."post_id" inner join "category" on "category"."id"
= "post"."category_id" left join "user"
on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null)
order by "post_rank".rank desc, "post_rank"."post_id" desc;
