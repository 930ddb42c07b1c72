CREATE SCHEMA "web";
--> statement-breakpoint
CREATE TABLE "web"."drafts" (
	"subject" text NOT NULL,
	"form" text NOT NULL,
	"object" text NOT NULL,
	"window_id" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"version" bigint NOT NULL,
	"saved_tag" text DEFAULT '' NOT NULL,
	"entries" text,
	"saved_after_session_end" boolean NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drafts_subject_form_object_window_id_pk" PRIMARY KEY("subject","form","object","window_id")
);
--> statement-breakpoint
CREATE TABLE "web"."logout_tokens" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"remember_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "web"."secret_proofs" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
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
CREATE INDEX "logout_tokens_remember_until" ON "web"."logout_tokens" USING btree ("remember_until");--> statement-breakpoint
CREATE INDEX "sessions_subject" ON "web"."sessions" USING btree ("subject");--> statement-breakpoint
CREATE INDEX "sessions_sid" ON "web"."sessions" USING btree ("sid");--> statement-breakpoint
CREATE INDEX "sessions_last_seen" ON "web"."sessions" USING btree ("last_seen_at");