ALTER TABLE "repository"."source_tables" ADD COLUMN "first_row" integer;
--> statement-breakpoint
-- Rows were counted from 2 wherever the data began. Tables with lists of problems in object storage keep those numbers
-- until their file is read again, because the lists contain them.
update repository.source_tables as source set first_row = case
  when exists (select from repository.problem_groups
    where table_id = source.id and object_key is not null) then 2
  else coalesce((top ->> 'firstRow')::int, 2) end;
--> statement-breakpoint
ALTER TABLE "repository"."source_tables" ALTER COLUMN "first_row" SET NOT NULL;
--> statement-breakpoint
-- In two steps, because two comments would have the same row in between.
update repository.problem_comments set cell = -(cell + first_row - 2) - 1000
  from repository.source_tables as source where source.id = table_id and first_row <> 2 and cell > 0;
--> statement-breakpoint
update repository.problem_comments set cell = -cell - 1000 where cell < -1000;
--> statement-breakpoint
update repository.detached_comments as detached set cell = -(cell + first_row - 2) - 1000
  from repository.source_tables as source join repository.files on files.id = source.file
  where files.upload = detached.upload and files.version_state = 'current' and source.name = table_name
    and first_row <> 2 and cell > 0;
--> statement-breakpoint
update repository.detached_comments set cell = -cell - 1000 where cell < -1000;
--> statement-breakpoint
-- Besides its own row a problem may name another one: `r`.
update repository.problem_groups set
  parameters = parameters
    || case when parameters ? 'nextRow'
      then jsonb_build_object('nextRow', ((parameters ->> 'nextRow')::int + first_row - 2)::text) else '{}' end
    || case when rule in ('R10', 'R11', 'R37') and parameters ? 'next-r'
      then jsonb_build_object('next-r', ((parameters ->> 'next-r')::int + first_row - 2)::text) else '{}' end,
  cells = (select coalesce(jsonb_agg(
      case when (item ->> 'row')::int = 0 then item
      else jsonb_set(item, '{row}', to_jsonb((item ->> 'row')::int + first_row - 2)) end
      || case when rule in ('R10', 'R11', 'R37') and item -> 'parameters' ? 'r'
        then jsonb_build_object('parameters', (item -> 'parameters')
          || jsonb_build_object('r', ((item -> 'parameters' ->> 'r')::int + first_row - 2)::text))
        else '{}' end
      order by position), '[]')
    from jsonb_array_elements(cells) with ordinality as listed (item, position))
  from repository.source_tables as source where source.id = table_id and first_row <> 2;
