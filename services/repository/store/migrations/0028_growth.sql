CREATE TABLE "repository"."kept_figures" (
	"name" text PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"took_ms" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository"."studies" ADD COLUMN "named_marks" text[];--> statement-breakpoint
ALTER TABLE "repository"."studies" ADD COLUMN "named_marks_of" text;