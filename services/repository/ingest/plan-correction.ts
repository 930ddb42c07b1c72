import { isDeepStrictEqual } from 'node:util';

import type { ComparedComment, TableChanges } from '@domain/api/corrections';
import { matchColumns, matchTables, movedColumns, type TableIdentity } from '@domain/column-identity';
import { columnLetters } from '@domain/column-letters';
import type { TableRowsChanged } from '@domain/life/versions';
import type { DataChoices, RowsLost } from '@domain/data-rows';

import type { NewTable } from '../store/files';
import type { FormerTable } from '../store/former-tables';
import type { ColumnTarget } from '../store/readings';

/** Renamed columns, keyed by previous table id: new positions to previous positions. */
export type RenamedColumns = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** Choices about rows with their new numbers, and those about rows that were not found again. */
export interface MovedChoices {
  /** The choices that were looked for. Others may have been made since. */
  of: DataChoices['rows'];
  kept: DataChoices['rows'];
  lost: DataChoices['rows'];
}
/** The same, keyed by previous table id. */
export type MovedRows = ReadonlyMap<number, MovedChoices>;

/** What the content of a corrected file shows beyond its names. */
export interface FoundAgain {
  renamed: RenamedColumns;
  moved: MovedRows;
  /** Differences between the rows, keyed by previous table id. */
  changed: ReadonlyMap<number, TableRowsChanged>;
}

/** A table of a corrected file with the mapping and comments it inherits, keyed by its column positions. */
interface PlannedTable {
  table: NewTable;
  targets: Map<number, ColumnTarget>;
  dataChoices: DataChoices;
  comments: Omit<FormerTable['comments'][number], 'id' | 'table'>[];
}

/** Position of comments on problems of the whole table. */
const wholeTable = -1;

/** Pairs the tables of a corrected file with the previous ones. */
export function pairTables(former: readonly FormerTable[], tables: readonly NewTable[]): Map<NewTable, FormerTable> {
  const matches = matchTables(former.map(identityOf), tables.map(identityOf));
  return new Map(
    [...matches].flatMap(([a, b]) => {
      const [table, old] = [tables[a], former[b]];
      return table && old ? [[table, old] as const] : [];
    }),
  );
}

function identityOf({
  name,
  rowCount,
  columns,
}: Pick<FormerTable, 'name' | 'rowCount'> & { columns: { name: string }[] }): TableIdentity {
  return { name, rowCount, columnNames: namesOf(columns) };
}

/**
 * Determines what the tables of a corrected file inherit from those of the previous file, and the changes that
 * its owner is shown: first the new tables in order, then those that are gone.
 */
export function planCorrection(
  former: readonly FormerTable[],
  tables: readonly NewTable[],
  { renamed, moved, changed }: FoundAgain,
): { planned: PlannedTable[]; changes: TableChanges[] } {
  const pairs = pairTables(former, tables);
  const paired = new Set(pairs.values());
  const both = tables.map((table) => {
    const old = pairs.get(table) ?? null;
    const found = old && { renamed: renamed.get(old.id), rows: moved.get(old.id), values: changed.get(old.id) };
    return compareTables(old, table, found ?? {});
  });
  const gone = former.filter((old) => !paired.has(old));
  const planned = both.flatMap(({ planned }) => planned ?? []);
  return {
    planned: withRowsOf(gone, planned, heirOfRows(planned, pairs)),
    changes: [...both, ...gone.map((old) => compareTables(old, null, {}))].map(({ changes }) => changes),
  };
}

/** The tables, of which `heir` has to deal with the rows that were left out of those that are gone. */
function withRowsOf(
  gone: readonly FormerTable[],
  planned: readonly PlannedTable[],
  heir: PlannedTable | undefined,
): PlannedTable[] {
  return planned.map((one) => {
    if (one !== heir) return one;
    const lost = withoutRepeats([...(one.dataChoices.lost ?? []), ...gone.flatMap(allRowsLost)]);
    return { ...one, dataChoices: { ...one.dataChoices, lost } };
  });
}

/** Where rows left out of a table that is gone may be: in a new table, else in one that took in the rows of others. */
function heirOfRows(planned: PlannedTable[], pairs: ReadonlyMap<NewTable, FormerTable>): PlannedTable | undefined {
  const couldBeData = planned.filter(
    ({ table, dataChoices }) => dataChoices.table === 'data' || !table.recognised?.table,
  );
  const data = couldBeData.filter(({ dataChoices }) => dataChoices.table !== 'left-out');
  return data.find(({ table }) => !pairs.has(table)) ?? data[0] ?? couldBeData[0];
}

/** A table and the previous one, of which one may be missing, and what of them corresponds. */
interface Comparison {
  old: FormerTable | null;
  table: NewTable | null;
  /** Columns that were found again: new positions to previous positions. */
  matches: Map<number, number>;
  /** New position of a previous column or of the whole table; undefined if it is gone. */
  positionOf: (column: number) => number | undefined;
  /** Targets of the columns that were found again. */
  targets: Map<number, ColumnTarget>;
  rows: Omit<MovedChoices, 'of'>;
  rowsLost: RowsLost[];
  /** The previous comments, with the new numbers of their rows. */
  comments: FormerTable['comments'];
  values: TableRowsChanged | null;
}

