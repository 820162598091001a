DROP INDEX "comment_deleted_at";--> statement-breakpoint
DROP INDEX "post_deleted_at";--> statement-breakpoint
ALTER TABLE "category" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "stream" ADD COLUMN "erased_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "category_to_erase" ON "category" USING btree ("deleted_at") WHERE deleted_at is not null and erased_at is null;--> statement-breakpoint
CREATE INDEX "comment_to_erase" ON "comment" USING btree ("deleted_at") WHERE deleted_at is not null and erased_at is null;--> statement-breakpoint
CREATE INDEX "post_to_erase" ON "post" USING btree ("deleted_at") WHERE deleted_at is not null and erased_at is null;--> statement-breakpoint
CREATE INDEX "stream_to_erase" ON "stream" USING btree ("deleted_at") WHERE deleted_at is not null and erased_at is null;