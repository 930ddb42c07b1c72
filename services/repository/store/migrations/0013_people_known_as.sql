ALTER TABLE "repository"."people" ADD COLUMN "known_as" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "repository"."people" SET "known_as" = array_remove(ARRAY["email", "orcid"], '');
