-- PostgreSQL's parser takes quadratic time over a word of many underscores (one post could keep it busy for 18 s), so they part words.
CREATE OR REPLACE FUNCTION public.f_search_words(text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT ROWS 50
  BEGIN ATOMIC
    SELECT word FROM unnest(tsvector_to_array(to_tsvector('pg_catalog.simple'::regconfig, translate(lower(public.f_unaccent($1)), '_', ' ')))) AS word
    WHERE octet_length(word) <= 200;
  END;
--> statement-breakpoint
-- Addresses with underscores were one word before.
UPDATE public.post SET title = title WHERE strpos(title, '_') > 0 OR strpos(content, '_') > 0;
