DROP INDEX "message_sender";--> statement-breakpoint
DROP INDEX "message_recipient";--> statement-breakpoint
DROP INDEX "message_unread";--> statement-breakpoint
CREATE INDEX "message_image" ON "message" USING btree ("image_url") WHERE image_url is not null;--> statement-breakpoint
CREATE INDEX "message_sender" ON "message" USING btree ("sender_id","recipient_id","id");--> statement-breakpoint
CREATE INDEX "message_recipient" ON "message" USING btree ("recipient_id","sender_id","id");--> statement-breakpoint
CREATE INDEX "message_unread" ON "message" USING btree ("recipient_id","sender_id","created_at") WHERE read_at is null;