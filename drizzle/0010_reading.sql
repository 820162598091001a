DROP INDEX "post_rank_top";--> statement-breakpoint
DROP INDEX "post_rank_controversial";--> statement-breakpoint
DROP INDEX "post_rank_category_top";--> statement-breakpoint
DROP INDEX "post_rank_category_controversial";--> statement-breakpoint
ALTER TABLE "post_rank" ADD COLUMN "age" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "home_feed" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
CREATE INDEX "post_rank_author_hot" ON "post_rank" USING btree ("author_id","is_nsfw","hot","post_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "post_rank_author_top" ON "post_rank" USING btree ("author_id","is_nsfw","top","post_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "post_rank_author_controversial" ON "post_rank" USING btree ("author_id","is_nsfw","controversial","post_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "post_rank_age" ON "post_rank" USING btree ("age","created_at") WHERE age < 4;--> statement-breakpoint
CREATE INDEX "post_rank_top" ON "post_rank" USING btree ("is_nsfw","age","top","post_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "post_rank_controversial" ON "post_rank" USING btree ("is_nsfw","age","controversial","post_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "post_rank_category_top" ON "post_rank" USING btree ("category_id","age","top","post_id") WHERE is_listed;--> statement-breakpoint
CREATE INDEX "post_rank_category_controversial" ON "post_rank" USING btree ("category_id","age","controversial","post_id") WHERE is_listed;