CREATE TABLE "repository"."harvest_entries" (
	"nr" integer NOT NULL,
	"set" text NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	"is_deleted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "harvest_entries_nr_set_pk" PRIMARY KEY("nr","set")
);
--> statement-breakpoint
CREATE INDEX "harvest_entries_order" ON "repository"."harvest_entries" USING btree ("set","changed_at","nr","is_deleted");
--> statement-breakpoint
-- The data sets that are published already, with the sets that `setsOf` in services/repository/harvest/sets.ts gives them.
INSERT INTO "repository"."harvest_entries" ("nr", "set", "changed_at")
SELECT "data_sets"."nr", "sets"."set",
  date_trunc('milliseconds', greatest("data_sets"."published_at", "dois"."updated_at"))
FROM "repository"."data_sets"
LEFT JOIN "repository"."dois" ON "dois"."upload" = "data_sets"."upload" AND "dois"."state" = 'findable'
CROSS JOIN LATERAL (
  SELECT '' AS "set"
  UNION SELECT 'type' UNION SELECT 'type:' || lower("type") FROM jsonb_array_elements_text("row" -> 'types') AS "type"
  UNION SELECT unnest(ARRAY['test', 'test:' || "test"]) FROM jsonb_array_elements_text("row" -> 'exercises') AS "test"
  UNION SELECT unnest(ARRAY['licence', 'licence:' || regexp_replace(lower("right"), '[^a-z0-9.]+', '-', 'g')])
    FROM jsonb_array_elements_text("row" -> 'rights') AS "right"
) AS "sets";
