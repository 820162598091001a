ALTER TABLE "user" ADD COLUMN "avatar_url" text;--> statement-breakpoint
CREATE INDEX "user_avatar" ON "user" USING btree ("avatar_url") WHERE avatar_url is not null;