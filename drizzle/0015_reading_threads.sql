CREATE TABLE "hidden_post" (
	"user_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "hidden_post_user_id_post_id_pk" PRIMARY KEY("user_id","post_id")
);
--> statement-breakpoint
CREATE TABLE "post_visit" (
	"user_id" integer NOT NULL,
	"post_id" integer NOT NULL,
	"visited_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "post_visit_user_id_post_id_pk" PRIMARY KEY("user_id","post_id")
);
--> statement-breakpoint
DROP INDEX "comment_post";--> statement-breakpoint
ALTER TABLE "comment" ADD COLUMN "controversial" double precision GENERATED ALWAYS AS (case when upvotes > 0 and downvotes > 0 then power((upvotes + downvotes)::double precision, least(upvotes, downvotes)::double precision / greatest(upvotes, downvotes)) else 0 end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "hidden_post" ADD CONSTRAINT "hidden_post_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hidden_post" ADD CONSTRAINT "hidden_post_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_visit" ADD CONSTRAINT "post_visit_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_visit" ADD CONSTRAINT "post_visit_post_id_post_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."post"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_post_controversial" ON "comment" USING btree ("post_id","controversial","id") WHERE parent_id is null and in_tree;--> statement-breakpoint
CREATE INDEX "comment_parent_controversial" ON "comment" USING btree ("parent_id","controversial","id") WHERE parent_id is not null and in_tree;--> statement-breakpoint
CREATE INDEX "comment_post" ON "comment" USING btree ("post_id","created_at");