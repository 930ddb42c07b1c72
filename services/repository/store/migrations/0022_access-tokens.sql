CREATE TABLE "repository"."access_tokens" (
	"id" serial PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"label" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"generation" integer,
	"made_at" timestamp with time zone NOT NULL,
	"until" text NOT NULL,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "access_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
ALTER TABLE "repository"."access_tokens" ADD CONSTRAINT "access_tokens_owner_people_subject_fk" FOREIGN KEY ("owner") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_tokens_owner" ON "repository"."access_tokens" USING btree ("owner");