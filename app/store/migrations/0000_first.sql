CREATE SCHEMA "web";
--> statement-breakpoint
CREATE TABLE "web"."drafts" (
	"subject" text NOT NULL,
	"form" text NOT NULL,
	"object" text NOT NULL,
	"version" integer NOT NULL,
	"entries" text NOT NULL,
	"rescued" boolean NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drafts_subject_form_object_pk" PRIMARY KEY("subject","form","object")
);
--> statement-breakpoint
CREATE TABLE "web"."sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"sid" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"renewer" uuid,
	"renewer_until" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "drafts_saved_at" ON "web"."drafts" USING btree ("saved_at");--> statement-breakpoint
CREATE INDEX "sessions_subject" ON "web"."sessions" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "sessions_sid" ON "web"."sessions" USING btree ("sid");--> statement-breakpoint
CREATE INDEX "sessions_last_seen" ON "web"."sessions" USING btree ("last_seen_at");