-- Written by `bun run sql`: the statements as they are sent. Do not edit.

-- The words of a query
select array(
  select json_build_object(
    'text', at, 'word', word, 'similar', array(select f_search_forms(word)),
    'forms', array(
      select "search_word"."word" from "search_word"
      where "search_word"."word" = any (string_to_array(inflected.forms, ' ')) and "search_word"."word"
      <> query_word.word
    )
  )
  from unnest($1::text[]) with ordinality as texts (text, at)
  cross join f_search_words(texts.text) as query_word (word)
  left join unnest($2::text[],
    $3::text[])
  as inflected (word, forms) using (word)
) as words;

-- The posts that have all the words
with candidates as materialized (
  select found.id from generate_series(f_search_bucket($1), f_search_bucket($2), -1) as bucket
  cross join lateral (
    select * from (select "post"."id" as id from "post"
      where "post"."search" @@ (select replace($3, $4, f_search_label(bucket, $5))::tsquery)
      and "post"."deleted_at" is null offset 0) as matching order by id desc limit 1000
  ) as found limit 30000
), listed as (
  select candidates.id, ranked.hot, ranked.top, ranked.created_at
  from candidates
  cross join lateral (select "post_rank"."hot" as hot, "post_rank"."top" as top,
    "post_rank"."created_at" as created_at
    from "post_rank"
    where "post_rank"."post_id" = candidates.id
    and ("post_rank"."is_listed"
      and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id"
        and "category"."deleted_at" is null)) and "post_rank"."is_nsfw" = $6 offset 0) as ranked
), matches as materialized (
  select listed.id, listed.hot, listed.top, listed.created_at from listed
  limit 1000
), scored as materialized (
  select title_match.id, count(*) as score
  from (select distinct f_search_bucket(id) as bucket from matches) as buckets
  cross join lateral (select "post"."id" as id from "post" where "post"."search"
    @@ (select replace($7, $8, f_search_label(bucket, $9))::tsquery)
    and "post"."deleted_at" is null union all select "post"."id" as id from "post"
    where "post"."search" @@ (select replace($10, $11, f_search_label(bucket, $12))::tsquery)
    and "post"."deleted_at" is null) as title_match
  group by title_match.id
), found_ranked as (
  select id, coalesce(score, 0) as first, hot as second
  from matches left join scored using (id)
)
select array_agg(id) as ids, array_agg(first) as first, array_agg(second) as second, case
when (select count(*) from matches) >= 1000 then true
else (select count(*) from candidates) >= 30000
end as is_cut
from (select id, first::double precision, second::double precision from found_ranked
  order by first desc,
  second desc, id desc) as ordered;

-- The posts of an author that have all the words, by votes
with bucket_queries as materialized (
  select bucket, (select replace($1, $2, f_search_label(bucket, $3))::tsquery) as words,
  (select replace($4, $5, f_search_label(bucket, $6))::tsquery) as exact_words
  from generate_series(f_search_bucket($7), f_search_bucket($8)) as bucket
), candidates as materialized (
  select "post_rank"."post_id" as id
  from "post_rank"
  where ("post_rank"."is_listed"
    and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id"
      and "category"."deleted_at" is null)) and "post_rank"."is_nsfw" = $9 and "post_rank"."author_id"
  = $10
  order by "post_rank"."created_at" desc, "post_rank"."post_id" desc limit 30000
), listed as (
  select candidates.id, ranked.hot, ranked.top, ranked.created_at
  from candidates
  cross join lateral (select "post_rank"."hot" as hot, "post_rank"."top" as top,
    "post_rank"."created_at" as created_at
    from "post_rank" join "post" on "post"."id" = "post_rank"."post_id"
    where "post_rank"."post_id" = candidates.id and "post"."search"
    @@ (select bucket_queries.words from bucket_queries where bucket_queries.bucket
      = f_search_bucket("post"."id")) offset 0) as ranked
), matches as materialized (
  select listed.id, listed.hot, listed.top, listed.created_at from listed
  limit 1000
), found_ranked as (
  select id, top as first, hot as second
  from matches
)
select array_agg(id) as ids, array_agg(first) as first, array_agg(second) as second, case
when (select count(*) from matches) >= 1000 then true
else (select count(*) from candidates) >= 30000
end as is_cut
from (select id, first::double precision, second::double precision from found_ranked
  order by first desc,
  second desc, id desc) as ordered;

