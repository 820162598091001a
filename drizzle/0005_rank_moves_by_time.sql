DROP INDEX "post_rank_moved";--> statement-breakpoint
-- Says in which transaction the votes of a post or a comment last changed.
CREATE OR REPLACE FUNCTION public.note_rank_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.moved_in := pg_current_xact_id()::text::bigint;
  RETURN NEW;
END $$;
