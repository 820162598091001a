CREATE TABLE "search_word" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
DROP INDEX "post_search";--> statement-breakpoint
ALTER TABLE "post" drop column "search";--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "is_nsfw" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE public.post SET is_nsfw = true WHERE category_id IN (SELECT id FROM public.category WHERE is_nsfw);
--> statement-breakpoint
CREATE FUNCTION public.inherit_nsfw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_nsfw := (SELECT is_nsfw FROM public.category WHERE id = NEW.category_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_inherit_nsfw BEFORE INSERT ON public.post FOR EACH ROW EXECUTE FUNCTION public.inherit_nsfw();
--> statement-breakpoint
-- The words of a text as search compares them: each once, without case and diacritics. Endless ones fit into no index.
CREATE FUNCTION public.f_search_words(text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT ROWS 50
  BEGIN ATOMIC
    SELECT word FROM unnest(tsvector_to_array(to_tsvector('pg_catalog.simple'::regconfig, lower(public.f_unaccent($1))))) AS word
    WHERE octet_length(word) <= 200;
  END;
--> statement-breakpoint
-- 8,192 consecutive posts are a bucket.
CREATE FUNCTION public.f_search_bucket(post_id integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN post_id >> 13;
--> statement-breakpoint
-- What stands before the words of a variant's posts in a bucket, always six characters.
CREATE FUNCTION public.f_search_label(bucket integer, is_nsfw boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN (CASE WHEN is_nsfw THEN 'a' ELSE 'n' END) || lpad(to_hex(bucket), 5, '0');
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
CREATE INDEX "search_word_trgm" ON "search_word" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "post_search" ON "post" USING gin ("search") WITH (fastupdate=false) WHERE deleted_at is null;--> statement-breakpoint
-- The words of a post that somebody may mean who spells them wrongly.
CREATE FUNCTION public.f_spellable(search tsvector) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT ROWS 50
  BEGIN ATOMIC
    SELECT substr(entry, 8) FROM unnest(tsvector_to_array(search)) AS entry
    WHERE substr(entry, 7, 1) = ':' AND substr(entry, 8) ~ '^[[:alpha:]]{3,40}$';
  END;
--> statement-breakpoint
-- Words are entered in their order, so that two who bring the same new ones wait for each other in the same order.
CREATE FUNCTION public.note_words_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.search_word SELECT DISTINCT word FROM added, public.f_spellable(added.search) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.note_words_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.search_word SELECT word FROM public.f_spellable(NEW.search) AS word ORDER BY word ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_note_new_words AFTER INSERT ON public.post REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_words_of_new();
--> statement-breakpoint
CREATE TRIGGER post_note_changed_words AFTER UPDATE OF title, content ON public.post FOR EACH ROW
  WHEN (OLD.title <> NEW.title OR OLD.content <> NEW.content) EXECUTE FUNCTION public.note_words_of_changed();
