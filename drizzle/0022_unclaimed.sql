ALTER TABLE "user" ADD COLUMN "is_unclaimed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "user" SET "is_unclaimed" = true FROM "imported_account" WHERE "imported_account"."user_id" = "user"."id"
  AND "imported_account"."claimed_at" IS NULL AND "user"."deleted_at" IS NULL;
