-- Trusted on PostgreSQL: needs the right CREATE on the database, not a superuser.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Stemmers without stop words: the search text is freed from them before (domain/search/stop-words.ts).
CREATE TEXT SEARCH DICTIONARY "repository"."english" (TEMPLATE = snowball, LANGUAGE = english);
--> statement-breakpoint
CREATE TEXT SEARCH DICTIONARY "repository"."german" (TEMPLATE = snowball, LANGUAGE = german);
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION "repository"."motothek_en" (COPY = pg_catalog.simple);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION "repository"."motothek_en" ALTER MAPPING FOR asciiword, word WITH "repository"."english";
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION "repository"."motothek_de" (COPY = pg_catalog.simple);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION "repository"."motothek_de" ALTER MAPPING FOR asciiword, word WITH "repository"."german";
--> statement-breakpoint
CREATE TABLE "repository"."search_documents" (
	"nr" integer PRIMARY KEY NOT NULL,
	"revision" bigint NOT NULL,
	"facets" text[] NOT NULL,
	"areas" text[] NOT NULL,
	"age_start" integer,
	"age_end" integer,
	"persons" integer,
	"title_en" text NOT NULL,
	"title_de" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"title_words" "tsvector" NOT NULL,
	"words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."search_state" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"revision" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."search_words" (
	"word" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository"."data_sets" ADD COLUMN "postal_areas" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."data_sets" ADD COLUMN "results" jsonb;--> statement-breakpoint
ALTER TABLE "repository"."search_documents" ADD CONSTRAINT "search_documents_nr_data_sets_nr_fk" FOREIGN KEY ("nr") REFERENCES "repository"."data_sets"("nr") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_documents_revision" ON "repository"."search_documents" USING btree ("revision");--> statement-breakpoint
CREATE INDEX "search_documents_title_words" ON "repository"."search_documents" USING gin ("title_words");--> statement-breakpoint
CREATE INDEX "search_documents_words" ON "repository"."search_documents" USING gin ("words");--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "repository"."search_words" USING gin ("word" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "dois_beginning" ON "repository"."dois" USING btree (lower("doi") text_pattern_ops);
--> statement-breakpoint
-- Version 0 makes the first server that starts write the documents.
INSERT INTO "repository"."search_state" ("id", "version", "revision") VALUES (1, 0, 0);
