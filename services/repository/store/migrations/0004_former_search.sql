-- Postal areas of the data are in no metadata. Everything else that the search needs is made again.
update repository.data_sets as data_set set postal_areas = (
  select coalesce(array_agg(distinct value order by value), '{}') from repository.search_facets
  where search_facets.nr = data_set.nr and kind = 'postal-area');
--> statement-breakpoint
DROP TABLE "repository"."search_facets" CASCADE;--> statement-breakpoint
ALTER TABLE "repository"."data_sets" DROP COLUMN "text";