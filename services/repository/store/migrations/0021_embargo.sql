CREATE TABLE "repository"."private_links" (
	"id" serial PRIMARY KEY NOT NULL,
	"upload" integer NOT NULL,
	"label" text NOT NULL,
	"hash" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"until" text NOT NULL,
	"revoked_at" timestamp with time zone,
	"uses" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "private_links_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD COLUMN "embargo_notice" text;--> statement-breakpoint
ALTER TABLE "repository"."private_links" ADD CONSTRAINT "private_links_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "private_links_upload" ON "repository"."private_links" USING btree ("upload");