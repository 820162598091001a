-- Triggers with their functions, functions that read tables, and storage settings.

-- A post copies the variant of its community when it is inserted.
CREATE FUNCTION public.inherit_nsfw() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_nsfw := (SELECT is_nsfw FROM public.category WHERE id = NEW.category_id);
  RETURN NEW;
END $$;

CREATE TRIGGER post_inherit_nsfw BEFORE INSERT ON public.post FOR EACH ROW EXECUTE FUNCTION public.inherit_nsfw();

-- Words are inserted in alphabetical order, so that two transactions with the same new words cannot deadlock.
CREATE FUNCTION public.note_words_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.search_word
    SELECT DISTINCT word FROM added, public.f_spellable(added.search) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER post_note_new_words AFTER INSERT ON public.post REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.note_words_of_new();

CREATE FUNCTION public.note_words_of_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.search_word
    SELECT word FROM public.f_spellable(NEW.search) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  INSERT INTO public.lost_word (word)
    SELECT public.f_spellable(OLD.search) EXCEPT SELECT public.f_spellable(NEW.search);
  RETURN NULL;
END $$;

CREATE TRIGGER post_note_changed_words AFTER UPDATE OF title, content ON public.post FOR EACH ROW
  WHEN (OLD.title <> NEW.title OR OLD.content <> NEW.content) EXECUTE FUNCTION public.note_words_of_changed();

-- The words of a deleted post may have been deleted.
CREATE TRIGGER post_note_restored_words AFTER UPDATE OF deleted_at ON public.post FOR EACH ROW
  WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS NULL) EXECUTE FUNCTION public.note_words_of_changed();

CREATE FUNCTION public.index_new_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.comment_search
    SELECT added.id,
      public.f_comment_search_vector(added.id, added.is_nsfw, added.content, added.author_id, post.category_id)
    FROM added JOIN public.post ON post.id = added.post_id;
  INSERT INTO public.search_word
    SELECT DISTINCT word
    FROM added JOIN public.comment_search ON comment_id = added.id, public.f_spellable(search) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER comment_index_new AFTER INSERT ON public.comment REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.index_new_comments();

CREATE FUNCTION public.index_changed_comment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before tsvector;
BEGIN
  SELECT search INTO before FROM public.comment_search WHERE comment_id = NEW.id;
  INSERT INTO public.comment_search
    SELECT NEW.id, public.f_comment_search_vector(NEW.id, NEW.is_nsfw, NEW.content, NEW.author_id, post.category_id)
    FROM public.post WHERE post.id = NEW.post_id
  ON CONFLICT (comment_id) DO UPDATE SET search = excluded.search;
  INSERT INTO public.search_word
    SELECT word FROM public.comment_search, public.f_spellable(search) AS word WHERE comment_id = NEW.id ORDER BY word
  ON CONFLICT DO NOTHING;
  INSERT INTO public.lost_word (word)
    SELECT public.f_spellable(before)
    EXCEPT SELECT public.f_spellable(search) FROM public.comment_search WHERE comment_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER comment_index_changed AFTER UPDATE OF content ON public.comment FOR EACH ROW
  WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION public.index_changed_comment();

-- The words of the forum that are forms of a word.
CREATE FUNCTION public.f_search_forms(word text) RETURNS SETOF text LANGUAGE sql STABLE PARALLEL SAFE STRICT ROWS 10
  BEGIN ATOMIC
    (SELECT search_word.word FROM public.search_word
      WHERE public.f_search_stem(search_word.word) = public.f_search_stem($1)
        AND search_word.word <> $1 AND $1 ~ '^[[:alpha:]]{3,40}$'
      ORDER BY search_word.word LIMIT 80)
    UNION
    SELECT search_word.word FROM public.search_word
      WHERE search_word.word = ANY (public.f_search_plurals($1)) AND $1 ~ '^[[:alpha:]]{3,40}$';
  END;

-- Read and written on every call of a member where there are replicas; worthless after a crash.
ALTER TABLE recent_write SET UNLOGGED;

-- Each vote leaves a dead tuple at the top of every rank index: vacuum early, and clean the indexes even when the dead
-- tuples lie on few pages.
ALTER TABLE post_rank
  SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on);
ALTER TABLE comment
  SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on);
ALTER TABLE "user" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- Free space in each page, so that updates of unindexed counts (comments, replies, posts) are HOT.
ALTER TABLE post_rank SET (fillfactor = 90);
ALTER TABLE comment SET (fillfactor = 90);
ALTER TABLE category SET (fillfactor = 80);

-- One prepared plan serves threads of every length. Assuming 1,000 comments a thread makes the planner walk the rank
-- index instead of sorting the whole thread.
ALTER TABLE comment ALTER COLUMN post_id SET (n_distinct = -0.001);
ANALYZE comment (post_id);
