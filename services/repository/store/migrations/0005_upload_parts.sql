CREATE TABLE "repository"."upload_parts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"last_modified" bigint,
	"state" text NOT NULL,
	"refusal" jsonb,
	"upload" integer,
	"touched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository"."upload_parts" ADD CONSTRAINT "upload_parts_owner_people_subject_fk" FOREIGN KEY ("owner") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."upload_parts" ADD CONSTRAINT "upload_parts_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_parts_owner" ON "repository"."upload_parts" USING btree ("owner");