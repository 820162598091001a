ALTER TABLE "import_row" ADD COLUMN "number" integer;--> statement-breakpoint
CREATE INDEX "import_row_number" ON "import_row" USING btree ("origin_id","post_id","number") WHERE number is not null;