CREATE TABLE "comment_search" (
	"comment_id" integer PRIMARY KEY NOT NULL,
	"search" "tsvector" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comment_search" ADD CONSTRAINT "comment_search_comment_id_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_search_words" ON "comment_search" USING gin ("search") WITH (fastupdate=false);--> statement-breakpoint
-- Search vector of a comment: 'label:word' for each word, 'label@' for itself, and with the ids of its author and community after it. A
-- bucket is as wide as four of posts.
CREATE FUNCTION public.f_comment_search_vector(id integer, is_nsfw boolean, content text, author_id integer, category_id integer) RETURNS tsvector
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN (
    SELECT array_to_tsvector(array_agg(public.f_search_label(public.f_search_bucket(id >> 2), is_nsfw) || found.entry))
    FROM (
      SELECT ':' || word AS entry FROM public.f_search_words(content) AS word
      UNION ALL
      SELECT entry FROM unnest(ARRAY['@', '@a' || author_id, '@c' || category_id]) AS entry WHERE entry IS NOT NULL
    ) AS found
  );
--> statement-breakpoint
CREATE FUNCTION public.index_new_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.comment_search
    SELECT added.id, public.f_comment_search_vector(added.id, added.is_nsfw, added.content, added.author_id, post.category_id)
    FROM added JOIN public.post ON post.id = added.post_id;
  INSERT INTO public.search_word
    SELECT DISTINCT word FROM added JOIN public.comment_search ON comment_id = added.id, public.f_spellable(search) AS word ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION public.index_changed_comment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.comment_search
    SELECT NEW.id, public.f_comment_search_vector(NEW.id, NEW.is_nsfw, NEW.content, NEW.author_id, post.category_id)
    FROM public.post WHERE post.id = NEW.post_id
  ON CONFLICT (comment_id) DO UPDATE SET search = excluded.search;
  INSERT INTO public.search_word
    SELECT word FROM public.comment_search, public.f_spellable(search) AS word WHERE comment_id = NEW.id ORDER BY word
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER comment_index_new AFTER INSERT ON public.comment REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION public.index_new_comments();
--> statement-breakpoint
CREATE TRIGGER comment_index_changed AFTER UPDATE OF content ON public.comment FOR EACH ROW
  WHEN (OLD.content <> NEW.content) EXECUTE FUNCTION public.index_changed_comment();