function compareTables(
  old: FormerTable | null,
  table: NewTable | null,
  {
    renamed = new Map(),
    rows: moved,
    values = null,
  }: { renamed?: ReadonlyMap<number, number>; rows?: MovedChoices; values?: TableRowsChanged | null },
): { planned: PlannedTable | null; changes: TableChanges } {
  const rows = movedChoices(old, moved);
  const matches = matchColumns(namesOf(old?.columns), namesOf(table?.columns), renamed);
  const positions = new Map([...matches].map(([a, b]) => [b, a]));
  const targets = new Map(
    [...matches].flatMap(([a, b]) => {
      const column = old?.columns[b];
      return column && column.targetKey !== null ? [[a, column] as const] : [];
    }),
  );
  // Comments on the whole table need a check, which needs at least one mapped column.
  const tablePosition = targets.size > 0 ? wholeTable : undefined;
  const movedBy = old && table ? table.firstRow - old.firstRow : 0;
  const comparison: Comparison = {
    old,
    table,
    matches,
    positionOf: (column) => (column === wholeTable ? tablePosition : positions.get(column)),
    targets,
    rows,
    rowsLost: table || !old ? lostRows(rows) : allRowsLost(old),
    values,
    comments: (old?.comments ?? []).map((comment) => ({
      ...comment,
      cell: comment.cell > 0 ? comment.cell + movedBy : comment.cell,
    })),
  };
  return { planned: table && inheritance(table, comparison), changes: changesToShow(comparison) };
}

function namesOf(columns: readonly { name: string }[] = []): string[] {
  return columns.map(({ name }) => name);
}

function inheritance(
  table: NewTable,
  { old, positionOf, targets, rows, rowsLost, comments }: Comparison,
): PlannedTable {
  const { table: use = null, tests = [], lost = [] } = old?.dataChoices ?? {};
  return {
    table,
    targets,
    dataChoices: {
      table: use,
      rows: rows.kept,
      lost: withoutRepeats([...lost, ...rowsLost]),
      tests: tests.flatMap((test) => {
        const position = positionOf(test.position);
        return position === undefined
          ? []
          : { ...test, position, column: table.columns[position]?.name ?? test.column };
      }),
    },
    comments: comments.flatMap(({ id: _id, table: _table, ...comment }) => {
      const column = positionOf(comment.column);
      return column === undefined ? [] : { ...comment, column };
    }),
  };
}

function changesToShow({ old, table, matches, positionOf, rowsLost, comments, values }: Comparison): TableChanges {
  const before = old?.columns ?? [];
  const after = namesOf(table?.columns);
  const nameAt = (position: number | undefined) => (position === undefined ? null : (after[position] ?? null));
  return {
    name: table?.name ?? null,
    formerName: old?.name ?? null,
    rowsBefore: old?.rowCount ?? null,
    rowsAfter: table?.rowCount ?? null,
    added: old ? after.filter((_, a) => !matches.has(a)) : [],
    gone: table ? namesOf(before.filter((_, b) => positionOf(b) === undefined)) : [],
    renamed: [...matches].flatMap(([a, b]) => {
      const [from = '', to = ''] = [before[b]?.name, after[a]];
      return from === to ? [] : { from, to };
    }),
    moved: movedColumns(matches).map((a) => ({
      name: after[a] ?? '',
      from: columnLetters(matches.get(a) ?? 0),
      to: columnLetters(a),
    })),
    rowsLost,
    values,
    mapping: before.flatMap(({ name, targetKey, targetUnit }, b) =>
      targetKey === null
        ? []
        : { formerName: name, name: nameAt(positionOf(b)), target: { key: targetKey, unit: targetUnit ?? '' } },
    ),
    problemsBefore: old?.problems ?? null,
    problemsAfter: null,
    comments: comments.map((comment) => comparedComment(old, comment, table && positionOf(comment.column))),
  };
}

/** The choices about the rows of a table. All are lost if others were looked for in the corrected file, or none. */
function movedChoices(old: FormerTable | null, moved: MovedChoices | undefined): Omit<MovedChoices, 'of'> {
  const rows = old?.dataChoices.rows ?? [];
  return moved && isDeepStrictEqual(moved.of, rows) ? moved : { kept: [], lost: rows };
}

/** The rows that were left out and not found again. */
function lostRows({ lost }: Pick<MovedChoices, 'lost'>): RowsLost[] {
  return lost.flatMap(({ from, to, reason, isData }) => (isData ? [] : [{ from, to, reason }]));
}

/** The rows of a table that was not found again. */
function allRowsLost({ name: table, dataChoices: { rows, lost = [] } }: FormerTable): RowsLost[] {
  return [...lost, ...lostRows({ lost: rows })].map((some) => ({ table, ...some }));
}

function withoutRepeats(lost: readonly RowsLost[]): RowsLost[] {
  return lost.filter((rows, i) => lost.findIndex((other) => isDeepStrictEqual(rows, other)) === i);
}

function comparedComment(
  old: FormerTable | null,
  { rule, column, cell, value, comment }: FormerTable['comments'][number],
  position: number | null | undefined,
): ComparedComment {
  return {
    rule,
    column: old?.columns[column]?.name ?? null,
    position: position ?? null,
    cell,
    value,
    comment,
    fate: position === undefined || position === null ? 'column-gone' : 'waiting',
  };
}
