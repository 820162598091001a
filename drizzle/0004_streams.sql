CREATE TABLE "stream_media" (
	"stream_id" integer PRIMARY KEY NOT NULL,
	"next_seq" integer DEFAULT 0 NOT NULL,
	"bytes" bigint DEFAULT 0 NOT NULL,
	"segments" integer DEFAULT 0 NOT NULL,
	"owner" text,
	"owned_until" timestamp (3) with time zone,
	"last_piece_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stream_viewer" (
	"stream_id" integer NOT NULL,
	"lease" text NOT NULL,
	"viewer" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stream_viewer_stream_id_lease_pk" PRIMARY KEY("stream_id","lease")
);
--> statement-breakpoint
ALTER TABLE "stream" ALTER COLUMN "url" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "notification" ADD COLUMN "stream_id" integer;--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "stream_id" integer;--> statement-breakpoint
ALTER TABLE "stream" ADD COLUMN "category_id" integer;--> statement-breakpoint
ALTER TABLE "stream" ADD COLUMN "post_id" integer;--> statement-breakpoint
ALTER TABLE "stream" ADD COLUMN "is_interrupted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stream" ADD COLUMN "peak_viewers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "stream" ADD COLUMN "has_thumbnail" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stream_media" ADD CONSTRAINT "stream_media_stream_id_stream_id_fk"
  FOREIGN KEY ("stream_id")
  REFERENCES "public"."stream"("id")
  ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream_viewer" ADD CONSTRAINT "stream_viewer_stream_id_stream_id_fk"
  FOREIGN KEY ("stream_id")
  REFERENCES "public"."stream"("id")
  ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stream_media_last_piece" ON "stream_media" USING btree ("last_piece_at");--> statement-breakpoint
CREATE INDEX "stream_viewer_until" ON "stream_viewer" USING btree ("until");--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_stream_id_stream_id_fk"
  FOREIGN KEY ("stream_id")
  REFERENCES "public"."stream"("id")
  ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_category_id_category_id_fk"
  FOREIGN KEY ("category_id")
  REFERENCES "public"."category"("id")
  ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stream" ADD CONSTRAINT "stream_post_id_post_id_fk"
  FOREIGN KEY ("post_id")
  REFERENCES "public"."post"("id")
  ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_stream" ON "notification"
  USING btree ("stream_id")
  WHERE stream_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "stream_post_key" ON "stream"
  USING btree ("post_id")
  WHERE post_id is not null;--> statement-breakpoint
CREATE INDEX "stream_live" ON "stream"
  USING btree ("viewer_count","id")
  WHERE is_live and deleted_at is null;--> statement-breakpoint
CREATE INDEX "stream_ended" ON "stream"
  USING btree ("ended_at","id")
  WHERE not is_live and deleted_at is null;--> statement-breakpoint
CREATE INDEX "stream_category_ended" ON "stream"
  USING btree ("category_id","ended_at","id")
  WHERE not is_live and deleted_at is null;