CREATE TABLE "repository"."correction_proposals" (
	"study" integer PRIMARY KEY NOT NULL,
	"version" serial NOT NULL,
	"upload" integer NOT NULL,
	"proposer" text NOT NULL,
	"note" text NOT NULL,
	"changes" jsonb NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD COLUMN "corrected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "repository"."correction_proposals" ADD CONSTRAINT "correction_proposals_study_studies_id_fk" FOREIGN KEY ("study") REFERENCES "repository"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."correction_proposals" ADD CONSTRAINT "correction_proposals_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."correction_proposals" ADD CONSTRAINT "correction_proposals_proposer_people_subject_fk" FOREIGN KEY ("proposer") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;