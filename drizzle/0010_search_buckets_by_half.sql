-- Buckets of 8,192: for the words that most posts have, half as much is read, and for rare ones there is little to read anyway.
DROP INDEX "post_search";--> statement-breakpoint
ALTER TABLE "post" DROP COLUMN "search";--> statement-breakpoint
CREATE OR REPLACE FUNCTION public.f_search_bucket(post_id integer) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
  RETURN post_id >> 13;
--> statement-breakpoint
ALTER TABLE "post" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (f_search_vector(id, is_nsfw, title, content)) STORED;--> statement-breakpoint
CREATE INDEX "post_search" ON "post" USING gin ("search") WITH (fastupdate=false) WHERE deleted_at is null;
