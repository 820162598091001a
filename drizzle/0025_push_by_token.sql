ALTER TABLE "push_subscription" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD COLUMN "token_id" integer;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD COLUMN "oauth_session_id" text;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_token_id_personal_token_id_fk"
  FOREIGN KEY ("token_id")
  REFERENCES "public"."personal_token"("id")
  ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_oauth_session_id_oauth_session_id_fk"
  FOREIGN KEY ("oauth_session_id")
  REFERENCES "public"."oauth_session"("id")
  ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscription_token" ON "push_subscription" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "push_subscription_oauth" ON "push_subscription" USING btree ("oauth_session_id");--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_by"
  CHECK (num_nonnulls(session_id, token_id, oauth_session_id) = 1);