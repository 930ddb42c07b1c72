import { missingSql, valueSql } from '../checks/cell-sql';
import type { CheckedColumn, MissingCodes } from '../checks/checked-table';
import { sqlName, sqlText } from '../context/table-engine';
import type { TablePlan } from './plan-publication';

/** A table on its way into publication: what is done with its columns, and where its rows come from. */
export interface PlannedTable {
  plan: TablePlan;
  /** SQL relation of rows of the contributor's file as it was read, with their `file_row_number`. */
  from: string;
}

/** Some rows of a relation with `file_row_number`; `offset` counts from 0. */
export function rowWindowSql(from: string, { offset, limit }: { offset: number; limit: number }): string {
  return `(select * from ${from} where file_row_number >= ${offset} and file_row_number < ${offset + limit})`;
}

/**
 * Every person ID of some tables with its new number; null where none has any. The numbers follow the
 * order of a hash salted with what only the repository knows: the same in all tables and at every run,
 * and no way back to the IDs.
 */
export function personsSql(tables: PlannedTable[], missing: MissingCodes, salt: string): string | null {
  const ids = tables.flatMap(({ plan: { person }, from }) =>
    person ? [`select ${personSql(person, missing)} as id from ${from}`] : [],
  );
  if (ids.length === 0) return null;
  return `select id, row_number() over (order by md5(concat(${sqlText(salt)}, id)), id) as key
    from (select distinct id from (${ids.join(' union all ')}) where id is not null)`;
}

/** The rows of a table as they are published, under the vocabulary's keys, in the order of the file. */
export function publishedRowsSql({ plan: { columns, person }, from }: PlannedTable, persons: string | null): string {
  const expressions = columns.map(({ key, sql }) => `${sql} as ${sqlName(key)}`);
  // A Parquet file has a column at least.
  const list = expressions.length > 0 ? expressions.join(', ') : `null as ${sqlName('nothing')}`;
  if (!person || persons === null) return `select ${list} from ${from}`;
  return `select ${list} from ${from} as source left join (${persons}) as persons
    on persons.id = ${valueSql(person.position)} order by source.file_row_number`;
}

function personSql(person: CheckedColumn, missing: MissingCodes): string {
  return `case when not ${missingSql(person, missing)} then ${valueSql(person.position)} end`;
}
