CREATE TABLE "repository"."object_sums" (
	"key" text PRIMARY KEY NOT NULL,
	"sha256" text,
	"bytes" bigint,
	"checked_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"claimed_until" timestamp with time zone,
	"fault" text,
	"found_at" timestamp with time zone,
	"mended_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"replicated_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "repository"."installation" ADD COLUMN "replica" text;--> statement-breakpoint
CREATE INDEX "object_sums_due_at" ON "repository"."object_sums" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "object_sums_fault" ON "repository"."object_sums" USING btree ("fault");