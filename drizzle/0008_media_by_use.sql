DROP INDEX "upload_message_image_key";--> statement-breakpoint
DROP INDEX "upload_unused";--> statement-breakpoint
CREATE INDEX "category_icon" ON "category" USING btree ("icon_url") WHERE icon_url is not null;--> statement-breakpoint
CREATE INDEX "comment_image" ON "comment" USING btree ("image_url") WHERE image_url is not null;--> statement-breakpoint
CREATE INDEX "comment_video" ON "comment" USING btree ("video_url") WHERE video_url is not null;--> statement-breakpoint
CREATE INDEX "post_image" ON "post" USING btree ("image_url") WHERE image_url is not null;--> statement-breakpoint
CREATE INDEX "post_video" ON "post" USING btree ("video_url") WHERE video_url is not null;--> statement-breakpoint
CREATE INDEX "upload_content_hash" ON "upload" USING btree ("content_hash") WHERE content_hash is not null;--> statement-breakpoint
CREATE INDEX "upload_deleted_at" ON "upload" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "upload_unused" ON "upload" USING btree ("created_at") WHERE used_at is null and deleted_at is null;