import { matchColumns } from '@domain/column-identity';
import type { RowChoice } from '@domain/data-rows';

import type { RepositoryContext } from '../context/context';
import { ObjectNotFound } from '../context/file-store';
import { jobStatement, parquetSql, type TableEngine } from '../context/table-engine';
import { openLocalFiles } from '../files/read-objects';
import type { NewTable } from '../store/files';
import type { FormerTable } from '../store/former-tables';
import { valueSql } from '../tables/value-sql';
import { type MovedChoices, type MovedRows, pairTables } from './plan-correction';

/** Rows that are looked for in a corrected file; of more, only those at the same place are kept. */
const maxRowsMoved = 1000;

/**
 * Finds the rows of a corrected file about which choices were made in the previous one: the row with the same cells,
 * else the one with the same person ID, else one between the same rows, or at the same place, with most cells the same.
 * Choices about rows that are not found, or not surely, are lost.
 */
export async function findMovedRows(
  { files, tables: engine }: Pick<RepositoryContext, 'files' | 'tables'>,
  former: readonly FormerTable[],
  tables: readonly NewTable[],
): Promise<MovedRows> {
  const moved = new Map<number, MovedChoices>();
  for (const [table, old] of pairTables(former, tables)) {
    const rows = old.dataChoices.rows.flatMap(eachRow);
    if (rows.length === 0) continue;
    try {
      await using local = await openLocalFiles(files, [old.objectKey, table.objectKey]);
      const [before = '', after = ''] = local.paths.map(parquetSql);
      const compared = comparedTables({ before, after }, old, table);
      if (rows.length > maxRowsMoved) {
        moved.set(old.id, await keepSameRows(engine, compared, old, table));
        continue;
      }
      const wanted = [...new Set(rows.map(({ from }) => from - old.firstRow))];
      moved.set(old.id, moveRows(old, table, rows, await followRows(engine, compared, wanted)));
    } catch (error) {
      // The previous file has just been reread, or the upload deleted. The choices are lost, and their user is told.
      if (!(error instanceof ObjectNotFound)) throw error;
    }
  }
  return moved;
}

function eachRow({ from, to, ...choice }: RowChoice): RowChoice[] {
  const count = Math.min(to - from, maxRowsMoved) + 1;
  return Array.from({ length: count }, (_, i) => ({ ...choice, from: from + i, to: from + i }));
}

/** Too many rows to look for: a choice is kept only if all its rows are the same ones, at the same place. */
async function keepSameRows(
  engine: TableEngine,
  compared: Compared,
  { dataChoices: { rows }, firstRow }: FormerTable,
  table: NewTable,
): Promise<MovedChoices> {
  if (!compared.hasSameLength || firstRow !== table.firstRow || compared.columns.length === 0) {
    return { of: rows, kept: [], lost: rows };
  }
  const found = await engine.all(differentChoicesSql(compared, rows, firstRow), [], jobStatement);
  const different = new Set(found.map(({ choice }) => Number(choice)));
  return { of: rows, kept: rows.filter((_, i) => !different.has(i)), lost: rows.filter((_, i) => different.has(i)) };
}

/** Statement that finds the choices, by index, about rows that differ from those at the same place. */
function differentChoicesSql(compared: Compared, rows: readonly RowChoice[], firstRow: number): string {
  const list = (numbers: number[]) => `unnest([${numbers.join(', ')}])`;
  return `with choices as (select ${list(rows.map((_, i) => i))} as choice,
      ${list(rows.map(({ from }) => from - firstRow))} as first, ${list(rows.map(({ to }) => to - firstRow))} as last),
    different as (select r
      from (select file_row_number as r, ${hashSql(compared, 0)} as h from ${compared.before}) as b
      join (select file_row_number as r, ${hashSql(compared, 1)} as h from ${compared.after}) as a using (r)
      where a.h <> b.h)
    select distinct choice from choices join different on r between first and last`;
}

function moveRows(
  old: FormerTable,
  table: NewTable,
  rows: readonly RowChoice[],
  places: ReadonlyMap<number, number>,
): MovedChoices {
  const kept: RowChoice[] = [];
  const lost: RowChoice[] = [];
  for (const choice of rows) {
    const place = places.get(choice.from - old.firstRow);
    if (place === undefined) lost.push(choice);
    else kept.push({ ...choice, from: place + table.firstRow, to: place + table.firstRow });
  }
  return { of: old.dataChoices.rows, kept: joinRows(kept), lost: joinRows(lost) };
}

/** Joins equal choices about consecutive rows. */
function joinRows(choices: readonly RowChoice[]): RowChoice[] {
  const joined: RowChoice[] = [];
  for (const choice of choices) {
    const last = joined.at(-1);
    const isNext = last?.to === choice.from - 1 && last.isData === choice.isData && last.reason === choice.reason;
    if (last && isNext) last.to = choice.to;
    else joined.push({ ...choice });
  }
  return joined;
}

/** A table before and after the correction. Rows are named by their places below the header. */
interface Compared {
  /** Relations of the previous and the corrected table. */
  before: string;
  after: string;
  /** Positions of the common columns in both. */
  columns: [before: number, after: number][];
  /** Those of the column of person IDs, if one is mapped. */
  person: [before: number, after: number] | undefined;
  hasSameLength: boolean;
}

