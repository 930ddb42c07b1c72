ALTER TABLE "web"."drafts" ADD COLUMN "saved_version" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "web"."drafts" SET "saved_version" = "version" WHERE "state" = 'saved';
