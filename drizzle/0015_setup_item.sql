CREATE TABLE "setup_item" (
	"id" text PRIMARY KEY NOT NULL,
	"put_aside_at" timestamp (3) with time zone,
	"proof" text
);
