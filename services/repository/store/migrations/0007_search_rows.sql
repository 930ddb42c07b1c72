-- Words and facets apart from the rows: a search for a frequent word reads the number in every second row.
ALTER TABLE "repository"."search_documents" SET (toast_tuple_target = 128);
