ALTER TABLE "idempotency_key" DROP CONSTRAINT "idempotency_key_user_id_call_key_pk";--> statement-breakpoint
ALTER TABLE "idempotency_key" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD COLUMN "caller" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_sent" UNIQUE NULLS NOT DISTINCT("user_id","caller","call","key");