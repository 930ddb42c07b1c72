ALTER TABLE "web"."drafts" RENAME COLUMN "writer" TO "window_id";--> statement-breakpoint
ALTER TABLE "web"."drafts" DROP COLUMN "saved_version";--> statement-breakpoint
ALTER TABLE "web"."drafts" DROP CONSTRAINT "drafts_subject_form_object_pk";--> statement-breakpoint
ALTER TABLE "web"."drafts" ADD CONSTRAINT "drafts_subject_form_object_window_id_pk" PRIMARY KEY("subject","form","object","window_id");--> statement-breakpoint
DELETE FROM "web"."drafts" WHERE "entries" IS NULL AND "state" <> 'saved';--> statement-breakpoint
UPDATE "web"."drafts" SET "window_id" = 'saved:' || "window_id" WHERE "state" = 'saved';--> statement-breakpoint
INSERT INTO "web"."drafts" ("subject", "form", "object", "window_id", "state", "version", "saved_tag", "entries", "rescued", "saved_at")
SELECT "subject", "form", "object", "id"::text, "reason", 0, "saved_tag", "entries", false, "typed_at" FROM "web"."set_aside_drafts";--> statement-breakpoint
DROP TABLE "web"."set_aside_drafts";
