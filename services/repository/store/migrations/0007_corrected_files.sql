ALTER TABLE "repository"."files" ADD COLUMN "standing" text DEFAULT 'current' NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."files" ADD COLUMN "changes" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "files_standing" ON "repository"."files" USING btree ("upload","standing") WHERE "repository"."files"."standing" <> 'past';