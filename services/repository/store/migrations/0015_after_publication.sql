ALTER TABLE "repository"."search_state" ADD COLUMN "recount_from" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD COLUMN "series" integer;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD CONSTRAINT "uploads_series_uploads_number_fk" FOREIGN KEY ("series") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_series" ON "repository"."uploads" USING btree ("series");