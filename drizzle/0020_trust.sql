CREATE TABLE "newcomer_text" (
	"user_id" integer NOT NULL,
	"hash" text NOT NULL,
	"thing" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "newcomer_text_user_id_hash_thing_pk" PRIMARY KEY("user_id","hash","thing")
);
--> statement-breakpoint
CREATE TABLE "used_challenge" (
	"nonce" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "trust_level" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "active_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "active_on" date;--> statement-breakpoint
ALTER TABLE "newcomer_text" ADD CONSTRAINT "newcomer_text_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newcomer_text_created_at" ON "newcomer_text" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "used_challenge_expires_at" ON "used_challenge" USING btree ("expires_at");--> statement-breakpoint
-- Active days of members from before are those on which they wrote.
UPDATE "user" SET active_days = counted.days FROM (
	SELECT author_id, count(DISTINCT (created_at AT TIME ZONE 'UTC')::date)::integer AS days
	FROM (SELECT author_id, created_at FROM post UNION ALL SELECT author_id, created_at FROM comment) written
	WHERE author_id IS NOT NULL GROUP BY author_id
) counted WHERE counted.author_id = "user".id;
--> statement-breakpoint
-- Level 1 at once, so that nobody is a newcomer until the first night, which computes all levels.
UPDATE "user" SET trust_level = 1 WHERE deleted_at IS NULL AND NOT is_bot AND created_at <= now() - interval '1 day' AND (
	(SELECT count(*) FROM (SELECT 1 FROM post_rank WHERE author_id = "user".id AND is_listed AND created_at <= now() - interval '1 day' LIMIT 3) kept)
	+ (SELECT count(*) FROM (SELECT 1 FROM comment WHERE author_id = "user".id AND is_listed AND created_at <= now() - interval '1 day' LIMIT 3) kept)
) >= 3;
