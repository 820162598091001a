ALTER TABLE "vote" DROP CONSTRAINT "vote_user_id_user_id_fk";
--> statement-breakpoint
CREATE INDEX "post_author" ON "post" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "comment_author" ON "comment" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "report_reporter" ON "report" USING btree ("reporter_id");--> statement-breakpoint
CREATE INDEX "stream_user" ON "stream" USING btree ("user_id");