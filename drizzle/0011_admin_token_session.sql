ALTER TABLE "admin_token" ADD COLUMN "session_id" text;--> statement-breakpoint
ALTER TABLE "admin_token" ADD CONSTRAINT "admin_token_session_id_session_id_fk"
  FOREIGN KEY ("session_id")
  REFERENCES "public"."session"("id")
  ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_token_session" ON "admin_token" USING btree ("session_id");