-- Ids lie hashed from here on. What was handed out before lies under its bare id: nobody would find it, and nobody should read it.
DELETE FROM "identity"."artifacts";--> statement-breakpoint
ALTER TABLE "identity"."accounts" ADD COLUMN "generation" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."artifacts" ADD COLUMN "generation" integer;