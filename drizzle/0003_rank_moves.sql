ALTER TABLE "post_rank" ADD COLUMN "moved_in" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "post_rank_moved" ON "post_rank" USING btree ("is_nsfw","moved_in","post_id") WHERE is_listed and moved_in > 0;--> statement-breakpoint
-- Says in which transaction the ranks of a post last moved. The latest stays where an older transaction got the row's lock
-- after a younger one; a number that this server has not given out yet came with a restored backup and counts for nothing.
CREATE FUNCTION public.note_rank_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.moved_in := pg_current_xact_id()::text::bigint;
  IF OLD.moved_in > NEW.moved_in AND OLD.moved_in < pg_snapshot_xmax(pg_current_snapshot())::text::bigint THEN
    NEW.moved_in := OLD.moved_in;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER post_rank_note_move BEFORE UPDATE OF upvotes, downvotes ON public.post_rank FOR EACH ROW
  WHEN (OLD.upvotes <> NEW.upvotes OR OLD.downvotes <> NEW.downvotes)
  EXECUTE FUNCTION public.note_rank_move();
