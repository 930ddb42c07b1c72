CREATE TABLE "repository"."documents" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"upload" integer NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"object_key" text NOT NULL,
	"state" text NOT NULL,
	"pages" integer,
	"empty_pages" integer,
	"findings" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository"."documents" ADD CONSTRAINT "documents_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "documents_name" ON "repository"."documents" USING btree ("upload",lower("name"));--> statement-breakpoint
CREATE INDEX "documents_object" ON "repository"."documents" USING btree ("object_key");