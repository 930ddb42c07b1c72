CREATE TABLE "repository"."saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"query" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"known_revision" bigint NOT NULL,
	"end_token" text NOT NULL,
	CONSTRAINT "saved_searches_end_token_unique" UNIQUE("end_token"),
	CONSTRAINT "saved_searches_owner_query" UNIQUE("owner","query")
);
--> statement-breakpoint
CREATE TABLE "repository"."search_mailings" (
	"owner" text PRIMARY KEY NOT NULL,
	"end_token" text NOT NULL,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "search_mailings_end_token_unique" UNIQUE("end_token")
);
--> statement-breakpoint
ALTER TABLE "repository"."data_sets" ADD COLUMN "revision" bigint;--> statement-breakpoint
-- Nobody has a saved search yet, so what is published is not new to anybody.
update repository.data_sets set revision = 0;
--> statement-breakpoint
ALTER TABLE "repository"."saved_searches" ADD CONSTRAINT "saved_searches_owner_people_subject_fk" FOREIGN KEY ("owner") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."search_mailings" ADD CONSTRAINT "search_mailings_owner_people_subject_fk" FOREIGN KEY ("owner") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "data_sets_revision" ON "repository"."data_sets" USING btree ("revision");