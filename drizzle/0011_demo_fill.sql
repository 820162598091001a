CREATE TABLE "demo_fill" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"input" jsonb NOT NULL,
	"fingerprint" text NOT NULL,
	"steps_done" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "demo_fill_one_row" CHECK ("demo_fill"."is_only")
);
