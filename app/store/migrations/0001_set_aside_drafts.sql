CREATE TABLE "web"."set_aside_drafts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"form" text NOT NULL,
	"object" text NOT NULL,
	"writer" text NOT NULL,
	"reason" text NOT NULL,
	"saved_tag" text NOT NULL,
	"entries" text NOT NULL,
	"typed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "set_aside_drafts_writer" UNIQUE("subject","form","object","writer")
);
--> statement-breakpoint
ALTER TABLE "web"."drafts" ALTER COLUMN "version" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "web"."drafts" ALTER COLUMN "entries" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "web"."drafts" ADD COLUMN "state" text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE "web"."drafts" ADD COLUMN "writer" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "web"."drafts" ADD COLUMN "saved_tag" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "set_aside_drafts_typed_at" ON "web"."set_aside_drafts" USING btree ("typed_at");