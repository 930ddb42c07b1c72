ALTER TABLE "repository"."change_requests" ADD COLUMN "reminders" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."review_notes" ADD COLUMN "addressee" text;--> statement-breakpoint
ALTER TABLE "repository"."studies" ADD COLUMN "formerly_named" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."review_notes" ADD CONSTRAINT "review_notes_addressee_people_subject_fk" FOREIGN KEY ("addressee") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A note for the other expert is for who holds the other panel now; who held it before is not known.
UPDATE "repository"."review_notes" AS n SET "addressee" = (
  SELECT "expert" FROM "repository"."panel_seats" AS s WHERE s."upload" = n."upload" AND s."expert" <> n."author" LIMIT 1
) WHERE n."readers" = 'expert';--> statement-breakpoint
-- Field 5 is the abstract: the fields before it name people.
UPDATE "repository"."studies" SET "formerly_named" = jsonb_build_array(jsonb_path_query_array("metadata", '$[*] ? (@.id < 5)'))
  WHERE "id" IN (SELECT "study" FROM "repository"."uploads" WHERE "status" <> 'Uploaded');