function comparedTables(relations: Pick<Compared, 'before' | 'after'>, old: FormerTable, table: NewTable): Compared {
  const names = (columns: { name: string }[]) => columns.map(({ name }) => name);
  const columns = [...matchColumns(names(old.columns), names(table.columns))].map(([a, b]): [number, number] => [b, a]);
  const person = columns.find(([position]) => old.columns[position]?.targetKey === 'person_id');
  return { ...relations, columns, person, hasSameLength: old.rowCount === table.rowCount };
}

/** Places of rows in the corrected table, by those in the previous one; without rows that were not surely found. */
async function followRows(engine: TableEngine, compared: Compared, wanted: number[]): Promise<Map<number, number>> {
  const places = new Map<number, number>();
  if (compared.columns.length === 0) return places;
  for (const findSql of [equalRowsSql, samePersonSql, changedRowsSql]) {
    const open = wanted.filter((row) => !places.has(row));
    const sql = open.length === 0 ? null : findSql(compared, open);
    if (sql === null) continue;
    const taken = new Set(places.values());
    const found = (await engine.all(sql, [], jobStatement)).map((row) => ({ w: Number(row.w), a: Number(row.a) }));
    for (const { w, a } of found) {
      const isOnly = found.filter((other) => other.a === a).length === 1;
      if (isOnly && !taken.has(a)) places.set(w, a);
    }
  }
  return places;
}

/** Hash of the common cells of a row, of the relation `of` if several are joined. */
function hashSql({ columns }: Compared, side: 0 | 1, of = ''): string {
  return `hash(${columns.map((pair) => `${of}c${pair[side]}`).join(', ')})`;
}

/**
 * Statement that finds equal rows: those at the same place, else the only ones. There must be as many of them as before,
 * or the row may be gone while others like it remain.
 */
function equalRowsSql(compared: Compared, wanted: number[]): string {
  const rowsOf = (side: 0 | 1, relation: string) =>
    `select file_row_number as r, ${hashSql(compared, side)} as h from ${relation}`;
  const alike = (rows: string) =>
    `select r, h, count(*) over (partition by h) as n from (${rows}) where h in (select h from wanted)`;
  return `with wanted as (${rowsOf(0, compared.before)} where file_row_number in (${wanted.join(', ')})),
    b as (${alike(rowsOf(0, compared.before))} qualify r in (${wanted.join(', ')})),
    a as (${alike(rowsOf(1, compared.after))} qualify n = 1 or r in (${wanted.join(', ')}))
    select b.r as w, a.r as a from b join a using (h, n) where a.r = b.r or n = 1`;
}

/** Statement that finds rows of persons with a single row in both tables. */
function samePersonSql({ before, after, person }: Compared, wanted: number[]): string | null {
  if (!person) return null;
  const [b, a] = person.map(valueSql);
  return `with wanted as (select file_row_number as r, ${b} as id from ${before}
      where file_row_number in (${wanted.join(', ')}) and ${b} <> ''),
    b as (select ${b} as id from ${before} where ${b} in (select id from wanted) group by 1 having count(*) = 1),
    a as (select ${a} as id, min(file_row_number) as r from ${after} where ${a} in (select id from wanted)
      group by 1 having count(*) = 1)
    select wanted.r as w, a.r as a from wanted join b using (id) join a using (id)`;
}

/**
 * Statement that finds rows some of whose cells have changed. They stand beside the same row as before, or at the same
 * place of a table with as many rows, are no other row of the previous table, and more than half of their cells are the
 * same. A person ID has not changed.
 */
function changedRowsSql(compared: Compared, wanted: number[]): string {
  const { before, after, columns, person, hasSameLength } = compared;
  const count = (conditions: string[]) => `list_sum([${conditions.map((sql) => `(${sql})::int`).join(', ')}])`;
  const same = count(columns.map(([b, a]) => `coalesce(w.c${b} = x.c${a}, false)`));
  const filled = count(columns.map(([b, a]) => `w.c${b} is not null or x.c${a} is not null`));
  const beside = (by: 1 | -1) =>
    `select b.r + ${by} as w, once.r + ${by} as a from b join once using (h) where b.r + ${by} in (select r from wanted)`;
  const placed = hasSameLength ? 'union select r, r from wanted' : '';
  const samePerson = person ? `and coalesce(w.c${person[0]} = x.c${person[1]}, true)` : '';
  return `with wanted as (select unnest([${wanted.join(', ')}]) as r),
    b as (select file_row_number as r, ${hashSql(compared, 0)} as h from ${before}),
    once as (select h, min(r) as r
      from (select file_row_number as r, ${hashSql(compared, 1)} as h from ${after}) group by h having count(*) = 1),
    places as (${beside(1)} union ${beside(-1)} ${placed}),
    pairs as (select places.w, places.a, ${same} as same, ${filled} as filled
      from places join ${before} as w on w.file_row_number = places.w join ${after} as x on x.file_row_number = places.a
      where ${hashSql(compared, 1, 'x.')} not in (select h from b) ${samePerson})
    select w, a from pairs where 2 * same > filled
    window likely as (partition by w order by same desc)
    qualify row_number() over likely = 1 and coalesce(lead(same) over likely, -1) < same`;
}
