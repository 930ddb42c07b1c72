CREATE TABLE "repository"."kept_files" (
	"content_key" text PRIMARY KEY NOT NULL,
	"object_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "kept_files_object_key_unique" UNIQUE("object_key")
);
--> statement-breakpoint
CREATE INDEX "kept_files_used_at" ON "repository"."kept_files" USING btree ("used_at");