CREATE TABLE "cost_hour" (
	"hour" timestamp (3) with time zone NOT NULL,
	"process" text NOT NULL,
	"seconds" double precision NOT NULL,
	"requests" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"mails" bigint NOT NULL,
	"cpu_ms" double precision NOT NULL,
	"memory" bigint NOT NULL,
	"database_cpu_ms" double precision,
	"database_memory" bigint,
	CONSTRAINT "cost_hour_hour_process_pk" PRIMARY KEY("hour","process")
);
--> statement-breakpoint
CREATE TABLE "cost_sample" (
	"hour" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"members" integer NOT NULL,
	"database_bytes" bigint NOT NULL,
	"media_bytes" bigint NOT NULL,
	"disk_free" bigint NOT NULL,
	"disk_total" bigint NOT NULL
);
