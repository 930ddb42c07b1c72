CREATE TABLE "repository"."asked_experts" (
	"upload" integer NOT NULL,
	"expert" text NOT NULL,
	CONSTRAINT "asked_experts_expert" UNIQUE("upload","expert")
);
--> statement-breakpoint
ALTER TABLE "repository"."asked_experts" ADD CONSTRAINT "asked_experts_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."asked_experts" ADD CONSTRAINT "asked_experts_expert_people_subject_fk" FOREIGN KEY ("expert") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Who was asked about submissions of before is not known: the experts there are now.
INSERT INTO "repository"."asked_experts" ("upload", "expert")
SELECT "uploads"."number", "people"."subject" FROM "repository"."uploads", "repository"."people"
WHERE "uploads"."status" = 'Submitted' AND "people"."subject" <> "uploads"."owner" AND 'Experts' = ANY("people"."roles");
