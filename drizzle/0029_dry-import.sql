-- A dry run of an import is one long transaction: it sets `watek.is_dry_run` and adds no words, since posts that bring
-- the same new word meanwhile would wait for its end.
CREATE OR REPLACE FUNCTION public.note_words_of_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('watek.is_dry_run', true) = 'on' THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.search_word
    SELECT DISTINCT word FROM added, public.f_spellable(added.search) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.index_new_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('watek.is_dry_run', true) = 'on' THEN
    RETURN NULL;
  END IF;
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
