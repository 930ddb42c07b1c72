CREATE TABLE "repository"."study_members" (
	"id" serial PRIMARY KEY NOT NULL,
	"study" integer,
	"upload" integer,
	"email" text NOT NULL,
	"person" text,
	"right" text NOT NULL,
	"invited_by" text NOT NULL,
	"chairs_reason" text,
	"invited_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"link_hash" text,
	"accepted_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "study_members_scope" CHECK (("repository"."study_members"."study" is null) <> ("repository"."study_members"."upload" is null))
);
--> statement-breakpoint
ALTER TABLE "repository"."source_tables" ADD COLUMN "mapped_by" text;--> statement-breakpoint
ALTER TABLE "repository"."source_tables" ADD COLUMN "mapped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "repository"."source_tables" ADD COLUMN "commented_by" text;--> statement-breakpoint
ALTER TABLE "repository"."source_tables" ADD COLUMN "commented_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "repository"."studies" ADD COLUMN "saved_by" text;--> statement-breakpoint
ALTER TABLE "repository"."study_members" ADD CONSTRAINT "study_members_study_studies_id_fk" FOREIGN KEY ("study") REFERENCES "repository"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."study_members" ADD CONSTRAINT "study_members_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."study_members" ADD CONSTRAINT "study_members_person_people_subject_fk" FOREIGN KEY ("person") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."study_members" ADD CONSTRAINT "study_members_invited_by_people_subject_fk" FOREIGN KEY ("invited_by") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "study_members_study" ON "repository"."study_members" USING btree ("study");--> statement-breakpoint
CREATE INDEX "study_members_upload" ON "repository"."study_members" USING btree ("upload");--> statement-breakpoint
CREATE INDEX "study_members_person" ON "repository"."study_members" USING btree ("person");--> statement-breakpoint
CREATE INDEX "study_members_invited_by" ON "repository"."study_members" USING btree ("invited_by","invited_at");--> statement-breakpoint
CREATE UNIQUE INDEX "study_members_link" ON "repository"."study_members" USING btree ("link_hash");--> statement-breakpoint
ALTER TABLE "repository"."source_tables" ADD CONSTRAINT "source_tables_mapped_by_people_subject_fk" FOREIGN KEY ("mapped_by") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."source_tables" ADD CONSTRAINT "source_tables_commented_by_people_subject_fk" FOREIGN KEY ("commented_by") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."studies" ADD CONSTRAINT "studies_saved_by_people_subject_fk" FOREIGN KEY ("saved_by") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;