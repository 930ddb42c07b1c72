CREATE SCHEMA "repository";
--> statement-breakpoint
CREATE TABLE "repository"."asked_experts" (
	"upload" integer NOT NULL,
	"expert" text NOT NULL,
	CONSTRAINT "asked_experts_expert" UNIQUE("upload","expert")
);
--> statement-breakpoint
CREATE TABLE "repository"."data_sets" (
	"nr" integer PRIMARY KEY NOT NULL,
	"upload" integer NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	"row" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"text" text NOT NULL,
	"values" integer NOT NULL,
	CONSTRAINT "data_sets_upload_unique" UNIQUE("upload")
);
--> statement-breakpoint
CREATE TABLE "repository"."detached_comments" (
	"id" serial PRIMARY KEY NOT NULL,
	"upload" integer NOT NULL,
	"table_name" text NOT NULL,
	"column_name" text NOT NULL,
	"target_key" text NOT NULL,
	"target_unit" text NOT NULL,
	"rule" text NOT NULL,
	"cell" integer NOT NULL,
	"value" text NOT NULL,
	"comment" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."doi_errors" (
	"upload" integer PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"is_refusal" boolean NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."dois" (
	"upload" integer PRIMARY KEY NOT NULL,
	"doi" text NOT NULL,
	"state" text NOT NULL,
	"registrar" text NOT NULL,
	"attributes" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dois_doi_unique" UNIQUE("doi")
);
--> statement-breakpoint
CREATE TABLE "repository"."download_items" (
	"session" uuid NOT NULL,
	"nr" integer NOT NULL,
	CONSTRAINT "download_items_session_nr_pk" PRIMARY KEY("session","nr")
);
--> statement-breakpoint
CREATE TABLE "repository"."download_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"institution" text,
	"country" text,
	"purpose" text
);
--> statement-breakpoint
CREATE TABLE "repository"."files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"upload" integer NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"object_key" text NOT NULL,
	"state" text NOT NULL,
	"failure_code" text,
	"failure_parameters" jsonb,
	"dialect" jsonb,
	"choices" jsonb,
	"reading" integer DEFAULT 0 NOT NULL,
	"skipped" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"version_state" text DEFAULT 'current' NOT NULL,
	"changes" jsonb,
	"counts" boolean DEFAULT true NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "files_version" UNIQUE("upload","version")
);
--> statement-breakpoint
CREATE TABLE "repository"."installation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "installation_is_only" CHECK ("repository"."installation"."is_only")
);
--> statement-breakpoint
CREATE TABLE "repository"."job_leases" (
	"job" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"worker" uuid NOT NULL,
	"renewed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."panel_openings" (
	"upload" integer NOT NULL,
	"expert" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	CONSTRAINT "panel_openings_expert" UNIQUE("upload","expert")
);
--> statement-breakpoint
CREATE TABLE "repository"."people" (
	"subject" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"orcid" text DEFAULT '' NOT NULL,
	"known_as" text[] DEFAULT '{}' NOT NULL,
	"roles" text[] NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."problem_comments" (
	"id" serial PRIMARY KEY NOT NULL,
	"table_id" integer NOT NULL,
	"rule" text NOT NULL,
	"column_position" integer NOT NULL,
	"cell" integer NOT NULL,
	"value" text DEFAULT '' NOT NULL,
	"comment" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."problem_groups" (
	"id" serial PRIMARY KEY NOT NULL,
	"table_id" integer NOT NULL,
	"rule" text NOT NULL,
	"column_position" integer,
	"can_override" boolean NOT NULL,
	"count" integer NOT NULL,
	"parameters" jsonb NOT NULL,
	"cells" jsonb NOT NULL,
	"object_key" text
);
--> statement-breakpoint
CREATE TABLE "repository"."published_tables" (
	"id" serial PRIMARY KEY NOT NULL,
	"nr" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"row_count" integer NOT NULL,
	"object_key" text NOT NULL,
	"columns" jsonb NOT NULL,
	"withheld" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."search_facets" (
	"nr" integer NOT NULL,
	"kind" text NOT NULL,
	"value" text DEFAULT '' NOT NULL,
	"start" integer,
	"end" integer
);
--> statement-breakpoint
CREATE TABLE "repository"."source_columns" (
	"table_id" integer NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"header" text,
	"target_key" text,
	"target_unit" text,
	"info" jsonb,
	"summary" jsonb,
	CONSTRAINT "source_columns_position" UNIQUE("table_id","position"),
	CONSTRAINT "source_columns_name" UNIQUE("table_id","name")
);
--> statement-breakpoint
CREATE TABLE "repository"."source_tables" (
	"id" serial PRIMARY KEY NOT NULL,
	"file" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"row_count" integer NOT NULL,
	"object_key" text NOT NULL,
	"top" jsonb,
	"check_state" text DEFAULT 'none' NOT NULL,
	"mapping_revision" integer DEFAULT 0 NOT NULL,
	"n" integer,
	CONSTRAINT "source_tables_position" UNIQUE("file","position")
);
--> statement-breakpoint
CREATE TABLE "repository"."studies" (
	"id" serial PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"title" text,
	"title_key" text,
	"title_counts" boolean DEFAULT true NOT NULL,
	"metadata" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"saved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "repository"."templates" (
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"entries" jsonb NOT NULL,
	CONSTRAINT "templates_name" UNIQUE("owner","kind","name")
);
--> statement-breakpoint
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
CREATE TABLE "repository"."uploads" (
	"number" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner" text NOT NULL,
	"study" integer NOT NULL,
	"status" text DEFAULT 'Uploaded' NOT NULL,
	"nr" integer,
	"revises" integer,
	"created_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "uploads_nr_unique" UNIQUE("nr")
);
--> statement-breakpoint
CREATE TABLE "repository"."votes" (
	"upload" integer NOT NULL,
	"panel" integer NOT NULL,
	"expert" text NOT NULL,
	"rating" integer NOT NULL,
	"note" text NOT NULL,
	"version" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	CONSTRAINT "votes_panel" UNIQUE("upload","panel"),
	CONSTRAINT "votes_expert" UNIQUE("upload","expert")
);
--> statement-breakpoint
ALTER TABLE "repository"."asked_experts" ADD CONSTRAINT "asked_experts_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."asked_experts" ADD CONSTRAINT "asked_experts_expert_people_subject_fk" FOREIGN KEY ("expert") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."data_sets" ADD CONSTRAINT "data_sets_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."detached_comments" ADD CONSTRAINT "detached_comments_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."doi_errors" ADD CONSTRAINT "doi_errors_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."dois" ADD CONSTRAINT "dois_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."download_items" ADD CONSTRAINT "download_items_session_download_sessions_id_fk" FOREIGN KEY ("session") REFERENCES "repository"."download_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."download_items" ADD CONSTRAINT "download_items_nr_data_sets_nr_fk" FOREIGN KEY ("nr") REFERENCES "repository"."data_sets"("nr") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."download_sessions" ADD CONSTRAINT "download_sessions_subject_people_subject_fk" FOREIGN KEY ("subject") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."files" ADD CONSTRAINT "files_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."panel_openings" ADD CONSTRAINT "panel_openings_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."panel_openings" ADD CONSTRAINT "panel_openings_expert_people_subject_fk" FOREIGN KEY ("expert") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."problem_comments" ADD CONSTRAINT "problem_comments_table_id_source_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "repository"."source_tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."problem_groups" ADD CONSTRAINT "problem_groups_table_id_source_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "repository"."source_tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."published_tables" ADD CONSTRAINT "published_tables_nr_data_sets_nr_fk" FOREIGN KEY ("nr") REFERENCES "repository"."data_sets"("nr") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."search_facets" ADD CONSTRAINT "search_facets_nr_data_sets_nr_fk" FOREIGN KEY ("nr") REFERENCES "repository"."data_sets"("nr") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."source_columns" ADD CONSTRAINT "source_columns_table_id_source_tables_id_fk" FOREIGN KEY ("table_id") REFERENCES "repository"."source_tables"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."source_tables" ADD CONSTRAINT "source_tables_file_files_id_fk" FOREIGN KEY ("file") REFERENCES "repository"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."studies" ADD CONSTRAINT "studies_owner_people_subject_fk" FOREIGN KEY ("owner") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."templates" ADD CONSTRAINT "templates_owner_people_subject_fk" FOREIGN KEY ("owner") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."upload_parts" ADD CONSTRAINT "upload_parts_owner_people_subject_fk" FOREIGN KEY ("owner") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."upload_parts" ADD CONSTRAINT "upload_parts_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD CONSTRAINT "uploads_owner_people_subject_fk" FOREIGN KEY ("owner") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD CONSTRAINT "uploads_study_studies_id_fk" FOREIGN KEY ("study") REFERENCES "repository"."studies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD CONSTRAINT "uploads_revises_uploads_number_fk" FOREIGN KEY ("revises") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."votes" ADD CONSTRAINT "votes_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."votes" ADD CONSTRAINT "votes_expert_people_subject_fk" FOREIGN KEY ("expert") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "detached_comments_cell" ON "repository"."detached_comments" USING btree ("upload","table_name","column_name","target_key","target_unit","rule","cell");--> statement-breakpoint
CREATE INDEX "download_sessions_subject" ON "repository"."download_sessions" USING btree ("subject");--> statement-breakpoint
CREATE UNIQUE INDEX "files_version_state" ON "repository"."files" USING btree ("upload","version_state") WHERE "repository"."files"."version_state" <> 'replaced';--> statement-breakpoint
CREATE INDEX "files_sha256" ON "repository"."files" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "job_leases_worker" ON "repository"."job_leases" USING btree ("worker");--> statement-breakpoint
CREATE UNIQUE INDEX "problem_comments_cell" ON "repository"."problem_comments" USING btree ("table_id","rule","column_position","cell");--> statement-breakpoint
CREATE INDEX "problem_groups_table" ON "repository"."problem_groups" USING btree ("table_id");--> statement-breakpoint
CREATE INDEX "published_tables_nr" ON "repository"."published_tables" USING btree ("nr");--> statement-breakpoint
CREATE INDEX "search_facets_kind" ON "repository"."search_facets" USING btree ("kind","value");--> statement-breakpoint
CREATE INDEX "search_facets_nr" ON "repository"."search_facets" USING btree ("nr");--> statement-breakpoint
CREATE INDEX "studies_title_key" ON "repository"."studies" USING btree ("title_key");--> statement-breakpoint
CREATE INDEX "upload_parts_owner" ON "repository"."upload_parts" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "repository"."uploads" USING btree ("owner");--> statement-breakpoint
CREATE INDEX "uploads_status" ON "repository"."uploads" USING btree ("status");--> statement-breakpoint
CREATE INDEX "uploads_revises" ON "repository"."uploads" USING btree ("revises");