ALTER TABLE "comment" ADD COLUMN "captions_url" text;--> statement-breakpoint
ALTER TABLE "comment" ADD COLUMN "captions_lang" text;--> statement-breakpoint
ALTER TABLE "comment" ADD COLUMN "video_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "captions_url" text;--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "captions_lang" text;--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "video_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "comment_captions" ON "comment"
  USING btree ("captions_url")
  WHERE captions_url is not null;--> statement-breakpoint
CREATE INDEX "post_captions" ON "post" USING btree ("captions_url") WHERE captions_url is not null;