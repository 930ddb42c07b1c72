CREATE TABLE "repository"."job_leases" (
	"job" uuid PRIMARY KEY NOT NULL,
	"queue" text NOT NULL,
	"worker" uuid NOT NULL,
	"renewed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "job_leases_worker" ON "repository"."job_leases" USING btree ("worker");