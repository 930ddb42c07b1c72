CREATE TABLE "repository"."installation" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "installation_is_only" CHECK ("repository"."installation"."is_only")
);
