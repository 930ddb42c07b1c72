CREATE TABLE "repository"."norm_memberships" (
	"contribution" text NOT NULL,
	"since" integer NOT NULL,
	"until" integer,
	CONSTRAINT "norm_memberships_contribution_since_pk" PRIMARY KEY("contribution","since")
);
--> statement-breakpoint
ALTER TABLE "repository"."norm_versions" ADD COLUMN "data_sets" integer;--> statement-breakpoint
UPDATE "repository"."norm_versions" SET "data_sets" = jsonb_array_length("contributions");--> statement-breakpoint
ALTER TABLE "repository"."norm_versions" ALTER COLUMN "data_sets" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "repository"."norm_memberships" ADD CONSTRAINT "norm_memberships_contribution_norm_contributions_id_fk" FOREIGN KEY ("contribution") REFERENCES "repository"."norm_contributions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Versions one after the other that have a contribution become one row. Contributions of withdrawn data sets are gone already.
INSERT INTO "repository"."norm_memberships" ("contribution", "since", "until")
WITH "numbered" AS (
	SELECT "place", "contributions", row_number() OVER (ORDER BY "place") AS "number", lead("place") OVER (ORDER BY "place") AS "next"
	FROM "repository"."norm_versions"
), "members" AS (
	SELECT "numbered"."place", "numbered"."number", "numbered"."next", "kept"."id",
		"numbered"."number" - row_number() OVER (PARTITION BY "kept"."id" ORDER BY "numbered"."place") AS "run"
	FROM "numbered"
	CROSS JOIN LATERAL jsonb_to_recordset("numbered"."contributions") AS "listed"("id" text)
	INNER JOIN "repository"."norm_contributions" AS "kept" ON "kept"."id" = "listed"."id"
)
SELECT "id", min("place"), (array_agg("next" ORDER BY "place" DESC))[1] FROM "members" GROUP BY "id", "run";--> statement-breakpoint
ALTER TABLE "repository"."norm_versions" DROP COLUMN "contributions";
