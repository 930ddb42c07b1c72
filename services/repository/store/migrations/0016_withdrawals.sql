CREATE TABLE "repository"."withdrawals" (
	"upload" integer PRIMARY KEY NOT NULL,
	"asked_reason" text,
	"asked_at" timestamp with time zone,
	"reason" text,
	"removal_reason" text,
	"removal_asked_at" timestamp with time zone,
	"removal_asked_by" text,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "repository"."kept_files" ADD COLUMN "numbers" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."withdrawals" ADD CONSTRAINT "withdrawals_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."withdrawals" ADD CONSTRAINT "withdrawals_removal_asked_by_people_subject_fk" FOREIGN KEY ("removal_asked_by") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_files_numbers" ON "repository"."kept_files" USING gin ("numbers");