CREATE SCHEMA "audit";
--> statement-breakpoint
CREATE TABLE "audit"."acts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit"."acts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"actor" text,
	"act" text NOT NULL,
	"account" text,
	"object" text,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE INDEX "acts_account" ON "audit"."acts" USING btree ("account");--> statement-breakpoint
CREATE INDEX "acts_act" ON "audit"."acts" USING btree ("act");