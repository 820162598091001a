-- Written by `bun run sql`: the statements as they are sent. Do not edit.

-- The words of a query
select array(
  select json_build_object(
    'text', at, 'word', word, 'alike', array(select f_search_forms(word)),
    'forms', array(
      select "search_word"."word" from "search_word"
      where "search_word"."word" = any (string_to_array(inflected.forms, ' ')) and "search_word"."word" <> asked_word.word
    )
  )
  from unnest($1::text[]) with ordinality as asked (text, at)
  cross join f_search_words(asked.text) as asked_word (word)
  left join unnest($2::text[], $3::text[])
  as inflected (word, forms) using (word)
) as words;

-- The posts that have all the words
with matches as materialized (
  select found.id, ranked.hot, ranked.top, ranked.created_at
  from generate_series(f_search_bucket($1), f_search_bucket($2), -1) as bucket
  cross join lateral (
    select *
    from (select "post"."id" as id from "post" where "post"."search" @@ (select replace($3, $4, f_search_label(bucket, $5))::tsquery)
      and "post"."deleted_at" is null offset 0) as matching order by id desc limit 1000
  ) as found
  cross join lateral (
    -- OFFSET keeps the planner from joining all ranks of a variant with the few matches of a bucket.
    select "post_rank"."hot" as hot, "post_rank"."top" as top, "post_rank"."created_at" as created_at from "post_rank"
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
), found_ranked as (
  select id, coalesce(score, 0) as first, hot as second from matches left join titled using (id)
)
select array_agg(id) as ids, array_agg(first) as first, array_agg(second) as second
from (select id, first::double precision, second::double precision from found_ranked order by first desc, second desc, id desc) as ordered;

-- The posts of an author that have all the words, by votes
with found_ranked as (
  select id, top as first, hot as second from (
    select "post"."id" as id, "post_rank"."hot" as hot, "post_rank"."top" as top, "post_rank"."created_at" as created_at,
    ("post"."search" @@ (select replace($1, $2,
          f_search_label(f_search_bucket("post"."id"), "post"."is_nsfw"))::tsquery))::integer + ("post"."search" @@ (select replace($3, $4,
          f_search_label(f_search_bucket("post"."id"), "post"."is_nsfw"))::tsquery))::integer as score
    from "post_rank" join "post" on "post"."id" = "post_rank"."post_id"
    where ("post_rank"."is_listed"
      and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id" and "category"."deleted_at" is null))
    and "post_rank"."is_nsfw" = $5
    and "post"."search" @@ (select replace($6, $7, f_search_label(f_search_bucket("post"."id"), "post"."is_nsfw"))::tsquery)
    and "post"."deleted_at" is null
    and "post_rank"."author_id" = $8
    order by "post_rank"."created_at" desc, "post_rank"."post_id" desc limit 1000
  ) as newest
)
select array_agg(id) as ids, array_agg(first) as first, array_agg(second) as second
from (select id, first::double precision, second::double precision from found_ranked order by first desc, second desc, id desc) as ordered;

-- The comments that have all the words
with matches as materialized (
  select found.id, found.score, ranked.hot, ranked.top, ranked.created_at
  from generate_series(f_search_bucket($1::integer >> 2), f_search_bucket($2::integer >> 2), -1) as bucket
  cross join lateral (
    select *
    from (select "comment_search"."comment_id" as id,
      ("comment_search"."search" @@ (select replace($3, $4, f_search_label(bucket, $5))::tsquery))::integer as score from "comment_search"
      where "comment_search"."search" @@ (select replace($6, $7, f_search_label(bucket, $8))::tsquery) offset 0) as matching
    order by id desc limit 1000
  ) as found
  cross join lateral (
    select sign("comment"."top") * log(greatest(abs("comment"."top"), 1)::double precision) + extract(epoch
      from "comment"."created_at") / 45000 as hot, "comment"."top" as top, "comment"."created_at" as created_at
    from "comment" join "post_rank" on "post_rank"."post_id" = "comment"."post_id"
    where "comment"."id" = found.id
    and ("comment"."is_listed"
      and ("post_rank"."is_listed"
        and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id" and "category"."deleted_at" is null))) offset 0
  ) as ranked
  limit 1000
), found_ranked as (
  select id, coalesce(score, 0) as first, hot as second from matches
)
select array_agg(id) as ids, array_agg(first) as first, array_agg(second) as second
from (select id, first::double precision, second::double precision from found_ranked order by first desc, second desc, id desc) as ordered;

-- The comments in a community with a phrase and without a word, newest first
with matches as materialized (
  select found.id, found.score, ranked.hot, ranked.top, ranked.created_at
  from generate_series(f_search_bucket($1::integer >> 2), f_search_bucket($2::integer >> 2), -1) as bucket
  cross join lateral (
    select *
    from (select "comment_search"."comment_id" as id, 0 as score from "comment_search"
      where "comment_search"."search" @@ (select replace($3, $4, f_search_label(bucket, $5))::tsquery) offset 0) as matching order by id desc
  ) as found
  cross join lateral (
    select sign("comment"."top") * log(greatest(abs("comment"."top"), 1)::double precision) + extract(epoch
      from "comment"."created_at") / 45000 as hot, "comment"."top" as top, "comment"."created_at" as created_at
    from "comment" join "post_rank" on "post_rank"."post_id" = "comment"."post_id"
    where "comment"."id" = found.id
    and ("comment"."is_listed"
      and ("post_rank"."is_listed"
        and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id" and "category"."deleted_at" is null)))
    and strpos((' ' || btrim(regexp_replace(lower(f_unaccent("comment"."content")), '[^[:alnum:]]+', ' ', 'g')) || ' '),
      (' ' || btrim(regexp_replace(lower(f_unaccent($6::text)), '[^[:alnum:]]+', ' ', 'g')) || ' ')) > 0 offset 0
  ) as ranked
  limit 1000
), found_ranked as (
  select id, extract(epoch from created_at) as first, 0 as second from matches
)
select array_agg(id) as ids, array_agg(first) as first, array_agg(second) as second
from (select id, first::double precision, second::double precision from found_ranked order by first desc, second desc, id desc) as ordered;

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
and "post_rank"."author_id" = any (array(select blocked_id from blockeduser where blocker_id = $3));
