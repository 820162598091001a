-- A vote leaves a dead version at the top of every index by rank; the usual fifth of the table would pile up there. The indexes are
-- cleaned even where the dead versions lie on few pages, as those of a few hot posts do.
ALTER TABLE "post_rank" SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on);--> statement-breakpoint
ALTER TABLE "comment" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, vacuum_index_cleanup = on);--> statement-breakpoint
ALTER TABLE "user" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);--> statement-breakpoint
-- Room beside each row, so that a new count (of comments, replies, posts: in no index) touches no index at all.
ALTER TABLE "post_rank" SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE "comment" SET (fillfactor = 90);--> statement-breakpoint
ALTER TABLE "category" SET (fillfactor = 80);--> statement-breakpoint
-- Plans are made once for threads of every length, and must suit long ones: so they are taken for a thousand comments each. With
-- the average the planner reads and sorts the whole thread instead of walking its rank.
ALTER TABLE "comment" ALTER COLUMN "post_id" SET (n_distinct = -0.001);--> statement-breakpoint
ANALYZE "comment" ("post_id");
