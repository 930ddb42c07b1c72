CREATE TABLE "repository"."change_requests" (
	"id" serial PRIMARY KEY NOT NULL,
	"upload" integer NOT NULL,
	"panel" integer NOT NULL,
	"expert" text NOT NULL,
	"points" text[] NOT NULL,
	"answers" text[] NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"before" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."decision_letters" (
	"upload" integer PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"version" integer NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "repository"."expert_profiles" (
	"expert" text PRIMARY KEY NOT NULL,
	"institution" text DEFAULT '' NOT NULL,
	"topics" text[] NOT NULL,
	"away_from" text,
	"away_until" text,
	"mails" text DEFAULT 'each' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."panel_seats" (
	"upload" integer NOT NULL,
	"panel" integer NOT NULL,
	"expert" text NOT NULL,
	"invited_by" text,
	"link_hash" text,
	"since" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"reminders" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "panel_seats_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "panel_seats_panel" UNIQUE("upload","panel"),
	CONSTRAINT "panel_seats_expert" UNIQUE("upload","expert")
);
--> statement-breakpoint
CREATE TABLE "repository"."review_history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"upload" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"act" text NOT NULL,
	"actor" text,
	"panel" integer,
	"expert" text,
	"status_before" text NOT NULL,
	"status_after" text NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."review_notes" (
	"id" serial PRIMARY KEY NOT NULL,
	"upload" integer NOT NULL,
	"author" text NOT NULL,
	"readers" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository"."waiting_mails" (
	"id" serial PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository"."people" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD COLUMN "tie_rounds" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."uploads" ADD COLUMN "tied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "repository"."votes" ADD COLUMN "is_impartial" boolean;--> statement-breakpoint
ALTER TABLE "repository"."votes" ADD COLUMN "criteria" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."change_requests" ADD CONSTRAINT "change_requests_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."change_requests" ADD CONSTRAINT "change_requests_expert_people_subject_fk" FOREIGN KEY ("expert") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."decision_letters" ADD CONSTRAINT "decision_letters_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."expert_profiles" ADD CONSTRAINT "expert_profiles_expert_people_subject_fk" FOREIGN KEY ("expert") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."panel_seats" ADD CONSTRAINT "panel_seats_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."panel_seats" ADD CONSTRAINT "panel_seats_expert_people_subject_fk" FOREIGN KEY ("expert") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."panel_seats" ADD CONSTRAINT "panel_seats_invited_by_people_subject_fk" FOREIGN KEY ("invited_by") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."review_history" ADD CONSTRAINT "review_history_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."review_history" ADD CONSTRAINT "review_history_actor_people_subject_fk" FOREIGN KEY ("actor") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."review_history" ADD CONSTRAINT "review_history_expert_people_subject_fk" FOREIGN KEY ("expert") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."review_notes" ADD CONSTRAINT "review_notes_upload_uploads_number_fk" FOREIGN KEY ("upload") REFERENCES "repository"."uploads"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."review_notes" ADD CONSTRAINT "review_notes_author_people_subject_fk" FOREIGN KEY ("author") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository"."waiting_mails" ADD CONSTRAINT "waiting_mails_recipient_people_subject_fk" FOREIGN KEY ("recipient") REFERENCES "repository"."people"("subject") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "change_requests_open" ON "repository"."change_requests" USING btree ("upload") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "change_requests_upload" ON "repository"."change_requests" USING btree ("upload");--> statement-breakpoint
CREATE INDEX "panel_seats_of_expert" ON "repository"."panel_seats" USING btree ("expert");--> statement-breakpoint
CREATE INDEX "review_history_upload" ON "repository"."review_history" USING btree ("upload");--> statement-breakpoint
CREATE INDEX "review_history_at" ON "repository"."review_history" USING btree ("at");--> statement-breakpoint
CREATE INDEX "review_notes_upload" ON "repository"."review_notes" USING btree ("upload");--> statement-breakpoint
CREATE INDEX "waiting_mails_recipient" ON "repository"."waiting_mails" USING btree ("recipient");--> statement-breakpoint
-- Whoever has voted holds the panel, and may hand it over like those who were invited.
insert into repository.panel_seats (upload, panel, expert, since, accepted_at, due_at)
select upload, panel, expert, started_at, started_at, started_at + interval '30 days' from repository.votes;
--> statement-breakpoint
update repository.uploads set tie_rounds = 1, tied_at = (
  select max(ended_at) from repository.votes where votes.upload = uploads.number
) where status = 'Pending';
--> statement-breakpoint
create function repository.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The history of reviews is never changed.';
end $$;
--> statement-breakpoint
create trigger review_history_append_only before update or delete on repository.review_history
for each row execute function repository.refuse_change();
--> statement-breakpoint
create trigger review_history_no_truncate before truncate on repository.review_history
for each statement execute function repository.refuse_change();
