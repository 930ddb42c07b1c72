CREATE TABLE "repository"."concept_dois" (
	"series" integer PRIMARY KEY NOT NULL,
	"doi" text NOT NULL,
	"registrar" text NOT NULL,
	"attributes" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "concept_dois_doi_unique" UNIQUE("doi")
);
--> statement-breakpoint
CREATE TABLE "repository"."new_versions" (
	"upload" integer PRIMARY KEY NOT NULL,
	"former" integer NOT NULL,
	"news" text DEFAULT '' NOT NULL,
	"compared" jsonb,
	"difference" jsonb
);
--> statement-breakpoint
CREATE TABLE "repository"."version_followers" (
	"owner" text NOT NULL,
	"series" integer NOT NULL,
	"end_token" text NOT NULL,
	"known_version" integer NOT NULL,
	CONSTRAINT "version_followers_owner_series_pk" PRIMARY KEY("owner","series"),
	CONSTRAINT "version_followers_end_token_unique" UNIQUE("end_token")
);
--> statement-breakpoint
ALTER TABLE "repository"."search_state" ADD COLUMN "recount_from" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD COLUMN "series" integer;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "repository"."concept_dois" ADD CONSTRAINT "concept_dois_series_uploads_number_fk" FOREIGN KEY ("series") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."new_versions" ADD CONSTRAINT "new_versions_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."new_versions" ADD CONSTRAINT "new_versions_former_uploads_number_fk" FOREIGN KEY ("former") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."version_followers" ADD CONSTRAINT "version_followers_owner_people_subject_fk" FOREIGN KEY ("owner") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."version_followers" ADD CONSTRAINT "version_followers_series_uploads_number_fk" FOREIGN KEY ("series") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD CONSTRAINT "uploads_series_uploads_number_fk" FOREIGN KEY ("series") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_series" ON "repository"."uploads" USING btree ("series");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_version" ON "repository"."uploads" USING btree ("series","version") WHERE "repository"."uploads"."version" > 1 and "repository"."uploads"."status" <> 'Rejected' and "repository"."uploads"."deleted_at" is null;