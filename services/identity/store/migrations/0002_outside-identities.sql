CREATE TABLE "identity"."outside_identities" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"shown_as" text NOT NULL,
	"orcid" text,
	"roles" text[] NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity"."outside_identities" ADD CONSTRAINT "outside_identities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "identity"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outside_identities_subject" ON "identity"."outside_identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "outside_identities_account_id" ON "identity"."outside_identities" USING btree ("account_id");