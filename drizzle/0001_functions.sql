-- Triggers, their functions, and storage settings.

-- A post copies the variant of its community when it is inserted.
CREATE FUNCTION public.inherit_nsfw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_nsfw := (SELECT is_nsfw FROM public.category WHERE id = NEW.category_id);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_inherit_nsfw BEFORE INSERT ON public.post FOR EACH ROW EXECUTE FUNCTION public.inherit_nsfw();
--> statement-breakpoint

-- The words of a search vector that spelling correction may propose.
CREATE FUNCTION public.f_spellable(search tsvector) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT ROWS 50
  BEGIN ATOMIC
    SELECT word FROM unnest(tsvector_to_array(search)) AS entry, substring(entry FROM '^[an][0-9a-f]+:([[:alpha:]]{3,40})$') AS word
    WHERE word IS NOT NULL;
  END;
--> statement-breakpoint
-- Words are inserted in alphabetical order, so that two transactions with the same new words cannot deadlock.
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
--> statement-breakpoint

-- Read and written on every call of a member where there are replicas; worthless after a crash.
ALTER TABLE "recent_write" SET UNLOGGED;
--> statement-breakpoint
-- Each vote leaves a dead tuple at the top of every rank index: vacuum early, and clean the indexes even when the dead tuples
-- lie on few pages.
ALTER TABLE "post_rank" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on);
--> statement-breakpoint
ALTER TABLE "comment" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on);
--> statement-breakpoint
ALTER TABLE "user" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
--> statement-breakpoint
-- Free space in each page, so that updates of unindexed counts (comments, replies, posts) are HOT.
ALTER TABLE "post_rank" SET (fillfactor = 90);
--> statement-breakpoint
ALTER TABLE "comment" SET (fillfactor = 90);
--> statement-breakpoint
ALTER TABLE "category" SET (fillfactor = 80);
--> statement-breakpoint
-- One prepared plan serves threads of every length. Assuming 1,000 comments a thread makes the planner walk the rank index
-- instead of sorting the whole thread.
ALTER TABLE "comment" ALTER COLUMN "post_id" SET (n_distinct = -0.001);
--> statement-breakpoint
ANALYZE "comment" ("post_id");
