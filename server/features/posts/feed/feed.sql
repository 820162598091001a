-- Written by `bun run sql`: the statements as they are sent. Do not edit.

-- The first page of the home feed, by hot, for a visitor
select "post"."id", "post"."title", "post"."image_url", "post"."image_width", "post"."image_height", "post"."image_placeholder",
"post"."video_url", "post"."video_poster_url", "post"."created_at", "post"."edited_at", "post_rank"."upvotes", "post_rank"."downvotes",
"post_rank"."comment_count", "category"."id", "category"."name", "category"."display_name", "category"."is_nsfw", "user"."id",
"user"."username", "user"."avatar_url", 0 as "user_vote", false as "is_saved", "post"."excerpt", "post"."excerpt_truncated",
null as "content_html", "post_rank".rank as "rank", ("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_not_deleted",
(select coalesce(sum("category"."post_count"), 0)::integer from "category"
  where ("category"."is_nsfw" = $1 and "category"."deleted_at" is null)) as "total" from (
  select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes", "post_rank"."comment_count", "post_rank"."hot" as rank
  from "post_rank" where ("post_rank"."is_listed" and "post_rank"."is_nsfw" = $2)
  order by "post_rank"."hot" desc, "post_rank"."post_id" desc limit 11 offset 0
) as "post_rank" inner join "post" on "post"."id" = "post_rank"."post_id" inner join "category" on "category"."id" = "post"."category_id"
left join "user" on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null) order by "post_rank".rank desc,
"post_rank"."post_id" desc;

-- A further page of the home feed, by new, for a member
select "post"."id", "post"."title", "post"."image_url", "post"."image_width", "post"."image_height", "post"."image_placeholder",
"post"."video_url", "post"."video_poster_url", "post"."created_at", "post"."edited_at", "post_rank"."upvotes", "post_rank"."downvotes",
"post_rank"."comment_count", "category"."id", "category"."name", "category"."display_name", "category"."is_nsfw", "user"."id",
"user"."username", "user"."avatar_url",
coalesce((select value from vote where vote.post_id = "post"."id" and vote.user_id = $1), 0) as "user_vote",
(select s.post_id from savedpost s where s.post_id = "post"."id" and s.user_id = $2) is not null as "is_saved", "post"."excerpt",
"post"."excerpt_truncated", null as "content_html", "post_rank".rank as "rank",
("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_not_deleted",
(select coalesce(sum("category"."post_count"), 0)::integer from "category"
  where ("category"."is_nsfw" = $3 and "category"."deleted_at" is null)) as "total" from (
  select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes", "post_rank"."comment_count",
  (extract(epoch from "post_rank"."created_at") * 1000)::double precision as rank
  from "post_rank"
  where ("post_rank"."is_listed" and "post_rank"."is_nsfw" = $4
    and coalesce("post_rank"."author_id", 0) <> all (array(select blocked_id from blockeduser where blocker_id = $5))
    and ("post_rank"."created_at", "post_rank"."post_id") < ($6::timestamptz, $7::integer))
  order by "post_rank"."created_at" desc, "post_rank"."post_id" desc limit 11 offset 0
) as "post_rank" inner join "post" on "post"."id" = "post_rank"."post_id" inner join "category" on "category"."id" = "post"."category_id"
left join "user" on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null) order by "post_rank".rank desc,
"post_rank"."post_id" desc;

-- A further page of a community, by top, for a visitor
select "post"."id", "post"."title", "post"."image_url", "post"."image_width", "post"."image_height", "post"."image_placeholder",
"post"."video_url", "post"."video_poster_url", "post"."created_at", "post"."edited_at", "post_rank"."upvotes", "post_rank"."downvotes",
"post_rank"."comment_count", "category"."id", "category"."name", "category"."display_name", "category"."is_nsfw", "user"."id",
"user"."username", "user"."avatar_url", 0 as "user_vote", false as "is_saved", "post"."excerpt", "post"."excerpt_truncated",
null as "content_html", "post_rank".rank as "rank", ("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_not_deleted",
(select "category"."post_count" from "category" where "category"."id" = $1) as "total" from (
  select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes", "post_rank"."comment_count", "post_rank"."top" as rank
  from "post_rank"
  where ("post_rank"."is_listed" and "post_rank"."category_id" = $2
    and ("post_rank"."top", "post_rank"."post_id") < ($3::integer, $4::integer))
  order by "post_rank"."top" desc, "post_rank"."post_id" desc limit 11 offset 0
) as "post_rank" inner join "post" on "post"."id" = "post_rank"."post_id" inner join "category" on "category"."id" = "post"."category_id"
left join "user" on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null) order by "post_rank".rank desc,
"post_rank"."post_id" desc;

-- The first page of an author, by new, for a visitor
select "post"."id", "post"."title", "post"."image_url", "post"."image_width", "post"."image_height", "post"."image_placeholder",
"post"."video_url", "post"."video_poster_url", "post"."created_at", "post"."edited_at", "post_rank"."upvotes", "post_rank"."downvotes",
"post_rank"."comment_count", "category"."id", "category"."name", "category"."display_name", "category"."is_nsfw", "user"."id",
"user"."username", "user"."avatar_url", 0 as "user_vote", false as "is_saved", "post"."excerpt", "post"."excerpt_truncated",
null as "content_html", "post_rank".rank as "rank", ("post"."deleted_at" is null and "category"."deleted_at" is null) as "is_not_deleted",
(select count(*)::integer from "post_rank"
  where ("post_rank"."author_id" = $1 and "post_rank"."is_nsfw" = $2
    and ("post_rank"."is_listed"
      and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id" and "category"."deleted_at" is null)))) as "total"
from (
  select "post_rank"."post_id", "post_rank"."upvotes", "post_rank"."downvotes", "post_rank"."comment_count",
  (extract(epoch from "post_rank"."created_at") * 1000)::double precision as rank
  from "post_rank" where ("post_rank"."is_listed" and "post_rank"."is_nsfw" = $3 and "post_rank"."author_id" = $4)
  order by "post_rank"."created_at" desc, "post_rank"."post_id" desc limit 11 offset 0
) as "post_rank" inner join "post" on "post"."id" = "post_rank"."post_id" inner join "category" on "category"."id" = "post"."category_id"
left join "user" on ("user"."id" = "post"."author_id" and "user"."deleted_at" is null) order by "post_rank".rank desc,
"post_rank"."post_id" desc;
