ALTER TABLE "identity"."accounts" ADD COLUMN "locked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity"."accounts" ADD COLUMN "last_sign_in_at" timestamp with time zone;