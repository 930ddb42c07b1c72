import { matchColumns } from '@domain/column-identity';
import type { TableRowsChanged } from '@domain/life/versions';

import { isTooMuch, type StatementOptions, type TableEngine } from '../context/table-engine';
import { valueSql } from '../tables/value-sql';

/** One version of a table: its rows that are data as a relation, and its columns in order. */
export interface ComparedTable {
  name: string;
  relation: string;
  columns: readonly { name: string; targetKey: string | null }[];
}

/** Positions of a column in the former and in the new table. */
type Pair = [before: number, after: number];

/**
 * Compares the rows of a table with those of its former version, in the columns that both have. Numbers are compared as
 * numbers. Rows with the same cells are the same one, at the same place or wherever they are. Of the others, those of
 * the same person are compared, or, without person IDs, those between the same rows; if less than half of their cells
 * are the same, one was removed and another one added.
 */
export async function compareRows(
  engine: TableEngine,
  before: ComparedTable,
  after: ComparedTable,
  options: StatementOptions,
): Promise<TableRowsChanged> {
  const names = ({ columns }: ComparedTable) => columns.map(({ name }) => name);
  const pairs = [...matchColumns(names(before), names(after))].map(([a, b]): Pair => [b, a]);
  const [row = {}] = await engine.all(comparisonSql(before, after, pairs), [], options);
  const number = (name: string) => Number(row[name] ?? 0);
  const changed = number('changed');
  return {
    name: after.name,
    rowsBefore: number('rows_before'),
    rowsAfter: number('rows_after'),
    added: number('open_after') - changed,
    removed: number('open_before') - changed,
    changed,
    isCompared: true,
    cells: number('rows_before') * pairs.length,
    columns: pairs.flatMap(([, position], index) => {
      const cells = number(`cells${index}`);
      return cells === 0 ? [] : [{ column: after.columns[position]?.name ?? '', cells }];
    }),
  };
}

/** The same, but of tables that are too large to be compared only the rows are counted. */
export async function compareOrCountRows(
  engine: TableEngine,
  before: ComparedTable,
  after: ComparedTable,
  options: StatementOptions = {},
): Promise<TableRowsChanged> {
  try {
    return await compareRows(engine, before, after, options);
  } catch (error) {
    if (!isTooMuch(error)) throw error;
    return { ...(await countRowsOfBoth(engine, before, after)), isCompared: false };
  }
}

/** Numbers of rows of two tables, as if nothing had changed. */
export async function countRowsOfBoth(
  engine: TableEngine,
  before: Pick<ComparedTable, 'relation'>,
  after: Pick<ComparedTable, 'relation' | 'name'>,
): Promise<TableRowsChanged> {
  const count = async (relation: string) =>
    Number((await engine.all(`select count(*) as n from ${relation}`))[0]?.n ?? 0);
  const unchanged = { name: after.name, added: 0, removed: 0, changed: 0, cells: 0, columns: [], isCompared: true };
  return { ...unchanged, rowsBefore: await count(before.relation), rowsAfter: await count(after.relation) };
}

/** Text of a cell that is no number. As numbers are compared by value, 41.50 is 41.5. */
function otherTextSql(position: number): string {
  return `case when n${position} is null then ${valueSql(position)} end`;
}

function comparisonSql(before: ComparedTable, after: ComparedTable, pairs: readonly Pair[]): string {
  if (pairs.length === 0) {
    return `select *, rows_before as open_before, rows_after as open_after, 0 as changed
      from (select count(*) as rows_before from ${before.relation}), (select count(*) as rows_after from ${after.relation})`;
  }
  const hash = (side: 0 | 1) =>
    `hash(${pairs.map((pair) => `n${pair[side]}, ${otherTextSql(pair[side])}`).join(', ')})`;
  const rowsOf = (side: 0 | 1, relation: string) => `select file_row_number as r, ${hash(side)} as h from ${relation}`;
  // Of rows with the same cells, the first one is the same as the first one, and so on.
  const movedRows = (rows: 'a' | 'b') => `
    select r, h, row_number() over (partition by h order by r) as nth
    from ${rows} anti join placed on r = ${rows}r`;
  const person = pairs.find(([position]) => before.columns[position]?.targetKey === 'person_id');
  const cells = (side: 0 | 1, of: string) =>
    pairs
      .map((pair, index) => `n${pair[side]} as ${of}n${index}, ${otherTextSql(pair[side])} as ${of}t${index}`)
      .join(', ');
  const differs = (index: number) => ['n', 't'].map((part) => `b${part}${index} is distinct from a${part}${index}`);
  const differing = pairs.map((_, index) => `(${differs(index).join(' or ')})::int`);
  // Materialised, because each is used several times.
  return `with b as materialized (${rowsOf(0, before.relation)}), a as materialized (${rowsOf(1, after.relation)}),
    placed as materialized (select r as br, r as ar from b join a using (r, h)),
    same as materialized (select br, ar from placed union all
      select former.r as br, present.r as ar
      from (${movedRows('b')}) as former join (${movedRows('a')}) as present using (h, nth)),
    bo as materialized (select r from b anti join same on b.r = same.br),
    ao as materialized (select r from a anti join same on a.r = same.ar),
    pairs as materialized (${person ? samePersonSql(before, after, person) : samePlaceSql}),
    bc as (select file_row_number as br, ${cells(0, 'b')} from ${before.relation}
      where file_row_number in (select br from pairs)),
    ac as (select file_row_number as ar, ${cells(1, 'a')} from ${after.relation}
      where file_row_number in (select ar from pairs)),
    compared as (select ${differing.map((sql, index) => `${sql} as d${index}`).join(', ')}
      from pairs join bc using (br) join ac using (ar)
      where 2 * (${differing.join(' + ')}) <= ${pairs.length})
    select (select count(*) from b) as rows_before, (select count(*) from a) as rows_after,
      (select count(*) from bo) as open_before, (select count(*) from ao) as open_after, count(*) as changed,
      ${pairs.map((_, index) => `sum(d${index}) as cells${index}`).join(', ')}
    from compared`;
}

/** Pairs of changed rows of the same person: the first one is the first one, and so on. */
function samePersonSql(before: ComparedTable, after: ComparedTable, [b, a]: Pair): string {
  const rowsOf = (relation: string, position: number, open: string) => `
    select file_row_number as r, person, row_number() over (partition by person order by file_row_number) as nth
    from (select file_row_number, ${valueSql(position)} as person from ${relation})
    where person <> '' and file_row_number in (select r from ${open})`;
  return `select former.r as br, present.r as ar
    from (${rowsOf(before.relation, b, 'bo')}) as former join (${rowsOf(after.relation, a, 'ao')}) as present
    using (person, nth)`;
}

/** Pairs of changed rows between the same unchanged ones: the first one is the first one, and so on. */
const samePlaceSql = `
  with former as (select b.r, same.ar is null as open, last_value(same.ar ignore nulls) over (order by b.r) as behind
      from b left join same on same.br = b.r),
    present as (select a.r, same.ar is null as open, last_value(same.ar ignore nulls) over (order by a.r) as behind
      from a left join same on same.ar = a.r),
    numbered_former as (select r, coalesce(behind, -1) as behind,
      row_number() over (partition by behind order by r) as nth from former where open),
    numbered_present as (select r, coalesce(behind, -1) as behind,
      row_number() over (partition by behind order by r) as nth from present where open)
  select f.r as br, p.r as ar from numbered_former as f join numbered_present as p using (behind, nth)`;