-- The comments that have all the words
with candidates as materialized (
  select found.id, (found.search @@ exact.words)::integer as score
  from generate_series(f_search_bucket($1::integer >> 2), f_search_bucket($2::integer >> 2), -1)
  as bucket
  cross join lateral (select (select replace($3, $4, f_search_label(bucket, $5))::tsquery) as words
    offset 0) as exact
  cross join lateral (select *
    from (select "comment_search"."comment_id" as id, "comment_search"."search" from "comment_search"
      where "comment_search"."search" @@ (select replace($6, $7, f_search_label(bucket, $8))::tsquery)
      offset 0) as matching order by id desc limit 1000) as found limit 30000
), listed as (
  select candidates.id, score, ranked.hot, ranked.top, ranked.created_at
  from candidates
  cross join lateral (select sign("comment"."top") * log(greatest(abs("comment"."top"),
        1)::double precision) + extract(epoch
      from "comment"."created_at") / 45000 as hot, "comment"."top" as top, "comment"."created_at"
    as created_at
    from "comment" join "post_rank" on "post_rank"."post_id" = "comment"."post_id"
    where "comment"."id" = candidates.id
    and ("comment"."is_listed"
      and ("post_rank"."is_listed"
        and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id"
          and "category"."deleted_at" is null))) offset 0) as ranked
), matches as materialized (
  select listed.id, score, listed.hot, listed.top, listed.created_at from listed
  limit 1000
), found_ranked as (
  select id, coalesce(score, 0) as first, hot as second
  from matches
)
select array_agg(id) as ids, array_agg(first) as first, array_agg(second) as second, case
when (select count(*) from matches) >= 1000 then true
else (select count(*) from candidates) >= 30000
end as is_cut
from (select id, first::double precision, second::double precision from found_ranked
  order by first desc,
  second desc, id desc) as ordered;

-- The comments in a community with a phrase and without a word, newest first
with candidates as materialized (
  select found.id
  from generate_series(f_search_bucket($1::integer >> 2),
    greatest(f_search_bucket($2::integer >> 2), f_search_bucket($3::integer >> 2) - 119), -1) as bucket
  cross join lateral (select (select replace($4, $5, f_search_label(bucket, $6))::tsquery) as words
    offset 0) as exact
  cross join lateral (select *
    from (select "comment_search"."comment_id" as id, "comment_search"."search" from "comment_search"
      where "comment_search"."search" @@ (select replace($7, $8, f_search_label(bucket, $9))::tsquery)
      offset 0) as matching order by id desc limit 3000) as found limit 3000
), listed as (
  select candidates.id, ranked.hot, ranked.top, ranked.created_at
  , sum(ranked.bytes) over (order by candidates.id desc) - ranked.bytes as read_before
  from candidates
  cross join lateral (select sign("comment"."top") * log(greatest(abs("comment"."top"),
        1)::double precision) + extract(epoch
      from "comment"."created_at") / 45000 as hot, "comment"."top" as top, "comment"."created_at"
    as created_at, greatest(octet_length("comment"."content"), 800) as bytes
    from "comment" join "post_rank" on "post_rank"."post_id" = "comment"."post_id"
    where "comment"."id" = candidates.id
    and ("comment"."is_listed"
      and ("post_rank"."is_listed"
        and exists (select 1 from "category" where "category"."id" = "post_rank"."category_id"
          and "category"."deleted_at" is null))) offset 0) as ranked
), matches as materialized (
  select listed.id, listed.hot, listed.top, listed.created_at from listed
  cross join lateral (select
    from (select lower(f_unaccent("comment"."content")) as said, "comment"."content_html" from "comment"
      where "comment"."id" = listed.id offset 0) as comment
    where said ~ (select '(^|[^[:alnum:]])'
      || regexp_replace(regexp_replace(lower(f_unaccent($10::text)), '^[^[:alnum:]]+|[^[:alnum:]]+$', '',
          'g'),
        '[^[:alnum:]]+', '[^[:alnum:]]+', 'g')
      || '([^[:alnum:]]|$)') offset 0) as says where listed.read_before
  < 2400000
  limit 1000
), found_ranked as (
  select id, extract(epoch from created_at) as first, 0 as second
  from matches
)
select array_agg(id) as ids, array_agg(first) as first, array_agg(second) as second, case
when (select count(*) from matches) >= 1000 then true
else (select count(*) from candidates) >= 3000
or exists (select 1 from listed where read_before >= 2400000) or f_search_bucket($11::integer >> 2)
< f_search_bucket($12::integer >> 2) - 119
end as is_cut
from (select id, first::double precision, second::double precision from found_ranked
  order by first desc,
  second desc, id desc) as ordered;

-- Words that are spelt alike
set local pg_trgm.similarity_threshold = 0.25;
select meant, array(
  select "search_word"."word" from "search_word"
  where "search_word"."word" % meant
  and (similarity("search_word"."word", meant) >= $1::real or length(meant) <= $2::integer)
  order by similarity("search_word"."word", meant) desc, "search_word"."word"
  limit $3
) as similar
from unnest($4::text[]) as meant;

-- Posts of people whom the viewer blocked
select "post_rank"."post_id" as id from "post_rank"
where "post_rank"."post_id" = any ($1::integer[])
and exists (select 1 from blockeduser where blocker_id
  = $2)
and "post_rank"."author_id" = any (array(select blocked_id from blockeduser where blocker_id = $3));
