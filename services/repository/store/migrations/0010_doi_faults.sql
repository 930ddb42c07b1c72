CREATE TABLE "repository"."doi_faults" (
	"upload" integer PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"is_refusal" boolean NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository"."doi_faults" ADD CONSTRAINT "doi_faults_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;