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
CREATE INDEX "logout_tokens_remember_until" ON "web"."logout_tokens" USING btree ("remember_until");