CREATE TABLE "notification_settings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"site_off" text[] DEFAULT '{}' NOT NULL,
	"email_on" text[] DEFAULT '{"moderation"}' NOT NULL,
	"digest" text DEFAULT 'off' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thread_level" (
	"user_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"level" text NOT NULL,
	CONSTRAINT "thread_level_user_id_post_id_pk" PRIMARY KEY("user_id","post_id")
);
--> statement-breakpoint
DROP INDEX "notification_unread";--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "thing_id" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "day" date GENERATED ALWAYS AS ((created_at at time zone 'UTC')::date) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "on_site" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "by_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_level" ADD CONSTRAINT "thread_level_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_level" ADD CONSTRAINT "thread_level_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_settings_digest" ON "notification_settings" USING btree ("digest","user_id") WHERE digest <> 'off';--> statement-breakpoint
CREATE INDEX "thread_level_all" ON "thread_level" USING btree ("post_id","user_id") WHERE level = 'all';--> statement-breakpoint
UPDATE "notification" SET "thing_id" = coalesce(
	CASE WHEN kind = 'comment_reply' THEN (SELECT parent_id FROM "comment" WHERE "comment"."id" = comment_id) END, post_id, report_id, 0
);--> statement-breakpoint
CREATE INDEX "notification_mentions" ON "notification" USING btree ("user_id","id") WHERE kind = 'mention' and on_site;--> statement-breakpoint
CREATE INDEX "notification_moderation" ON "notification" USING btree ("user_id","id") WHERE kind in ('moderation', 'appeal', 'invite', 'report_decided') and on_site;--> statement-breakpoint
CREATE INDEX "notification_group" ON "notification" USING btree ("user_id","kind","thing_id","day","id") WHERE on_site;--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("user_id","id") WHERE not read and on_site;