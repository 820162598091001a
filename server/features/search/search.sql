-- Written by `bun run sql`: the statements as they are sent. Do not edit.

-- The words of a query
select
array(select json_build_object('word', word, 'forms', array(select f_search_forms(word))) from f_search_words($1) as word) as head,
array(select json_build_object('word', word, 'forms', array(select f_search_forms(word))) from f_search_words($2) as word) as last,
(select max("post"."id") from "post") as newest, (select min("post"."id") from "post") as oldest;

-- The posts that have all the words
with matches as materialized (
  select found.id, ranked.hot
  from generate_series(f_search_bucket($1), f_search_bucket($2), -1) as bucket
  cross join lateral (
    select "post"."id" as id from "post" where "post"."search" @@ (select replace($3, $4, f_search_label(bucket, $5))::tsquery)
    and "post"."deleted_at" is null order by "post"."id" desc limit 1000
  ) as found
  cross join lateral (
    -- OFFSET keeps the planner from joining all ranks of a variant with the few matches of a bucket.
    select "post_rank"."hot" as hot from "post_rank"
    where "post_rank"."post_id" = found.id
    and ("post_rank"."is_listed"
      and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id" and "category"."deleted_at" is null))
    and "post_rank"."is_nsfw" = $6 offset 0
  ) as ranked
  limit 1000
), titled as (
  select title_match.id, count(*) as score
  from (select distinct f_search_bucket(id) as bucket from matches) as buckets
  cross join lateral (
    select "post"."id" as id from "post" where "post"."search" @@ (select replace($7, $8, f_search_label(bucket, $9))::tsquery)
    and "post"."deleted_at" is null
    union all
    select "post"."id" as id from "post" where "post"."search" @@ (select replace($10, $11, f_search_label(bucket, $12))::tsquery)
    and "post"."deleted_at" is null
  ) as title_match
  group by title_match.id
)
select count(*)::integer as total, array_agg(id order by coalesce(score, 0) desc, hot desc, id desc) as ids
from matches left join titled using (id);

-- Words that are spelt alike
set local pg_trgm.similarity_threshold = 0.25;
select meant, array(
  select "search_word"."word" from "search_word"
  where "search_word"."word" % meant and (similarity("search_word"."word", meant) >= $1::real or length(meant) <= $2::integer)
  order by similarity("search_word"."word", meant) desc, "search_word"."word"
  limit $3
) as alike
from unnest($4::text[]) as meant;

-- Posts of people whom the viewer blocked
select "post_rank"."post_id" as id from "post_rank"
where "post_rank"."post_id" = any ($1::integer[]) and exists (select 1 from blockeduser where blocker_id = $2)
and not (coalesce("post_rank"."author_id", 0) <> all (array(select blocked_id from blockeduser where blocker_id = $3)));
