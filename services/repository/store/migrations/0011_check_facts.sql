ALTER TABLE "repository"."source_tables" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "repository"."source_tables" ADD COLUMN "rules_version" text;