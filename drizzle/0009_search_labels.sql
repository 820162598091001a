-- Shorter labels and buckets of 16,384: the words of every post carry the label, and the index has an entry a bucket for each.
DROP TRIGGER post_note_new_words ON public.post;--> statement-breakpoint
DROP TRIGGER post_note_changed_words ON public.post;--> statement-breakpoint
DROP INDEX "post_search";--> statement-breakpoint
ALTER TABLE "post" DROP COLUMN "search";--> statement-breakpoint
DROP FUNCTION public.f_search_vector(integer, boolean, text, text);--> statement-breakpoint
DROP FUNCTION public.f_search_label(integer, boolean);--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.f_search_bucket(post_id integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN post_id >> 14;
--> statement-breakpoint
-- What stands before the words of a variant's posts in a bucket; the mark that follows it, ':' or '=', ends it.
CREATE FUNCTION public.f_search_label(bucket integer, is_nsfw boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (CASE WHEN is_nsfw THEN 'a' ELSE 'n' END) || to_hex(bucket);
--> statement-breakpoint
-- The words of a post, label:word, and once more those of its title, label=word.
CREATE FUNCTION public.f_search_vector(id integer, is_nsfw boolean, title text, content text) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (
    SELECT array_to_tsvector(array_agg(public.f_search_label(public.f_search_bucket(id), is_nsfw) || found.word))
    FROM (
      SELECT ':' || word AS word FROM public.f_search_words(title || ' ' || content) AS word
      UNION ALL
      SELECT '=' || word FROM public.f_search_words(title) AS word
    ) AS found
  );
--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (f_search_vector(id, is_nsfw, title, content)) STORED;--> statement-breakpoint
CREATE INDEX "post_search" ON "post" USING gin ("search") WITH (fastupdate=false) WHERE deleted_at is null;--> statement-breakpoint
-- The words of a post that somebody may mean who spells them wrongly.
CREATE OR REPLACE FUNCTION public.f_spellable(search tsvector) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT ROWS 50
  BEGIN ATOMIC
    SELECT word FROM unnest(tsvector_to_array(search)) AS entry, substring(entry FROM '^[an][0-9a-f]+:([[:alpha:]]{3,40})$') AS word
    WHERE word IS NOT NULL;
  END;
--> statement-breakpoint
CREATE TRIGGER post_note_new_words AFTER INSERT ON public.post REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_words_of_new();
--> statement-breakpoint
CREATE TRIGGER post_note_changed_words AFTER UPDATE OF title, content ON public.post FOR EACH ROW
  WHEN (OLD.title <> NEW.title OR OLD.content <> NEW.content) EXECUTE FUNCTION public.note_words_of_changed();
