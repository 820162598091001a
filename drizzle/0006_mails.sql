CREATE TABLE "digest_run" (
	"period" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"cursor" integer DEFAULT 0 NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	CONSTRAINT "digest_run_period" CHECK (period in ('daily', 'weekly'))
);
--> statement-breakpoint
CREATE TABLE "mail_state" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"sending_since" timestamp (3) with time zone,
	"last_sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "message" ADD COLUMN "by_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_state" ADD CONSTRAINT "mail_state_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_by_email" ON "message" USING btree ("recipient_id","created_at") WHERE by_email;--> statement-breakpoint
CREATE INDEX "notification_by_email" ON "notification" USING btree ("user_id","created_at") WHERE by_email;