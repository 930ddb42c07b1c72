ALTER TABLE "repository"."files" ADD COLUMN "choices" jsonb;--> statement-breakpoint
ALTER TABLE "repository"."files" ADD COLUMN "reading" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."files" ADD COLUMN "skipped" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."source_columns" ADD COLUMN "header" text;--> statement-breakpoint
ALTER TABLE "repository"."source_tables" ADD COLUMN "top" jsonb;