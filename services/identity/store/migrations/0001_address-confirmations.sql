CREATE TABLE "identity"."address_confirmations" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"registration" jsonb,
	"account_id" text,
	"generation" integer,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."waiting_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"order" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"next_attempt_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity"."address_confirmations" ADD CONSTRAINT "address_confirmations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "identity"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "address_confirmations_token_hash" ON "identity"."address_confirmations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "address_confirmations_email_key" ON "identity"."address_confirmations" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "address_confirmations_account_id" ON "identity"."address_confirmations" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "waiting_mails_next_attempt_at" ON "identity"."waiting_mails" USING btree ("next_attempt_at");