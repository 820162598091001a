DROP INDEX "user_leaderboard";--> statement-breakpoint
DROP INDEX "comment_parent_best";--> statement-breakpoint
DROP INDEX "comment_parent_top";--> statement-breakpoint
DROP INDEX "comment_parent_new";--> statement-breakpoint
ALTER TABLE "comment" ADD COLUMN "excerpt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "comment" ADD COLUMN "moved_in" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "user_leaderboard" ON "user" USING btree ("wpoints" DESC NULLS LAST,"id") WHERE deleted_at is null and not is_bot;--> statement-breakpoint
CREATE INDEX "comment_parent_best" ON "comment" USING btree ("parent_id","best","id") WHERE parent_id is not null and in_tree;--> statement-breakpoint
CREATE INDEX "comment_parent_top" ON "comment" USING btree ("parent_id","top","id") WHERE parent_id is not null and in_tree;--> statement-breakpoint
CREATE INDEX "comment_parent_new" ON "comment" USING btree ("parent_id","created_at","id") WHERE parent_id is not null;--> statement-breakpoint
CREATE TRIGGER comment_note_move BEFORE UPDATE OF upvotes, downvotes ON public.comment FOR EACH ROW
  WHEN (OLD.upvotes <> NEW.upvotes OR OLD.downvotes <> NEW.downvotes)
  EXECUTE FUNCTION public.note_rank_move();
