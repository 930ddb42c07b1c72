DROP INDEX "repository"."uploads_status";--> statement-breakpoint
CREATE INDEX "uploads_status" ON "repository"."uploads" USING btree ("status","deleted_at");